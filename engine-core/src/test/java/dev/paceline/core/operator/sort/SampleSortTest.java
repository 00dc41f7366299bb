package dev.paceline.core.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a stable sort of row numbers by comparing whole keys; buckets by several threads. */
@ExtendWith(LedgerExtension.class)
class SampleSortTest {
  private static final int THREADS = 3;

  private static final String[] MODES = {"AIR", "", "AIR\0", "RAIL", "RA", "\0", "TRUCKS!"};
  private static final BigDecimal WIDE = BigDecimal.TEN.pow(17);
  private static final String SHARED = "a prefix that all have in common ";

  private static final List<DataType> TYPES =
      List.of(
          DataType.INT64,
          DataType.VARCHAR,
          DataType.VARCHAR,
          DataType.VARCHAR,
          DataType.FLOAT64,
          DataType.VARCHAR,
          DataType.decimal(38, 0),
          DataType.INT64,
          DataType.INT64,
          DataType.INT64);

  private static List<SortKey> keys(String text) {
    List<SortKey> keys = new ArrayList<>();
    for (String key : text.split(" ")) {
      keys.add(new SortKey(key.charAt(0) - '0', key.contains("d"), key.contains("n")));
    }
    return keys;
  }

  /**
   * Fills those columns that keys name. One random number for each row gives a BIGINT, three
   * strings, a DOUBLE, short strings, a wide DECIMAL and a BIGINT with NULLs. Two BIGINTs do not
   * depend on it: one has many distinct values, the other has few.
   */
  private static ColumnVector[] columns(
      int rows, int distinct, List<SortKey> keys, Random random, Vectors vectors) {
    int[] numbers = random.ints(rows, 0, distinct).toArray();
    ColumnVector[] columns = TYPES.stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    for (SortKey key : keys) {
      Object[] values = new Object[rows];
      for (int row = 0; row < rows; row++) {
        values[row] = value(key.column(), numbers[row], random);
      }
      DataType type = TYPES.get(key.column());
      columns[key.column()] =
          type.fitsLong() ? vectors.of(type, values) : vectors.int128s(type, values);
    }
    return columns;
  }

  private static @Nullable Object value(int column, int number, Random random) {
    return switch (column) {
      case 0 -> (long) number * 1_000_003;
      // many strings that differ late, some that end early, some with zero bytes at the end
      case 1 -> SHARED.repeat(number % 3) + number + "\0".repeat(random.nextInt(3));
      case 2 -> SHARED + (number % 17 == 0 ? "" : "the same again " + number / 5);
      case 3 -> random.nextInt(4) == 0 ? null : Integer.toString(number, 36);
      case 4 -> number / 3.0;
      case 5 -> MODES[number % MODES.length];
      case 6 -> WIDE.pow(number % 3).multiply(BigDecimal.valueOf(number % 5 - 2));
      case 7 -> number % 4 == 0 ? null : (Object) (number % 100L);
      case 8 -> random.nextLong() >> random.nextInt(Long.SIZE);
      case 9 -> random.nextInt(9) == 0 ? null : (Object) random.nextLong(20);
      default -> throw new IllegalArgumentException("column " + column);
    };
  }

  private static QueryContext query(MemoryLedger ledger, CancellationToken cancellation) {
    return QueryContext.open("test", ledger, cancellation, 2048, 0, ZoneOffset.UTC);
  }

