package dev.paceline.benchmarks.transfer;

import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.Connections;
import dev.paceline.benchmarks.frame.EngineTrace;
import dev.paceline.benchmarks.frame.QueryChoice;
import dev.paceline.benchmarks.frame.Repetitions;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.benchmarks.transfer.TransferTimes.OperatorShare;
import dev.paceline.benchmarks.transfer.TransferTimes.ProbeTimes;
import dev.paceline.benchmarks.transfer.TransferTimes.VariantTimes;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.kernel.tier.SimdSupport;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench transfer}: queries with several units of transfer, by turns, on the same
 * blocks in the same buffer pool (Deshmukh, Efficient Query Scheduling, 2018, §4.5).
 */
@Command(
    name = "transfer",
    description = {
      "Runs TPC-H with fused pipelines, and with rows that operators hand on in blocks: one, four",
      "or all at once. Measures the machine first, and tells what the cost model makes of that."
    })
public final class TransferBenchmark extends TurnsBenchmarkCommand {
  static final String ONE = "1";
  static final String ALL = "all";
  private static final List<String> UNITS = List.of("fused", ONE, "4", ALL);
  private static final List<Long> BLOCK_KILOBYTES =
      List.of(64L, 128L, 256L, 512L, 1024L, 2048L, 4096L);

  /** Fewer tasks tell nothing about the others. */
  private static final int MIN_ORDERS = 5;

  private static final int SHOWN_OPERATORS = 2;

  @Mixin private final QueryChoice queries = new QueryChoice();
  @Mixin private final Charts charts = new Charts();

  @Option(
      names = "--without",
      description =
          "Techniques that all runs do without, with commas between: without lookahead joins see"
              + " rows that runtime filters drop otherwise.")
  private String without = "";

  /** Sets the defaults of the options. */
  public TransferBenchmark() {
    super(2);
  }

  /** A query by one connection, and the tasks of each run. */
  private static final class TracedQuery implements Contestant {
    private final Contestant query;
    private final EngineTrace orders;
    private final List<QueryTrace> traces = new ArrayList<>();

    TracedQuery(Connection connection, Query query, EngineTrace orders) {
      this.query = Contestant.query(connection, query);
      this.orders = orders;
    }

    @Override
    public Timing run() throws SQLException {
      Timing timing = query.run();
      traces.add(new QueryTrace(orders.take()));
      return timing;
    }
  }

