package dev.paceline.core.operator.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.sort.FirstRanksStage;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFrame;
import dev.paceline.core.plan.WindowFunction;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All rows with a wanted rank pass, and most others do not, whatever the keys are. */
@ExtendWith(LedgerExtension.class)
class FirstRanksStageTest {
  private static final int ID = 6;
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT32,
          DataType.VARCHAR,
          DataType.INT64,
          DataType.FLOAT64,
          DataType.VARCHAR,
          DataType.decimal(38, 0),
          DataType.INT64);
  private static final List<Integer> ORDER_COLUMNS = List.of(2, 3, 4, 5);

  private static List<@Nullable Object[]> rows(Random random, int count) {
    int partitions = 1 + random.nextInt(20);
    int values = 1 + random.nextInt(1000);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new Object[] {
            orNull(random, (long) random.nextInt(partitions)),
            orNull(random, "partition " + random.nextInt(3)),
            orNull(random, random.nextInt(9) == 0 ? Long.MIN_VALUE / 4 : random.nextInt(values)),
            orNull(random, random.nextInt(values) - 0.5),
            orNull(random, "a text of number " + random.nextInt(values)),
            orNull(
                random,
                new BigDecimal(BigInteger.TEN.pow(30))
                    .multiply(BigDecimal.valueOf(random.nextInt(9)))),
            (long) i
          });
    }
    return rows;
  }

  private static @Nullable Object orNull(Random random, Object value) {
    return random.nextInt(8) == 0 ? null : value;
  }

  private static QueryContext open(MemoryLedger ledger) {
    return QueryContext.open(
        "ranks",
        ledger.openBudget(MemoryBudget.FAIR_SHARE),
        TemporaryStorage.NONE,
        new CancellationToken(),
        2048,
        0,
        ZoneOffset.UTC,
        Set.of());
  }

  private static List<List<@Nullable Object>> pass(
      FirstRanksStage stage, List<@Nullable Object[]> rows, Random random, QueryContext query) {
    List<List<@Nullable Object>> passed = new ArrayList<>();
    BatchConsumer consumer =
        stage.newStage(
            new WorkerContext(query, query.memory()), batch -> passed.addAll(SinkRun.rows(batch)));
    new RandomBatches(TYPES, random, query.memory())
        .forEach(rows, query.batchRows(), consumer::accept);
    return passed;
  }

  @Test
  void rowsOfWantedRanksPass(MemoryLedger ledger) {
    for (int seed = 0; seed < SoakSize.of(60, 10_000); seed++) {
      Random random = new Random(seed);
      List<@Nullable Object[]> rows = rows(random, random.nextInt(4000));
      int[] partitionKeys =
          switch (random.nextInt(4)) {
            case 0 -> new int[] {};
            case 1 -> new int[] {0, 1};
            case 2 -> new int[] {1};
            default -> new int[] {0};
          };
      List<SortKey> order = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        int column = ORDER_COLUMNS.get(random.nextInt(ORDER_COLUMNS.size()));
        order.add(new SortKey(column, random.nextBoolean(), random.nextBoolean()));
      }
      int rank = 1 + random.nextInt(random.nextBoolean() ? 3 : 200);
      WindowCall call =
          new WindowCall(
              WindowFunction.RANK,
              List.of(),
              false,
              false,
              WindowFrame.PARTITION,
              order.size(),
              DataType.INT64);
      Set<Object> wanted = new HashSet<>();
      for (List<@Nullable Object> row :
          new NaiveWindows(partitionKeys, order, List.of(call)).rows(rows)) {
        if ((Long) row.getLast() <= rank) {
          wanted.add(row.get(ID));
        }
      }
      Set<Object> ids = new HashSet<>();
      List<List<@Nullable Object>> passed;
      try (QueryContext query = open(ledger)) {
        passed = pass(new FirstRanksStage(TYPES, partitionKeys, order, rank), rows, random, query);
      }
      passed.forEach(row -> ids.add(row.get(ID)));
      assertThat(ids).as("seed %s", seed).hasSameSizeAs(passed).containsAll(wanted);
    }
  }

  @Test
  void rowsOfLargerRanksAreDropped(MemoryLedger ledger) {
    List<@Nullable Object[]> rows = rows(new Random(1), 100_000);
    try (QueryContext query = open(ledger)) {
      List<List<@Nullable Object>> passed =
          pass(
              new FirstRanksStage(TYPES, new int[] {1}, List.of(new SortKey(ID, true, false)), 3),
              rows.reversed(),
              new Random(2),
              query);
      // The largest numbers come first; a prefix of 64 bits has no room for the lowest bit.
      assertThat(passed).hasSizeBetween(4 * 3, 2 * 4 * 3);
    }
  }

  @Test
  void allRowsPassWhereEachHasItsPartition(MemoryLedger ledger) {
    List<@Nullable Object[]> rows = rows(new Random(1), 300_000);
    try (QueryContext query = open(ledger)) {
      List<List<@Nullable Object>> passed =
          pass(
              new FirstRanksStage(TYPES, new int[] {ID}, List.of(new SortKey(2, true, false)), 1),
              rows,
              new Random(2),
              query);
      assertThat(passed).hasSize(rows.size());
    }
  }
}
