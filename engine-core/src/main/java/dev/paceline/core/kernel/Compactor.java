package dev.paceline.core.kernel;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.Selection;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;

/**
 * Makes dense batches of the selected rows: gathers codes, views and bitmaps, so that affine and
 * dictionary vectors stay what they are. The result is valid until the next call or until the input
 * ends. Not thread-safe: one worker uses it.
 */
public final class Compactor {
  private final ColumnVector[] columns;
  private final Batch result;
  private final int capacity;

  /**
   * @param types of the columns
   * @param scope where the copies live
   * @param capacity the most rows of a batch
   */
  public Compactor(DataType[] types, MemoryScope scope, int capacity) {
    this.capacity = capacity;
    columns = new ColumnVector[types.length];
    for (int i = 0; i < types.length; i++) {
      columns[i] = new ColumnVector(types[i], scope);
    }
    result = new Batch(columns);
  }

  /** The selected rows; the batch itself if it has no selection. */
  public Batch compact(Batch batch) {
    Selection selection = batch.selection();
    return selection == null ? batch : gather(batch, selection.positions(), selection.count());
  }

  /**
   * Some rows of a batch, whatever its selection.
   *
   * @param positions 32-bit row numbers, in any order
   */
  public Batch gather(Batch batch, MemorySegment positions, int count) {
    for (int i = 0; i < columns.length; i++) {
      gather(batch.column(i), positions, count, columns[i], capacity);
    }
    return result.set(count, null);
  }

  /**
   * Makes {@code target} the rows of {@code source} at some positions, in scratch of its own.
   *
   * @param positions 32-bit row numbers, in any order
   * @param capacity rows that the target's scratch is made for, at least {@code count}
   */
  public static void gather(
      ColumnVector source, MemorySegment positions, int count, ColumnVector target, int capacity) {
    target.pointTo(source);
    if (source.form() == Form.CONSTANT) {
      return;
    }
    MemorySegment lanes;
    if (source.type().family() == TypeFamily.BOOLEAN) {
      lanes = target.scratch(Bitmaps.bytes(capacity));
      DecodeKernels.current()
          .gatherBits(source.data(), source.offset(), positions, count, lanes, 0);
      target.setBits(lanes, 0);
    } else {
      int width = source.width();
      lanes = target.scratch((long) width * capacity);
      DecodeKernels.current()
          .gather(source.data(), source.offset(), width, positions, count, lanes, 0);
      switch (source.type().family()) {
        case FLOATING -> target.setDoubles(lanes, 0);
        case INTEGRAL -> target.setIntegers(lanes, 0, width, source.base(), source.multiplier());
        default -> {
          if (source.form() == Form.DICTIONARY) {
            target.setDictionary(lanes, 0, width, source.dictionary());
          } else {
            target.setViews(lanes, 0, source.heap());
          }
        }
      }
    }
    if (source.hasBounds()) {
      target.setBounds(source.min(), source.max());
    }
    MemorySegment nulls = source.nulls();
    if (nulls != null) {
      MemorySegment gathered = target.nullScratch(capacity);
      DecodeKernels.current()
          .gatherBits(nulls, source.nullsOffset(), positions, count, gathered, 0);
      target.setNulls(gathered, 0);
    }
  }
}
