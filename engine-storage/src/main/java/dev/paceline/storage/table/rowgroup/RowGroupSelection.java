package dev.paceline.storage.table.rowgroup;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.RandomAccess;

/**
 * Some row groups of a table in their order, as runs of neighbours. Its size and the cost of making
 * it depend on the number of runs only. Immutable; any thread may use it.
 */
public final class RowGroupSelection extends AbstractList<RowGroup> implements RandomAccess {
  private final RowGroupSequence sequence;

  /** The position in the table of the first row group of the sequence. */
  private final int offset;

  /** The first position of each run in the sequence. */
  private final int[] starts;

  /** The number of row groups in the runs before each run. */
  private final int[] sizesBefore;

  /** The number of rows before each run in the sequence that do not belong to earlier runs. */
  private final long[] rowsSkipped;

  private final int size;
  private final long rowCount;

  private RowGroupSelection(Builder runs, int offset) {
    this.sequence = runs.sequence;
    this.offset = offset;
    this.starts = Arrays.copyOf(runs.starts, runs.count);
    this.sizesBefore = Arrays.copyOf(runs.sizesBefore, runs.count);
    this.rowsSkipped = Arrays.copyOf(runs.rowsSkipped, runs.count);
    this.size = runs.size;
    this.rowCount = runs.rowCount;
  }

  /** Takes runs in their order. */
  public static final class Builder {
    private final RowGroupSequence sequence;
    private int[] starts = new int[1];
    private int[] sizesBefore = new int[1];
    private long[] rowsSkipped = new long[1];
    private int count;
    private int end;
    private int size;
    private long rowCount;

    public Builder(RowGroupSequence sequence) {
      this.sequence = sequence;
    }

    /**
     * Adds row groups that are neighbours.
     *
     * @param start in the sequence, not before the end of the last run
     * @param rowsBefore all rows of the sequence before them
     */
    public Builder add(int start, int length, long rowsBefore, long rows) {
      if (count == 0 || start != end) {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, 2 * count);
          sizesBefore = Arrays.copyOf(sizesBefore, 2 * count);
          rowsSkipped = Arrays.copyOf(rowsSkipped, 2 * count);
        }
        starts[count] = start;
        sizesBefore[count] = size;
        rowsSkipped[count] = rowsBefore - rowCount;
        count++;
      }
      end = start + length;
      size += length;
      rowCount += rows;
      return this;
    }

    public RowGroupSelection build() {
      return new RowGroupSelection(this, 0);
    }
  }

  static RowGroupSelection all(RowGroupSequence sequence) {
    Builder runs = new Builder(sequence);
    return (sequence.isEmpty() ? runs : runs.add(0, sequence.size(), 0, sequence.rowCount()))
        .build();
  }

  /** One row group, which need not be part of a version of its table. */
  public static RowGroupSelection of(RowGroup rowGroup) {
    RowGroupSequence sequence = RowGroupSequence.EMPTY.replaceFrom(0, java.util.List.of(rowGroup));
    return new RowGroupSelection(
        new Builder(sequence).add(0, 1, 0, rowGroup.rowCount()), rowGroup.position());
  }

  @Override
  public int size() {
    return size;
  }

  /** The rows of all of them. */
  public long rowCount() {
    return rowCount;
  }

  /** The columns of the table; 0 if the table is empty. */
  public int columnCount() {
    RowGroupSequence.Node all = sequence.root();
    return all == null ? 0 : all.columnCount();
  }

  private int run(int index) {
    if (starts.length == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(sizesBefore, index);
    return found >= 0 ? found : -found - 2;
  }

  private int inSequence(int index) {
    int run = run(index);
    return starts[run] + index - sizesBefore[run];
  }

  @Override
  public RowGroup get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return sequence.get(inSequence(index));
  }

  /** The position of one of them in the table. */
  public int position(int index) {
    return offset + inSequence(index);
  }

  /** The rows of those before one of them. */
  public long rowsBefore(int index) {
    int run = run(index);
    return sequence.rowsBefore(starts[run] + index - sizesBefore[run]) - rowsSkipped[run];
  }

  /** The index of the first one with at least this position in the table; or their number. */
  public int firstFrom(int position) {
    int wanted = position - offset;
    int found = Arrays.binarySearch(starts, wanted);
    int run = found >= 0 ? found : -found - 2;
    if (run < 0) {
      return 0;
    }
    int end = run + 1 < starts.length ? sizesBefore[run + 1] : size;
    return Math.min(end, sizesBefore[run] + wanted - starts[run]);
  }

  /** A bound for {@link BlockSource#frameBytes} of a column. */
  public long mostFrameBytes(int column) {
    RowGroupSequence.Node all = sequence.root();
    return all == null ? 0 : all.mostFrameBytes(column);
  }

  /** All but those with these indexes. */
  public RowGroupSelection without(BitSet indexes) {
    Builder others = new Builder(sequence);
    for (int from = indexes.nextClearBit(0); from < size; ) {
      int last = Math.min(endOfRun(from), nextSetBit(indexes, from)) - 1;
      long before = sequence.rowsBefore(inSequence(from));
      others.add(
          inSequence(from),
          last - from + 1,
          before,
          rowsBefore(last) - rowsBefore(from) + get(last).rowCount());
      from = indexes.nextClearBit(last + 1);
    }
    return new RowGroupSelection(others, offset);
  }

  private int endOfRun(int index) {
    int next = run(index) + 1;
    return next < starts.length ? sizesBefore[next] : size;
  }

  private int nextSetBit(BitSet indexes, int from) {
    int next = indexes.nextSetBit(from);
    return next < 0 ? size : next;
  }
}
