package dev.paceline.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.OrderCounters;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.TableScan;
import dev.paceline.core.plan.PlanNode.UnionAll;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineTest {
  private static final long MEMORY = 256L << 20;

  /** Of a query that puts into temporary files whatever it can. */
  private static final QueryOptions WITHOUT_MEMORY =
      new QueryOptions(
          "without memory",
          null,
          0,
          ZoneId.of("UTC"),
          null,
          1,
          1,
          UnitOfTransfer.AUTO,
          ResourceMap.SMALL,
          Set.of());

  @TempDir static Path folder;

  private static TableScan scan(FakeTable table, ScanPredicate... predicates) {
    return new TableScan(
        table, new int[] {0, 1}, List.of(predicates), null, new int[] {1, 0}, List.of());
  }

  private static int[] randomChunks(long seed) {
    Random random = new Random(seed);
    int[] rows = new int[1 + random.nextInt(40)];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = 1 + random.nextInt(random.nextBoolean() ? 5000 : 10);
    }
    return rows;
  }

  private static List<Long> firstColumn(Engine engine, PlanNode plan) {
    List<Long> values = new ArrayList<>();
    try (RunningQuery query = engine.execute(plan, QueryOptions.named("test"))) {
      for (Batch batch = query.nextBatch(); batch != null; batch = query.nextBatch()) {
        for (int i = 0; i < batch.rowCount(); i++) {
          assertThat(batch.column(0).getLong(i)).isEqualTo(2 * batch.column(1).getLong(i));
          values.add(batch.column(1).getLong(i));
        }
      }
      assertThat(query.progress()).isEqualTo(1);
    }
    Collections.sort(values);
    return values;
  }

  @ParameterizedTest
  @CsvSource({"1, 2048", "2, 2048", "4, 3", "3, 1", "2, 7"})
  void everyRowArrivesOnce(int workers, int batchRows) {
    for (long seed = 0; seed < 30; seed++) {
      FakeTable table = new FakeTable(2, randomChunks(seed), seed, -1);
      try (Engine engine = new Engine(new EngineOptions(MEMORY, workers, batchRows))) {
        List<Long> expected = new ArrayList<>();
        for (long i = 0; i < table.rowCount(); i++) {
          expected.add(i);
        }
        assertThat(firstColumn(engine, scan(table))).as("seed " + seed).isEqualTo(expected);
        assertThat(table.pinned.get()).isZero();
        assertThat(engine.ledger().openScopes()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2048", "2, 2048", "4, 3"})
  void scansDropRowsBehindTheFirstOnesOfASort(int workers, int batchRows) {
    for (long seed = 0; seed < 30; seed++) {
      FakeTable table = new FakeTable(2, randomChunks(seed), seed, -1);
      Random random = new Random(seed);
      boolean descending = random.nextBoolean();
      int offset = random.nextInt(4);
      int limit = random.nextInt(60);
      PlanNode sort =
          new PlanNode.Sort(
              new PlanNode.Filter(
                  scan(table),
                  Expressions.compare(
                      ComparisonOperator.GREATER_OR_EQUAL,
                      Expressions.column(1, DataType.INT64),
                      Expressions.literal(DataType.INT64, 3L))),
              List.of(new SortKey(0, descending, random.nextBoolean())),
              offset,
              limit);
      List<Long> expected =
          LongStream.range(3, Math.max(3, table.rowCount()))
              .boxed()
              .sorted(descending ? Collections.reverseOrder() : null)
              .skip(offset)
              .limit(limit)
              .sorted()
              .toList();
      try (Engine engine = new Engine(new EngineOptions(MEMORY, workers, batchRows))) {
        assertThat(firstColumn(engine, sort)).as("seed " + seed).isEqualTo(expected);
        assertThat(table.pinned.get()).isZero();
        assertThat(engine.ledger().openScopes()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2048", "2, 3"})
  void predicatesAndUnions(int workers, int batchRows) {
    for (long seed = 0; seed < 20; seed++) {
      FakeTable table = new FakeTable(2, randomChunks(seed), seed, -1);
      long rows = table.rowCount();
      List<Long> expected = new ArrayList<>();
      for (long i = 0; i < rows; i++) {
        if (i <= rows / 2) {
          expected.add(i);
        }
        if (2 * i >= rows - 10 && 2 * i <= rows + 5) {
          expected.add(i);
        }
      }
      Collections.sort(expected);
      PlanNode plan =
          new UnionAll(
              List.of(
                  scan(table, new ScanPredicate(0, LongRanges.between(0, rows / 2))),
                  scan(table, new ScanPredicate(1, LongRanges.between(rows - 10, rows + 5)))));
      try (Engine engine = new Engine(new EngineOptions(MEMORY, workers, batchRows))) {
        assertThat(firstColumn(engine, plan)).as("seed " + seed).isEqualTo(expected);
        assertThat(engine.ledger().openScopes()).isEmpty();
      }
    }
  }

  @Test
  void countsTheOrdersOfEveryOperatorAndTheirTime() throws InterruptedException {
    FakeTable table = new FakeTable(2, new int[] {1000, 5000, 3, 7}, 1, -1);
    PlanNode sorted = new PlanNode.Sort(scan(table), List.of(new SortKey(0, false, false)), 0, -1);
    Queue<OrderRecord> records = new ConcurrentLinkedQueue<>();
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2))) {
      engine.setOrderListener(records::add);
      try (RunningQuery query = engine.execute(sorted, QueryOptions.named("test"))) {
        while (query.nextBatch() != null) {}
        QueryCounters counters = query.counters();
        long orders = counters.orders();
        assertThat(counters.operator(OrderRecord.running(0)).orders()).isEqualTo(4);
        while (records.size() < orders) {
          Thread.sleep(1); // a worker tells of its last order when the query has ended
        }
        records.stream()
            .collect(Collectors.groupingBy(OrderRecord::operator))
            .forEach(
                (operator, all) -> {
                  OrderCounters counted = counters.operator(operator);
                  assertThat(counted.orders()).isEqualTo(all.size());
                  assertThat(counted.busyNanos())
                      .isPositive()
                      .isLessThanOrEqualTo(all.stream().mapToLong(OrderRecord::nanos).sum());
                });
        assertThat(records).hasSize((int) orders).hasSizeGreaterThan(6);
        assertThat(counters.orders()).isEqualTo(orders);
      }
    }
  }

  @Test
  @Timeout(60)
  void progressCountsRowsThatNobodyNeeds() throws InterruptedException {
    int[] chunks = new int[400];
    java.util.Arrays.fill(chunks, 2048);
    FakeTable table = new FakeTable(2, chunks, 1, -1);
    PlanNode one = new PlanNode.Sort(scan(table), List.of(), 0, 1);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2));
        RunningQuery query =
            engine.execute(new UnionAll(List.of(one, scan(table))), QueryOptions.named("test"))) {
      double last = 0;
      while (last < 0.5) { // the second scan waits for the caller, who takes nothing
        assertThat(query.progress()).isBetween(last, 0.99);
        last = query.progress();
        Thread.sleep(1);
      }
      assertThat(query.counters().rowsScanned()).isLessThan(table.rowCount());
      while (query.nextBatch() != null) {
        assertThat(query.progress()).isGreaterThanOrEqualTo(last);
        last = query.progress();
      }
      assertThat(query.progress()).isEqualTo(1);
      assertThat(query.counters().rowsDone()).isEqualTo(2 * table.rowCount());
      assertThat(query.counters().rowsScanned()).isLessThan(2 * table.rowCount());
    }
  }

  /** Also where nothing is scanned any more: in sorts, merges of runs, and spilled joins. */
  @ParameterizedTest
  @Timeout(60)
  @CsvSource({"sort, false, 1", "sort, true, 1", "sort, true, 2", "join, true, 1", "join, true, 2"})
  void progressGoesOnWhenAllTablesAreRead(String operator, boolean spills, int workers) {
    int[] chunks = new int[200];
    java.util.Arrays.fill(chunks, 2048);
    FakeTable table = new FakeTable(2, chunks, 1, -1);
    PlanNode plan = new PlanNode.Sort(scan(table), List.of(new SortKey(0, true, false)), 0, -1);
    long tableRows = table.rowCount();
    if (operator.equals("join")) {
      int[] key = {0};
      plan =
          new PlanNode.HashJoin(
              scan(table),
              scan(table),
              JoinType.INNER,
              key,
              key,
              new boolean[1],
              null,
              new int[] {0, 3},
              new int[] {-1});
      tableRows *= 2;
    }
    long rows = tableRows;
    SortedSet<Double> afterScans = Collections.synchronizedSortedSet(new TreeSet<>());
    AtomicReference<RunningQuery> running = new AtomicReference<>();
    try (Engine engine =
        new Engine(
            new EngineOptions(
                MEMORY,
                workers,
                QueryContext.DEFAULT_BATCH_ROWS,
                new TemporaryStorage(folder, 1L << 30)))) {
      engine.setOrderListener(
          order -> {
            RunningQuery query = running.get();
            if (query != null && query.counters().rowsDone() == rows) {
              afterScans.add(query.progress());
            }
          });
      try (RunningQuery query =
          engine.execute(plan, spills ? WITHOUT_MEMORY : QueryOptions.named("test"))) {
        running.set(query);
        while (query.nextBatch() != null) {}
        assertThat(query.progress()).isEqualTo(1);
      }
    }
    assertThat(afterScans.headSet(0.99)).hasSizeGreaterThan(4);
    assertThat(afterScans.first()).isBetween(0.2, 0.95);
  }

  @Test
  @Timeout(60)
  void reportsAlsoOfQueriesThatHaveEnded() throws InterruptedException {
    FakeTable table = new FakeTable(2, new int[] {1000, 5000}, 1, -1);
    PlanNode sorted = new PlanNode.Sort(scan(table), List.of(new SortKey(0, true, false)), 0, -1);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2));
        RunningQuery query = engine.execute(sorted, QueryOptions.named("test"))) {
      while (query.nextBatch() != null) {}
      QueryReport report = engine.queries().getFirst();
      assertThat(report.memoryPeakBytes()).isGreaterThanOrEqualTo(6000 * 2 * 8);
      assertThat(report.memoryBytes()).isLessThanOrEqualTo(report.memoryPeakBytes());
      assertThat(report.temporaryBytes()).isZero();
      assertThat(report.progress()).isEqualTo(1);
      // Workers free a query's memory after its end, so only the memory in use may still change.
      Thread.sleep(2);
      assertThat(engine.queries())
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("memoryBytes")
          .containsExactly(report);
      while (engine.queries().getFirst().memoryBytes() >= 6000 * 2 * 8) { // the sorted rows
        Thread.sleep(1);
      }
    }
  }

  @Test
  @Timeout(60)
  void tellsHowQueriesEnded() throws Exception {
    FakeTable table = new FakeTable(2, randomChunks(7), 7, -1);
    FakeTable broken = new FakeTable(2, randomChunks(7), 7, 0);
    List<String> ends = new ArrayList<>();
    List<QueryReport> reports = new ArrayList<>();
    QueryListener listener =
        (query, failure) -> {
          ends.add(query.name() + " " + (failure == null ? "ended" : failure.code()));
          reports.add(query);
        };
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2));
        Recording recording = new Recording()) {
      recording.enable("dev.paceline.Query");
      recording.start();
      engine.addQueryListener(listener);
      try (RunningQuery query = engine.execute(scan(table), QueryOptions.named("whole"))) {
        while (query.nextBatch() != null) {}
        assertThat(ends).isEmpty();
      }
      try (RunningQuery query = engine.execute(scan(broken), QueryOptions.named("broken"))) {
        assertThatThrownBy(
                () -> {
                  while (query.nextBatch() != null) {}
                })
            .isInstanceOf(PacelineException.class);
      }
      int[] many = new int[400];
      java.util.Arrays.fill(many, 2048);
      try (RunningQuery query =
          engine.execute(scan(new FakeTable(2, many, 1, -1)), QueryOptions.named("left"))) {
        assertThat(query.nextBatch()).isNotNull();
      }
      assertThat(ends).containsExactly("whole ended", "broken INTERNAL_ERROR", "left CANCELLED");
      recording.stop();
      Path file = folder.resolve("recording.jfr");
      recording.dump(file);
      List<RecordedEvent> events =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getEventType().getName().equals("dev.paceline.Query"))
              .toList();
      assertThat(events)
          .extracting(event -> event.getString("query") + " " + event.getString("outcome"))
          .containsExactly("whole COMPLETED", "broken INTERNAL_ERROR", "left CANCELLED");
      RecordedEvent whole = events.getFirst();
      QueryReport report = reports.getFirst();
      assertThat(whole.getLong("orders")).isEqualTo(report.orders()).isPositive();
      assertThat(whole.getDuration("busy")).isEqualTo(Duration.ofNanos(report.busyNanos()));
      assertThat(whole.getLong("memoryPeak")).isEqualTo(report.memoryPeakBytes()).isPositive();

      engine.removeQueryListener(listener);
      engine.execute(scan(table), QueryOptions.named("another")).close();
      assertThat(ends).hasSize(3);
      long counted = reports.stream().mapToLong(QueryReport::orders).sum();
      while (engine.orders() < counted) {
        Thread.sleep(1); // a worker counts its last order when the query has ended
      }
      assertThat(engine.busyNanos()).isPositive();
    }
  }

  @Test
  void filtersThatTakeRowByRowComeLast() {
    FakeTable table = new FakeTable(2, new int[] {1000, 5000, 3}, 1, -1);
    LongRanges dear = new LongRanges(new long[] {0, 8}, new long[] {5, 10_000}, false);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 1))) {
      assertThat(
              firstColumn(
                  engine,
                  scan(
                      table,
                      new ScanPredicate(0, dear),
                      new ScanPredicate(1, LongRanges.between(10, 19)))))
          .containsExactly(5L, 8L, 9L);
      assertThat(table.rowsTakenSingly).hasValue(5);
    }
  }

  /**
   * After a stretch of which little passes, a scan looks at more rows in one go than fit a batch.
   */
  @ParameterizedTest
  @CsvSource({"1, 2048, false", "2, 3, false", "1, 1, false", "1, 2048, true", "2, 7, true"})
  void rowsThatPassInBursts(int workers, int batchRows, boolean residual) {
    FakeTable table = new FakeTable(2, new int[] {60_000, 1, 4096, 20_000}, 3, -1);
    LongRanges bursts =
        new LongRanges(
            new long[] {7, 16_000, 30_000, 60_000}, new long[] {7, 20_500, 50_000, 60_100}, false);
    Expression odd =
        Expressions.compare(
            ComparisonOperator.EQUAL,
            Expressions.modulo(
                DataType.INT64,
                Expressions.column(0, DataType.INT64),
                Expressions.literal(DataType.INT64, 2L)),
            Expressions.literal(DataType.INT64, 1L));
    List<Long> expected =
        LongStream.range(0, table.rowCount())
            .filter(i -> bursts.contains(i) && (!residual || i % 2 == 1))
            .boxed()
            .toList();
    PlanNode plan =
        new TableScan(
            table,
            new int[] {0, 1},
            List.of(new ScanPredicate(0, bursts)),
            residual ? odd : null,
            new int[] {1, 0},
            List.of());
    try (Engine engine = new Engine(new EngineOptions(MEMORY, workers, batchRows))) {
      assertThat(firstColumn(engine, plan)).isEqualTo(expected);
      assertThat(engine.ledger().openScopes()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 16384",
    "1, 16384",
    "5, 20000",
    "3, 9223372036854775807",
    "9223372036854775807, 2",
    "7, -1"
  })
  void sortsWithinAndBeyondTopN(long offset, long limit) {
    int[] chunks = new int[30];
    java.util.Arrays.fill(chunks, 1000);
    FakeTable table = new FakeTable(2, chunks, 1, -1);
    List<Long> expected = new ArrayList<>();
    for (long i = offset; i >= 0 && i < table.rowCount(); i++) {
      if (limit < 0 || i - offset < limit) {
        expected.add(i);
      }
    }
    PlanNode plan =
        new PlanNode.Sort(scan(table), List.of(new SortKey(1, false, false)), offset, limit);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2))) {
      assertThat(firstColumn(engine, plan)).isEqualTo(expected);
      assertThat(engine.ledger().openScopes()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0, -1", "2, 0, -1", "3, 20000, 7000", "2, 5, 25000", "2, 9223372036854775807, 9"})
  void sortsByTemporaryFiles(int workers, long offset, long limit, @TempDir Path directory) {
    int[] chunks = new int[60];
    java.util.Arrays.fill(chunks, 1000);
    FakeTable table = new FakeTable(2, chunks, 1, -1);
    List<Long> expected = new ArrayList<>();
    for (long i = offset; i >= 0 && i < table.rowCount(); i++) {
      if (limit < 0 || i - offset < limit) {
        expected.add(i);
      }
    }
    PlanNode plan =
        new PlanNode.Sort(scan(table), List.of(new SortKey(1, false, false)), offset, limit);
    TemporaryStorage storage = new TemporaryStorage(directory, 1 << 30);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, workers, 2048, storage))) {
      List<Long> actual = new ArrayList<>();
      try (RunningQuery query = engine.execute(plan, WITHOUT_MEMORY)) {
        for (Batch batch = query.nextBatch(); batch != null; batch = query.nextBatch()) {
          for (int i = 0; i < batch.rowCount(); i++) {
            actual.add(batch.column(1).getLong(i));
          }
        }
      }
      assertThat(actual).isEqualTo(expected);
      assertThat(engine.ledger().openScopes()).isEmpty();
      assertThat(storage.usedBytes()).isZero();
    }
  }

  @Test
  void aSortByTemporaryFilesCanBeLeftAtAnyTime(@TempDir Path directory) throws Exception {
    int[] chunks = new int[100];
    java.util.Arrays.fill(chunks, 1000);
    PlanNode plan =
        new PlanNode.Sort(
            scan(new FakeTable(2, chunks, 1, -1)), List.of(new SortKey(0, true, false)), 0, -1);
    TemporaryStorage storage = new TemporaryStorage(directory, 1 << 30);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2, 2048, storage))) {
      for (int round = 0; round < 40; round++) {
        try (RunningQuery query = engine.execute(plan, WITHOUT_MEMORY)) {
          if (round % 4 == 0) {
            assertThat(query.nextBatch()).isNotNull();
          } else {
            Thread.sleep(round);
          }
        }
        assertThat(engine.ledger().openScopes()).isEmpty();
        assertThat(storage.usedBytes()).isZero();
      }
    }
  }

  @Test
  void aSortFailsWhereTemporaryFilesHaveNoRoom(@TempDir Path directory) {
    int[] chunks = new int[60];
    java.util.Arrays.fill(chunks, 1000);
    PlanNode plan =
        new PlanNode.Sort(
            scan(new FakeTable(2, chunks, 1, -1)), List.of(new SortKey(0, true, false)), 0, -1);
    TemporaryStorage storage = new TemporaryStorage(directory, 500_000);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2, 2048, storage))) {
      try (RunningQuery query = engine.execute(plan, WITHOUT_MEMORY)) {
        assertThatThrownBy(
                () -> {
                  while (query.nextBatch() != null) {}
                })
            .isInstanceOfSatisfying(
                PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL))
            .hasMessageContaining("500,000");
      }
      assertThat(engine.ledger().openScopes()).isEmpty();
      assertThat(storage.usedBytes()).isZero();
    }
  }

  @Test
  void aChunkThatCannotBeReadFailsItsQueryOnly() {
    int[] chunks = randomChunks(7);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2))) {
      FakeTable broken = new FakeTable(2, chunks, 7, chunks.length / 2);
      assertThatThrownBy(() -> firstColumn(engine, scan(broken)))
          .isInstanceOfSatisfying(
              PacelineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_ERROR))
          .hasMessageContaining("cannot be read");
      assertThat(broken.pinned.get()).isZero();
      assertThat(engine.ledger().openScopes()).isEmpty();
      FakeTable sound = new FakeTable(2, chunks, 7, -1);
      assertThat(firstColumn(engine, scan(sound))).hasSize((int) sound.rowCount());
    }
  }

  @Test
  void aSlowCallerHoldsBackItsOwnQuery() {
    int[] chunks = new int[400];
    java.util.Arrays.fill(chunks, 2048);
    FakeTable table = new FakeTable(2, chunks, 1, -1);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2))) {
      try (RunningQuery slow = engine.execute(scan(table), QueryOptions.named("slow"))) {
        assertThat(slow.nextBatch()).isNotNull();
        FakeTable other = new FakeTable(2, randomChunks(3), 3, -1);
        assertThat(firstColumn(engine, scan(other))).hasSize((int) other.rowCount());
        assertThat(slow.counters().orders()).isLessThan(chunks.length);
        long rows = 2048;
        for (Batch batch = slow.nextBatch(); batch != null; batch = slow.nextBatch()) {
          rows += batch.rowCount();
        }
        assertThat(rows).isEqualTo(table.rowCount());
      }
      assertThat(engine.ledger().openScopes()).isEmpty();
    }
  }

  @Test
  void cancelEndsAQueryThatItsCallerWaitsFor() throws Exception {
    int[] chunks = new int[5000];
    java.util.Arrays.fill(chunks, 3);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2));
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 50; round++) {
        FakeTable table = new FakeTable(2, chunks, round, -1);
        try (RunningQuery query = engine.execute(scan(table), QueryOptions.named("cancelled"))) {
          Future<ErrorCode> outcome =
              callers.submit(
                  () -> {
                    try {
                      while (query.nextBatch() != null) {}
                      return ErrorCode.INTERNAL_ERROR;
                    } catch (PacelineException e) {
                      return e.code();
                    }
                  });
          Thread.sleep(round % 3);
          query.cancel();
          assertThat(outcome.get()).isEqualTo(ErrorCode.CANCELLED);
          assertThatThrownBy(query::nextBatch).isInstanceOf(PacelineException.class);
        }
        assertThat(table.pinned.get()).isZero();
        assertThat(engine.ledger().openScopes()).isEmpty();
      }
    }
  }

  @Test
  void aDeadlineEndsAQuery() {
    int[] chunks = new int[200_000];
    java.util.Arrays.fill(chunks, 1);
    FakeTable table = new FakeTable(2, chunks, 1, -1);
    QueryOptions options =
        new QueryOptions(
            "late",
            Duration.ofMillis(5),
            0,
            ZoneId.of("UTC"),
            null,
            1,
            0,
            UnitOfTransfer.AUTO,
            ResourceMap.SMALL,
            Set.of());
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 1));
        RunningQuery query = engine.execute(scan(table), options)) {
      assertThatThrownBy(
              () -> {
                while (query.nextBatch() != null) {}
              })
          .isInstanceOfSatisfying(
              PacelineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
    }
  }

  @Test
  void manyQueriesAtOnce() throws Exception {
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 3));
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> sizes = new ArrayList<>();
      List<FakeTable> tables = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        FakeTable table = new FakeTable(2, randomChunks(i), i, -1);
        tables.add(table);
        sizes.add(callers.submit(() -> firstColumn(engine, scan(table)).size()));
      }
      for (int i = 0; i < sizes.size(); i++) {
        assertThat(sizes.get(i).get()).isEqualTo((int) tables.get(i).rowCount());
      }
      assertThat(engine.ledger().openScopes()).isEmpty();
      assertThat(engine.ledger().usedBytes()).isZero();
    }
  }

  @Test
  void closingAResultEarlyLeavesNothing() {
    for (int round = 0; round < 30; round++) {
      FakeTable table = new FakeTable(2, randomChunks(round), round, -1);
      try (Engine engine = new Engine(new EngineOptions(MEMORY, 2))) {
        try (RunningQuery query = engine.execute(scan(table), QueryOptions.named("early"))) {
          if (round % 2 == 0) {
            query.nextBatch();
          }
        }
        assertThat(engine.ledger().openScopes()).isEmpty();
        assertThat(table.pinned.get()).isZero();
      }
    }
  }
}
