package dev.paceline.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long work orders, which must not keep other queries from going on. */
@Timeout(60)
class PreemptionTest {
  private static final long MEMORY = 256L << 20;

  @TempDir static Path folder;

  private static FakeTable table(int chunks) {
    int[] rows = new int[chunks];
    Arrays.fill(rows, 2048);
    return new FakeTable(2, rows, 1, -1);
  }

  private static PlanNode scan(FakeTable table) {
    return new PlanNode.TableScan(
        table, new int[] {0, 1}, List.of(), null, new int[] {0, 1}, List.of());
  }

  private static PlanNode sorted(PlanNode rows) {
    return new PlanNode.Sort(rows, List.of(new SortKey(0, true, false)), 0, -1);
  }

  private static PlanNode joined(PlanNode left, PlanNode right) {
    int[] key = {0};
    return new PlanNode.HashJoin(
        left,
        right,
        JoinType.INNER,
        key,
        key,
        new boolean[1],
        null,
        new int[] {0, 3},
        new int[] {-1});
  }

  private static Engine engine(int workers) {
    return new Engine(
        new EngineOptions(
            MEMORY,
            workers,
            QueryContext.DEFAULT_BATCH_ROWS,
            new TemporaryStorage(folder, 1L << 30)));
  }

  private static QueryOptions withMemory(long bytes) {
    return new QueryOptions(
        "long",
        null,
        0,
        ZoneId.of("UTC"),
        null,
        1,
        bytes,
        UnitOfTransfer.AUTO,
        new ResourceMap(Integer.MAX_VALUE, 1 << 20, 1 << 20),
        Set.of());
  }

  private static long count(RunningQuery query) {
    long rows = 0;
    for (Batch batch; (batch = query.nextBatch()) != null; ) {
      rows += batch.rowCount();
    }
    return rows;
  }

  private static void checkEmpty(Engine engine) {
    assertThat(engine.queries()).isEmpty();
    assertThat(engine.ledger().openScopes()).isEmpty();
    assertThat(engine.ledger().usedBytes()).isZero();
  }

  /** The first column, which is computed for as long as a condition says. */
  private static final class Busy extends Expression {
    private final AtomicBoolean done = new AtomicBoolean();
    private final CountDownLatch begun;
    private final AtomicInteger running = new AtomicInteger();

    Busy(int orders) {
      super(DataType.INT64);
      begun = new CountDownLatch(orders);
    }

    @Override
    public List<Expression> operands() {
      return List.of();
    }

    @Override
    public Evaluator newEvaluator(WorkerContext context) {
      AtomicBoolean inUse = new AtomicBoolean();
      return batch -> {
        assertThat(inUse.compareAndSet(false, true)).as("one order at a time").isTrue();
        begun.countDown();
        running.incrementAndGet();
        try {
          while (!done.get()) {
            Thread.onSpinWait();
            context.query().cancellation().check();
          }
        } finally {
          running.decrementAndGet();
          inUse.set(false);
        }
        return batch.column(0);
      };
    }

    @Override
    public String toString() {
      return "busy";
    }
  }

