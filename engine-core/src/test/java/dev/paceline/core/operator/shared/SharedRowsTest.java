package dev.paceline.core.operator.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(LedgerExtension.class)
class SharedRowsTest {
  private static final List<DataType> TYPES =
      List.of(DataType.INT64, DataType.VARCHAR, DataType.BOOLEAN, DataType.FLOAT64);

  @TempDir private Path directory;

  private QueryContext open(MemoryLedger ledger, int batchRows, long budgetBytes) {
    return QueryContext.open(
        "test",
        ledger.openBudget(budgetBytes),
        new TemporaryStorage(directory, 1L << 30),
        new CancellationToken(),
        batchRows,
        0,
        ZoneOffset.UTC,
        Set.of());
  }

  private static List<@Nullable Object[]> rows(int count, Random random) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object text = random.nextInt(5) == 0 ? null : "text " + random.nextInt(1000);
      rows.add(new Object[] {(long) i, text, random.nextBoolean(), random.nextDouble()});
    }
    return rows;
  }

  private static void assertHandsOut(
      Source source, QueryContext query, List<@Nullable Object[]> rows) {
    source.open();
    List<List<@Nullable Object>> actual = SinkRun.read(source, query);
    actual.sort(Comparator.comparing(row -> (Long) row.getFirst()));
    List<List<@Nullable Object>> expected = new ArrayList<>();
    rows.forEach(row -> expected.add(Arrays.asList(row)));
    assertThat(actual).isEqualTo(expected);
    assertThat(source.exhausted()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 400, 0",
    "2, 3, 4000, 0",
    "4, 2048, 100000, 0",
    "3, 2048, 0, 0",
    "1, 100, 1, 0",
    "1, 7, 3000, 1",
    "3, 2048, 60000, 1",
    "2, 1000, 60000, 3000000"
  })
  void eachSourceHandsOutAllRows(
      int workers, int batchRows, int count, long budgetBytes, MemoryLedger ledger) {
    Random random = new Random(count);
    List<@Nullable Object[]> rows = rows(count, random);
    try (QueryContext query = open(ledger, batchRows, budgetBytes);
        MemoryScope input = ledger.openScope("input")) {
      SharedRows shared = new SharedRows(TYPES, query);
      Source one = shared.newSource();
      Source other = shared.newSource();
      SinkRun.fill(shared, query, workers, random, new RandomBatches(TYPES, random, input), rows);
      assertThat(query.temporaryFiles().writtenBytes() > 0).isEqualTo(budgetBytes > 0);
      assertHandsOut(one, query, rows);
      assertHandsOut(other, query, rows);
      long before = query.budget().usedBytes();
      shared.close();
      assertThat(query.budget().usedBytes()).isLessThanOrEqualTo(before);
    }
  }

  @Test
  void rowsOfSuspendedQueriesGoToFiles(MemoryLedger ledger) {
    Random random = new Random(5);
    List<@Nullable Object[]> rows = rows(5000, random);
    try (QueryContext query = open(ledger, 500, 0);
        MemoryScope input = ledger.openScope("input")) {
      SharedRows shared = new SharedRows(TYPES, query);
      WorkerContext worker = new WorkerContext(query, query.memory());
      BatchConsumer local = shared.newLocal(worker);
      RandomBatches batches = new RandomBatches(TYPES, random, input);
      batches.forEach(rows.subList(0, 3000), query.batchRows(), local::accept);
      assertThat(shared.evictableBytes()).isPositive();
      List<FinishOrder> orders = shared.evict();
      assertThat(orders).hasSize(1);
      orders.forEach(order -> order.run(worker));
      assertThat(query.temporaryFiles().writtenBytes()).isPositive();
      batches.forEach(rows.subList(3000, 5000), query.batchRows(), local::accept);
      SinkRun.complete(shared, query);
      assertHandsOut(shared.newSource(), query, rows);
      shared.close();
    }
  }
}
