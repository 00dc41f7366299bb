package dev.paceline.calcite.lower;

import com.google.common.collect.BoundType;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Translates sets of SQL values into predicates on the engine's representation, exactly: a bound
 * between two representable values moves to the one inside the set.
 */
final class Ranges {
  private Ranges() {}

  /**
   * @return null if the engine has no predicate for such a set
   */
  static @Nullable ColumnPredicate toPredicate(Sarg<?> sarg, DataType type) {
    return toPredicate(sarg.rangeSet, sarg.nullAs == RexUnknownAs.TRUE, type);
  }

  /**
   * @param values endpoints as Calcite has them in literals: BigDecimal, NlsString, DateString, …
   * @param nullMatches whether NULL belongs to the set
   * @return null if the engine has no predicate for such a set
   */
  static @Nullable ColumnPredicate toPredicate(
      RangeSet<?> values, boolean nullMatches, DataType type) {
    return switch (type.family()) {
      case BOOLEAN -> integral(values, nullMatches, 0, 0, 1);
      case INTEGRAL ->
          type.fitsLong()
              ? integral(values, nullMatches, type.scale(), type.minLong(), type.maxLong())
              : null;
      case FLOATING -> floating(values, nullMatches);
      case BYTES -> bytes(values, nullMatches, type);
    };
  }

  /** No value, and not NULL. */
  static ColumnPredicate nothing(DataType type) {
    ColumnPredicate predicate = toPredicate(ImmutableRangeSet.<BigDecimal>of(), false, type);
    return predicate == null ? new LongRanges(new long[0], new long[0], false) : predicate;
  }

  private static LongRanges integral(
      RangeSet<?> values, boolean nullMatches, int scale, long min, long max) {
    List<long[]> ranges = new ArrayList<>();
    for (Range<?> range : values.asRanges()) {
      BigDecimal low = BigDecimal.valueOf(min);
      BigDecimal high = BigDecimal.valueOf(max);
      if (range.hasLowerBound()) {
        low = low.max(lowest(range, scale));
      }
      if (range.hasUpperBound()) {
        high = high.min(highest(range, scale));
      }
      if (low.compareTo(high) <= 0) {
        add(ranges, low.longValueExact(), high.longValueExact());
      }
    }
    return new LongRanges(
        ranges.stream().mapToLong(range -> range[0]).toArray(),
        ranges.stream().mapToLong(range -> range[1]).toArray(),
        nullMatches);
  }

  /** Appends a range, or lengthens the last one if there is no value between them. */
  private static void add(List<long[]> ranges, long low, long high) {
    if (!ranges.isEmpty() && ranges.getLast()[1] + 1 >= low) {
      ranges.getLast()[1] = high;
    } else {
      ranges.add(new long[] {low, high});
    }
  }

  /** The smallest whole number of units inside the range's lower bound. */
  private static BigDecimal lowest(Range<?> range, int scale) {
    BigDecimal bound = LiteralValues.exact(range.lowerEndpoint()).movePointRight(scale);
    return range.lowerBoundType() == BoundType.CLOSED
        ? bound.setScale(0, RoundingMode.CEILING)
        : bound.setScale(0, RoundingMode.FLOOR).add(BigDecimal.ONE);
  }

  private static BigDecimal highest(Range<?> range, int scale) {
    BigDecimal bound = LiteralValues.exact(range.upperEndpoint()).movePointRight(scale);
    return range.upperBoundType() == BoundType.CLOSED
        ? bound.setScale(0, RoundingMode.FLOOR)
        : bound.setScale(0, RoundingMode.CEILING).subtract(BigDecimal.ONE);
  }

  private static DoubleRanges floating(RangeSet<?> values, boolean nullMatches) {
    List<DoubleRange> ranges = new ArrayList<>();
    for (Range<?> range : values.asRanges()) {
      ranges.add(
          new DoubleRange(
              range.hasLowerBound() ? floating(range.lowerEndpoint()) : null,
              range.hasLowerBound() && range.lowerBoundType() == BoundType.CLOSED,
              range.hasUpperBound() ? floating(range.upperEndpoint()) : null,
              range.hasUpperBound() && range.upperBoundType() == BoundType.CLOSED));
    }
    return new DoubleRanges(ranges, nullMatches);
  }

  private static double floating(Object endpoint) {
    return endpoint instanceof Double number ? number : LiteralValues.exact(endpoint).doubleValue();
  }

  private static @Nullable BytesRanges bytes(
      RangeSet<?> values, boolean nullMatches, DataType type) {
    List<BytesRange> ranges = new ArrayList<>();
    for (Range<?> range : values.asRanges()) {
      byte[] low = range.hasLowerBound() ? bytes(range.lowerEndpoint(), type) : null;
      byte[] high = range.hasUpperBound() ? bytes(range.upperEndpoint(), type) : null;
      if ((range.hasLowerBound() && low == null) || (range.hasUpperBound() && high == null)) {
        return null;
      }
      ranges.add(
          new BytesRange(
              low,
              range.hasLowerBound() && range.lowerBoundType() == BoundType.CLOSED,
              high,
              range.hasUpperBound() && range.upperBoundType() == BoundType.CLOSED));
    }
    return new BytesRanges(ranges, nullMatches);
  }

  /**
   * The bytes of a value as a column of the type holds them: CHAR columns are padded with blanks,
   * which do not count.
   *
   * @return null if a CHAR column cannot hold the value
   */
  private static byte @Nullable [] bytes(Object endpoint, DataType type) {
    if (endpoint instanceof UUID uuid) {
      return UuidText.bytes(uuid);
    }
    if (endpoint instanceof ByteString binary) {
      return type.kind() == TypeKind.BINARY ? null : binary.getBytes();
    }
    String text = LiteralValues.text(endpoint);
    if (type.kind() == TypeKind.CHAR) {
      String stripped = text.replaceFirst(" +$", "");
      int length = stripped.codePointCount(0, stripped.length());
      if (length > type.precision()) {
        return null;
      }
      text = stripped + " ".repeat(type.precision() - length);
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
