package dev.paceline.core.scan;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A predicate on one column that a scan can evaluate on encoded data (a SARG). NULL rows match only
 * where it is said.
 */
public sealed interface ColumnPredicate {

  /**
   * An INTEGRAL or BOOLEAN column (false = 0, true = 1) lies in one of some ranges.
   *
   * @param lows smallest values, ascending; ranges are disjoint and not adjacent
   * @param highs largest values, inclusive
   * @param nullMatches whether NULL rows match
   */
  record LongRanges(long[] lows, long[] highs, boolean nullMatches) implements ColumnPredicate {
    public LongRanges {
      if (lows.length != highs.length) {
        throw new IllegalArgumentException("ranges");
      }
    }

    public static LongRanges between(long low, long high) {
      return low > high
          ? new LongRanges(new long[0], new long[0], false)
          : new LongRanges(new long[] {low}, new long[] {high}, false);
    }

    public boolean contains(long value) {
      for (int i = 0; i < lows.length; i++) {
        if (value <= highs[i]) {
          return value >= lows[i];
        }
      }
      return false;
    }
  }

  /**
   * One range of doubles. NaN is greater than every other value.
   *
   * @param low null: no lower bound
   * @param high null: no upper bound
   */
  record DoubleRange(
      @Nullable Double low, boolean lowInclusive, @Nullable Double high, boolean highInclusive) {
    public boolean contains(double value) {
      if (low != null) {
        int c = compare(value, low);
        if (lowInclusive ? c < 0 : c <= 0) {
          return false;
        }
      }
      if (high != null) {
        int c = compare(value, high);
        return highInclusive ? c <= 0 : c < 0;
      }
      return true;
    }

    /** SQL order: -0.0 equals 0.0, NaN equals NaN and is the largest. */
    public static int compare(double a, double b) {
      return a < b
          ? -1
          : a > b ? 1 : a == b ? 0 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
    }
  }

  /** A FLOATING column lies in one of some ranges. */
  record DoubleRanges(List<DoubleRange> ranges, boolean nullMatches) implements ColumnPredicate {}

  /**
   * One range of byte strings in unsigned order.
   *
   * @param low null: no lower bound
   * @param high null: no upper bound
   */
  record BytesRange(
      byte @Nullable [] low, boolean lowInclusive, byte @Nullable [] high, boolean highInclusive) {}

  /**
   * A BYTES column lies in one of some ranges, ascending and disjoint; equality is a range of one
   * value.
   */
  record BytesRanges(List<BytesRange> ranges, boolean nullMatches) implements ColumnPredicate {}

  /**
   * Any test of single byte strings, such as LIKE. Evaluated once per dictionary entry where there
   * is a dictionary.
   */
  record BytesTest(BytesMatcher matcher, boolean nullMatches) implements ColumnPredicate {}

  /** The column is, or is not, NULL. */
  record NullTest(boolean isNull) implements ColumnPredicate {}

  /** A pure test of one byte string; safe for all threads. */
  @FunctionalInterface
  interface BytesMatcher {
    /**
     * @param heap where the bytes are
     * @param view a {@link dev.paceline.core.column.StringView}
     */
    boolean matches(MemorySegment heap, long view);

    /** The same test byte by byte; null if it is none of that kind. */
    default @Nullable BytesAutomaton automaton() {
      return null;
    }

    /** Returns bytes that every matching string contains; null if no such bytes are known. */
    default @Nullable Anchor anchor() {
      return null;
    }

    /** Matches what this does not. */
    default BytesMatcher negated() {
      return new NegatedMatcher(this);
    }
  }

  /**
   * A byte sequence that occurs in every string that a {@link BytesMatcher} matches.
   *
   * @param bytes at least two
   * @param sufficient whether every string that contains the bytes matches
   */
  record Anchor(byte[] bytes, boolean sufficient) {}

  /** Matches what another one does not. */
  record NegatedMatcher(BytesMatcher matcher) implements BytesMatcher {
    @Override
    public boolean matches(MemorySegment heap, long view) {
      return !matcher.matches(heap, view);
    }

    @Override
    public @Nullable BytesAutomaton automaton() {
      BytesAutomaton automaton = matcher.automaton();
      return automaton == null ? null : automaton.negated();
    }

    @Override
    public BytesMatcher negated() {
      return matcher;
    }

    @Override
    public String toString() {
      return "NOT " + matcher;
    }
  }
}
