package dev.paceline.storage.load.folder;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.HivePath;
import dev.paceline.storage.load.output.ValueTexts;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of the key columns of a batch as text, and the last ones before. Not thread-safe. */
final class PartitionKeys {
  private final List<ColumnDefinition> columns;
  private final ValueTexts texts;
  private final byte @Nullable [][] last;
  private String directory = "";
  private boolean hasLast;

  PartitionKeys(List<ColumnDefinition> columns, MemoryScope memory) {
    this.columns = columns;
    this.texts = new ValueTexts(columns, memory);
    this.last = new byte[columns.size()][];
  }

  /** Makes the texts of a batch. */
  void encode(List<ColumnVector> vectors, @Nullable Selection selection, int count) {
    texts.encode(vectors, selection, count);
  }

  /** Returns the index of the first row from one on whose keys are others, or the end. */
  int endOfRun(int from, int count) {
    int to = from + 1;
    while (to < count && isEqual(from, to)) {
      to++;
    }
    return to;
  }

  private boolean isEqual(int left, int right) {
    for (int i = 0; i < columns.size(); i++) {
      boolean isNull = texts.isNull(i, left);
      if (isNull != texts.isNull(i, right)) {
        return false;
      }
      if (!isNull && !equal(texts.heap(i, left), texts.view(i, left), i, right)) {
        return false;
      }
    }
    return true;
  }

  private boolean equal(MemorySegment heap, long view, int column, int row) {
    MemorySegment otherHeap = texts.heap(column, row);
    long other = texts.view(column, row);
    long from = StringView.offset(view);
    long otherFrom = StringView.offset(other);
    int length = StringView.length(view);
    return length == StringView.length(other)
        && MemorySegment.mismatch(
                heap, from, from + length, otherHeap, otherFrom, otherFrom + length)
            < 0;
  }

  /** Whether the keys of a row are not those that were remembered. */
  boolean differsFromLast(int row) {
    if (!hasLast) {
      return true;
    }
    for (int i = 0; i < columns.size(); i++) {
      byte[] before = last[i];
      if (texts.isNull(i, row) != (before == null)) {
        return true;
      }
      if (before != null
          && !equal(MemorySegment.ofArray(before), StringView.of(0, before.length), i, row)) {
        return true;
      }
    }
    return false;
  }

  /** Remembers the keys of a row. */
  void remember(int row) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      last[i] =
          texts.isNull(i, row) ? null : StringView.bytes(texts.heap(i, row), texts.view(i, row));
      byte[] bytes = last[i];
      String value = bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
      path.append(i == 0 ? "" : "/").append(HivePath.directory(columns.get(i).name(), value));
    }
    directory = path.toString();
    hasLast = true;
  }

  /** Returns the path of the directory of the keys that were remembered. */
  String directory() {
    return directory;
  }
}
