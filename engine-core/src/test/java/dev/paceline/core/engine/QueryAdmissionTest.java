package dev.paceline.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.TableScan;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.testing.GatedTable;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that wait, are suspended and go on; whatever happens, answers are right. */
@Timeout(60)
class QueryAdmissionTest {
  private static final long MEMORY = 256L << 20;
  private static final long NEED = 60 << 20;
  private static final long THRESHOLD = 100 << 20;

  @TempDir static Path folder;

  private static Engine engine(long memory, int workers) {
    return new Engine(
        new EngineOptions(
            memory,
            workers,
            QueryContext.DEFAULT_BATCH_ROWS,
            new TemporaryStorage(folder, 1L << 30)));
  }

  private static FakeTable table(int chunks) {
    int[] rows = new int[chunks];
    Arrays.fill(rows, 2048);
    return new FakeTable(2, rows, 1, -1);
  }

  private static PlanNode sorted(ScanTarget table) {
    return sorted(scan(table));
  }

  private static PlanNode sorted(PlanNode rows) {
    return new PlanNode.Sort(rows, List.of(new SortKey(0, true, false)), 0, -1);
  }

  private static PlanNode joined(ScanTarget left, ScanTarget right) {
    int[] key = {0};
    return new PlanNode.HashJoin(
        scan(left),
        scan(right),
        JoinType.INNER,
        key,
        key,
        new boolean[1],
        null,
        new int[] {0, 3},
        new int[] {-1});
  }

  private static TableScan scan(ScanTarget table) {
    return new TableScan(table, new int[] {0, 1}, List.of(), null, new int[] {0, 1}, List.of());
  }

  private static QueryOptions needing(String name, int priority, long bytes) {
    return options(name, priority, null, new ResourceMap(Integer.MAX_VALUE, bytes, bytes));
  }

  private static QueryOptions options(
      String name, int priority, @Nullable Duration timeout, ResourceMap resources) {
    return new QueryOptions(
        name,
        timeout,
        0,
        ZoneId.of("UTC"),
        null,
        priority,
        MemoryBudget.FAIR_SHARE,
        UnitOfTransfer.AUTO,
        resources,
        Set.of());
  }

  private static QueryState state(Engine engine, String name) {
    return engine.queries().stream()
        .filter(query -> query.name().equals(name))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private static void await(Engine engine, String name, QueryState wanted)
      throws InterruptedException {
    while (state(engine, name) != wanted) {
      Thread.sleep(1);
    }
  }

  private static long number(Engine engine, String name) {
    return engine.queries().stream()
        .filter(query -> query.name().equals(name))
        .findFirst()
        .orElseThrow()
        .number();
  }

  /** Reads a descending sort of a table to its end, and looks at every row. */
  private static void checkSorted(RunningQuery query, long rows) {
    long expected = rows;
    for (Batch batch; (batch = query.nextBatch()) != null; ) {
      for (int i = 0; i < batch.rowCount(); i++) {
        expected--;
        if (batch.column(0).getLong(i) != expected || batch.column(1).getLong(i) != 2 * expected) {
          assertThat(batch.column(0).getLong(i)).isEqualTo(expected);
          assertThat(batch.column(1).getLong(i)).isEqualTo(2 * expected);
        }
      }
    }
    assertThat(expected).isZero();
  }

  private static void checkEmpty(Engine engine) {
    assertThat(engine.queries()).isEmpty();
    assertThat(engine.ledger().openScopes()).isEmpty();
    assertThat(engine.ledger().usedBytes()).isZero();
  }

  @Test
  void aQueryWaitsWithoutTakingAnythingAndStartsWhenThereIsRoom() throws Exception {
    GatedTable gated = new GatedTable(table(10));
    GatedTable later = new GatedTable(table(10));
    later.open();
    try (Engine engine = engine(MEMORY, 2)) {
      engine.setAdmissionBytes(THRESHOLD);
      try (RunningQuery first = engine.execute(sorted(gated), needing("first", 1, NEED));
          RunningQuery second = engine.execute(sorted(later), needing("second", 1, NEED))) {
        assertThat(state(engine, "first")).isEqualTo(QueryState.RUNNING);
        Thread.sleep(20);
        assertThat(state(engine, "second")).isEqualTo(QueryState.WAITING);
        assertThat(later.scans).hasValue(0);
        assertThat(engine.queries().getLast().memoryBytes()).isZero();
        gated.open();
        checkSorted(first, gated.rowCount());
        checkSorted(second, later.rowCount()); // though the first one is not closed
      }
      checkEmpty(engine);
    }
  }

  @Test
  void waitersStartByPriorityThenByArrival() throws Exception {
    GatedTable gated = new GatedTable(table(10));
    try (Engine engine = engine(MEMORY, 2)) {
      engine.setAdmissionBytes(THRESHOLD);
      List<String> names = List.of("a", "b", "c", "d");
      int[] priorities = {1, 1, 2, 1};
      RunningQuery blocker = engine.execute(sorted(gated), needing("blocker", 9, NEED));
      List<RunningQuery> waiting = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        PlanNode plan = sorted(new GatedTable(table(1)));
        waiting.add(engine.execute(plan, needing(names.get(i), priorities[i], NEED)));
      }
      blocker.close();
      for (int next : new int[] {2, 0, 1, 3}) {
        await(engine, names.get(next), QueryState.RUNNING);
        long running =
            engine.queries().stream().filter(q -> q.state() == QueryState.RUNNING).count();
        assertThat(running).isEqualTo(1);
        waiting.get(next).close();
      }
      checkEmpty(engine);
    }
  }