  private static PlanNode busy(FakeTable table, Busy column) {
    return new PlanNode.Project(scan(table), List.of(column));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void othersGoOnInTheMiddleOfLongOrders(int workers) throws InterruptedException {
    Busy column = new Busy(workers);
    FakeTable table = table(3 * workers);
    Queue<OrderRecord> records = new ConcurrentLinkedQueue<>();
    try (Engine engine = engine(workers)) {
      engine.setOrderListener(records::add);
      long begin = System.nanoTime();
      try (RunningQuery slow = engine.execute(busy(table, column), QueryOptions.named("long"))) {
        column.begun.await(); // all workers are in an order that does not end
        for (int i = 0; i < 5; i++) {
          try (RunningQuery quick =
              engine.execute(sorted(scan(table(10))), QueryOptions.named("quick"))) {
            assertThat(count(quick)).isEqualTo(20480);
          }
        }
        assertThat(column.running.get()).isEqualTo(workers);
        column.done.set(true);
        assertThat(count(slow)).isEqualTo(3L * workers * 2048);
        long wall = System.nanoTime() - begin;
        assertThat(slow.counters().busyNanos()).isPositive().isLessThanOrEqualTo(wall * workers);
      }
      checkEmpty(engine);
    }
    assertSlicesDoNotOverlap(records);
  }

  /** A slot of a worker runs one slice of an order at a time. */
  private static void assertSlicesDoNotOverlap(Queue<OrderRecord> records) {
    records.stream()
        .map(OrderRecord::worker)
        .distinct()
        .forEach(
            slot -> {
              long end = Long.MIN_VALUE;
              for (OrderRecord slice :
                  records.stream()
                      .filter(record -> record.worker() == slot)
                      .sorted((a, b) -> Long.compare(a.startNanos(), b.startNanos()))
                      .toList()) {
                assertThat(slice.startNanos()).isGreaterThanOrEqualTo(end);
                end = slice.endNanos();
              }
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aRunningQueryGetsWorkersThatStartMeanwhile(int first) throws InterruptedException {
    int more = 5;
    Busy column = new Busy(more);
    try (Engine engine = engine(first)) {
      try (RunningQuery query = engine.execute(busy(table(10), column), QueryOptions.named("q"))) {
        engine.setActiveWorkers(more);
        column.begun.await(); // as many orders run at the same time
        assertThat(column.running.get()).isEqualTo(more);
        column.done.set(true);
        assertThat(count(query)).isEqualTo(10 * 2048);
      }
      engine.setActiveWorkers(1);
      try (RunningQuery query =
          engine.execute(sorted(scan(table(10))), QueryOptions.named("sorted"))) {
        assertThat(count(query)).isEqualTo(10 * 2048);
      }
      assertThat(engine.workers()).isEqualTo(more);
      assertThat(engine.activeWorkers()).isEqualTo(1);
      checkEmpty(engine);
    }
  }

  @Test
  void preemptedOrdersAreCancelledAndClosed() throws InterruptedException {
    Busy column = new Busy(1);
    try (Engine engine = engine(1)) {
      RunningQuery first = engine.execute(busy(table(2), column), QueryOptions.named("first"));
      column.begun.await();
      Busy other = new Busy(1);
      RunningQuery second = engine.execute(busy(table(2), other), QueryOptions.named("second"));
      other.begun.await(); // the first one is parked
      first.cancel();
      assertThatThrownBy(first::nextBatch)
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      first.close();
      assertThat(column.running.get()).isZero();
      second.close();
      assertThat(other.running.get()).isZero();
      checkEmpty(engine);
    }
  }

  @Test
  void manyLongQueriesShareTheWorkers() throws InterruptedException {
    int queries = 20;
    try (Engine engine = engine(2)) {
      List<Busy> columns = new ArrayList<>();
      List<RunningQuery> running = new ArrayList<>();
      for (int i = 0; i < queries; i++) {
        Busy column = new Busy(1);
        columns.add(column);
        running.add(engine.execute(busy(table(3), column), QueryOptions.named("query " + i)));
      }
      for (Busy column : columns) {
        column.begun.await(); // though none of them has ended
      }
      for (int i = 0; i < queries; i++) {
        if (i % 3 == 0) {
          running.get(i).close();
        } else {
          columns.get(i).done.set(true);
          assertThat(count(running.get(i))).isEqualTo(3 * 2048);
          running.get(i).close();
        }
      }
      checkEmpty(engine);
    }
  }

  /** A few rows of which millions come in one work order. */
  private static PlanNode paired(int chunks) {
    return new PlanNode.NestedLoopJoin(
        scan(table(1)), scan(table(chunks)), JoinType.INNER, null, new int[] {0, 3});
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anOrderWaitsInTheMiddleUntilItsResultsAreTaken(int workers) {
    long rows = 2048L * 2048 * 10;
    try (Engine engine = engine(workers)) {
      try (RunningQuery slow = engine.execute(paired(10), QueryOptions.named("slow"))) {
        Batch first = slow.nextBatch();
        assertThat(first).isNotNull();
        long taken = first.rowCount();
        for (int i = 0; i < 30; i++) {
          try (RunningQuery quick =
              engine.execute(sorted(scan(table(10))), QueryOptions.named("quick"))) {
            assertThat(count(quick)).isEqualTo(20480);
          }
          assertThat(engine.ledger().usedBytes()).isLessThan(32L << 20);
        }
        long number = engine.queries().getFirst().number();
        assertThat(engine.suspend(number)).isTrue();
        assertThat(engine.resume(number)).isTrue();
        assertThat(taken + count(slow)).isEqualTo(rows);
      }
      checkEmpty(engine);
    }
  }

  @Test
  void ordersThatWaitForTheirResultsToBeTakenAreCancelledAndClosed() {
    try (Engine engine = engine(2)) {
      List<RunningQuery> halfRead = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        RunningQuery query = engine.execute(paired(100), QueryOptions.named("half read " + i));
        assertThat(query.nextBatch()).isNotNull();
        halfRead.add(query);
      }
      halfRead.getFirst().cancel();
      assertThatThrownBy(() -> count(halfRead.getFirst()))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      halfRead.forEach(RunningQuery::close);
      checkEmpty(engine);
    }
  }

  /** Holds the thread that reserves memory in a certain class, once. */
  private static final class Gate implements Runnable, AutoCloseable {
    private final String className;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicBoolean held = new AtomicBoolean();

    Gate(String className) {
      this.className = className;
    }

    /** Lets the thread go on. */
    void release() {
      open.countDown();
    }

    @Override
    public void close() {
      release();
    }

    @Override
    public void run() {
      boolean here =
          !held.get()
              && StackWalker.getInstance()
                  .walk(frames -> frames.anyMatch(f -> f.getClassName().endsWith(className)));
      if (here && held.compareAndSet(false, true)) {
        reached.countDown();
        while (open.getCount() > 0) {
          LockSupport.parkNanos(100_000);
        }
      }
    }
  }

  /**
   * One worker stands in the final work of an operator, and does not even check for cancellation.
   */
  @ParameterizedTest
  @CsvSource({
    "sort.RowSorter, 0", "sort.RunMerge, 1",
    "join.hash.JoinTable, 0", "spill.PartitionedRows, 1",
  })
  void nobodyWaitsForTheFinalWorkOfAnOperator(String className, long memoryBytes) throws Exception {
    PlanNode plan = sorted(joined(scan(table(200)), scan(table(200))));
    try (Engine engine = engine(2);
        Gate gate = new Gate(className)) {
      engine.ledger().setReservationCheck(gate);
      RunningQuery slow =
          engine.execute(
              plan, withMemory(memoryBytes == 0 ? MemoryBudget.FAIR_SHARE : memoryBytes));
      gate.reached.await();
      try (RunningQuery quick =
          engine.execute(sorted(scan(table(10))), QueryOptions.named("quick"))) {
        assertThat(count(quick)).isEqualTo(20480);
      }
      long number = engine.queries().getFirst().number();
      assertThat(engine.suspend(number)).as("suspended for an urgent one").isTrue();
      assertThat(engine.cancel(number, "not wanted")).isTrue();
      assertThatThrownBy(slow::nextBatch)
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      gate.release();
      slow.close();
      engine.ledger().setReservationCheck(null);
      checkEmpty(engine);
    }
  }
}