  private static void run(FinishPhase first, ExecutorService threads) throws Exception {
    FinishPhase phase = first;
    while (phase != null) {
      List<FinishOrder> orders = new ArrayList<>(phase.orders());
      Collections.shuffle(orders, new Random(orders.size()));
      List<Future<?>> ends = new ArrayList<>();
      for (FinishOrder order : orders) {
        ends.add(threads.submit(() -> order.run(null)));
      }
      for (Future<?> end : ends) {
        end.get();
      }
      Supplier<FinishPhase> next = phase.next();
      phase = next == null ? null : next.get();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "1, 1, 1d",
    "2, 2, 2",
    "65536, 100000, 0",
    "65537, 100000, 0d 1",
    "200000, 1000000, 1",
    "200000, 1000000, 1d",
    "200000, 50, 1 0d",
    "200000, 300, 2 4d",
    "200000, 1000000, 2d",
    "150000, 1000000, 3n 1",
    "150000, 40, 3d 2 1",
    "150000, 1, 1",
    "150000, 1, 2 3n",
    "200000, 7, 4 3dn 1d",
    "200000, 1000000, 4d",
    "200000, 1000000, 5 4d 0",
    "200000, 30, 5d 7n 1",
    "200000, 100000, 7dn 5 6d 3",
    "200000, 1000000, 6 5d 0d",
    "150000, 12, 2 5 6 4 7",
    "150000, 9, 5",
    "13, 1000, 6 5 0",
    "200000, 30000, 4 8d 1",
    "200000, 30000, 4d 9n 8",
    "200000, 300, 8 9d 0",
    "200000, 20, 4 9d 8",
    "200000, 3, 4 8d 3",
    "200000, 3, 4 9 3n 8d",
    "200000, 3, 4 9dn",
  })
  void sortsAsComparingRowsDoes(int most, int distinct, String text, MemoryLedger ledger)
      throws Exception {
    int rows = Math.min(most, SoakSize.of(70_000, Integer.MAX_VALUE));
    List<SortKey> keys = keys(text);
    try (QueryContext query = query(ledger, new CancellationToken());
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      MemoryScope memory = query.memory();
      ColumnVector[] columns = columns(rows, distinct, keys, new Random(rows), new Vectors(memory));
      SampleSort sort = new SampleSort(columns, rows, keys, memory, query.cancellation());
      run(sort.phases(), threads);
      RowOrder order = new RowOrder(keys);
      List<Integer> expected = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        expected.add(row);
      }
      expected.sort((left, right) -> order.compare(columns, left, right));
      check(sort.order(), expected);
      check(RowSorter.sort(columns, rows, keys, memory, query.cancellation()), expected);
    }
  }

  /** Each string is the beginning of the next, so that each step into them tells one row apart. */
  @Test
  void sortsLongStringsThatAreBeginningsOfOthers(MemoryLedger ledger) {
    int rows = 3_000;
    try (QueryContext query = query(ledger, new CancellationToken())) {
      Object[] values = new Object[2 * rows];
      List<Integer> expected = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        values[i] = "x".repeat(i);
        values[2 * rows - 1 - i] = "y".repeat(20_000);
        expected.add(i);
      }
      for (int i = rows; i < 2 * rows; i++) {
        expected.add(i);
      }
      ColumnVector[] columns = {new Vectors(query.memory()).of(DataType.VARCHAR, values)};
      check(
          RowSorter.sort(columns, 2 * rows, keys("0"), query.memory(), query.cancellation()),
          expected);
    }
  }

  private static void check(MemorySegment order, List<Integer> expected) {
    List<Integer> actual = new ArrayList<>();
    for (int i = 0; i < expected.size(); i++) {
      actual.add(order.get(ValueLayout.JAVA_INT, (long) i << 2));
    }
    if (!actual.equals(expected)) {
      assertThat(actual).isEqualTo(expected);
    }
  }

  @Test
  void isCancelledInEachPhase(MemoryLedger ledger) {
    int cancelled = 0;
    for (int after = 0; after < 5; after++) {
      CancellationToken token = new CancellationToken();
      try (QueryContext query = query(ledger, token)) {
        List<SortKey> keys = keys("2 1");
        ColumnVector[] columns =
            columns(70_000, 9, keys, new Random(1), new Vectors(query.memory()));
        WorkerContext context = new WorkerContext(query, query.memory());
        SampleSort sort = new SampleSort(columns, 70_000, keys, query.memory(), token);
        @Nullable FinishPhase phase = sort.phases();
        for (int i = 0; i < after && phase != null; i++) {
          for (FinishOrder order : phase.orders()) {
            order.run(context);
          }
          Supplier<FinishPhase> next = phase.next();
          phase = next == null ? null : next.get();
        }
        token.cancel();
        if (phase != null && !phase.orders().isEmpty()) {
          FinishOrder order = phase.orders().getFirst();
          assertThatThrownBy(() -> order.run(context)).isInstanceOf(PacelineException.class);
          cancelled++;
        }
      }
    }
    assertThat(cancelled).isEqualTo(5);
  }
}
