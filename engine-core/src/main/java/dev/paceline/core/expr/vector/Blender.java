package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.ArithmeticKernels;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts a vector together of the rows of several pieces, which together cover all rows. */
public final class Blender {
  /**
   * @param mask the rows that the piece gives
   * @param positions for a compacted piece the row of each of its values; null if value i is row i
   * @param count values of a compacted piece
   */
  private record Piece(
      ColumnVector values, MemorySegment mask, @Nullable MemorySegment positions, int count) {}

  /** The most constants whose number is a code of one byte. */
  private static final int MAX_CONSTANTS = 256;

  private final DataType type;
  private final ColumnVector result;
  private final PlainLanes lanes;
  private final ConstantStrings constants;
  private final List<Piece> pieces = new ArrayList<>();

  public Blender(DataType type, WorkerContext context) {
    this.type = type;
    result = new ColumnVector(type, context.memory());
    lanes = new PlainLanes(context.memory());
    constants = new ConstantStrings(result, context.memory());
  }

  public void reset() {
    pieces.clear();
  }

  /** Adds a piece whose value i is row i. */
  public void addDense(ColumnVector values, MemorySegment mask) {
    pieces.add(new Piece(values, mask, null, 0));
  }

  /** Adds a piece whose value i is row positions[i]; rows outside the mask are ignored. */
  public void addRows(ColumnVector values, MemorySegment mask, MemorySegment positions, int count) {
    pieces.add(new Piece(values, mask, positions, count));
  }

  public ColumnVector blend(int rows) {
    if (pieces.size() == 1 && pieces.getFirst().positions == null) {
      return pieces.getFirst().values;
    }
    switch (type.family()) {
      case BOOLEAN -> blendBits(rows);
      case FLOATING -> blendDoubles(rows);
      case BYTES -> blendTexts(rows);
      case INTEGRAL -> {
        if (pieces.stream().allMatch(p -> p.values.isConstantNull() || PlainLanes.fits(p.values))) {
          blendLongs(rows);
        } else {
          blendWide(rows);
        }
      }
    }
    blendNulls(rows);
    return result;
  }

  private void blendLongs(int rows) {
    MemorySegment target = result.scratch(8L * rows);
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (Piece piece : pieces) {
      ColumnVector values = piece.values;
      if (values.isConstantNull()) {
        continue;
      }
      low = Math.min(low, PlainLanes.min(values));
      high = Math.max(high, PlainLanes.max(values));
      if (values.isConstant()) {
        ArithmeticKernels.current().blendLong(piece.mask, values.constantLong(), rows, target);
        continue;
      }
      int count = piece.positions == null ? rows : piece.count;
      lanes.read(values, count);
      blendLanes(piece, lanes.data(), lanes.offset(), rows, target);
    }
    result.setLongs(target, 0);
    if (low <= high) {
      result.setBounds(low, high);
    }
  }

  private void blendDoubles(int rows) {
    MemorySegment target = result.scratch(8L * rows);
    for (Piece piece : pieces) {
      ColumnVector values = piece.values;
      if (values.isConstantNull()) {
        continue;
      }
      if (values.isConstant()) {
        ArithmeticKernels.current()
            .blendLong(
                piece.mask, Double.doubleToRawLongBits(values.constantDouble()), rows, target);
      } else {
        blendLanes(piece, values.data(), values.offset(), rows, target);
      }
    }
    result.setDoubles(target, 0);
  }

  private static void blendLanes(
      Piece piece, MemorySegment data, long offset, int rows, MemorySegment target) {
    MemorySegment positions = piece.positions;
    if (positions == null) {
      ArithmeticKernels.current().blendLongs(piece.mask, data, offset, rows, target);
      return;
    }
    for (int i = 0; i < piece.count; i++) {
      target.set(
          JAVA_LONG,
          (long) positions.get(JAVA_INT, (long) i << 2) << 3,
          data.get(JAVA_LONG_UNALIGNED, offset + ((long) i << 3)));
    }
  }

  private void blendWide(int rows) {
    MemorySegment target = result.scratch(16L * rows);
    for (Piece piece : pieces) {
      forEachRow(
          piece,
          rows,
          (index, row) -> {
            target.set(JAVA_LONG, (long) row << 4, piece.values.getLong(index));
            target.set(JAVA_LONG, ((long) row << 4) + 8, piece.values.getHigh(index));
          });
    }
    result.setInt128s(target, 0);
  }

