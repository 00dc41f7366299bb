package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The columns of one batch in lanes as pages have them, so that rows can be copied to pages by
 * moving bytes. Strings stay where they are. One worker uses it.
 */
final class LaneEncoder {
  private final PageLayout layout;
  private final MemoryScope scope;
  private final int batchRows;

  /**
   * Memory for columns whose vectors are not lanes already; {@link MemorySegment#NULL} until
   * needed.
   */
  private final MemorySegment[] scratch;

  private final MemorySegment[] lanes;
  private final long[] offsets;
  private Batch batch = new Batch(new ColumnVector[0]);

  /**
   * @param batchRows the most rows of a batch
   */
  LaneEncoder(PageLayout layout, MemoryScope scope, int batchRows) {
    this.layout = layout;
    this.scope = scope;
    this.batchRows = batchRows;
    int count = layout.columnCount();
    scratch = new MemorySegment[count];
    lanes = new MemorySegment[count];
    offsets = new long[count];
    for (int i = 0; i < count; i++) {
      scratch[i] = MemorySegment.NULL;
      lanes[i] = scratch[i];
    }
  }

  /** Takes a batch without a selection, which must stay valid while its rows are copied. */
  void encode(Batch dense) {
    batch = dense;
    int rows = dense.rowCount();
    for (int i = 0; i < scratch.length; i++) {
      ColumnVector source = dense.column(i);
      offsets[i] = 0;
      if (!source.isConstantNull()) {
        switch (source.type().family()) {
          case BOOLEAN -> {}
          case FLOATING -> encodeDoubles(i, source, rows);
          case INTEGRAL -> encodeIntegers(i, source, rows);
          case BYTES -> encodeViews(i, source, rows);
        }
      }
    }
  }

  Batch batch() {
    return batch;
  }

  /** Lanes of {@link PageLayout#width} bytes; views are into the vector's heap. */
  MemorySegment lanes(int column) {
    return lanes[column];
  }

  /** Returns the position of the first row's lane. */
  long offset(int column) {
    return offsets[column];
  }

  /** Bytes that the strings of a row take in a page. */
  long stringBytes(int row) {
    long bytes = 0;
    for (int i = 0; i < lanes.length; i++) {
      if (layout.isString(i) && !batch.column(i).isNull(row)) {
        bytes +=
            StringView.length(lanes[i].get(ValueLayout.JAVA_LONG_UNALIGNED, offsets[i] + 8L * row));
      }
    }
    return bytes;
  }

  /** Makes a column's lanes some of our own, to be filled. */
  private MemorySegment ownLanes(int column) {
    if (scratch[column].byteSize() == 0) {
      scratch[column] = scope.allocateScratch((long) layout.width(column) * batchRows);
    }
    lanes[column] = scratch[column];
    return scratch[column];
  }

  private void encodeDoubles(int column, ColumnVector source, int rows) {
    if (source.isConstant()) {
      MemorySegment out = ownLanes(column);
      for (int i = 0; i < rows; i++) {
        out.set(ValueLayout.JAVA_DOUBLE, 8L * i, source.getDouble(0));
      }
    } else {
      lanes[column] = source.data();
      offsets[column] = source.offset();
    }
  }

  private void encodeIntegers(int column, ColumnVector source, int rows) {
    int width = layout.width(column);
    boolean affine = !source.isConstant() && source.width() <= 8;
    if (width == 16 && !affine && !source.isConstant()) {
      lanes[column] = source.data();
      offsets[column] = source.offset();
      return;
    }
    MemorySegment out = ownLanes(column);
    if (width == 4 && affine) {
      LaneKernels.narrowToInts(
          source.data(),
          source.offset(),
          source.width(),
          source.base() - PageLayout.INT_BASE,
          source.multiplier(),
          rows,
          out,
          0);
    } else if (width == 8 && affine) {
      DecodeKernels.current().widen(source, rows, out);
    } else {
      for (int i = 0; i < rows; i++) {
        long low = source.getLong(i);
        switch (width) {
          case 4 -> out.set(ValueLayout.JAVA_INT, 4L * i, (int) (low - PageLayout.INT_BASE));
          case 8 -> out.set(ValueLayout.JAVA_LONG, 8L * i, low);
          default -> {
            out.set(ValueLayout.JAVA_LONG, 16L * i, low);
            out.set(ValueLayout.JAVA_LONG, 16L * i + 8, source.getHigh(i));
          }
        }
      }
    }
  }

  private void encodeViews(int column, ColumnVector source, int rows) {
    if (source.form() == Form.FLAT) {
      lanes[column] = source.data();
      offsets[column] = source.offset();
      return;
    }
    MemorySegment out = ownLanes(column);
    if (source.form() == Form.CONSTANT) {
      long view = source.getView(0);
      for (int i = 0; i < rows; i++) {
        out.set(ValueLayout.JAVA_LONG, 8L * i, view);
      }
    } else if (source.dictionary().size() > 0) {
      Dictionary dictionary = source.dictionary();
      int[] codes = DictionaryCodes.of(source, rows);
      boolean nullable = source.mayHaveNulls();
      for (int i = 0; i < rows; i++) {
        // a row that is NULL has any code, also one behind the last
        long view = nullable && source.isNull(i) ? 0 : dictionary.view(codes[i]);
        out.set(ValueLayout.JAVA_LONG, 8L * i, view);
      }
    }
  }
}
