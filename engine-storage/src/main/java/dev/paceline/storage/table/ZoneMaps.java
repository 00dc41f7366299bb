package dev.paceline.storage.table;

import dev.paceline.core.exec.ColumnPredicate;
import dev.paceline.core.exec.ColumnPredicate.BytesRange;
import dev.paceline.core.exec.ColumnPredicate.DoubleRange;
import dev.paceline.core.exec.ColumnStatistics;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decides from statistics alone whether a block can have rows that satisfy a predicate. */
final class ZoneMaps {
  private ZoneMaps() {}

  static boolean mayMatch(ColumnStatistics statistics, ColumnPredicate predicate) {
    boolean nullsMatch =
        switch (predicate) {
          case ColumnPredicate.LongRanges ranges -> ranges.nullMatches();
          case ColumnPredicate.DoubleRanges ranges -> ranges.nullMatches();
          case ColumnPredicate.BytesRanges ranges -> ranges.nullMatches();
          case ColumnPredicate.BytesTest test -> test.nullMatches();
          case ColumnPredicate.NullTest test -> test.isNull();
        };
    if (nullsMatch && statistics.nullCount() > 0) {
      return true;
    }
    return statistics.nullCount() < statistics.rowCount() && valuesMayMatch(statistics, predicate);
  }

  private static boolean valuesMayMatch(ColumnStatistics statistics, ColumnPredicate predicate) {
    return switch (predicate) {
      case ColumnPredicate.LongRanges ranges ->
          !statistics.hasLongBounds()
              || overlaps(ranges, statistics.minLong(), statistics.maxLong());
      case ColumnPredicate.DoubleRanges ranges ->
          !statistics.hasDoubleBounds()
              || ranges.ranges().stream()
                  .anyMatch(
                      range ->
                          !isAbove(statistics.minDouble(), range)
                              && !isBelow(statistics.maxDouble(), range));
      case ColumnPredicate.BytesRanges ranges ->
          ranges.ranges().stream()
              .anyMatch(
                  range ->
                      !isAbove(statistics.minBytes(), range)
                          && !isBelow(statistics.maxBytes(), range));
      case ColumnPredicate.BytesTest test -> true;
      case ColumnPredicate.NullTest test -> !test.isNull();
    };
  }

  private static boolean overlaps(ColumnPredicate.LongRanges ranges, long min, long max) {
    for (int i = 0; i < ranges.lows().length; i++) {
      if (ranges.lows()[i] <= max && ranges.highs()[i] >= min) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAbove(double least, DoubleRange range) {
    Double high = range.high();
    if (high == null) {
      return false;
    }
    int order = DoubleRange.compare(least, high);
    return range.highInclusive() ? order > 0 : order >= 0;
  }

  private static boolean isBelow(double greatest, DoubleRange range) {
    Double low = range.low();
    if (low == null) {
      return false;
    }
    int order = DoubleRange.compare(greatest, low);
    return range.lowInclusive() ? order < 0 : order <= 0;
  }

  private static boolean isAbove(byte @Nullable [] least, BytesRange range) {
    byte[] high = range.high();
    if (least == null || high == null) {
      return false;
    }
    int order = Arrays.compareUnsigned(least, high);
    return range.highInclusive() ? order > 0 : order >= 0;
  }

  private static boolean isBelow(byte @Nullable [] greatest, BytesRange range) {
    byte[] low = range.low();
    if (greatest == null || low == null) {
      return false;
    }
    int order = Arrays.compareUnsigned(greatest, low);
    return range.lowInclusive() ? order < 0 : order <= 0;
  }
}
