package dev.paceline.benchmarks.transfer;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.QueryTurns;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.benchmarks.suite.Timing;
import dev.paceline.benchmarks.transfer.TransferTimes.OperatorShare;
import dev.paceline.benchmarks.transfer.TransferTimes.ProbeTimes;
import dev.paceline.benchmarks.transfer.TransferTimes.VariantTimes;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.kernel.SimdSupport;
import dev.paceline.core.pipeline.TransferModel;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries with several units of transfer, by turns, in one process on the same blocks in the
 * same buffer pool (Deshmukh, Efficient Query Scheduling, §4.5). Every answer is compared with that
 * of fused pipelines first.
 */
public final class TransferBenchmark {
  static final String FUSED = "fused";
  static final String ONE = "1";
  static final String ALL = "all";

  private static final List<String> UNITS = List.of(FUSED, ONE, "4", ALL);
  private static final List<Long> BLOCK_KILOBYTES =
      List.of(64L, 128L, 256L, 512L, 1024L, 2048L, 4096L);

  /** Fewer orders tell nothing about the others. */
  private static final int MIN_ORDERS = 5;

  private static final int SHOWN_OPERATORS = 2;

  private final Settings settings;
  private final Console console;

  /**
   * What to run.
   *
   * @param without techniques that all do without
   * @param repetitions of each query, besides the run whose answer is compared
   */
  public record Settings(
      QuerySuite suite,
      double scale,
      int threads,
      List<Query> queries,
      Set<Technique> without,
      Repetitions repetitions) {}

  public TransferBenchmark(Settings settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /**
   * Measures, and prints while it goes.
   *
   * @param cache folder for databases, which later runs find again
   */
  public TransferReport run(Path cache) throws SQLException, IOException {
    Path folder = StoredTables.inFolder(settings.suite(), cache, settings.scale(), console);
    String url =
        "jdbc:paceline:"
            + folder
            + ";readOnly=true;workers="
            + settings.threads()
            + ";without="
            + without();
    if (!SimdSupport.isEnabled()) { // also loads the module of the calibration's reads
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "the costs of the machine are measured with the Vector API; start Java with"
              + " --add-modules=jdk.incubator.vector");
    }
    TransferModel model =
        new TransferModel(MachineCosts.measure(TransferModel.TYPICAL.costs()), settings.threads());
    TransferReport report =
        new TransferReport(
            settings.scale(), without(), settings.repetitions(), model, console.out());
    List<Connection> units = new ArrayList<>();
    List<Connection> blocks = new ArrayList<>();
    try {
      for (String unit : UNITS) {
        units.add(DriverManager.getConnection(url + ";unitOfTransfer=" + unit));
      }
      for (long kilobytes : BLOCK_KILOBYTES) {
        String sized = url + ";transferBlock=" + kilobytes + "KB;unitOfTransfer=";
        blocks.add(DriverManager.getConnection(sized + ONE));
        blocks.add(DriverManager.getConnection(sized + ALL));
      }
      try (OrderCollector orders =
          new OrderCollector(units.getFirst().unwrap(Session.class).instance().engine())) {
        report.begin();
        for (Query query : settings.queries()) {
          report.add(measure(query, units, blocks, orders));
        }
        report.end();
      }
      return report;
    } finally {
      for (Connection connection : units) {
        connection.close();
      }
      for (Connection connection : blocks) {
        connection.close();
      }
    }
  }

  private String without() {
    return settings.without().stream().map(Technique::key).collect(Collectors.joining(","));
  }

  private TransferTimes measure(
      Query query, List<Connection> units, List<Connection> blocks, OrderCollector orders)
      throws SQLException {
    QueryTurns turns = new QueryTurns(query, units, settings.repetitions());
    turns.check(QueryTurns.answer(units.getFirst(), query));
    turns.warmUp();
    List<QueryPipelines> pipelines = new ArrayList<>();
    List<List<Timing>> timings = new ArrayList<>();
    for (Connection connection : units) {
      pipelines.add(QueryPipelines.of(connection, query));
      timings.add(new ArrayList<>());
    }
    List<List<QueryTrace>> traces =
        traces(turns, units.size(), orders, (turn, timing) -> timings.get(turn).add(timing));
    int deepestChain = deepest(pipelines.getFirst(), traces.getFirst().getFirst());
    List<VariantTimes> variants = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      traces.get(i).forEach(pipelines.get(i)::check);
      List<List<Integer>> chains = pipelines.get(i).chains();
      if (chains.size() != pipelines.getFirst().chains().size()) {
        throw PacelineException.internal(
            "Q" + query.name() + " is cut otherwise: " + pipelines.get(i), null);
      }
      List<Integer> deepest = chains.get(deepestChain);
      variants.add(
          new VariantTimes(
              UNITS.get(i),
              timings.get(i),
              median(traces.get(i).stream().mapToDouble(trace -> trace.spanMillis(deepest)))));
    }
    QueryPipelines cut = pipelines.getLast();
    QueryTrace lazy = traces.getLast().getFirst();
    long transferred = 0;
    for (int i = 0; i < cut.steps().size(); i++) {
      transferred += cut.readsBlocks(i) ? lazy.morsels(i) : 0;
    }
    List<OperatorShare> operators =
        lazy.byShare().stream()
            .limit(SHOWN_OPERATORS)
            .map(i -> new OperatorShare(cut.steps().get(i), lazy.share(i)))
            .toList();
    return new TransferTimes(
        query.name(),
        variants,
        transferred,
        probes(query, blocks, cut.firstConsumer(cut.chains().get(deepestChain)), orders),
        operators);
  }

  /** Number of the pipeline with the most probes, the longest of them. */
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
   * @param consumer the first pipeline that probes transferred rows; -1 for none
   */
  private List<ProbeTimes> probes(
      Query query, List<Connection> blocks, int consumer, OrderCollector orders)
      throws SQLException {
    List<ProbeTimes> probes = new ArrayList<>();
    if (consumer < 0) {
      return probes;
    }
    Repetitions cold = settings.repetitions();
    QueryTurns turns = new QueryTurns(query, blocks, new Repetitions(1, 0, cold.rounds()));
    turns.warmUp();
    List<List<QueryTrace>> traces = traces(turns, blocks.size(), orders, null);
    for (int i = 0; i < BLOCK_KILOBYTES.size(); i++) {
      List<QueryTrace> eager = traces.get(2 * i);
      List<QueryTrace> lazy = traces.get(2 * i + 1);
      long count = lazy.getFirst().morsels(consumer);
      if (count >= MIN_ORDERS) {
        probes.add(
            new ProbeTimes(
                BLOCK_KILOBYTES.get(i),
                count,
                median(eager.stream().mapToDouble(trace -> trace.orderMillis(consumer))),
                median(lazy.stream().mapToDouble(trace -> trace.orderMillis(consumer)))));
      }
    }
    return probes;
  }

  private static List<List<QueryTrace>> traces(
      QueryTurns turns, int count, OrderCollector orders, QueryTurns.@Nullable Listener listener)
      throws SQLException {
    List<List<QueryTrace>> traces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      traces.add(new ArrayList<>());
    }
    orders.take(); // those of the runs before
    turns.measure(
        (turn, timing) -> {
          traces.get(turn).add(orders.take());
          if (listener != null) {
            listener.ran(turn, timing);
          }
        });
    return traces;
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
