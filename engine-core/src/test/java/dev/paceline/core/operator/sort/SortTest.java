package dev.paceline.core.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Against a stable sort of boxed rows: keys must agree row by row, whole rows as multisets. By runs
 * in temporary files the result must be the same, row by row.
 */
@ExtendWith(LedgerExtension.class)
class SortTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT64,
          DataType.VARCHAR,
          DataType.FLOAT64,
          DataType.BOOLEAN,
          DataType.decimal(38, 1),
          DataType.DATE,
          DataType.VARCHAR,
          DataType.INT32);

  private static final int IN_MEMORY = -1;
  private static final int TOP = -2;
  private static final int TOP_SPILLED = -3;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100, 2048})
  void sortsAsTheNaiveWayDoes(int batchRows, MemoryLedger ledger) {
    for (int seed = 0; seed < 24; seed++) {
      Random random = new Random(seed);
      List<SortKey> keys = keys(random);
      int count = new int[] {0, 1, 2, 50, 700, 3000}[random.nextInt(6)];
      count = Math.min(count, 150 * batchRows);
      long offset = random.nextInt(3) == 0 ? random.nextInt(count + 5) : 0;
      long limit =
          random.nextInt(2) == 0 ? -1 : random.nextInt(random.nextBoolean() ? 5 : count + 5);
      List<@Nullable Object[]> rows = rows(random, count, seed % 3);
      for (int workers = 1; workers <= 2; workers++) {
        String what =
            "seed "
                + seed
                + " keys "
                + keys
                + " offset "
                + offset
                + " limit "
                + limit
                + " rows "
                + count
                + " workers "
                + workers;
        Input input = new Input(what, rows, keys, offset, limit, batchRows, workers, seed);
        List<List<@Nullable Object>> inMemory = check(input, IN_MEMORY, ledger);
        int fanIn = new int[] {0, 2, 3, 100}[seed % 4];
        assertThat(check(input, fanIn, ledger)).as(what + " spilled").isEqualTo(inMemory);
        if (limit >= 0) {
          check(input, TOP, ledger);
          check(input, TOP_SPILLED, ledger);
        }
      }
    }
  }

  private static List<SortKey> keys(Random random) {
    List<SortKey> keys = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      keys.add(
          new SortKey(random.nextInt(TYPES.size()), random.nextBoolean(), random.nextBoolean()));
    }
    return keys;
  }

  /**
   * @param what the rest, for messages
   */
  private record Input(
      String what,
      List<@Nullable Object[]> rows,
      List<SortKey> keys,
      long offset,
      long limit,
      int batchRows,
      int workers,
      int seed) {}

  /**
   * @param way one of the constants, or the number of runs to merge at once
   */
  private List<List<@Nullable Object>> check(Input input, int way, MemoryLedger ledger) {
    Random random = new Random(input.seed);
    List<@Nullable Object[]> rows = input.rows;
    List<SortKey> keys = input.keys;
    long offset = input.offset;
    long limit = input.limit;
    String what = input.what + " way " + way;
    boolean spills = way != IN_MEMORY && way != TOP;
    TemporaryStorage storage =
        spills ? new TemporaryStorage(directory, 1 << 30) : TemporaryStorage.NONE;
    try (QueryContext query =
        QueryContext.open(
            "test",
            ledger.openBudget(1),
            storage,
            new CancellationToken(),
            input.batchRows,
            0,
            ZoneOffset.UTC,
            Set.of())) {
      RandomBatches batches = new RandomBatches(TYPES, random, query.memory());
      Sink sink;
      Source source;
      if (way == TOP || way == TOP_SPILLED) {
        TopNSink first = new TopNSink(TYPES, keys, offset, limit, null, query);
        sink = first;
        source = first.output();
      } else {
        SortSink all = new SortSink(TYPES, keys, offset, limit, query, Math.max(0, way));
        sink = all;
        source = all.output();
      }
      assertThat(source.ordered()).isTrue();
      SinkRun.fill(sink, query, input.workers, random, batches, rows);
      assertThat(query.temporaryFiles().writtenBytes() > 0)
          .as(what)
          .isEqualTo(spills && !rows.isEmpty() && (limit != 0 || offset != 0));
      List<List<@Nullable Object>> actual = SinkRun.read(source, query);
      assertThat(storage.usedBytes()).as(what + ", bytes of files").isZero();

      List<List<@Nullable Object>> expected = new ArrayList<>();
      rows.forEach(row -> expected.add(Arrays.asList(row)));
      expected.sort(order(keys));
      int from = (int) Math.min(offset, expected.size());
      int to = limit < 0 ? expected.size() : (int) Math.min(expected.size(), from + limit);
      List<List<@Nullable Object>> window = expected.subList(from, to);
      assertThat(actual.size()).as(what).isEqualTo(window.size());
      Comparator<List<@Nullable Object>> order = order(keys);
      Map<List<@Nullable Object>, Integer> copies = new HashMap<>();
      expected.forEach(row -> copies.merge(row, 1, Integer::sum));
      for (int i = 0; i < window.size(); i++) {
        if (order.compare(actual.get(i), window.get(i)) != 0) {
          fail("%s: row %s is %s, not like %s", what, i, actual.get(i), window.get(i));
        }
        if (copies.merge(actual.get(i), -1, Integer::sum) < 0) {
          fail("%s: row %s is not of the input, or once too often: %s", what, i, actual.get(i));
        }
      }
      return actual;
    }
  }

  private static Comparator<List<@Nullable Object>> order(List<SortKey> keys) {
    return (left, right) -> {
      for (SortKey key : keys) {
        Object a = left.get(key.column());
        Object b = right.get(key.column());
        int order;
        if (a == null || b == null) {
          order = a == b ? 0 : (a == null) == key.nullsFirst() ? -1 : 1;
        } else {
          order = key.descending() ? -compare(a, b) : compare(a, b);
        }
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left instanceof Double a && right instanceof Double b) {
      return Double.compare(a + 0.0, b + 0.0);
    }
    if (left instanceof String a && right instanceof String b) {
      int order =
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
      return Integer.signum(order);
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  private static List<@Nullable Object[]> rows(Random random, int count, int kind) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      @Nullable Object[] row = new Object[TYPES.size()];
      row[0] = kind == 0 ? (Object) (long) random.nextInt(50) : (Object) random.nextLong();
      row[1] = "Customer#" + random.nextInt(kind == 0 ? 20 : 1000);
      row[2] =
          switch (random.nextInt(12)) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> 0.0;
            case 3 -> Double.NEGATIVE_INFINITY;
            case 4 -> Double.POSITIVE_INFINITY;
            default -> random.nextGaussian();
          };
      row[3] = random.nextBoolean();
      row[4] = new BigDecimal(new BigInteger(kind == 2 ? 120 : 20, random), 1);
      row[5] = (long) 9000 + random.nextInt(100);
      row[6] = "x".repeat(random.nextInt(12)) + (random.nextBoolean() ? "é" : "\u0000");
      row[7] = kind == 2 ? (Object) (long) random.nextInt() : (Object) 7L;
      for (int c = 0; c < row.length; c++) {
        if (kind > 0 && random.nextInt(10) == 0) {
          row[c] = null;
        }
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void topRowsOfADescendingInputAreTheLastOnes(MemoryLedger ledger) {
    List<DataType> types = List.of(DataType.INT64, DataType.VARCHAR);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 20_000; i > 0; i--) {
      rows.add(new Object[] {i, "row " + i});
    }
    try (QueryContext query =
        QueryContext.open("test", ledger, new CancellationToken(), 256, 0, ZoneOffset.UTC)) {
      TopNSink sink = new TopNSink(types, List.of(new SortKey(0, false, true)), 1, 3, null, query);
      RandomBatches batches = new RandomBatches(types, new Random(5), query.memory());
      SinkRun.fill(sink, query, 1, new Random(5), batches, rows);
      assertThat(SinkRun.read(sink.output(), query))
          .containsExactly(List.of(2L, "row 2"), List.of(3L, "row 3"), List.of(4L, "row 4"));
    }
  }
}
