package dev.paceline.core.operator.row;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Doubles. */
final class DoublePart extends ColumnPart {
  DoublePart(MemoryScope memory) {
    super(memory);
  }

  @Override
  int narrowest() {
    return 8;
  }

  @Override
  LaneBlock write(ColumnVector source, int count) {
    LaneBlock block = block(8, count);
    if (source.isConstant()) {
      for (int i = 0; i < count; i++) {
        block.lanes.set(ValueLayout.JAVA_DOUBLE, block.end() + 8L * i, source.constantDouble());
      }
    } else {
      MemorySegment.copy(source.data(), source.offset(), block.lanes, block.end(), 8L * count);
    }
    return block;
  }

  @Override
  LaneCopy prepare(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope target, ColumnVector out) {
    MemorySegment lanes = target.allocate(8L * rowCount);
    out.setDoubles(lanes, 0);
    return (part, block, from, count, row) ->
        MemorySegment.copy(block.lanes, 8L * from, lanes, 8L * row, 8L * count);
  }
}
