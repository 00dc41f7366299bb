package dev.paceline.core.expr.library;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.Utf8;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What one worker has made of strings that describe something, such as patterns and formats. A
 * constant is parsed once; the latest of several strings are kept.
 */
final class TextCache<T> {
  private static final int CAPACITY = 64;

  private final Function<String, T> parser;

  private final Map<String, T> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
          return size() > CAPACITY;
        }
      };

  private byte[] lastText = new byte[0];
  private T last;

  /**
   * @param parser makes the value of a string, or throws; it must know the empty string
   */
  TextCache(Function<String, T> parser) {
    this.parser = parser;
    this.last = parser.apply("");
  }

  /** Returns the value of the string in a row. */
  T get(ColumnVector texts, int row) {
    MemorySegment heap = texts.valueHeap();
    long view = texts.getView(row);
    if (!isLast(heap, view)) {
      String text = Utf8.string(heap, view);
      T value = known.get(text);
      if (value == null) {
        value = parser.apply(text);
        known.put(text, value);
      }
      last = value;
      lastText = text.getBytes(StandardCharsets.UTF_8);
    }
    return last;
  }

  private boolean isLast(MemorySegment heap, long view) {
    if (StringView.length(view) != lastText.length) {
      return false;
    }
    long offset = StringView.offset(view);
    for (int i = 0; i < lastText.length; i++) {
      if (heap.get(JAVA_BYTE, offset + i) != lastText[i]) {
        return false;
      }
    }
    return true;
  }
}
