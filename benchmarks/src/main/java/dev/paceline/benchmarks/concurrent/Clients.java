package dev.paceline.benchmarks.concurrent;

import dev.paceline.benchmarks.frame.Connections;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Clients of one product, each with a query, a connection and a thread of its own. */
final class Clients implements Contestant, AutoCloseable {
  private final List<Query> queries;
  private final Connections connections;
  private final ExecutorService threads;

  /**
   * Takes over connections, which {@link #close} closes.
   *
   * @param queries one for each connection
   */
  Clients(List<Query> queries, Connections connections) {
    this.queries = List.copyOf(queries);
    this.connections = connections;
    this.threads = Executors.newFixedThreadPool(queries.size());
  }

  /** Returns the answer of one client's query, which runs alone. */
  Answer answer(int client) throws SQLException {
    return Answer.of(connections.all().get(client), queries.get(client).sql());
  }

  /** Lets all clients begin at the same time; measures until the last one has its answer. */
  @Override
  public Timing run() {
    List<Callable<Answer>> all = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      int client = i;
      all.add(() -> answer(client));
    }
    return Timing.of(() -> Tasks.runAll(all, threads));
  }

  @Override
  public void close() throws SQLException {
    threads.shutdownNow();
    connections.close();
  }
}
