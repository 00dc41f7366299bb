package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strings: those that need no quotes stay where they are. Entries of a dictionary are looked at
 * once for a batch.
 */
final class StringColumnText extends ColumnText {
  /** A code of a dictionary that this batch has not had yet. */
  private static final long NOT_SEEN = NULL;

  private final @Nullable Quoting quoting;
  private long[] entries = new long[0];

  /**
   * @param quoting the quotes of strings that need them; null if all strings stay as they are
   */
  StringColumnText(@Nullable Quoting quoting, MemoryScope memory) {
    super(memory, 0);
    this.quoting = quoting;
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    setHeap(vector.valueHeap());
    return vector.form() == Form.DICTIONARY && vector.dictionary().size() <= count
        ? writeEntries(vector, vector.dictionary(), positions, count)
        : writeEach(vector, positions, count);
  }

  private long writeEach(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    MemorySegment heap = heap();
    boolean mayHaveNulls = vector.mayHaveNulls();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      if (mayHaveNulls && vector.isNull(row)) {
        set(i, NULL);
        continue;
      }
      long view = text(heap, vector.getView(row));
      set(i, view);
      bytes += StringView.length(view);
    }
    return bytes;
  }

  private long writeEntries(
      ColumnVector vector, Dictionary dictionary, @Nullable MemorySegment positions, int count) {
    MemorySegment heap = heap();
    int size = dictionary.size();
    if (entries.length < size) {
      entries = new long[size];
    }
    Arrays.fill(entries, 0, size, NOT_SEEN);
    boolean mayHaveNulls = vector.mayHaveNulls();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      if (mayHaveNulls && vector.isNull(row)) {
        set(i, NULL);
        continue;
      }
      int code = vector.getCode(row);
      long view = entries[code];
      if (view == NOT_SEEN) {
        view = text(heap, dictionary.view(code));
        entries[code] = view;
      }
      set(i, view);
      bytes += StringView.length(view);
    }
    return bytes;
  }

  /** The view of a string, in quotes if it needs them. */
  private long text(MemorySegment heap, long view) {
    return quoting != null && quoting.isNeeded(heap, view)
        ? quoted(this, quoting, heap, view)
        : view;
  }

  /** Writes a value in quotes into a column's own heap. */
  static long quoted(ColumnText column, Quoting quoting, MemorySegment heap, long view) {
    column.reserve(Quoting.maxBytes(StringView.length(view)));
    long start = column.end();
    int length = quoting.write(heap, view, column.rewrittenHeap(), start);
    if (length > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a string of more than "
              + StringView.MAX_LENGTH
              + " bytes in quotes cannot be written to CSV");
    }
    column.setEnd(start + length);
    return REWRITTEN | StringView.of(start, length);
  }
}
