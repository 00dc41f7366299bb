package dev.paceline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacelineMetricsTest {
  private static final String MEMORY = ";memory=64m;workers=2";

  private final MeterRegistry registry = new SimpleMeterRegistry();

  private static PacelineMetrics metrics(Connection connection) throws SQLException {
    return PacelineMetrics.of(connection, Tags.of("database", "test"));
  }

  private Timer queries(String outcome) {
    return registry.get("paceline.queries").tag("outcome", outcome).timer();
  }

  private double gauge(String name) {
    return registry.get(name).tag("database", "test").gauge().value();
  }

  private double counter(String name) {
    return registry.get(name).functionCounter().count();
  }

  @Test
  void tellsHowQueriesEndedAndWhatTheyTook() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:" + MEMORY);
        PacelineMetrics metrics = metrics(connection);
        Statement statement = connection.createStatement()) {
      metrics.bindTo(registry);
      statement.execute("CREATE TABLE d AS VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8)");
      assertThat(queries("completed").count()).isOne();
      assertThat(queries("completed").totalTime(TimeUnit.NANOSECONDS)).isPositive();

      String many = "SELECT a.\"col0\" FROM d a, d b, d c, d e, d f, d g, d h";
      try (ResultSet left = statement.executeQuery(many)) {
        assertThat(left.next()).isTrue();
        assertThat(gauge("paceline.queries.running")).isOne();
        assertThat(gauge("paceline.memory.used")).isPositive();
      }
      assertThat(queries("cancelled").count()).isOne();
      assertThat(gauge("paceline.queries.running")).isZero();

      try (Statement failing = connection.createStatement()) {
        assertThatThrownBy(() -> failing.executeQuery("SELECT 1 / \"col0\" FROM d").next())
            .isInstanceOf(SQLException.class);
        assertThat(queries("failed").count()).as("before it is closed").isZero();
      }
      assertThat(queries("failed").count()).isOne();
      assertThat(queries("completed").count()).isOne();
      assertThat(queries("timed_out").count()).isZero();

      assertThat(registry.get("paceline.queries.memory.peak").summary().count()).isEqualTo(3);
      assertThat(registry.get("paceline.queries.memory.peak").summary().max()).isPositive();
      assertThat(registry.get("paceline.queries.temporary").counter().count()).isZero();
      assertThat(registry.get("paceline.orders").functionTimer().count()).isGreaterThan(2);
      assertThat(registry.get("paceline.orders").functionTimer().totalTime(TimeUnit.NANOSECONDS))
          .isPositive();
      assertThat(gauge("paceline.workers.active")).isEqualTo(2);
      assertThat(gauge("paceline.memory.limit")).isEqualTo(64 << 20);
      assertThat(gauge("paceline.memory.peak"))
          .isBetween(gauge("paceline.memory.used"), gauge("paceline.memory.limit"));
      assertThat(registry.find("paceline.blocks.read").meter()).as("nothing is read").isNull();
    }
  }

  @Test
  void tellsOfTheBlocksOfAStoredDatabase(@TempDir Path folder) throws SQLException {
    String url = "jdbc:paceline:" + folder + MEMORY;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE d AS VALUES (0, 'a'), (1, 'b')");
    }
    try (Connection connection = DriverManager.getConnection(url);
        PacelineMetrics metrics = metrics(connection);
        Statement statement = connection.createStatement()) {
      metrics.bindTo(registry);
      assertThat(counter("paceline.blocks.read")).isZero();
      try (ResultSet rows = statement.executeQuery("SELECT max(\"col0\") FROM d")) {
        assertThat(rows.next()).isTrue();
      }
      assertThat(counter("paceline.blocks.read")).isOne();
      assertThat(counter("paceline.blocks.read.size")).isPositive();
      assertThat(counter("paceline.blocks.evicted")).isZero();
    }
  }

  @Test
  void leavesNoMetersBehind() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:" + MEMORY);
        Statement statement = connection.createStatement()) {
      Timer completed;
      try (PacelineMetrics metrics = metrics(connection)) {
        metrics.bindTo(registry);
        completed = queries("completed");
      }
      assertThat(registry.getMeters()).isEmpty();
      statement.execute("CREATE TABLE d AS VALUES (0), (1)");
      assertThat(completed.count()).isZero();
    }
  }
}
