package dev.paceline.core.operator.row;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies the rows of a column in another order, lane by lane; strings themselves stay. */
final class Reordering {
  /** Rows of a piece, a multiple of 64 so that no two pieces share a word of a bitmap. */
  private static final int PIECE_ROWS = 1 << 16;

  private final ColumnVector source;
  private final MemorySegment rows;
  private final int rowCount;
  private final MemorySegment lanes;
  private final @Nullable MemorySegment nulls;

  /**
   * Allocates the copy.
   *
   * @param rows of the source, one 32-bit number a row of the copy
   * @param target becomes the copy, which is undefined before the {@link #pieces} have run
   */
  Reordering(
      ColumnVector source,
      MemorySegment rows,
      int rowCount,
      MemoryScope memory,
      ColumnVector target) {
    this.source = source;
    this.rows = rows;
    this.rowCount = rowCount;
    target.pointTo(source);
    if (rowCount == 0 || source.form() == Form.CONSTANT) {
      lanes = MemorySegment.NULL;
      nulls = null;
      return;
    }
    TypeFamily family = source.type().family();
    lanes =
        memory.allocate(
            family == TypeFamily.BOOLEAN ? Bitmaps.bytes(rowCount) : (long) width() * rowCount);
    switch (family) {
      case BOOLEAN -> target.setBits(lanes, 0);
      case FLOATING -> target.setDoubles(lanes, 0);
      case INTEGRAL -> {
        target.setIntegers(lanes, 0, source.width(), source.base(), source.multiplier());
        if (source.hasBounds()) {
          target.setBounds(source.min(), source.max());
        }
      }
      case BYTES -> {
        if (source.form() == Form.DICTIONARY) {
          target.setDictionary(lanes, 0, source.width(), source.dictionary());
        } else {
          target.setViews(lanes, 0, source.heap());
        }
      }
    }
    nulls = source.nulls() == null ? null : memory.allocate(Bitmaps.bytes(rowCount));
    if (nulls != null) {
      target.setNulls(nulls, 0);
    }
  }

  private int width() {
    return source.type().family() == TypeFamily.FLOATING ? Double.BYTES : source.width();
  }

  /** Returns independent tasks that copy the rows. */
  List<Runnable> pieces() {
    List<Runnable> pieces = new ArrayList<>();
    if (lanes.byteSize() > 0) {
      for (long from = 0; from < rowCount; from += PIECE_ROWS) {
        int first = (int) from;
        int end = (int) Math.min(from + PIECE_ROWS, rowCount);
        pieces.add(() -> copy(first, end));
      }
    }
    return pieces;
  }

  private int row(int index) {
    return rows.get(ValueLayout.JAVA_INT, (long) index << 2);
  }

  private void copy(int from, int to) {
    MemorySegment data = source.data();
    if (source.type().family() == TypeFamily.BOOLEAN) {
      copyBits(data, source.offset(), lanes, from, to);
    } else {
      copyLanes(data.asSlice(source.offset()), from, to);
    }
    if (nulls != null && source.nulls() != null) {
      copyBits(source.nulls(), source.nullsOffset(), nulls, from, to);
    }
  }

  private void copyLanes(MemorySegment data, int from, int to) {
    switch (width()) {
      case 1 -> {
        for (int i = from; i < to; i++) {
          lanes.set(ValueLayout.JAVA_BYTE, i, data.get(ValueLayout.JAVA_BYTE, row(i)));
        }
      }
      case 2 -> {
        for (int i = from; i < to; i++) {
          lanes.set(ValueLayout.JAVA_SHORT, 2L * i, data.get(ValueLayout.JAVA_SHORT, 2L * row(i)));
        }
      }
      case 4 -> {
        for (int i = from; i < to; i++) {
          lanes.set(ValueLayout.JAVA_INT, 4L * i, data.get(ValueLayout.JAVA_INT, 4L * row(i)));
        }
      }
      case 8 -> {
        for (int i = from; i < to; i++) {
          lanes.set(ValueLayout.JAVA_LONG, 8L * i, data.get(ValueLayout.JAVA_LONG, 8L * row(i)));
        }
      }
      case 16 -> {
        for (int i = from; i < to; i++) {
          MemorySegment.copy(data, 16L * row(i), lanes, 16L * i, 16);
        }
      }
      default -> throw new IllegalStateException("width " + width());
    }
  }

  private void copyBits(MemorySegment bits, long offset, MemorySegment target, int from, int to) {
    for (int word = from; word < to; word += Long.SIZE) {
      long copied = 0;
      int end = Math.min(to, word + Long.SIZE);
      for (int i = word; i < end; i++) {
        copied |= (Bitmaps.get(bits, offset, row(i)) ? 1L : 0L) << i;
      }
      target.set(ValueLayout.JAVA_LONG, (long) (word >>> 6) << 3, copied);
    }
  }
}
