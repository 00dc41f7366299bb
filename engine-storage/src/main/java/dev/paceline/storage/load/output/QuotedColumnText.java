package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Values of another type than strings that may need quotes, because the style is unusual. */
final class QuotedColumnText extends ColumnText {
  private final ColumnText plain;
  private final Quoting quoting;

  QuotedColumnText(ColumnText plain, Quoting quoting, MemoryScope memory) {
    super(memory, 0);
    this.plain = plain;
    this.quoting = quoting;
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    plain.encode(vector, positions, first(), count, 0);
    setHeap(plain.heap());
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      long view = plain.view(first() + i);
      if (view == NULL) {
        set(i, NULL);
        continue;
      }
      MemorySegment heap = plain.heap();
      if (view < 0) {
        heap = plain.rewrittenHeap();
        view &= Long.MAX_VALUE;
      }
      boolean isHere = plain.view(first() + i) >= 0;
      long text =
          isHere && !quoting.isNeeded(heap, view)
              ? view
              : StringColumnText.quoted(this, quoting, heap, view);
      set(i, text);
      bytes += StringView.length(text);
    }
    return bytes;
  }
}
