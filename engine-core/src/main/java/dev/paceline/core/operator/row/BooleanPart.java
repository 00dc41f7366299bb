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
  LaneCopy prepare(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope target, ColumnVector out) {
    MemorySegment bits = target.allocate(Bitmaps.bytes(rowCount));
    out.setBits(bits, 0);
    return (part, block, from, count, row) -> {
      for (int i = 0; i < count; i++) {
        if (block.lanes.get(ValueLayout.JAVA_BYTE, (long) from + i) != 0) {
          Bitmaps.set(bits, 0, row + i);
        } else {
          Bitmaps.clear(bits, 0, row + i);
        }
      }
    };
  }
}
