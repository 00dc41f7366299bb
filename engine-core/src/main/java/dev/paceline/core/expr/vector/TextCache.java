package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects that one worker has parsed from strings, such as patterns and formats. A constant is
 * parsed once; the latest of several strings are kept.
 */
public final class TextCache<T> {
  private static final int CAPACITY = 64;

  private final Function<String, T> parser;

  private final Map<String, T> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
          return size() > CAPACITY;
        }
      };

  private byte @Nullable [] lastText;
  private @Nullable T last;

  /**
   * @param parser makes the value of a string, or throws
   */
  public TextCache(Function<String, T> parser) {
    this.parser = parser;
  }

  /** Returns the value of the string in a row. */
  public T get(ColumnVector texts, int row) {
    MemorySegment heap = texts.valueHeap();
    long view = texts.getView(row);
    T latest = last;
    if (latest != null && isLast(heap, view)) {
      return latest;
    }
    String text = Utf8.string(heap, view);
    T value = known.get(text);
    if (value == null) {
      value = parser.apply(text);
      known.put(text, value);
    }
    last = value;
    lastText = text.getBytes(StandardCharsets.UTF_8);
    return value;
  }

  private boolean isLast(MemorySegment heap, long view) {
    byte[] text = lastText;
    if (text == null || StringView.length(view) != text.length) {
      return false;
    }
    long offset = StringView.offset(view);
    for (int i = 0; i < text.length; i++) {
      if (heap.get(JAVA_BYTE, offset + i) != text[i]) {
        return false;
      }
    }
    return true;
  }
}
