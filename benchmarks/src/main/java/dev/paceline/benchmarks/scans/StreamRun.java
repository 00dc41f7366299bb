package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.Connections;
import dev.paceline.benchmarks.frame.KnownAnswers;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Streams that ran side by side, each on a connection and a thread of its own.
 *
 * @param seconds from the first query's start to the last one's end
 * @param streams the times of the queries of each stream
 * @param deviceBytes that this process read from devices; -1 if the system does not tell
 * @param cpuSeconds of this process
 */
record StreamRun(
    double seconds, List<List<QueryTime>> streams, long deviceBytes, double cpuSeconds) {
  private static final Path IO_COUNTERS = Path.of("/proc/self/io");
  private static final String READ_BYTES = "read_bytes: ";

  /**
   * The time of a query.
   *
   * @param type see {@link ScanStreams}
   */
  record QueryTime(String type, double seconds) {}

  /** Opens a connection for a stream. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws SQLException;
  }

  /**
   * Runs streams.
   *
   * @param answers with which all answers are compared
   */
  static StreamRun of(List<List<Query>> streams, Opener opener, KnownAnswers answers)
      throws SQLException, IOException {
    try (Connections connections = new Connections()) {
      List<Callable<List<QueryTime>>> tasks = new ArrayList<>();
      for (List<Query> stream : streams) {
        Connection connection = connections.add(opener.open());
        tasks.add(() -> run(stream, connection, answers));
      }
      long bytes = bytesReadFromDevices();
      double cpu = Timing.processCpuSeconds();
      long start = System.nanoTime();
      List<List<QueryTime>> times = Tasks.runAll(tasks);
      return new StreamRun(
          Timing.secondsSince(start),
          times,
          bytes < 0 ? -1 : bytesReadFromDevices() - bytes,
          Timing.processCpuSeconds() - cpu);
    }
  }

  private static List<QueryTime> run(
      List<Query> queries, Connection connection, KnownAnswers answers) throws SQLException {
    List<QueryTime> times = new ArrayList<>();
    for (Query query : queries) {
      times.add(new QueryTime(query.name(), answers.ask(connection, query, query.sql())));
    }
    return times;
  }

  /** Returns the mean time of a stream. */
  double averageStreamSeconds() {
    return streams.stream()
        .mapToDouble(times -> Statistics.sum(times, QueryTime::seconds))
        .average()
        .orElse(0);
  }

  /** Returns the mean latency of the queries of a type; NaN if there was none. */
  double latency(String type) {
    return streams.stream()
        .flatMap(List::stream)
        .filter(time -> time.type().equals(type))
        .mapToDouble(QueryTime::seconds)
        .average()
        .orElse(Double.NaN);
  }

  private static long bytesReadFromDevices() throws IOException {
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
}
