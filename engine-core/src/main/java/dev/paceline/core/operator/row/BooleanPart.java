package dev.paceline.core.operator.row;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** BOOLEAN values, one byte a row until they are combined into a bitmap. */
final class BooleanPart extends ColumnPart {
  BooleanPart(MemoryScope memory) {
    super(memory);
  }

  @Override
  int narrowest() {
    return 1;
  }

  @Override
  LaneBlock write(ColumnVector source, int count) {
    LaneBlock block = block(1, count);
    for (int i = 0; i < count; i++) {
      block.lanes.set(
          ValueLayout.JAVA_BYTE, block.end() + i, (byte) (source.getBoolean(i) ? 1 : 0));
    }
    return block;
  }

  @Override
  void combine(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope target, ColumnVector out) {
    MemorySegment bits = target.allocateZeroed(Bitmaps.bytes(rowCount));
    int row = 0;
    for (ColumnPart part : parts) {
      for (LaneBlock block : part.blocks) {
        for (int i = 0; i < block.rows; i++, row++) {
          if (block.lanes.get(ValueLayout.JAVA_BYTE, i) != 0) {
            Bitmaps.set(bits, 0, row);
          }
        }
      }
    }
    out.setBits(bits, 0);
  }
}
