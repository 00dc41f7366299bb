package dev.paceline.benchmarks.dispatch;

import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.DiscardSink;
import dev.paceline.core.sched.QueryExecution;
import dev.paceline.core.sched.WorkerPool;
import dev.paceline.core.sched.policy.Contender;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time from order to order when orders do nothing: the choice of the query, the order itself, its
 * end, and what is learnt from it. With several workers that is what they need one after the other,
 * under the lock of the pool.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:AOTMode=off", "-Xmx1g"})
public class DispatchBenchmark {
  static final int ORDERS = 100_000;

  /** A pool of workers. */
  @State(Scope.Benchmark)
  public static class Pool {
    @Param private SchedulingPolicyKind policy;

    @Param({"1", "2"})
    private int workers;

    @Param({"1", "10", "100"})
    private int queries;

    private MemoryLedger ledger;
    private WorkerPool pool;

    @Setup
    public void open() {
      ledger = new MemoryLedger(1 << 28);
      pool = new WorkerPool(workers, policy.create(new SplittableRandom(1)), () -> {});
    }

    @TearDown
    public void close() {
      pool.close();
      ledger.close();
    }

    private void run() throws InterruptedException {
      CountDownLatch ended = new CountDownLatch(queries);
      List<QueryExecution> running = new ArrayList<>();
      for (int i = 0; i < queries; i++) {
        QueryContext context =
            QueryContext.open("query " + i, ledger, new CancellationToken(), 1, 0, ZoneOffset.UTC);
        Pipeline pipeline =
            new Pipeline(
                0,
                new EmptyOrders(ORDERS / queries),
                List.of(),
                new DiscardSink(),
                List.of(),
                List.of());
        running.add(
            new QueryExecution(
                context,
                "query",
                Contender.DEFAULT_PRIORITY,
                Long.MAX_VALUE,
                workers,
                List.of(pipeline),
                pool,
                ended::countDown));
      }
      running.forEach(QueryExecution::start);
      ended.await();
      running.forEach(QueryExecution::close);
    }
  }

  @Benchmark
  @OperationsPerInvocation(ORDERS)
  public void orders(Pool pool) throws InterruptedException {
    pool.run();
  }
}