  @Override
  protected void run() throws SQLException, IOException {
    if (!SimdSupport.loadModule()) { // also loads the module of the calibration's reads
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "the costs of the machine are measured with the Vector API; start Java with"
              + " --add-modules=jdk.incubator.vector");
    }
    String techniques =
        Technique.parse(without).stream().map(Technique::key).collect(Collectors.joining(","));
    List<Query> chosen = queries.of(new TpchSuite(), scale());
    String url = databases(new TpchSuite()).url(threads()) + ";without=" + techniques;
    TransferModel model = new TransferModel(MachineCosts.measure(), threads());
    try (Connections units = new Connections();
        Connections blocks = new Connections()) {
      for (String unit : UNITS) {
        units.open(url + ";unitOfTransfer=" + unit);
      }
      for (long kilobytes : BLOCK_KILOBYTES) {
        String sized = url + ";transferBlock=" + kilobytes + "KB;unitOfTransfer=";
        blocks.open(sized + ONE);
        blocks.open(sized + ALL);
      }
      TransferReport times =
          new TransferReport(
              model,
              headlineOfMedians(new TpchSuite())
                  + (techniques.isEmpty() ? "" : ", without " + techniques),
              report());
      try (EngineTrace orders = new EngineTrace(units.all().getFirst())) {
        for (Query query : chosen) {
          times.add(measure(query, units.all(), blocks.all(), orders));
        }
      }
      times.end();
      times.draw(charts);
    }
  }

  private TransferTimes measure(
      Query query, List<Connection> units, List<Connection> blocks, EngineTrace orders)
      throws SQLException {
    Turns.requireSameAnswers(query, units);
    List<TracedQuery> traced = traced(query, units, orders);
    Turns turns = turns(traced);
    turns.warmUp();
    List<QueryPipelines> pipelines = new ArrayList<>();
    for (Connection connection : units) {
      pipelines.add(QueryPipelines.of(connection, query));
    }
    List<Runs> runs = measure(turns, traced, orders);
    int deepestChain = deepest(pipelines.getFirst(), traced.getFirst().traces.getFirst());
    List<VariantTimes> variants = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      List<QueryTrace> traces = traced.get(i).traces;
      traces.forEach(pipelines.get(i)::check);
      List<List<Integer>> chains = pipelines.get(i).chains();
      if (chains.size() != pipelines.getFirst().chains().size()) {
        throw PacelineException.internal(
            query.label() + " is cut differently: " + pipelines.get(i), null);
      }
      List<Integer> deepest = chains.get(deepestChain);
      double millis = Statistics.median(traces, trace -> trace.spanMillis(deepest));
      variants.add(new VariantTimes(UNITS.get(i), runs.get(i), millis));
    }
    QueryPipelines cut = pipelines.getLast();
    QueryTrace lazy = traced.getLast().traces.getFirst();
    long transferred =
        IntStream.range(0, cut.steps().size())
            .filter(cut::readsBlocks)
            .mapToLong(lazy::morsels)
            .sum();
    List<OperatorShare> operators =
        lazy.byShare().stream()
            .limit(SHOWN_OPERATORS)
            .map(i -> new OperatorShare(cut.steps().get(i), lazy.share(i)))
            .toList();
    int consumer = cut.firstConsumer(cut.chains().get(deepestChain));
    List<ProbeTimes> probes =
        consumer < 0 ? List.of() : probes(traced(query, blocks, orders), consumer, orders);
    return new TransferTimes(query.label(), variants, transferred, probes, operators);
  }

  private static List<TracedQuery> traced(
      Query query, List<Connection> connections, EngineTrace orders) {
    return connections.stream()
        .map(connection -> new TracedQuery(connection, query, orders))
        .toList();
  }

  /** Measures, and keeps the traces of the measured runs only. */
  private static List<Runs> measure(Turns turns, List<TracedQuery> traced, EngineTrace orders)
      throws SQLException {
    orders.take();
    traced.forEach(query -> query.traces.clear());
    return turns.measure();
  }

  /** Returns the number of the pipeline with the most probes, the longest of them. */
  private static int deepest(QueryPipelines pipelines, QueryTrace trace) {
    List<List<Integer>> chains = pipelines.chains();
    return IntStream.range(0, chains.size())
        .boxed()
        .max(
            Comparator.<Integer>comparingLong(i -> pipelines.probes(chains.get(i)))
                .thenComparingDouble(i -> trace.spanMillis(chains.get(i))))
        .orElseThrow(() -> new IllegalStateException("a query without pipelines"));
  }

  /**
   * Measures the tasks of a probe with blocks of several sizes.
   *
   * @param traced the query, eager and lazy for each size
   * @param consumer the first pipeline that probes transferred rows
   */
  private List<ProbeTimes> probes(List<TracedQuery> traced, int consumer, EngineTrace orders)
      throws SQLException {
    Turns turns = new Turns(new Repetitions(1, 0, repetitions().rounds()), traced);
    turns.warmUp();
    measure(turns, traced, orders);
    List<ProbeTimes> probes = new ArrayList<>();
    for (int i = 0; i < BLOCK_KILOBYTES.size(); i++) {
      List<QueryTrace> eager = traced.get(2 * i).traces;
      List<QueryTrace> lazy = traced.get(2 * i + 1).traces;
      long count = lazy.getFirst().morsels(consumer);
      if (count >= MIN_ORDERS) {
        probes.add(
            new ProbeTimes(
                BLOCK_KILOBYTES.get(i),
                count,
                Statistics.median(eager, trace -> trace.orderMillis(consumer)),
                Statistics.median(lazy, trace -> trace.orderMillis(consumer))));
      }
    }
    return probes;
  }
}
