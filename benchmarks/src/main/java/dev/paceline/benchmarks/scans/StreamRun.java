package dev.paceline.benchmarks.scans;

import com.sun.management.OperatingSystemMXBean;
import dev.paceline.benchmarks.suite.Answer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs streams side by side, each on a connection and a thread of its own, and measures them. */
final class StreamRun {
  private static final Path IO_COUNTERS = Path.of("/proc/self/io");
  private static final String READ_BYTES = "read_bytes: ";

  private StreamRun() {}

  /** Opens a connection for a stream. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws SQLException;
  }

  /**
   * What was measured.
   *
   * @param seconds from the first query's start to the last one's end
   * @param streamSeconds of each stream
   * @param times of all queries
   * @param deviceBytes that this process read from devices; -1 if the system does not tell
   * @param cpuSeconds of this process
   */
  record Result(
      double seconds,
      List<Double> streamSeconds,
      List<QueryTime> times,
      long deviceBytes,
      double cpuSeconds) {
    double averageStreamSeconds() {
      return streamSeconds.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Mean latency of the queries of a type; NaN if there was none. */
    double latency(String type) {
      return times.stream()
          .filter(time -> time.type().equals(type))
          .mapToDouble(QueryTime::seconds)
          .average()
          .orElse(Double.NaN);
    }
  }

  /**
   * @param type see {@link StreamQuery#type}
   */
  record QueryTime(String type, double seconds) {}

  /**
   * Runs all streams.
   *
   * @param answers in which the answer of every query is put, or compared with what is there
   */
  static Result run(List<List<StreamQuery>> streams, Opener opener, Answers answers)
      throws SQLException, IOException {
    List<Connection> connections = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(streams.size())) {
      for (int i = 0; i < streams.size(); i++) {
        connections.add(opener.open());
      }
      long bytes = deviceBytes();
      long cpu = cpuNanos();
      long start = System.nanoTime();
      List<Future<List<QueryTime>>> running = new ArrayList<>();
      for (int i = 0; i < streams.size(); i++) {
        running.add(threads.submit(stream(streams.get(i), connections.get(i), answers)));
      }
      List<Double> streamSeconds = new ArrayList<>();
      List<QueryTime> times = new ArrayList<>();
      for (Future<List<QueryTime>> stream : running) {
        List<QueryTime> own = await(stream);
        streamSeconds.add(own.stream().mapToDouble(QueryTime::seconds).sum());
        times.addAll(own);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Result(
          seconds,
          streamSeconds,
          times,
          bytes < 0 ? -1 : deviceBytes() - bytes,
          (cpuNanos() - cpu) / 1e9);
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private static Callable<List<QueryTime>> stream(
      List<StreamQuery> queries, Connection connection, Answers answers) {
    return () -> {
      List<QueryTime> times = new ArrayList<>();
      try (Statement statement = connection.createStatement()) {
        for (StreamQuery query : queries) {
          long start = System.nanoTime();
          Answer answer;
          try (ResultSet rows = statement.executeQuery(query.sql())) {
            answer = Answer.of(rows);
          }
          times.add(new QueryTime(query.type(), (System.nanoTime() - start) / 1e9));
          answers.check(query, answer);
        }
      }
      return times;
    };
  }

  private static List<QueryTime> await(Future<List<QueryTime>> stream) throws SQLException {
    try {
      return stream.get();
    } catch (ExecutionException e) {
      throw new SQLException("a stream failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    }
  }

  private static long deviceBytes() throws IOException {
    if (!Files.isReadable(IO_COUNTERS)) {
      return -1;
    }
    for (String line : Files.readAllLines(IO_COUNTERS)) {
      if (line.startsWith(READ_BYTES)) {
        return Long.parseLong(line.substring(READ_BYTES.length()).strip());
      }
    }
    return -1;
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
