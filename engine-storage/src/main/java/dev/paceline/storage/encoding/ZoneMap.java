package dev.paceline.storage.encoding;

import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.scan.ColumnStatistics;
import java.util.Arrays;

/** Evaluates predicates on statistics alone. */
public final class ZoneMap {
  private ZoneMap() {}

  /** Whether a block with these statistics can have a row that matches. */
  public static boolean mayMatch(ColumnStatistics statistics, ColumnPredicate predicate) {
    return statistics.nullCount() > 0 && nullMatches(predicate)
        || statistics.nullCount() < statistics.rowCount()
            && valueOutcome(statistics, predicate) != Outcome.NONE_MATCH;
  }

  /** Whether all rows of a block with these statistics match for certain. */
  public static boolean allMatch(ColumnStatistics statistics, ColumnPredicate predicate) {
    return (statistics.nullCount() == 0 || nullMatches(predicate))
        && (statistics.nullCount() == statistics.rowCount()
            || valueOutcome(statistics, predicate) == Outcome.ALL_MATCH);
  }

  /** Whether NULL rows match. */
  public static boolean nullMatches(ColumnPredicate predicate) {
    return switch (predicate) {
      case LongRanges ranges -> ranges.nullMatches();
      case DoubleRanges ranges -> ranges.nullMatches();
      case BytesRanges ranges -> ranges.nullMatches();
      case BytesTest test -> test.nullMatches();
      case NullTest test -> test.isNull();
    };
  }

  /** Returns the outcome for the rows that are not NULL. */
  static Outcome valueOutcome(ColumnStatistics statistics, ColumnPredicate predicate) {
    return switch (predicate) {
      case NullTest test -> test.isNull() ? Outcome.NONE_MATCH : Outcome.ALL_MATCH;
      case LongRanges ranges -> longs(statistics, ranges);
      case DoubleRanges ranges -> doubles(statistics, ranges);
      case BytesRanges ranges -> bytes(statistics, ranges);
      case BytesTest test -> Outcome.SOME_MATCH;
    };
  }

  private static Outcome longs(ColumnStatistics statistics, LongRanges ranges) {
    if (ranges.lows().length == 0) {
      return Outcome.NONE_MATCH;
    }
    if (!statistics.hasLongBounds()) {
      return Outcome.SOME_MATCH;
    }
    boolean overlap = false;
    for (int i = 0; i < ranges.lows().length; i++) {
      long low = ranges.lows()[i];
      long high = ranges.highs()[i];
      if (low <= statistics.minLong() && statistics.maxLong() <= high) {
        return Outcome.ALL_MATCH;
      }
      overlap |= low <= statistics.maxLong() && statistics.minLong() <= high;
    }
    return overlap ? Outcome.SOME_MATCH : Outcome.NONE_MATCH;
  }

  private static Outcome doubles(ColumnStatistics statistics, DoubleRanges ranges) {
    if (ranges.ranges().isEmpty()) {
      return Outcome.NONE_MATCH;
    }
    if (!statistics.hasDoubleBounds()) {
      return Outcome.SOME_MATCH;
    }
    boolean overlap = false;
    for (DoubleRange range : ranges.ranges()) {
      if (range.contains(statistics.minDouble()) && range.contains(statistics.maxDouble())) {
        return Outcome.ALL_MATCH;
      }
      boolean below = isBelow(range, statistics.minDouble());
      boolean above = isAbove(range, statistics.maxDouble());
      overlap |= !below && !above;
    }
    return overlap ? Outcome.SOME_MATCH : Outcome.NONE_MATCH;
  }

  /** Whether the whole range is less than a value. */
  private static boolean isBelow(DoubleRange range, double value) {
    Double high = range.high();
    if (high == null) {
      return false;
    }
    int order = DoubleRange.compare(high, value);
    return range.highInclusive() ? order < 0 : order <= 0;
  }

  /** Whether the whole range is greater than a value. */
  private static boolean isAbove(DoubleRange range, double value) {
    Double low = range.low();
    if (low == null) {
      return false;
    }
    int order = DoubleRange.compare(low, value);
    return range.lowInclusive() ? order > 0 : order >= 0;
  }

  private static Outcome bytes(ColumnStatistics statistics, BytesRanges ranges) {
    if (ranges.ranges().isEmpty()) {
      return Outcome.NONE_MATCH;
    }
    byte[] min = statistics.minBytes();
    byte[] max = statistics.maxBytes();
    boolean overlap = false;
    for (BytesRange range : ranges.ranges()) {
      byte[] low = range.low();
      byte[] high = range.high();
      boolean below =
          high != null
              && min != null
              && (Arrays.compareUnsigned(high, min) < 0
                  || !range.highInclusive() && Arrays.equals(high, min));
      boolean above =
          low != null
              && max != null
              && (Arrays.compareUnsigned(low, max) > 0
                  || !range.lowInclusive() && Arrays.equals(low, max));
      boolean fromStart =
          low == null
              || min != null
                  && (Arrays.compareUnsigned(low, min) < 0
                      || range.lowInclusive() && Arrays.equals(low, min));
      boolean toEnd =
          high == null
              || max != null
                  && (Arrays.compareUnsigned(high, max) > 0
                      || range.highInclusive() && Arrays.equals(high, max));
      if (fromStart && toEnd) {
        return Outcome.ALL_MATCH;
      }
      overlap |= !below && !above;
    }
    return overlap ? Outcome.SOME_MATCH : Outcome.NONE_MATCH;
  }
}
