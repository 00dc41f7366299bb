package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of some columns of a batch as text, without quotes. */
public final class ValueTexts {
  private final ColumnText[] texts;

  public ValueTexts(List<ColumnDefinition> columns, MemoryScope memory) {
    boolean hasDates = columns.stream().anyMatch(column -> DateTexts.areFor(column.type()));
    DateTexts dates = hasDates ? new DateTexts(memory) : null;
    texts = new ColumnText[columns.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = ColumnText.plain(columns.get(i).type(), dates, memory);
    }
  }

  /** Makes the texts of the selected rows of a batch. */
  public void encode(List<ColumnVector> vectors, @Nullable Selection selection, int count) {
    MemorySegment positions = selection == null ? null : selection.positions();
    for (int i = 0; i < texts.length; i++) {
      texts[i].encode(vectors.get(i), positions, 0, count, 0);
    }
  }

  /** Whether a value is NULL. */
  public boolean isNull(int column, int row) {
    return texts[column].view(row) == ColumnText.NULL;
  }

  /**
   * Returns the place in {@link #heap} of a text, a {@link dev.paceline.core.column.StringView}.
   */
  public long view(int column, int row) {
    return texts[column].view(row) & Long.MAX_VALUE;
  }

  /** Returns what the view of a text points into. */
  public MemorySegment heap(int column, int row) {
    return texts[column].view(row) < 0 ? texts[column].rewrittenHeap() : texts[column].heap();
  }
}
