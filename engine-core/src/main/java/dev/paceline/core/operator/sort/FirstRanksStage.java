package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.aggregate.index.GroupIndex;
import dev.paceline.core.operator.sort.SortPrefix.Range;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drops rows that many others of their partition precede, before window functions collect and sort
 * the rows that are left. For each partition, a worker keeps the sort prefixes of the first rows
 * that it has met, as many as ranks are wanted; a row behind all of them has a larger rank.
 *
 * <p>Rows that are not wanted may pass. A worker drops no more rows once partitions are many, or
 * most rows pass, or memory is scarce.
 */
public final class FirstRanksStage implements StageFactory {
  /** Larger ranks are for the window functions alone. */
  public static final int MAX_RANK = 1 << 14;

  /** Prefixes of all partitions that a worker keeps at most. */
  private static final int MAX_CODES = 1 << 20;

  /** Partitions whose keys a worker keeps at most. */
  private static final int MAX_PARTITIONS = 1 << 19;

  /** The number of rows after which a worker checks how many it dropped. */
  private static final int WINDOW_ROWS = 1 << 17;

  /** The number of rows that must be dropped out of {@link #WINDOW_ROWS}. */
  private static final int WORTHWHILE_ROWS = WINDOW_ROWS / 16;

  private final List<DataType> types;
  private final int[] partitionKeys;
  private final SortPrefix prefix;
  private final int rank;

  /**
   * @param types of the input
   * @param partitionKeys columns; may be empty
   * @param order in each partition; at least one key
   * @param rank the largest that is wanted, from 1 to {@link #MAX_RANK}
   */
  public FirstRanksStage(List<DataType> types, int[] partitionKeys, List<SortKey> order, int rank) {
    if (rank < 1 || rank > MAX_RANK) {
      throw new IllegalArgumentException("rank " + rank);
    }
    this.types = List.copyOf(types);
    this.partitionKeys = partitionKeys.clone();
    this.rank = rank;
    List<Range> ranges = new ArrayList<>();
    for (SortKey key : order) {
      ranges.add(Range.of(types.get(key.column())));
    }
    this.prefix = SortPrefix.all(types, order, ranges).getFirst();
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Stage(context, downstream);
  }

  @Override
  public String name() {
    return "first " + rank + " ranks";
  }

  private final class Stage implements BatchConsumer {
    private final WorkerContext context;
    private final BatchConsumer downstream;
    private final long bytesBefore;
    private final Selection selection;
    private final Batch output;
    private final ColumnVector[] columns;
    private final MemorySegment numbers;
    private final MemorySegment codes;
    private final FirstCodes firstCodes;

    /** Numbers the partitions; null when this worker drops no more rows. */
    private @Nullable GroupIndex partitions;

    private int rows;
    private int dropped;

    Stage(WorkerContext context, BatchConsumer downstream) {
      this.context = context;
      this.downstream = downstream;
      int batch = context.batchRows();
      bytesBefore = context.memory().bytes();
      selection = new Selection(context.memory(), batch);
      numbers = context.memory().allocateScratch(4L * batch);
      codes = context.memory().allocateScratch(8L * batch);
      firstCodes = new FirstCodes(rank, context.memory());
      List<DataType> keys = new ArrayList<>();
      for (int key : partitionKeys) {
        keys.add(types.get(key));
      }
      partitions = new GroupIndex(keys, context.memory(), batch, context.query().hashMask());
      columns = new ColumnVector[types.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new ColumnVector(types.get(i));
      }
      output = new Batch(columns);
    }

    @Override
    public boolean accept(Batch batch) {
      GroupIndex index = partitions;
      if (index == null) {
        return downstream.accept(batch);
      }
      int count = batch.rowCount();
      ColumnVector[] keys = new ColumnVector[partitionKeys.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = batch.column(partitionKeys[i]);
      }
      index.find(keys, count, numbers);
      if (isTooLarge(index.size())) {
        stop();
        return downstream.accept(batch);
      }
      firstCodes.reserve(index.size());
      for (int i = 0; i < columns.length; i++) {
        columns[i].pointTo(batch.column(i));
      }
      prefix.encode(columns, 0, count, codes);
      int selected = batch.selectedCount();
      int kept = select(batch.selection(), count);
      count(selected, selected - kept);
      if (kept == selected) {
        return downstream.accept(batch);
      }
      return kept == 0 || downstream.accept(output.set(count, selection));
    }

    /** Selects the rows that may have a wanted rank. */
    private int select(@Nullable Selection before, int count) {
      MemorySegment bitmap = selection.bitmap();
      if (before == null) {
        Bitmaps.zero(bitmap, 0, count);
        for (int row = 0; row < count; row++) {
          if (isFirst(row)) {
            Bitmaps.set(bitmap, 0, row);
          }
        }
      } else {
        MemorySegment positions = before.positions();
        Bitmaps.zero(bitmap, 0, count);
        for (int i = 0; i < before.count(); i++) {
          int row = positions.get(JAVA_INT, (long) i << 2);
          if (isFirst(row)) {
            Bitmaps.set(bitmap, 0, row);
          }
        }
      }
      return selection.update(count);
    }

    private boolean isFirst(int row) {
      int partition = numbers.get(JAVA_INT, (long) row << 2) - 1;
      return firstCodes.add(partition, codes.get(JAVA_LONG, (long) row << 3));
    }

    private void count(int moreRows, int moreDropped) {
      rows += moreRows;
      dropped += moreDropped;
      boolean worthwhile = rows < WINDOW_ROWS || dropped >= WORTHWHILE_ROWS;
      if (rows >= WINDOW_ROWS) {
        rows = 0;
        dropped = 0;
      }
      if (!worthwhile) {
        stop();
      }
    }

    /** Returns whether {@code size} partitions are too many, or their codes do not fit memory. */
    private boolean isTooLarge(int size) {
      long held = context.memory().bytes() - bytesBefore;
      return size > MAX_PARTITIONS
          || (long) size * rank > MAX_CODES
          || context.query().shouldSpill(held, held + firstCodes.bytesToReserve(size));
    }

    /** Lets all further rows pass. */
    private void stop() {
      partitions = null;
      firstCodes.release();
    }
  }
}
