package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.TextRun;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;

/**
 * Takes a part of strings, without a copy of its bytes. Where all strings of a batch are ASCII,
 * their characters need not be counted.
 */
public final class SubstringFunction implements VectorFunction {
  /** How the arguments name the part. */
  public enum Kind {
    /** The characters from a position, counted from 1, to the end or as many as the length says. */
    STANDARD,
    /** The same, but a start below 0 counts from the end, and a length below 0 goes backwards. */
    SIGNED,
    /** The first characters, or all but the last ones for a number below 0. */
    LEFT,
    /** The last characters, or all but the first ones for a number below 0. */
    RIGHT
  }

  private final Kind kind;
  private final TextRun run = new TextRun();
  private MemorySegment heap = MemorySegment.NULL;

  /** The string whose part is taken. */
  private long view;

  /** The number of its characters; below 0 if they have not been counted. */
  private int size;

  private SubstringFunction(Kind kind) {
    this.kind = kind;
  }

  /** Makes the function of a string and one or two numbers. */
  public static Factory factory(Kind kind) {
    return context -> new SubstringFunction(kind);
  }

  /**
   * Returns the character behind a part that has a start and a length, both of any value.
   *
   * @throws PacelineException INVALID_ARGUMENT for a length below 0
   */
  static long end(long from, long length) {
    if (length < 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the length of a SUBSTRING must not be negative: " + length);
    }
    return from - 1 > Long.MAX_VALUE - length ? Long.MAX_VALUE : from - 1 + length;
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector texts = arguments[0];
    heap = texts.valueHeap();
    MemorySegment lanes = result.scratch(8L * rows);
    boolean ascii =
        run.find(texts, rows, nulls)
            && StringKernels.current().isAscii(heap, run.start(), run.length());
    for (int row = 0; row < rows; row++) {
      long part = 0;
      if (!nulls.contains(row)) {
        view = texts.getView(row);
        size = ascii ? StringView.length(view) : -1;
        part = part(arguments, row);
      }
      lanes.set(JAVA_LONG, (long) row << 3, part);
    }
    result.setViews(lanes, 0, heap);
  }

  private long part(ColumnVector[] arguments, int row) {
    long number = arguments[1].getLong(row);
    return switch (kind) {
      case STANDARD -> {
        long end = arguments.length > 2 ? end(number, arguments[2].getLong(row)) : Long.MAX_VALUE;
        yield slice(number - 1, end);
      }
      case SIGNED -> {
        // No string has more characters.
        long most = StringView.MAX_LENGTH + 1L;
        long from = Math.clamp(number, -most, most);
        long start = from < 0 ? from + size() : from - 1;
        long length =
            arguments.length > 2 ? Math.clamp(arguments[2].getLong(row), -most, 2 * most) : most;
        if (length < 0) {
          long end = Math.min(start, size());
          yield slice(end + length, end);
        }
        yield slice(start, start + length);
      }
      case LEFT -> slice(0, number < 0 ? size() + number : number);
      case RIGHT ->
          slice(number < 0 ? -Math.max(number, -Long.MAX_VALUE) : size() - number, Long.MAX_VALUE);
    };
  }

  private int size() {
    if (size < 0) {
      size = Utf8.length(heap, view);
    }
    return size;
  }

  /** Returns the characters from one, counted from 0, up to another, both of any value. */
  private long slice(long from, long to) {
    if (size != StringView.length(view)) {
      return Utf8.slice(heap, view, from, to);
    }
    long start = Math.clamp(from, 0, size);
    long end = Math.clamp(to, start, size);
    return StringView.of(StringView.offset(view) + start, (int) (end - start));
  }
}
