package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.LineChart;
import dev.paceline.benchmarks.frame.LineChart.Line;
import dev.paceline.benchmarks.frame.Timing;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Samples of the bytes that running scans want, by the number of scans that want them, ten times a
 * second.
 *
 * <p>Source: the sharing potential of the VectorWise thesis (2011, figure 6.1).
 */
final class SharingSamples implements AutoCloseable {
  private static final long INTERVAL_MILLIS = 100;
  private static final double MEGABYTE = 1e6;

  private final Connection connection;
  private final Thread sampler;
  private final List<Sample> samples = new ArrayList<>();
  private final long start = System.nanoTime();
  private volatile boolean stopped;
  private volatile @Nullable SQLException failure;

  /**
   * Bytes by the number of scans that want them.
   *
   * @param megabytes what one scan wants, what two want, and so on
   */
  record Sample(double seconds, List<Double> megabytes) {}

  /**
   * Begins to look.
   *
   * @param connection to the database, for this only; closed with this
   */
  SharingSamples(Connection connection) {
    this.connection = connection;
    this.sampler = Thread.ofPlatform().name("sharing-samples").start(this::sample);
  }

  private void sample() {
    try (Statement statement = connection.createStatement()) {
      while (!stopped) {
        List<Double> megabytes = new ArrayList<>();
        try (ResultSet rows =
            statement.executeQuery("SELECT wanted_bytes FROM paceline.sharing ORDER BY scans")) {
          while (rows.next()) {
            megabytes.add(rows.getLong(1) / MEGABYTE);
          }
        }
        samples.add(new Sample(Timing.secondsSince(start), megabytes));
        Thread.sleep(INTERVAL_MILLIS);
      }
    } catch (SQLException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops, and returns the samples in the order of their times. */
  List<Sample> end() throws SQLException {
    stopped = true;
    try {
      sampler.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    SQLException failed = failure;
    if (failed != null) {
      throw failed;
    }
    return samples;
  }

  @Override
  public void close() throws SQLException {
    stopped = true;
    connection.close();
  }

  /** Draws a line for each number of scans. */
  static LineChart chart(String title, List<Sample> samples) {
    int counts = samples.getFirst().megabytes().size();
    List<Line> lines =
        IntStream.range(0, counts)
            .mapToObj(
                i ->
                    Line.of(
                        (i + 1 < counts ? "" : "at least ") + (i + 1),
                        samples,
                        Sample::seconds,
                        sample -> sample.megabytes().get(i)))
            .toList();
    return new LineChart(title, "seconds", "wanted, MB", false, lines);
  }
}
