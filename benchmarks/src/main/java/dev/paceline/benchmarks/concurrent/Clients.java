package dev.paceline.benchmarks.concurrent;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Clients of one product, each with a query, a connection and a thread of its own. For one thread.
 */
final class Clients implements AutoCloseable {
  private final List<Query> queries;
  private final List<Connection> connections = new ArrayList<>();
  private final ExecutorService threads;

  /** Opens a connection. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws SQLException;
  }

  /**
   * Opens all connections, which {@link #close} closes.
   *
   * @param queries one for each client
   */
  Clients(List<Query> queries, Opener opener) throws SQLException {
    this.queries = List.copyOf(queries);
    try {
      for (int i = 0; i < queries.size(); i++) {
        connections.add(opener.open());
      }
    } catch (SQLException e) {
      closeConnections();
      throw e;
    }
    threads = Executors.newFixedThreadPool(queries.size());
  }

  /** The answer of one client's query, alone. */
  Answer answer(int client) throws SQLException {
    try (Statement statement = connections.get(client).createStatement();
        ResultSet rows = statement.executeQuery(queries.get(client).sql())) {
      return Answer.of(rows);
    }
  }

  /** Lets all clients begin at the same time; nanoseconds until the last has its whole answer. */
  long runAll() throws SQLException {
    CountDownLatch ready = new CountDownLatch(queries.size());
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      int client = i;
      running.add(
          threads.submit(
              () -> {
                ready.countDown();
                start.await();
                return answer(client);
              }));
    }
    try {
      ready.await();
      long begin = System.nanoTime();
      start.countDown();
      for (Future<?> one : running) {
        one.get();
      }
      return System.nanoTime() - begin;
    } catch (ExecutionException e) {
      throw new SQLException("a client failed: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    }
  }

  @Override
  public void close() throws SQLException {
    threads.shutdownNow();
    closeConnections();
  }

  private void closeConnections() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