  @Test
  void aWaitingQueryIsCancelled() throws Exception {
    GatedTable gated = new GatedTable(table(10));
    try (Engine engine = engine(MEMORY, 2);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      engine.setAdmissionBytes(THRESHOLD);
      try (RunningQuery first = engine.execute(sorted(gated), needing("first", 1, NEED));
          RunningQuery second = engine.execute(sorted(gated), needing("second", 1, NEED))) {
        Future<Batch> read = callers.submit(second::nextBatch);
        assertThat(engine.cancel(number(engine, "second"), "not wanted")).isTrue();
        assertThatThrownBy(read::get)
            .cause()
            .isInstanceOfSatisfying(
                PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(state(engine, "second")).isEqualTo(QueryState.ENDED);
        gated.open();
        checkSorted(first, gated.rowCount());
      }
      assertThat(gated.scans).hasValue(1);
      checkEmpty(engine);
    }
  }

  @Test
  void timeGoesOnForThoseWhoWaitAndThoseWhoAreSuspended() {
    GatedTable gated = new GatedTable(table(10));
    ResourceMap resources = new ResourceMap(8, NEED, NEED);
    try (Engine engine = engine(MEMORY, 2)) {
      engine.setAdmissionBytes(THRESHOLD);
      Duration timeout = Duration.ofMillis(30);
      try (RunningQuery first =
              engine.execute(sorted(gated), options("first", 1, timeout, resources));
          RunningQuery second =
              engine.execute(sorted(gated), options("second", 1, timeout, resources))) {
        assertThat(engine.suspend(number(engine, "first"))).isTrue();
        assertThat(state(engine, "first")).isEqualTo(QueryState.SUSPENDED);
        for (RunningQuery query : List.of(first, second)) {
          assertThatThrownBy(query::nextBatch)
              .isInstanceOfSatisfying(
                  PacelineException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
        }
      }
      checkEmpty(engine);
    }
  }

  @Test
  void aSuspendedQueryIsCancelledOrClosed() throws Exception {
    for (boolean cancelled : new boolean[] {true, false}) {
      FakeTable table = table(2000);
      try (Engine engine = engine(MEMORY, 2)) {
        try (RunningQuery query = engine.execute(sorted(table), QueryOptions.named("query"))) {
          while (engine.queries().getFirst().memoryBytes() < 1 << 20) {
            Thread.sleep(1);
          }
          assertThat(engine.suspend(number(engine, "query"))).isTrue();
          if (cancelled) {
            query.cancel();
            assertThatThrownBy(query::nextBatch)
                .isInstanceOfSatisfying(
                    PacelineException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
          }
        }
        assertThat(table.pinned).hasValue(0);
        checkEmpty(engine);
      }
    }
  }

  /** One thread reads two results, the second one first. */
  @Test
  void anOpenCursorDoesNotHoldItsOwnReaderUp() {
    FakeTable table = table(500);
    try (Engine engine = engine(MEMORY, 2)) {
      engine.setAdmissionBytes(THRESHOLD);
      try (RunningQuery unread = engine.execute(scan(table), needing("unread", 1, NEED));
          RunningQuery next = engine.execute(sorted(table), needing("next", 1, NEED))) {
        checkSorted(next, table.rowCount());
        long rows = 0;
        for (Batch batch; (batch = unread.nextBatch()) != null; ) {
          rows += batch.rowCount();
        }
        assertThat(rows).isEqualTo(table.rowCount());
      }
      checkEmpty(engine);
    }
  }

  /** The same when the second one is more important, so that the first one is suspended. */
  @Test
  void aSuspendedCursorGoesOnWhenItsReaderHasReadTheOther() {
    FakeTable table = table(500);
    try (Engine engine = engine(MEMORY, 2)) {
      engine.setAdmissionBytes(THRESHOLD);
      GatedTable gated = new GatedTable(table);
      try (RunningQuery low = engine.execute(sorted(gated), needing("low", 1, NEED));
          RunningQuery high = engine.execute(scan(table), needing("high", 2, NEED))) {
        assertThat(state(engine, "low")).isEqualTo(QueryState.SUSPENDED);
        gated.open();
        checkSorted(low, table.rowCount()); // the other one is full
        assertThat(high.nextBatch()).isNotNull();
      }
      checkEmpty(engine);
    }
  }

  /** Again and again: the last order of a query may be any worker's, and its end be found later. */
  @RepeatedTest(30)
  void theLargestOfTheLessImportantIsSuspendedAndServedNoMore() throws Exception {
    GatedTable gated = new GatedTable(table(10));
    try (Engine engine = engine(MEMORY, 2)) {
      engine.setAdmissionBytes(THRESHOLD);
      try (RunningQuery small = engine.execute(sorted(gated), needing("small", 1, 20 << 20));
          RunningQuery large = engine.execute(sorted(gated), needing("large", 1, NEED));
          RunningQuery high = engine.execute(sorted(gated), needing("high", 2, NEED))) {
        assertThat(state(engine, "small")).isEqualTo(QueryState.RUNNING);
        assertThat(state(engine, "large")).isEqualTo(QueryState.SUSPENDED);
        assertThat(state(engine, "high")).isEqualTo(QueryState.RUNNING);
        gated.open();
        checkSorted(high, gated.rowCount());
        checkSorted(small, gated.rowCount());
        while (state(engine, "large") == QueryState.SUSPENDED) { // it may end before we look
          Thread.sleep(1);
        }
        checkSorted(large, gated.rowCount());
      }
      checkEmpty(engine);
    }
  }

  /** What a suspended sort or join has kept goes to a temporary file, and comes back. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void suspendingGivesMemoryBack(boolean joins) throws Exception {
    int chunks = 500;
    GatedTable table = new GatedTable(table(2 * chunks), chunks);
    PlanNode plan = sorted(joins ? joined(table(2 * chunks), table) : scan(table));
    try (Engine engine = engine(MEMORY, 2)) {
      try (RunningQuery query = engine.execute(plan, QueryOptions.named("query"))) {
        while (query.counters().rowsDone() < table.rowCount() / 2) {
          Thread.sleep(1);
        }
        long before = engine.queries().getFirst().memoryBytes();
        assertThat(before).isGreaterThan(8 << 20);
        assertThat(engine.suspend(number(engine, "query"))).isTrue();
        // combining a sort's rows can halve its memory before the first of them is written
        while (engine.queries().getFirst().memoryBytes() > before / 2
            || engine.queries().getFirst().temporaryBytes() == 0) {
          Thread.sleep(1);
        }
        table.open();
        Thread.sleep(20);
        assertThat(query.counters().rowsDone()).isEqualTo(table.rowCount() / 2);
        assertThat(engine.resume(number(engine, "query"))).isTrue();
        assertThat(engine.resume(number(engine, "query"))).isFalse();
        checkSorted(query, table.rowCount());
      }
      checkEmpty(engine);
    }
  }

  /** Groups of a suspended query go to temporary files, and are merged with what comes later. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void suspendingGivesTheMemoryOfGroupsBack(int workers) throws Exception {
    int chunks = 200;
    GatedTable table = new GatedTable(table(chunks), chunks / 2);
    try (Engine engine = engine(MEMORY, workers)) {
      try (RunningQuery query =
          engine.execute(counted(table(chunks), table), QueryOptions.named("query"))) {
        while (query.counters().rowsDone() < table.rowCount() * 3 / 2) {
          Thread.sleep(1);
        }
        long before = engine.queries().getFirst().memoryBytes();
        assertThat(before).isGreaterThan(8 << 20);
        assertThat(engine.suspend(number(engine, "query"))).isTrue();
        while (engine.queries().getFirst().memoryBytes() > before / 2) {
          Thread.sleep(1);
        }
        assertThat(engine.queries().getFirst().temporaryBytes()).isPositive();
        table.open();
        assertThat(engine.resume(number(engine, "query"))).isTrue();
        checkCounted(query, table.rowCount());
      }
      checkEmpty(engine);
    }
  }

  /** How often each row is in two equal tables, sorted; by two keys, so that nothing streams. */
  private static PlanNode counted(ScanTarget one, ScanTarget other) {
    return sorted(
        new PlanNode.Aggregate(
            new PlanNode.UnionAll(List.of(scan(one), scan(other))),
            new int[] {0, 1},
            List.of(
                new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64),
                new AggregateCall(AggregateFunction.MIN, 1, false, -1, DataType.INT64))));
  }

  private static void checkCounted(RunningQuery query, long rows) {
    long expected = rows;
    for (Batch batch; (batch = query.nextBatch()) != null; ) {
      for (int i = 0; i < batch.rowCount(); i++) {
        expected--;
        if (batch.column(0).getLong(i) != expected
            || batch.column(2).getLong(i) != 2
            || batch.column(3).getLong(i) != 2 * expected) {
          assertThat(batch.column(0).getLong(i)).isEqualTo(expected);
          assertThat(batch.column(2).getLong(i)).isEqualTo(2);
          assertThat(batch.column(3).getLong(i)).isEqualTo(2 * expected);
        }
      }
    }
    assertThat(expected).isZero();
  }

  @ParameterizedTest
  @EnumSource(SchedulingPolicyKind.class)
  void answersStayTheSameWhileQueriesAreSuspendedAndResumed(SchedulingPolicyKind policy)
      throws Exception {
    FakeTable table = table(300);
    FakeTable small = table(80);
    AtomicBoolean done = new AtomicBoolean();
    try (Engine engine = engine(MEMORY, 3);
        ExecutorService callers = Executors.newFixedThreadPool(4)) {
      engine.useSchedulingPolicy(policy);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int priority = 1 + i;
        all.add(
            callers.submit(
                () -> {
                  for (int run = 0; run < SoakSize.of(2, 6); run++) {
                    QueryOptions options = needing("query", priority, 1 << 20);
                    try (RunningQuery query = engine.execute(sorted(table), options)) {
                      checkSorted(query, table.rowCount());
                    }
                    if (run % 2 == 0) {
                      continue;
                    }
                    PlanNode counted = counted(small, small);
                    try (RunningQuery query = engine.execute(counted, options)) {
                      checkCounted(query, small.rowCount());
                    }
                  }
                }));
      }
      Future<Integer> changes =
          callers.submit(
              () -> {
                int count = 0;
                Random random = new Random(1);
                while (!done.get()) {
                  for (QueryReport query : engine.queries()) {
                    if (engine.suspend(query.number())) {
                      Thread.sleep(random.nextInt(3));
                      engine.resume(query.number());
                      count++;
                    }
                  }
                }
                return count;
              });
      try {
        for (Future<?> each : all) {
          each.get();
        }
      } finally {
        done.set(true);
      }
      assertThat(changes.get()).isPositive();
      checkEmpty(engine);
    }
  }

  @Test
  void aQueryGetsNoMoreWorkersThanItMay() {
    for (int most = 1; most <= 3; most++) {
      FakeTable table = table(300);
      GatedTable gated = new GatedTable(table);
      gated.open();
      try (Engine engine = engine(MEMORY, 4);
          RunningQuery query =
              engine.execute(
                  sorted(gated), options("query", 1, null, new ResourceMap(most, NEED, NEED)))) {
        checkSorted(query, table.rowCount());
        assertThat(gated.mostPinned.get()).isBetween(1, most);
      }
    }
  }

  /** Far more queries than there is memory for, of all priorities, some of which give up. */
  @Test
  void manyQueriesAndLittleMemory() throws Exception {
    try (Engine engine = engine(48 << 20, 3);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      engine.setAdmissionBytes(16 << 20);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        int number = i;
        all.add(
            callers.submit(
                () -> {
                  FakeTable table = table(50 + number);
                  Random random = new Random(number);
                  QueryOptions options =
                      needing("q" + number, 1 + random.nextInt(4), (1 + random.nextInt(8)) << 20);
                  try (RunningQuery query = engine.execute(sorted(table), options)) {
                    switch (random.nextInt(5)) {
                      case 0 -> query.cancel();
                      case 1 -> query.nextBatch();
                      default -> checkSorted(query, table.rowCount());
                    }
                  }
                  assertThat(table.pinned).hasValue(0);
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      checkEmpty(engine);
    }
  }
}
