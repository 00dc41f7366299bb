package dev.paceline.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.HashJoin;
import dev.paceline.core.plan.PlanNode.TableScan;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.type.DataType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries whose operators hand rows on in blocks, run by an engine. */
@Timeout(120)
class TransferTest {
  private static final long MEMORY = 256L << 20;

  /** Rows of two BIGINT columns in two full batches. */
  private static final long BLOCK_BYTES = 2 * 2048 * 16;

  /** Pipelines of a join above scans. */
  private static final int PRODUCER = 1;

  private static final int CONSUMER = 2;

  static Stream<UnitOfTransfer> units() {
    return Stream.of("1", "3", "all").map(TransferTest::unit);
  }

  /** Also with limits of the consumers. */
  static Stream<UnitOfTransfer> limitedUnits() {
    return Stream.concat(
        units(),
        Stream.of("2..2", "3..", "..1")
            .map(text -> unit("1").withConsumers(ConsumerLimits.parse("consumers", text))));
  }

  private static UnitOfTransfer unit(String text) {
    return UnitOfTransfer.parse("unit", text).withBlockBytes(BLOCK_BYTES);
  }

  private static QueryOptions options(UnitOfTransfer unit, long memoryBytes) {
    return new QueryOptions(
        "transfer",
        null,
        0,
        ZoneId.of("UTC"),
        null,
        1,
        memoryBytes,
        unit,
        ResourceMap.SMALL,
        Set.of());
  }

  private static FakeTable table(int chunks) {
    int[] rows = new int[chunks];
    Arrays.fill(rows, 2048);
    return new FakeTable(2, rows, chunks, -1);
  }

  private static TableScan scan(FakeTable table) {
    return new TableScan(table, new int[] {0, 1}, List.of(), null, new int[] {0, 1}, List.of());
  }

  /** Of all rows of a left and a right node with equal first columns: the left columns. */
  private static HashJoin join(PlanNode left, PlanNode right, JoinType type, int... outputs) {
    int[] first = {0};
    return new HashJoin(
        left, right, type, first, first, new boolean[1], null, outputs, new int[] {-1});
  }

  private static HashJoin join(FakeTable left, FakeTable right) {
    return join(scan(left), scan(right), JoinType.INNER, 0, 1);
  }

  private static List<Long> firstColumn(Engine engine, PlanNode plan, QueryOptions options) {
    List<Long> values = new ArrayList<>();
    try (RunningQuery query = engine.execute(plan, options)) {
      for (Batch batch = query.nextBatch(); batch != null; batch = query.nextBatch()) {
        for (int i = 0; i < batch.rowCount(); i++) {
          values.add(batch.column(0).getLong(i));
        }
      }
    }
    return values;
  }

  private static List<Long> sorted(List<Long> values) {
    List<Long> copy = new ArrayList<>(values);
    Collections.sort(copy);
    return copy;
  }

