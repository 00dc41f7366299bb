package dev.paceline.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of every shape go through every encoding and back, and filters agree with plain Java. */
@ExtendWith(LedgerExtension.class)
class EncodedTableTest {
  private static final long SEED = 20_260;

  /**
   * Values of one shape.
   *
   * @param generator of the value of a row
   */
  record Shape(
      String name, DataType type, double nulls, Function<Random, IntFunction<Object>> generator) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    for (double nulls : new double[] {0, 0.3}) {
      String suffix = nulls == 0 ? "" : " with NULLs";
      shapes.add(new Shape("constant" + suffix, DataType.INT32, nulls, r -> row -> 7L));
      shapes.add(
          new Shape(
              "byte codes" + suffix,
              DataType.INT64,
              nulls,
              r -> row -> -5_000_000_000L + r.nextInt(200)));
      shapes.add(
          new Shape(
              "short codes" + suffix, DataType.DATE, nulls, r -> row -> 8000L + r.nextInt(2500)));
      shapes.add(
          new Shape("int codes" + suffix, DataType.INT64, nulls, r -> row -> r.nextLong(1L << 32)));
      shapes.add(new Shape("longs" + suffix, DataType.INT64, nulls, r -> row -> r.nextLong()));
      shapes.add(
          new Shape(
              "extreme longs" + suffix,
              DataType.INT64,
              nulls,
              r -> row -> r.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE));
      shapes.add(
          new Shape(
              "timestamps of whole hours" + suffix,
              DataType.TIMESTAMP,
              nulls,
              r -> row -> 3_600_000L * r.nextInt(40_000) + 17));
      shapes.add(new Shape("ascending" + suffix, DataType.INT64, nulls, r -> row -> 4L * row + 1));
      shapes.add(
          new Shape(
              "decimals" + suffix,
              DataType.decimal(15, 2),
              nulls,
              r -> row -> BigDecimal.valueOf(100L * r.nextInt(50), 2)));
      shapes.add(
          new Shape(
              "wide decimals" + suffix,
              DataType.decimal(38, 4),
              nulls,
              r -> row -> new BigDecimal(new BigInteger(r.nextInt(120), r), 4)));
      shapes.add(
          new Shape(
              "doubles" + suffix,
              DataType.FLOAT64,
              nulls,
              r -> row -> r.nextInt(10) == 0 ? special(r) : r.nextGaussian()));
      shapes.add(
          new Shape(
              "runs" + suffix,
              DataType.INT64,
              nulls,
              r -> row -> coprime(row / 70 % 9, 5_000_000_000L)));
      shapes.add(
          new Shape(
              "short runs" + suffix,
              DataType.INT32,
              nulls,
              r -> row -> coprime(row / 9 % 97, 20_000_000)));
      shapes.add(
          new Shape(
              "runs of doubles" + suffix,
              DataType.FLOAT64,
              nulls,
              r -> row -> row % 200 < 100 ? special(new Random(row / 50)) : row / 50 / 3.0));
      shapes.add(
          new Shape(
              "far apart" + suffix,
              DataType.INT64,
              nulls,
              r -> row -> coprime(r.nextInt(250) - 100, 1_000_000_007_000_003L)));
      shapes.add(
          new Shape(
              "more far apart" + suffix,
              DataType.decimal(18, 2),
              nulls,
              r -> row -> BigDecimal.valueOf(coprime(r.nextInt(500), 12_345_678_901L), 2)));
      shapes.add(
          new Shape(
              "few doubles" + suffix,
              DataType.FLOAT64,
              nulls,
              r -> row -> r.nextInt(10) == 0 ? special(r) : r.nextInt(300) / 3.0));
      shapes.add(new Shape("constant doubles" + suffix, DataType.FLOAT64, nulls, r -> row -> -2.5));
      shapes.add(
          new Shape("booleans" + suffix, DataType.BOOLEAN, nulls, r -> row -> r.nextInt(3) == 0));
      shapes.add(
          new Shape(
              "few strings" + suffix,
              DataType.varchar(20),
              nulls,
              r -> row -> "wort" + "äöü€𝄞".repeat(r.nextInt(3)) + r.nextInt(5)));
      shapes.add(
          new Shape(
              "some strings" + suffix,
              DataType.VARCHAR,
              nulls,
              r -> row -> "Clerk#" + r.nextInt(700)));
      shapes.add(
          new Shape(
              "many strings" + suffix,
              DataType.VARCHAR,
              nulls,
              r -> row -> Long.toString(r.nextLong(), 36).repeat(r.nextInt(4))));
      shapes.add(
          new Shape("one string" + suffix, DataType.character(5), nulls, r -> row -> "abcde"));
      shapes.add(new Shape("empty strings" + suffix, DataType.VARCHAR, nulls, r -> row -> ""));
    }
    shapes.add(new Shape("all NULL", DataType.INT32, 1, r -> row -> 1L));
    shapes.add(new Shape("all NULL strings", DataType.VARCHAR, 1, r -> row -> ""));
    return shapes.stream();
  }

  /** Numbers far apart, without a common divisor. */
  private static long coprime(int number, long distance) {
    return number * (distance + number);
  }

  private static double special(Random random) {
    double[] values = {Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    return values[random.nextInt(values.length)];
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldGiveBackWhatWasAppended(Shape shape, MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int rows : new int[] {1, 63, 64, 65, 3000, 9001}) {
      List<@Nullable Object> values = values(shape, rows, random);
      try (Database database = Database.inMemory(ledger)) {
        Table table = create(database, shape, values, ledger);
        try (TableSnapshot snapshot = table.snapshot()) {
          assertThat(snapshot.rowCount()).isEqualTo(rows);
          for (int batchRows : new int[] {1, 3, 64, 2048}) {
            if (batchRows >= 64 || rows <= 3000) {
              assertThat(TableReader.column(snapshot, 0, batchRows, ledger))
                  .as("%d rows in batches of %d, seed %d", rows, batchRows, SEED)
                  .isEqualTo(values);
            }
          }
          checkStatistics(snapshot.statistics(0), values);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldFilterAsPlainJavaDoes(Shape shape, MemoryLedger ledger) {
    Random random = new Random(SEED + 1);
    List<@Nullable Object> values = values(shape, 5000, random);
    try (Database database = Database.inMemory(ledger)) {
      Table table = create(database, shape, values, ledger);
      try (TableSnapshot snapshot = table.snapshot()) {
        for (int round = 0; round < 40; round++) {
          boolean nullMatches = random.nextInt(4) == 0;
          Test test = test(shape, values, nullMatches, random);
          List<@Nullable Object> expected =
              values.stream()
                  .filter(value -> value == null ? test.nullMatches() : test.matches().test(value))
                  .toList();
          int batchRows = new int[] {3, 64, 100, 2048}[random.nextInt(4)];
          assertThat(TableReader.column(snapshot, 0, batchRows, test.predicate(), ledger))
              .as("%s in batches of %d, seed %d", test, batchRows, SEED)
              .isEqualTo(expected);
          double selectivity = snapshot.selectivity(0, test.predicate());
          assertThat(selectivity).isBetween(0.0, 1.0);
          if (test.ranges() == 1) {
            assertThat(selectivity)
                .as("%s, seed %d", test, SEED)
                .isBetween(expected.size() / 5000.0 - 0.1, expected.size() / 5000.0 + 0.1);
          }
        }
      }
    }
  }

  private static List<@Nullable Object> values(Shape shape, int rows, Random random) {
    IntFunction<Object> generator = shape.generator().apply(random);
    List<@Nullable Object> values = new ArrayList<>(rows);
    for (int row = 0; row < rows; row++) {
      Object value = generator.apply(row);
      values.add(random.nextDouble() < shape.nulls() ? null : value);
    }
    return values;
  }

  private static Table create(
      Database database, Shape shape, List<@Nullable Object> values, MemoryLedger ledger) {
    TableDefinition definition =
        new TableDefinition("t", List.of(new ColumnDefinition("c", shape.type(), true)));
    try (MemoryScope scope = ledger.openScope("test");
        Appender appender = database.newTable(definition)) {
      ColumnVector vector = new Vectors(scope).of(shape.type(), values.toArray());
      appender.append(new Batch(vector).set(values.size(), null));
      appender.commit();
    }
    Table table = database.table("t");
    assertThat(table).isNotNull();
    return table;
  }

  private static void checkStatistics(ColumnStatistics statistics, List<@Nullable Object> values) {
    List<Object> present = new ArrayList<>();
    for (Object value : values) {
      if (value != null) {
        present.add(value);
      }
    }
    if (statistics.unique()) {
      assertThat(statistics.nullCount()).isZero();
      assertThat(new HashSet<>(values)).hasSize(values.size());
    }
    assertThat(statistics.rowCount()).isEqualTo(values.size());
    assertThat(statistics.nullCount()).isEqualTo(values.size() - present.size());
    if (present.isEmpty()) {
      return;
    }
    long distinct = present.stream().map(v -> v.equals(-0.0) ? (Object) 0.0 : v).distinct().count();
    assertThat((double) statistics.distinctEstimate())
        .isBetween(distinct * 0.85, distinct * 1.15 + 1);
    if (statistics.hasLongBounds() && present.getFirst() instanceof Long) {
      assertThat(statistics.minLong())
          .isEqualTo(present.stream().mapToLong(v -> (Long) v).min().getAsLong());
      assertThat(statistics.maxLong())
          .isEqualTo(present.stream().mapToLong(v -> (Long) v).max().getAsLong());
    }
    byte[] least = statistics.minBytes();
    byte[] greatest = statistics.maxBytes();
    if (present.getFirst() instanceof String) {
      assertThat(least).isNotNull();
      assertThat(greatest).isNotNull();
      for (Object value : present) {
        byte[] bytes = utf8(value);
        assertThat(Arrays.compareUnsigned(least, bytes)).isLessThanOrEqualTo(0);
        assertThat(Arrays.compareUnsigned(greatest, bytes)).isGreaterThanOrEqualTo(0);
      }
    }
  }

  /**
   * @param ranges 1 if the histogram should estimate it well
   */
  private record Test(
      ColumnPredicate predicate, boolean nullMatches, Predicate<Object> matches, int ranges) {}

  private static Test test(
      Shape shape, List<@Nullable Object> values, boolean nullMatches, Random random) {
    if (random.nextInt(10) == 0) {
      boolean isNull = random.nextBoolean();
      return new Test(new NullTest(isNull), isNull, value -> !isNull, 0);
    }
    return switch (shape.type().family()) {
      case BOOLEAN -> booleans(nullMatches, random);
      case INTEGRAL -> longs(values, nullMatches, random);
      case FLOATING -> doubles(values, nullMatches, random);
      case BYTES -> strings(values, nullMatches, random);
    };
  }

  private static Test booleans(boolean nullMatches, Random random) {
    long low = random.nextInt(2);
    LongRanges ranges =
        new LongRanges(new long[] {low}, new long[] {random.nextInt((int) low, 2)}, nullMatches);
    return new Test(ranges, nullMatches, value -> ranges.contains((Boolean) value ? 1 : 0), 1);
  }

  private static Test longs(List<@Nullable Object> values, boolean nullMatches, Random random) {
    int count = new int[] {0, 1, 1, 1, 2, 4, 5, 40}[random.nextInt(8)];
    long[] points = new long[2 * count];
    for (int i = 0; i < points.length; i++) {
      Object value = values.get(random.nextInt(values.size()));
      long near = value == null ? random.nextInt() : unscaled(value).longValue();
      points[i] = random.nextInt(8) == 0 ? random.nextLong() : near + random.nextInt(5) - 2;
    }
    Arrays.sort(points);
    List<long[]> ranges = new ArrayList<>();
    for (int i = 0; i < points.length; i += 2) {
      long[] last = ranges.isEmpty() ? null : ranges.getLast();
      if (last != null && (last[1] == Long.MAX_VALUE || points[i] <= last[1] + 1)) {
        last[1] = Math.max(last[1], points[i + 1]);
      } else {
        ranges.add(new long[] {points[i], points[i + 1]});
      }
    }
    LongRanges predicate =
        new LongRanges(
            ranges.stream().mapToLong(r -> r[0]).toArray(),
            ranges.stream().mapToLong(r -> r[1]).toArray(),
            nullMatches);
    return new Test(
        predicate,
        nullMatches,
        value ->
            unscaled(value).bitLength() < 64 && predicate.contains(unscaled(value).longValue()),
        0);
  }

  private static BigInteger unscaled(Object value) {
    return value instanceof BigDecimal decimal
        ? decimal.unscaledValue()
        : BigInteger.valueOf((Long) value);
  }

  private static Test doubles(List<@Nullable Object> values, boolean nullMatches, Random random) {
    List<DoubleRange> ranges = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      Double a = random.nextInt(4) == 0 ? null : number(values, random);
      Double b = random.nextInt(4) == 0 ? null : number(values, random);
      ranges.add(new DoubleRange(a, random.nextBoolean(), b, random.nextBoolean()));
    }
    return new Test(
        new DoubleRanges(ranges, nullMatches),
        nullMatches,
        value -> ranges.stream().anyMatch(r -> r.contains((Double) value)),
        0);
  }

  private static Double number(List<@Nullable Object> values, Random random) {
    Object value = values.get(random.nextInt(values.size()));
    return value == null ? Double.valueOf(0.5) : (Double) value;
  }

  private static Test strings(List<@Nullable Object> values, boolean nullMatches, Random random) {
    if (random.nextInt(3) == 0) {
      byte digit = (byte) ('0' + random.nextInt(10));
      return new Test(
          new BytesTest((heap, view) -> contains(heap, view, digit), nullMatches),
          nullMatches,
          value -> ((String) value).indexOf(digit) >= 0,
          0);
    }
    int count = new int[] {1, 1, 2, 12}[random.nextInt(4)];
    List<byte[]> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object value = values.get(random.nextInt(values.size()));
      String text = value == null ? "m" : (String) value;
      points.add(utf8(random.nextInt(3) == 0 ? text + "x" : text));
    }
    List<BytesRange> ranges = new ArrayList<>();
    if (count <= 2) {
      points.sort(Arrays::compareUnsigned);
      byte[] low = random.nextInt(3) == 0 ? null : points.getFirst();
      byte[] high = random.nextInt(3) == 0 ? null : points.getLast();
      ranges.add(new BytesRange(low, random.nextBoolean(), high, random.nextBoolean()));
    } else {
      points.stream()
          .sorted(Arrays::compareUnsigned)
          .map(ByteArray::new)
          .distinct()
          .forEach(p -> ranges.add(new BytesRange(p.bytes(), true, p.bytes(), true)));
    }
    return new Test(
        new BytesRanges(ranges, nullMatches),
        nullMatches,
        value -> ranges.stream().anyMatch(range -> contains(range, utf8(value))),
        0);
  }

  /** A byte array with the equality of its contents. */
  private record ByteArray(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof ByteArray array && Arrays.equals(bytes, array.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }

  private static boolean contains(BytesRange range, byte[] value) {
    byte[] low = range.low();
    byte[] high = range.high();
    int fromLow = low == null ? 1 : Arrays.compareUnsigned(value, low);
    int toHigh = high == null ? -1 : Arrays.compareUnsigned(value, high);
    return (fromLow > 0 || fromLow == 0 && range.lowInclusive())
        && (toHigh < 0 || toHigh == 0 && range.highInclusive());
  }

  private static boolean contains(MemorySegment heap, long view, byte wanted) {
    for (byte b : dev.paceline.core.column.StringView.bytes(heap, view)) {
      if (b == wanted) {
        return true;
      }
    }
    return false;
  }

  private static byte[] utf8(Object value) {
    return ((String) value).getBytes(StandardCharsets.UTF_8);
  }
}