  private void blendBits(int rows) {
    MemorySegment target = result.scratch(Bitmaps.bytes(rows));
    Bitmaps.zero(target, 0, rows);
    for (Piece piece : pieces) {
      if (piece.positions == null) {
        for (int word = 0; word < TruthValues.words(rows); word++) {
          long at = (long) word << 3;
          long chosen = piece.mask.get(JAVA_LONG, at) & TruthValues.trues(piece.values, word);
          target.set(JAVA_LONG, at, target.get(JAVA_LONG, at) | chosen);
        }
      } else {
        forEachRow(
            piece,
            rows,
            (index, row) -> {
              if (piece.values.getBoolean(index)) {
                Bitmaps.set(target, 0, row);
              }
            });
      }
    }
    result.setBits(target, 0);
  }

  /** Rows become codes of a dictionary of the constants, by which they are grouped as numbers. */
  private void blendConstants(int rows) {
    MemorySegment codes = result.scratch(rows);
    for (int i = 0; i < pieces.size(); i++) {
      ArithmeticKernels.current().blendByte(pieces.get(i).mask, (byte) i, rows, codes);
    }
    result.setDictionary(
        codes, 0, 1, constants.dictionary(pieces.stream().map(Piece::values).toList()));
  }

  private void blendTexts(int rows) {
    if (pieces.size() <= MAX_CONSTANTS && pieces.stream().allMatch(p -> p.values.isConstant())) {
      blendConstants(rows);
      return;
    }
    constants.forget();
    MemorySegment target = result.scratch(8L * rows);
    MemorySegment heap = commonHeap();
    if (heap != null) {
      for (Piece piece : pieces) {
        ColumnVector values = piece.values;
        forEachRow(
            piece,
            rows,
            (index, row) ->
                target.set(
                    JAVA_LONG, (long) row << 3, values.isNull(index) ? 0 : values.getView(index)));
      }
      result.setViews(target, 0, heap);
      return;
    }
    TextWriter writer = new TextWriter(result);
    for (Piece piece : pieces) {
      ColumnVector values = piece.values;
      if (values.isConstant() && !values.isConstantNull()) {
        writer.append(values.heap(), values.constantLong());
        long view = writer.finish();
        ArithmeticKernels.current().blendLong(piece.mask, view, rows, target);
        continue;
      }
      MemorySegment source = values.isConstantNull() ? MemorySegment.NULL : values.valueHeap();
      forEachRow(
          piece,
          rows,
          (index, row) -> {
            if (values.isNull(index)) {
              target.set(JAVA_LONG, (long) row << 3, 0);
            } else {
              writer.append(source, values.getView(index));
              target.set(JAVA_LONG, (long) row << 3, writer.finish());
            }
          });
    }
    result.setViews(target, 0, writer.heap());
  }

  /** The one heap that all pieces point into, or null. */
  private @Nullable MemorySegment commonHeap() {
    MemorySegment common = null;
    for (Piece piece : pieces) {
      if (piece.values.isConstantNull()) {
        continue;
      }
      MemorySegment heap = piece.values.valueHeap();
      if (common != null
          && (common.address() != heap.address() || common.byteSize() != heap.byteSize())) {
        return null;
      }
      common = heap;
    }
    return common;
  }

  private void blendNulls(int rows) {
    if (pieces.stream().noneMatch(piece -> piece.values.mayHaveNulls())) {
      return;
    }
    MemorySegment target = result.nullScratch(rows);
    Bitmaps.zero(target, 0, rows);
    for (Piece piece : pieces) {
      ColumnVector values = piece.values;
      if (piece.positions == null || values.isConstant()) {
        for (int word = 0; word < TruthValues.words(rows); word++) {
          long at = (long) word << 3;
          long chosen = piece.mask.get(JAVA_LONG, at) & TruthValues.nulls(values, word);
          target.set(JAVA_LONG, at, target.get(JAVA_LONG, at) | chosen);
        }
      } else if (values.mayHaveNulls()) {
        forEachRow(
            piece,
            rows,
            (index, row) -> {
              if (values.isNull(index)) {
                Bitmaps.set(target, 0, row);
              }
            });
      }
    }
    result.setNulls(target, 0);
  }

  /** An action for a value of a piece, by its index there and its row in the result. */
  private interface RowAction {
    void accept(int index, int row);
  }

  private static void forEachRow(Piece piece, int rows, RowAction action) {
    MemorySegment positions = piece.positions;
    if (positions != null) {
      for (int i = 0; i < piece.count; i++) {
        int row = positions.get(JAVA_INT, (long) i << 2);
        if (Bitmaps.get(piece.mask, 0, row)) {
          action.accept(i, row);
        }
      }
      return;
    }
    for (int word = 0; word < TruthValues.words(rows); word++) {
      long bits = piece.mask.get(JAVA_LONG, (long) word << 3) & TruthValues.valid(word, rows);
      while (bits != 0) {
        int row = (word << 6) + Long.numberOfTrailingZeros(bits);
        action.accept(row, row);
        bits &= bits - 1;
      }
    }
  }
}
