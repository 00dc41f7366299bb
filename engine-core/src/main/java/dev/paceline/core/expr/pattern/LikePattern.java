package dev.paceline.core.expr.pattern;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.kernel.StringKernels;
import dev.paceline.core.scan.BytesAutomaton;
import dev.paceline.core.scan.ColumnPredicate.Anchor;
import dev.paceline.core.scan.ColumnPredicate.BytesMatcher;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of a LIKE over UTF-8 bytes. A pattern without {@code _} is a prefix, a suffix and
 * needles in between, each searched for behind the one before; others are matched code point by
 * code point with one point to go back to, the last {@code %}.
 */
public final class LikePattern implements BytesMatcher {
  /** Elements of a general pattern beside bytes. */
  private static final int ANY_ONE = -1;

  private static final int ANY_MANY = -2;

  /** Shorter parts occur in most texts. */
  private static final int MIN_ANCHOR_LENGTH = 2;

  private final String text;
  private final int[] elements;
  private final boolean simple;
  private final byte[] prefix;
  private final byte[] suffix;
  private final byte[][] needles;

  /** The longest part behind a wildcard, if some wildcard is {@code _}; otherwise empty. */
  private final byte[] part;

  private final boolean exact;

  private LikePattern(String text, int[] elements) {
    this.text = text;
    this.elements = elements;
    boolean anyOne = false;
    List<byte[]> parts = new ArrayList<>();
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    for (int element : elements) {
      anyOne |= element == ANY_ONE;
      if (element == ANY_MANY) {
        parts.add(part.toByteArray());
        part.reset();
      } else {
        part.write(element);
      }
    }
    parts.add(part.toByteArray());
    simple = !anyOne;
    exact = parts.size() == 1;
    prefix = parts.getFirst();
    suffix = exact ? new byte[0] : parts.getLast();
    needles =
        parts.subList(1, Math.max(1, parts.size() - 1)).stream()
            .filter(needle -> needle.length > 0)
            .toArray(byte[][]::new);
    this.part = simple ? new byte[0] : longest(runs(), 1);
  }

  /**
   * @param escape the character that makes the next one a plain one; null: none does
   * @throws PacelineException INVALID_ARGUMENT if the escape character is followed by anything but
   *     {@code %}, {@code _} or itself
   */
  public static LikePattern of(String pattern, @Nullable Character escape) {
    List<Integer> elements = new ArrayList<>();
    for (int i = 0; i < pattern.length(); ) {
      int codePoint = pattern.codePointAt(i);
      i += Character.charCount(codePoint);
      if (escape != null && codePoint == escape) {
        char next = i < pattern.length() ? pattern.charAt(i) : 0;
        if (next != '%' && next != '_' && next != escape) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "in the pattern '"
                  + pattern
                  + "' the escape character "
                  + escape
                  + " must stand before %, _ or itself");
        }
        elements.add((int) next);
        i++;
      } else if (codePoint == '%') {
        if (elements.isEmpty() || elements.getLast() != ANY_MANY) {
          elements.add(ANY_MANY);
        }
      } else if (codePoint == '_') {
        elements.add(ANY_ONE);
      } else {
        for (byte unit : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
          elements.add(unit & 0xff);
        }
      }
    }
    return new LikePattern(pattern, elements.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Returns the bytes that every match starts with: all bytes of a pattern without wildcards. */
  public byte[] prefix() {
    int length = 0;
    while (length < elements.length && elements[length] >= 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) elements[i];
    }
    return bytes;
  }

  /** Returns whether all strings that start with the {@link #prefix} match. */
  public boolean isPrefix() {
    return simple && !exact && needles.length == 0 && suffix.length == 0;
  }

  @Override
  public @Nullable BytesAutomaton automaton() {
    return simple ? BytesAutomaton.of(prefix, List.of(needles), exact ? null : suffix) : null;
  }

  /**
   * Returns the longest part between wildcards. Prefixes and suffixes are not considered, because
   * {@link #matches} tests them at a fixed place, which is as cheap as a search.
   */
  @Override
  public @Nullable Anchor anchor() {
    byte[] longest = longest(simple ? needles : runs(), 0);
    if (longest.length < MIN_ANCHOR_LENGTH) {
      return null;
    }
    boolean sufficient =
        simple && !exact && needles.length == 1 && prefix.length == 0 && suffix.length == 0;
    return new Anchor(longest, sufficient);
  }

  private static byte[] longest(byte[][] runs, int from) {
    byte[] longest = new byte[0];
    for (int i = from; i < runs.length; i++) {
      longest = runs[i].length > longest.length ? runs[i] : longest;
    }
    return longest;
  }

  /** Returns the bytes between wildcards of any kind, first those before the first wildcard. */
  private byte[][] runs() {
    List<byte[]> runs = new ArrayList<>();
    ByteArrayOutputStream run = new ByteArrayOutputStream();
    for (int element : elements) {
      if (element >= 0) {
        run.write(element);
      } else {
        runs.add(run.toByteArray());
        run.reset();
      }
    }
    runs.add(run.toByteArray());
    return runs.toArray(byte[][]::new);
  }

  @Override
  public boolean matches(MemorySegment heap, long view) {
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    if (!simple) {
      return hasPart(heap, offset, offset + length)
          && matchesGeneral(heap, offset, offset + length);
    }
    if (length < prefix.length + suffix.length
        || exact && length != prefix.length
        || !hasAt(heap, offset, prefix)
        || !hasAt(heap, offset + length - suffix.length, suffix)) {
      return false;
    }
    long from = offset + prefix.length;
    long to = offset + length - suffix.length;
    for (byte[] needle : needles) {
      long found = StringKernels.current().indexOf(heap, from, to, needle);
      if (found < 0) {
        return false;
      }
      from = found + needle.length;
    }
    return true;
  }

  /** Returns whether a string has the longest part behind a wildcard, which most have not. */
  private boolean hasPart(MemorySegment heap, long from, long to) {
    return part.length < MIN_ANCHOR_LENGTH
        || StringKernels.current().indexOf(heap, from, to, part) >= 0;
  }

  private static boolean hasAt(MemorySegment heap, long offset, byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (heap.get(JAVA_BYTE, offset + i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean matchesGeneral(MemorySegment heap, long from, long to) {
    long at = from;
    int element = 0;
    int retryElement = -1;
    long retryAt = 0;
    while (at < to || element < elements.length) {
      int wanted = element < elements.length ? elements[element] : Integer.MIN_VALUE;
      if (wanted == ANY_MANY) {
        retryElement = ++element;
        retryAt = at;
        continue;
      }
      if (at < to && wanted == ANY_ONE) {
        at = next(heap, at, to);
        element++;
        continue;
      }
      if (at < to && wanted == (heap.get(JAVA_BYTE, at) & 0xff)) {
        at++;
        element++;
        continue;
      }
      if (retryElement < 0 || retryAt >= to) {
        return false;
      }
      retryAt = next(heap, retryAt, to);
      at = retryAt;
      element = retryElement;
    }
    return true;
  }

  private static long next(MemorySegment heap, long at, long to) {
    long next = at + 1;
    while (next < to && Utf8.isContinuation(heap.get(JAVA_BYTE, next))) {
      next++;
    }
    return next;
  }

  @Override
  public String toString() {
    return "LIKE '" + text.replace("'", "''") + "'";
  }
}
