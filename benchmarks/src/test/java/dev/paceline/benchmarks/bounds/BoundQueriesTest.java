package dev.paceline.benchmarks.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import dev.paceline.storage.table.Database;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program against Paceline's SQL and DuckDB's, with three sets of parameters. */
final class BoundQueriesTest {
  private static final double SCALE = 0.01;

  @TempDir private static Path cache;

  private static Connection paceline;
  private static Connection duckDb;

  private static final Console SILENT =
      new Console(
          new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
          new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

  @BeforeAll
  static void open() throws Exception {
    paceline =
        DriverManager.getConnection("jdbc:paceline:" + databases(cache).folder() + ";workers=1");
    duckDb = DuckDbTables.inMemory(new TpchSuite(), SCALE);
  }

  private static SuiteDatabases databases(Path folder) {
    return new SuiteDatabases(new TpchSuite(), SCALE, folder, SILENT);
  }

  @AfterAll
  static void close() throws Exception {
    paceline.close();
    duckDb.close();
  }

  static Stream<BoundQuery> queries() {
    Stream<BoundQuery> others =
        Stream.of(
            new PricingSummary(LocalDate.of(1998, 10, 2)),
            new PricingSummary(LocalDate.of(1995, 6, 17)),
            new ForecastRevenue(1993, 2, 25),
            new ForecastRevenue(1997, 9, 24),
            new ProductProfit("navajo"),
            new ProductProfit("dim"),
            new CustomerDistribution("pending", "deposits"),
            new CustomerDistribution("express", "packages"),
            new PromotionEffect(LocalDate.of(1993, 12, 1)),
            new PromotionEffect(LocalDate.of(2001, 1, 1)),
            new SmallQuantityRevenue("Brand#11", "LG CAN"),
            new SmallQuantityRevenue("Brand#54", "WRAP JAR"),
            new LargeVolumeCustomers(315),
            new LargeVolumeCustomers(220),
            new DiscountedRevenue(List.of("Brand#11", "Brand#44", "Brand#53"), List.of(5, 15, 25)),
            new DiscountedRevenue(
                List.of("Brand#22", "Brand#22", "Brand#22"), List.of(10, 10, 30)));
    return Stream.concat(BoundQuery.VALIDATION.stream(), others);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void answersAsSqlDoes(BoundQuery query) throws Exception {
    Answer byHand = run(query);

    String sql = query.query().sql();
    byHand.requireSame(Answer.of(paceline, sql), query.query());
    byHand.requireSame(Answer.of(duckDb, sql), query.query());
  }

  @Test
  void refusesDataThatDoesNotHaveWhatItNeeds() throws Exception {
    try (Connection other =
            DriverManager.getConnection(
                "jdbc:paceline:" + databases(cache.resolve("other")).folder());
        Statement statement = other.createStatement()) {
      Database database = other.unwrap(Session.class).instance().database();
      statement.execute("insert into part select * from part where p_partkey = 1");
      statement.execute("insert into lineitem select * from lineitem where l_orderkey = 7");

      assertRefused(
          database, PromotionEffect.VALIDATION, "unique keys, but p_partkey has duplicates");
      assertRefused(database, LargeVolumeCustomers.VALIDATION, "hand-written queries need");
      statement.execute(
          "insert into part select 900000000000, p_name, p_mfgr, p_brand, p_type,"
              + " p_size, p_container, p_retailprice, p_comment from part where p_partkey = 1");
      assertRefused(database, DiscountedRevenue.VALIDATION, "lie close together");
    }
  }

  private static void assertRefused(Database database, BoundQuery query, String reason) {
    assertThatThrownBy(
            () -> {
              try (BlockReader reader = new BlockReader(database)) {
                query.run(reader);
              }
            })
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void measuresAndReports() throws Exception {
    BenchRun run =
        BenchRun.of("bounds", "--smoke", "--queries", "6,18", "--cache", cache.toString());

    assertThat(run.printed()).contains("Q6 ", "Q18 ", "GB/s", "geometric mean of the CPU ratios");
    assertThat(run.json().path("readBytesPerSecond").asDouble()).isPositive();
    assertThat(run.json().path("queries").get(1).path("hand").path("cpuMillis").isNumber())
        .isTrue();
  }

  private static Answer run(BoundQuery query) throws Exception {
    Database database = paceline.unwrap(Session.class).instance().database();
    try (BlockReader reader = new BlockReader(database)) {
      return query.run(reader);
    }
  }
}