  private static List<Long> upTo(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  private static void assertNothingIsLeft(Engine engine) {
    assertThat(engine.ledger().openScopes()).isEmpty();
    assertThat(engine.ledger().usedBytes()).isZero();
  }

  private static int[] randomChunks(Random random) {
    int[] rows = new int[1 + random.nextInt(40)];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = 1 + random.nextInt(random.nextBoolean() ? 5000 : 10);
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2048, 1",
    "2, 2048, 3",
    "4, 2048, all",
    "3, 3, 1",
    "4, 3, 3",
    "2, 1, 1",
    "3, 1, all"
  })
  void joinsAndGroupsAreThoseOfFusedPipelines(int workers, int batchRows, String text) {
    QueryOptions options = options(unit(text), MemoryBudget.FAIR_SHARE);
    for (long seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      FakeTable left = new FakeTable(2, randomChunks(random), seed, -1);
      FakeTable right = new FakeTable(2, randomChunks(random), seed, -1);
      long common = Math.min(left.rowCount(), right.rowCount());
      try (Engine engine = new Engine(new EngineOptions(MEMORY, workers, batchRows))) {
        HashJoin inner = join(left, right);
        assertThat(sorted(firstColumn(engine, inner, options))).isEqualTo(upTo(common));
        HashJoin twice = join(inner, scan(right), JoinType.SEMI, 0, 1);
        assertThat(sorted(firstColumn(engine, twice, options))).isEqualTo(upTo(common));
        HashJoin outer = join(scan(left), scan(right), JoinType.RIGHT, 2);
        assertThat(sorted(firstColumn(engine, outer, options))).isEqualTo(upTo(right.rowCount()));
        PlanNode both = new PlanNode.UnionAll(List.of(inner, scan(left)));
        PlanNode groups =
            new PlanNode.Aggregate(
                both,
                new int[] {0},
                List.of(new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64)));
        assertThat(sorted(firstColumn(engine, groups, options))).isEqualTo(upTo(left.rowCount()));
        assertNothingIsLeft(engine);
      }
    }
  }

  @Test
  void rowsWhoseOrderMeansSomethingStayInOrder() {
    FakeTable table = table(30);
    PlanNode sorted = new PlanNode.Sort(scan(table), List.of(new SortKey(0, false, false)), 0, -1);
    HashJoin join = join(sorted, scan(table(20)), JoinType.INNER, 0, 1);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 4))) {
      assertThat(firstColumn(engine, join, options(unit("1"), 0))).isEqualTo(upTo(20 * 2048));
    }
  }

  /** What a join of 24 chunks did, order by order. */
  private static List<OrderRecord> trace(int workers, UnitOfTransfer unit, long memoryBytes)
      throws InterruptedException {
    Queue<OrderRecord> records = new ConcurrentLinkedQueue<>();
    try (Engine engine = new Engine(new EngineOptions(MEMORY, workers))) {
      engine.setOrderListener(records::add);
      try (RunningQuery query =
          engine.execute(join(table(24), table(1)), options(unit, memoryBytes))) {
        while (query.nextBatch() != null) {}
        while (records.size() < query.counters().orders()) {
          Thread.sleep(1); // a worker tells of its last order when the query has ended
        }
      }
      assertNothingIsLeft(engine);
    }
    return List.copyOf(records);
  }

  /** P for each order of the producers, C for each of the consumers. */
  private static String turns(List<OrderRecord> trace) {
    return trace.stream()
        .map(
            order ->
                order.operator() == OrderRecord.running(PRODUCER)
                    ? "P"
                    : order.operator() == OrderRecord.running(CONSUMER) ? "C" : "")
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource({"1, PPC, 12", "3, PPPPPPCCC, 4", "12, PPPPPPPPPPPPPPPPPPPPPPPPCCCCCCCCCCCC, 1"})
  void consumersBeginAtEachUnitAndGoFirst(String text, String turns, int times)
      throws InterruptedException {
    assertThat(turns(trace(1, unit(text), 0))).isEqualTo(turns.repeat(times));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void withAllNoConsumerBeginsBeforeTheProducersHaveEnded(int workers) throws InterruptedException {
    List<OrderRecord> trace = trace(workers, unit("all"), 0);
    long firstConsumer = Long.MAX_VALUE;
    long lastProducer = Long.MIN_VALUE;
    for (OrderRecord order : trace) {
      if (order.operator() == OrderRecord.running(CONSUMER)) {
        firstConsumer = Math.min(firstConsumer, order.startNanos());
      } else if (order.operator() == OrderRecord.running(PRODUCER)) {
        // Others may go on before the worker has looked at the clock again.
        lastProducer = Math.max(lastProducer, workers == 1 ? order.endNanos() : order.startNanos());
      }
    }
    assertThat(firstConsumer).isGreaterThanOrEqualTo(lastProducer).isLessThan(Long.MAX_VALUE);
  }

  /** One worker never has two consumers, but one waits for the other's block until the end. */
  @Test
  void consumersWaitForTheBlocksOfOthers() throws InterruptedException {
    UnitOfTransfer two = unit("1").withConsumers(new ConsumerLimits(2, 2));
    assertThat(turns(trace(1, two, 0))).isEqualTo("PPPPC" + "PPC".repeat(10) + "C");
    UnitOfTransfer many = unit("1").withConsumers(new ConsumerLimits(100, 100));
    assertThat(turns(trace(1, many, 0))).isEqualTo("P".repeat(24) + "C".repeat(12));
    assertThat(turns(trace(1, many, 1))).as("no memory").isEqualTo("PPC".repeat(12));
  }

  @ParameterizedTest
  @CsvSource({"1.., 4", "..3, 3", "2..2, 2", "..1, 1"})
  void noMoreConsumersRunThanTheUpperLimitSays(String limits, int most) {
    UnitOfTransfer unit = unit("1").withConsumers(ConsumerLimits.parse("consumers", limits));
    SlowColumn slow = new SlowColumn();
    PlanNode plan = new PlanNode.Project(join(table(80), table(80)), List.of(slow));
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 4))) {
      assertThat(sorted(firstColumn(engine, plan, options(unit, 0)))).isEqualTo(upTo(80 * 2048));
      assertThat(slow.peak.get()).isEqualTo(most);
      assertNothingIsLeft(engine);
    }
  }

  /** The first column, so slowly that all workers who may will compute it at once. */
  private static final class SlowColumn extends Expression {
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger peak = new AtomicInteger();

    SlowColumn() {
      super(DataType.INT64);
    }

    @Override
    public List<Expression> operands() {
      return List.of();
    }

    @Override
    public Evaluator newEvaluator(WorkerContext context) {
      return batch -> {
        peak.accumulateAndGet(running.incrementAndGet(), Math::max);
        LockSupport.parkNanos(5_000_000);
        running.decrementAndGet();
        return batch.column(0);
      };
    }

    @Override
    public String toString() {
      return "slow";
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1..1", "2..2", "3..", "1000..", "..2"})
  void answersDoNotDependOnTheLimits(String limits) {
    ConsumerLimits consumers = ConsumerLimits.parse("consumers", limits);
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      FakeTable left = new FakeTable(2, randomChunks(random), seed, -1);
      FakeTable right = new FakeTable(2, randomChunks(random), seed, -1);
      UnitOfTransfer unit = unit(seed % 4 == 3 ? "2" : "1").withConsumers(consumers);
      QueryOptions options = options(unit, seed % 3 == 0 ? 1 : MemoryBudget.FAIR_SHARE);
      try (Engine engine = new Engine(new EngineOptions(MEMORY, 1 + seed % 4))) {
        HashJoin twice =
            join(join(left, right), scan(right), JoinType.SEMI, 0, 1); // two edges in a row
        assertThat(sorted(firstColumn(engine, twice, options)))
            .isEqualTo(upTo(Math.min(left.rowCount(), right.rowCount())));
        assertNothingIsLeft(engine);
      }
    }
  }

  @Test
  void withoutMemoryAllIsHandedOnBlockByBlock() throws InterruptedException {
    assertThat(turns(trace(1, unit("all"), 1))).isEqualTo("PPC".repeat(12));
    assertThat(turns(trace(1, unit("3"), 1))).isEqualTo("PPC".repeat(12));
  }

  @Test
  void fusedPipelinesHaveNoTransfer() throws InterruptedException {
    assertThat(turns(trace(1, UnitOfTransfer.FUSED, 0))).isEqualTo("P".repeat(24));
    assertThat(turns(trace(1, UnitOfTransfer.AUTO, 0))).isEqualTo("P".repeat(24));
  }

  @ParameterizedTest
  @MethodSource("units")
  void aLimitStopsTheProducers(UnitOfTransfer unit) {
    FakeTable left = table(500);
    PlanNode one = new PlanNode.Sort(join(left, table(500)), List.of(), 0, 1);
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 1))) {
      try (RunningQuery query = engine.execute(one, options(unit, 0))) {
        assertThat(query.nextBatch().rowCount()).isEqualTo(1);
        assertThat(query.nextBatch()).isNull();
        long orders = query.counters().operator(OrderRecord.running(PRODUCER)).orders();
        assertThat(orders).isEqualTo(unit.isAll() ? 500 : 2 * unit.blocks());
      }
      assertThat(left.pinned.get()).isZero();
      assertNothingIsLeft(engine);
    }
  }

  @ParameterizedTest
  @MethodSource("limitedUnits")
  void aFailureOfAProducerLeavesNothing(UnitOfTransfer unit) {
    int[] rows = new int[40];
    Arrays.fill(rows, 2048);
    for (int seed = 0; seed < 10; seed++) {
      FakeTable broken = new FakeTable(2, rows, seed, 17);
      try (Engine engine = new Engine(new EngineOptions(MEMORY, 1 + seed % 4))) {
        assertThatThrownBy(() -> firstColumn(engine, join(broken, table(40)), options(unit, 0)))
            .hasMessageContaining("cannot be read");
        assertThat(broken.pinned.get()).isZero();
        assertNothingIsLeft(engine);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("limitedUnits")
  void cancelLeavesNothing(UnitOfTransfer unit) throws Exception {
    FakeTable left = table(400);
    HashJoin join = join(left, table(400));
    try (Engine engine = new Engine(new EngineOptions(MEMORY, 2));
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        RunningQuery query = engine.execute(join, options(unit, round % 2 == 0 ? 0 : 1 << 20));
        Future<ErrorCode> outcome =
            callers.submit(
                () -> {
                  try {
                    while (query.nextBatch() != null) {
                      Thread.sleep(1); // so slowly that the query cannot end before
                    }
                    return ErrorCode.INTERNAL_ERROR;
                  } catch (PacelineException e) {
                    return e.code();
                  }
                });
        Thread.sleep(round % 5);
        query.cancel();
        assertThat(outcome.get()).isEqualTo(ErrorCode.CANCELLED);
        query.close();
        assertThat(left.pinned.get()).isZero();
        assertNothingIsLeft(engine);
      }
    }
  }
}
