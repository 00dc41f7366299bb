package dev.paceline.core.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.core.testing.LedgerExtension;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random graphs of pipelines, with sources that have nothing at first or nothing at all, sinks that
 * several pipelines fill, and sinks that finish in phases: every morsel is read once, every sink is
 * finished once, and nothing begins before what it waits for has ended. A scheduler that misses an
 * event leaves a query that never ends.
 *
 * <p>Source: Quickstep's traversal of the operators' graph (§2.8).
 */
@ExtendWith(LedgerExtension.class)
@Timeout(240)
class RandomPipelinesTest {
  private static final int GRAPHS = 300;
  private static final int QUERIES_AT_ONCE = 3;

  /** A graph, and what was done to it that must not have been. */
  private static final class Graph {
    final List<Pipeline> pipelines = new ArrayList<>();
    final List<CountedSource> sources = new ArrayList<>();
    final List<CountedSink> sinks = new ArrayList<>();
    final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    Graph(Random random) {
      int count = 1 + random.nextInt(12);
      for (int i = 0; i < count; i++) {
        List<Pipeline> dependencies = some(random, pipelines);
        List<Pipeline> after = some(random, pipelines);
        CountedSink sink = sink(random, dependencies);
        CountedSource source = new CountedSource(this, random, dependencies, after);
        sources.add(source);
        sink.fillers.add(source);
        pipelines.add(new Pipeline(i, source, List.of(), sink, dependencies, after));
      }
    }

    private static List<Pipeline> some(Random random, List<Pipeline> earlier) {
      return earlier.stream().filter(pipeline -> random.nextInt(4) == 0).toList();
    }

    /** A sink of its own, or that of a pipeline for which it does not wait, even by others. */
    private CountedSink sink(Random random, List<Pipeline> dependencies) {
      if (dependencies.isEmpty() && !pipelines.isEmpty() && random.nextInt(3) == 0) {
        Pipeline last = pipelines.getLast();
        if (last.dependencies().isEmpty() && last.after().isEmpty()) {
          return (CountedSink) last.sink();
        }
      }
      CountedSink sink = new CountedSink(this, random);
      sinks.add(sink);
      return sink;
    }

    void check(boolean right, String what) {
      if (!right) {
        wrong.add(what);
      }
    }
  }

  private static final class CountedSource implements Source {
    private final Graph graph;
    private final List<Pipeline> dependencies;
    private final List<Pipeline> after;
    private final int morsels;

    /** How many of the morsels come only when someone says so. */
    private final int late;

    private final AtomicInteger released = new AtomicInteger();
    private final AtomicInteger handedOut = new AtomicInteger();
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();
    private volatile @Nullable Runnable wakeUp;

    CountedSource(Graph graph, Random random, List<Pipeline> dependencies, List<Pipeline> after) {
      this.graph = graph;
      this.dependencies = dependencies;
      this.after = after;
      this.morsels = random.nextInt(6);
      this.late = random.nextInt(3) == 0 ? random.nextInt(morsels + 1) : 0;
    }

    /** Makes the late morsels available, from any thread. */
    void release() {
      released.set(late);
      Runnable listener = wakeUp;
      if (listener != null) {
        listener.run();
      }
    }

    @Override
    public void open() {
      graph.check(opened.incrementAndGet() == 1, "a source is opened twice");
      for (Pipeline pipeline : dependencies) {
        graph.check(((CountedSink) pipeline.sink()).isComplete(), "opened before its dependency");
      }
      for (Pipeline pipeline : after) {
        graph.check(((CountedSource) pipeline.source()).isRead(), "opened before what it follows");
      }
    }

    @Override
    public @Nullable Morsel next() {
      graph.check(opened.get() == 1, "asked for a morsel before it was opened");
      int available = morsels - late + released.get();
      int taken = handedOut.getAndUpdate(count -> Math.min(available, count + 1));
      return taken < available ? new Morsel() {} : null;
    }

    @Override
    public boolean exhausted() {
      return handedOut.get() == morsels;
    }

