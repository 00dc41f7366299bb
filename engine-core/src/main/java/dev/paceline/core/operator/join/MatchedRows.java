package dev.paceline.core.operator.join;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.WorkerContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Which rows of the present left batch have had a partner. One worker uses it. */
public final class MatchedRows {
  private final JoinOutput output;
  private final MemorySegment matched;
  private final Selection selection;

  /**
   * @param output where {@link #emit} sends left rows
   */
  public MatchedRows(WorkerContext context, JoinOutput output) {
    this.output = output;
    matched = context.memory().allocate(Bitmaps.bytes(context.batchRows()));
    selection = new Selection(context.memory(), context.batchRows());
  }

  /** Begins a batch, no row of which has had a partner. */
  public void clear(Batch left) {
    Bitmaps.zero(matched, 0, left.rowCount());
  }

  public void add(int row) {
    Bitmaps.set(matched, 0, row);
  }

  public boolean contains(int row) {
    return Bitmaps.get(matched, 0, row);
  }

  /** Adds the rows of a bitmap. */
  public void addAll(MemorySegment bitmap, int rowCount) {
    for (long at = 0; at < Bitmaps.bytes(rowCount); at += 8) {
      matched.set(
          ValueLayout.JAVA_LONG,
          at,
          matched.get(ValueLayout.JAVA_LONG, at) | bitmap.get(ValueLayout.JAVA_LONG, at));
    }
  }

  /** How many rows of the batch have had a partner. */
  public int count(Batch left) {
    return Bitmaps.count(matched, 0, left.rowCount());
  }

  /**
   * Emits the selected left rows with a partner, or those without.
   *
   * @return false if the consumer wants no more
   */
  public boolean emit(Batch left, boolean withPartner) {
    int count = left.rowCount();
    Selection wanted = left.selection();
    MemorySegment bits = selection.bitmap();
    Bitmaps.fill(bits, 0, count);
    for (long at = 0; at < Bitmaps.bytes(count); at += 8) {
      long had = matched.get(ValueLayout.JAVA_LONG, at);
      long selected =
          wanted == null
              ? bits.get(ValueLayout.JAVA_LONG, at)
              : wanted.bitmap().get(ValueLayout.JAVA_LONG, at);
      bits.set(ValueLayout.JAVA_LONG, at, selected & (withPartner ? had : ~had));
    }
    int kept = selection.update(count);
    if (kept == 0) {
      return true;
    }
    if (kept == count) {
      return output.emitLeft(left, null);
    }
    return 5L * kept >= 4L * count
        ? output.emitLeft(left, selection)
        : output.emitLeft(left, selection.positions(), kept);
  }
}
