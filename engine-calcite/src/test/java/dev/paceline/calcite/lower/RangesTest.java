package dev.paceline.calcite.lower;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RangesTest {
  private static final DataType MONEY = DataType.decimal(15, 2);

  @Test
  void decimalBoundsAreUnscaled() {
    assertThat(longs(Range.lessThan(new BigDecimal("24")), MONEY))
        .isEqualTo(new long[][] {{MONEY.minLong()}, {2399}});
    assertThat(longs(Range.closed(new BigDecimal("0.05"), new BigDecimal("0.07")), MONEY))
        .isEqualTo(new long[][] {{5}, {7}});
  }

  @Test
  void finerBoundsMoveInside() {
    assertThat(longs(Range.atMost(new BigDecimal("0.055")), MONEY)[1]).containsExactly(5);
    assertThat(longs(Range.lessThan(new BigDecimal("0.055")), MONEY)[1]).containsExactly(5);
    assertThat(longs(Range.atLeast(new BigDecimal("0.055")), MONEY)[0]).containsExactly(6);
    assertThat(longs(Range.greaterThan(new BigDecimal("-0.055")), MONEY)[0]).containsExactly(-5);
    assertThat(longs(Range.singleton(new BigDecimal("0.055")), MONEY)[0]).isEmpty();
  }

  @Test
  void boundsBeyondTheTypeSelectAllOrNothing() {
    BigDecimal huge = new BigDecimal("1e30");
    assertThat(longs(Range.lessThan(huge), DataType.INT64))
        .isEqualTo(new long[][] {{Long.MIN_VALUE}, {Long.MAX_VALUE}});
    assertThat(longs(Range.greaterThan(huge), DataType.INT64)[0]).isEmpty();
    assertThat(longs(Range.lessThan(huge.negate()), DataType.INT32)[0]).isEmpty();
    BigDecimal most = BigDecimal.valueOf(Long.MAX_VALUE);
    assertThat(longs(Range.greaterThan(most), DataType.INT64)[0]).isEmpty();
    assertThat(longs(Range.atLeast(most), DataType.INT64)[0]).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void complementOfAPointLeavesTwoRanges() {
    RangeSet<BigDecimal> set =
        ImmutableRangeSet.of(Range.singleton(new BigDecimal(7))).complement();
    assertThat(predicate(set, DataType.INT32))
        .usingRecursiveComparison()
        .isEqualTo(
            new LongRanges(
                new long[] {Integer.MIN_VALUE, 8}, new long[] {6, Integer.MAX_VALUE}, false));
  }

  @Test
  void adjacentPointsBecomeOneRange() {
    RangeSet<BigDecimal> set = TreeRangeSet.create();
    for (int value : new int[] {3, 1, 2, 9}) {
      set.add(Range.singleton(BigDecimal.valueOf(value)));
    }
    assertThat(predicate(set, DataType.INT32))
        .usingRecursiveComparison()
        .isEqualTo(new LongRanges(new long[] {1, 9}, new long[] {3, 9}, false));
  }

  @Test
  void datesAreDays() {
    assertThat(longs(Range.lessThan(new DateString("1970-01-11")), DataType.DATE)[1])
        .containsExactly(9);
  }

  @Test
  void decimalsBeyondALongHaveNoPredicate() {
    assertThat(
            Ranges.toPredicate(
                ImmutableRangeSet.of(Range.lessThan(BigDecimal.ONE)),
                false,
                DataType.decimal(38, 2)))
        .isNull();
  }

  @Test
  void charColumnsComparePadded() {
    assertThat(bytes("ab ", DataType.character(4))).isEqualTo("ab  ");
    assertThat(bytes("ab ", DataType.varchar(4))).isEqualTo("ab ");
    assertThat(
            Ranges.toPredicate(
                ImmutableRangeSet.of(Range.singleton(new NlsString("abcde", null, null))),
                false,
                DataType.character(4)))
        .isNull();
  }

  /** Every value near the bounds, against BigDecimal. */
  @RepeatedTest(200)
  void agreesWithBigDecimal(RepetitionInfo info) {
    long seed = info.getCurrentRepetition();
    Random random = new Random(seed);
    int scale = random.nextInt(4);
    DataType type = DataType.decimal(9, scale);
    RangeSet<BigDecimal> set = TreeRangeSet.create();
    for (int i = random.nextInt(4); i >= 0; i--) {
      set.add(randomRange(random));
    }
    LongRanges ranges = (LongRanges) predicate(set, type);
    for (int unscaled = -3000; unscaled <= 3000; unscaled++) {
      assertThat(ranges.contains(unscaled))
          .as("seed %d: %s of scale %d in %s", seed, unscaled, scale, set)
          .isEqualTo(contains(set, BigDecimal.valueOf(unscaled, scale)));
    }
    for (int i = 1; i < ranges.lows().length; i++) {
      assertThat(ranges.lows()[i]).as("seed %d", seed).isGreaterThan(ranges.highs()[i - 1] + 1);
    }
  }

  private static boolean contains(RangeSet<BigDecimal> set, BigDecimal value) {
    return set.asRanges().stream().anyMatch(range -> range.contains(value));
  }

  private static Range<BigDecimal> randomRange(Random random) {
    BigDecimal low = BigDecimal.valueOf(random.nextInt(2000) - 1000, random.nextInt(5));
    BigDecimal high = low.add(BigDecimal.valueOf(random.nextInt(500) + 1, random.nextInt(5)));
    return switch (random.nextInt(8)) {
      case 0 -> Range.open(low, high);
      case 1 -> Range.closed(low, high);
      case 2 -> Range.openClosed(low, high);
      case 3 -> Range.closedOpen(low, high);
      case 4 -> Range.atMost(low);
      case 5 -> Range.greaterThan(high);
      default -> Range.singleton(low);
    };
  }

  private static String bytes(String value, DataType type) {
    BytesRanges ranges =
        (BytesRanges)
            Ranges.toPredicate(
                ImmutableRangeSet.of(Range.singleton(new NlsString(value, null, null))),
                false,
                type);
    BytesRange range = ranges.ranges().getFirst();
    assertThat(range.low()).isEqualTo(range.high());
    return new String(range.low(), StandardCharsets.UTF_8);
  }

  private static long[][] longs(Range<?> range, DataType type) {
    LongRanges ranges = (LongRanges) predicate(rangeSet(range), type);
    return new long[][] {ranges.lows(), ranges.highs()};
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static RangeSet<?> rangeSet(Range<?> range) {
    return ImmutableRangeSet.of((Range) range);
  }

  private static ColumnPredicate predicate(RangeSet<?> set, DataType type) {
    ColumnPredicate predicate = Ranges.toPredicate(set, false, type);
    assertThat(predicate).isNotNull();
    return predicate;
  }
}