    @Override
    public void onAvailable(Runnable listener) {
      wakeUp = listener;
    }

    @Override
    public SourceReader newReader(WorkerContext context) {
      return (morsel, out) -> read.incrementAndGet();
    }

    boolean isRead() {
      return read.get() == morsels;
    }

    @Override
    public String name() {
      return "source";
    }
  }

  private static final class CountedSink implements Sink {
    private final Graph graph;
    private final int[] phases;
    private final List<CountedSource> fillers = new ArrayList<>();
    private final AtomicInteger finished = new AtomicInteger();
    private final AtomicInteger phase = new AtomicInteger();
    private final AtomicInteger orders = new AtomicInteger();

    CountedSink(Graph graph, Random random) {
      this.graph = graph;
      this.phases = random.ints(random.nextInt(4), 0, 4).toArray();
    }

    @Override
    public BatchConsumer newLocal(WorkerContext context) {
      return batch -> true;
    }

    @Override
    public FinishPhase finish() {
      graph.check(finished.incrementAndGet() == 1, "a sink is finished twice");
      for (CountedSource filler : fillers) {
        graph.check(filler.isRead(), "a sink is finished before its input was read");
      }
      FinishPhase all = phase(0);
      for (int i = 1; i < phases.length; i++) {
        int next = i;
        all = all.then(() -> phase(next));
      }
      return all;
    }

    private FinishPhase phase(int number) {
      int before = 0;
      for (int i = 0; i < number; i++) {
        before += phases[i];
      }
      graph.check(orders.get() == before, "a phase begins before the one before it has ended");
      phase.set(number);
      List<FinishOrder> all = new ArrayList<>();
      for (int i = 0; number < phases.length && i < phases[number]; i++) {
        all.add(
            context -> {
              graph.check(phase.get() == number, "an order runs after its phase");
              orders.incrementAndGet();
            });
      }
      return FinishPhase.of(all);
    }

    boolean isComplete() {
      int all = 0;
      for (int count : phases) {
        all += count;
      }
      return finished.get() == 1 && orders.get() == all;
    }

    @Override
    public String name() {
      return "sink";
    }
  }

  @Test
  void everyGraphIsRunToItsEnd(MemoryLedger ledger) throws InterruptedException {
    for (int seed = 0; seed < GRAPHS; seed++) {
      Random random = new Random(seed);
      SchedulingPolicyKind[] kinds = SchedulingPolicyKind.values();
      SchedulingPolicyKind kind = kinds[seed % kinds.length];
      try (WorkerPool pool =
          new WorkerPool(
              1 + random.nextInt(4), kind.create(new SplittableRandom(seed)), () -> {})) {
        run(random, pool, ledger, "graph " + seed);
      }
    }
  }

  private static void run(Random random, WorkerPool pool, MemoryLedger ledger, String name)
      throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(QUERIES_AT_ONCE);
    List<Graph> graphs = new ArrayList<>();
    List<QueryExecution> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES_AT_ONCE; i++) {
      Graph graph = new Graph(random);
      graphs.add(graph);
      queries.add(
          new QueryExecution(
              QueryContext.open(name, ledger, new CancellationToken(), 1, 0, ZoneOffset.UTC),
              name,
              1 + random.nextInt(3),
              Long.MAX_VALUE,
              1 + random.nextInt(4),
              graph.pipelines,
              pool,
              ended::countDown));
    }
    queries.forEach(QueryExecution::start);
    graphs.forEach(graph -> graph.sources.forEach(CountedSource::release));
    assertThat(ended.await(60, TimeUnit.SECONDS)).as("%s ends", name).isTrue();
    for (int i = 0; i < queries.size(); i++) {
      Graph graph = graphs.get(i);
      assertThat(queries.get(i).failure()).as(name).isNull();
      queries.get(i).close();
      assertThat(graph.wrong).as(name).isEmpty();
      assertThat(graph.sources).as(name).allMatch(CountedSource::isRead);
      assertThat(graph.sinks).as(name).allMatch(CountedSink::isComplete);
    }
  }
}
