package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.vector.RangeTest;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesMatcher;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The loops of {@link Search}. */
final class SearchFunctions {
  /** The most ranges that are compared one after the other; more are searched for row by row. */
  private static final int FEW_RANGES = 4;

  private SearchFunctions() {}

  static VectorFunction.Factory of(ColumnPredicate predicate, DataType type) {
    return switch (predicate) {
      case ColumnPredicate.LongRanges p when type.family() == TypeFamily.BOOLEAN ->
          RowFunctions.booleans(
              (arguments, row) -> p.contains(arguments[0].getBoolean(row) ? 1 : 0));
      case ColumnPredicate.LongRanges p -> context -> longs(p, context);
      case ColumnPredicate.DoubleRanges p ->
          RowFunctions.booleans((arguments, row) -> contains(p, arguments[0].getDouble(row)));
      case ColumnPredicate.BytesRanges p -> context -> new MatchFunction(matcher(p));
      case ColumnPredicate.BytesTest p -> context -> new MatchFunction(p.matcher());
      case ColumnPredicate.NullTest p -> throw new IllegalArgumentException(p.toString());
    };
  }

  private static VectorFunction longs(ColumnPredicate.LongRanges p, WorkerContext context) {
    RangeTest test = new RangeTest(context.memory());
    ColumnVector scratch = new ColumnVector(DataType.BOOLEAN, context.memory());
    return (arguments, rows, nulls, result) -> {
      ColumnVector vector = arguments[0];
      MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
      if (p.lows().length > FEW_RANGES || vector.isConstant() || vector.width() == 16) {
        searchEach(p, vector, rows, bits);
      } else {
        Bitmaps.zero(bits, 0, rows);
        MemorySegment more = scratch.scratch(Bitmaps.bytes(rows));
        for (int i = 0; i < p.lows().length; i++) {
          test.test(vector, p.lows()[i], p.highs()[i], rows, more);
          for (long at = 0; at < Bitmaps.bytes(rows); at += 8) {
            bits.set(JAVA_LONG, at, bits.get(JAVA_LONG, at) | more.get(JAVA_LONG, at));
          }
        }
      }
      result.setBits(bits, 0);
    };
  }

  private static void searchEach(
      ColumnPredicate.LongRanges p, ColumnVector vector, int rows, MemorySegment bits) {
    long[] lows = p.lows();
    long[] highs = p.highs();
    for (int first = 0; first < rows; first += 64) {
      int last = Math.min(first + 64, rows);
      long word = 0;
      for (int row = first; row < last; row++) {
        long value = vector.getLong(row);
        int at = Arrays.binarySearch(lows, value);
        int range = at >= 0 ? at : -at - 2;
        if (range >= 0 && value <= highs[range] && Int128.fitsLong(vector.getHigh(row), value)) {
          word |= 1L << row;
        }
      }
      bits.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private static boolean contains(ColumnPredicate.DoubleRanges p, double value) {
    for (DoubleRange range : p.ranges()) {
      if (range.contains(value)) {
        return true;
      }
    }
    return false;
  }

  private static BytesMatcher matcher(ColumnPredicate.BytesRanges p) {
    List<BytesRange> ranges = List.copyOf(p.ranges());
    Set<Bytes> points = new HashSet<>();
    for (BytesRange range : ranges) {
      if (range.low() != null && Arrays.equals(range.low(), range.high())) {
        points.add(new Bytes(range.low()));
      }
    }
    if (points.size() == ranges.size() && points.size() > FEW_RANGES) {
      return (heap, view) -> points.contains(new Bytes(StringView.bytes(heap, view)));
    }
    return (heap, view) -> {
      for (BytesRange range : ranges) {
        if (contains(range, heap, view)) {
          return true;
        }
      }
      return false;
    };
  }

  private static boolean contains(BytesRange range, MemorySegment heap, long view) {
    byte[] low = range.low();
    if (low != null) {
      int order = compare(heap, view, low);
      if (range.lowInclusive() ? order < 0 : order <= 0) {
        return false;
      }
    }
    byte[] high = range.high();
    if (high != null) {
      int order = compare(heap, view, high);
      return range.highInclusive() ? order <= 0 : order < 0;
    }
    return true;
  }

  private static int compare(MemorySegment heap, long view, byte[] bytes) {
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    int common = Math.min(length, bytes.length);
    for (int i = 0; i < common; i++) {
      int difference = (heap.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff) - (bytes[i] & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(length, bytes.length);
  }

  /** A byte string that a set can hold. */
  private record Bytes(byte[] value) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }
  }
}
