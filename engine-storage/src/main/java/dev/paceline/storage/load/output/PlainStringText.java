package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Strings as they are. */
final class PlainStringText extends ColumnText {
  PlainStringText(MemoryScope memory) {
    super(memory, 0);
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    setHeap(vector.valueHeap());
    boolean mayHaveNulls = vector.mayHaveNulls();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      if (mayHaveNulls && vector.isNull(row)) {
        set(i, NULL);
        continue;
      }
      long view = vector.getView(row);
      set(i, view);
      bytes += StringView.length(view);
    }
    return bytes;
  }
}
