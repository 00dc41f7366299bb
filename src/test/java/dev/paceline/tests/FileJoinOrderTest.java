package dev.paceline.tests;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.datasets.DataSet;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Joins of files, which are ordered as those of tables with the same rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FileJoinOrderTest {
  private static final double SCALE = 0.01;
  private static final List<String> TABLES =
      List.of("nation", "supplier", "customer", "orders", "lineitem");
  private static final Pattern SCANNED =
      Pattern.compile("(?:/|main, )(" + String.join("|", TABLES) + ")\\b");

  /** Joins of three to six tables, with names of tables in braces. */
  private static final List<String> QUERIES =
      List.of(
          """
          select c.c_mktsegment, count(*) from {customer} c, {orders} o, {lineitem} l
          where c.c_custkey = o.o_custkey and l.l_orderkey = o.o_orderkey
          and o.o_orderdate < date '1995-03-15' and l.l_shipmode = 'RAIL' group by 1
          """,
          """
          select n.n_name, count(*) from {supplier} s, {lineitem} l, {orders} o, {nation} n
          where s.s_suppkey = l.l_suppkey and o.o_orderkey = l.l_orderkey and o.o_orderstatus = 'F'
          and l.l_receiptdate > l.l_commitdate and s.s_nationkey = n.n_nationkey
          and n.n_name = 'SAUDI ARABIA' group by 1
          """,
          """
          select n1.n_name, n2.n_name, count(*)
          from {supplier} s, {lineitem} l, {orders} o, {customer} c, {nation} n1, {nation} n2
          where s.s_suppkey = l.l_suppkey and o.o_orderkey = l.l_orderkey
          and c.c_custkey = o.o_custkey and s.s_nationkey = n1.n_nationkey
          and c.c_nationkey = n2.n_nationkey and n1.n_name = 'FRANCE' and n2.n_name = 'GERMANY'
          and l.l_shipdate between date '1995-01-01' and date '1996-12-31' group by 1, 2
          """);

  @TempDir private static Path directory;
  private Connection paceline;

  @BeforeAll
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;memory=512m;workers=2");
    SuiteTables.load(paceline, DataSet.TPCH, SCALE);
    for (String table : TABLES) {
      for (String suffix : List.of("csv", "parquet")) {
        execute(paceline, "COPY " + table + " TO '" + file(table, suffix) + "'");
      }
    }
  }

  @AfterAll
  void close() throws SQLException {
    paceline.close();
  }

  private String file(String table, String suffix) {
    return directory + "/" + table + "." + suffix;
  }

  private String query(String pattern, String suffix) {
    String sql = pattern;
    for (String table : TABLES) {
      String source = suffix.isEmpty() ? table : "'" + file(table, suffix) + "'";
      sql = sql.replace("{" + table + "}", source);
    }
    return sql;
  }

  /** Returns the tables in the order in which the plan names them. */
  private List<String> order(String sql) throws SQLException {
    List<String> tables = new ArrayList<>();
    for (String line : TextRows.of(paceline, "EXPLAIN " + sql)) {
      for (String step : line.lines().filter(text -> text.contains("Scan")).toList()) {
        Matcher matcher = SCANNED.matcher(step);
        assertThat(matcher.find()).as(step).isTrue();
        tables.add(matcher.group(1));
      }
    }
    return tables;
  }

  @Test
  void filesAreJoinedAsTables() throws SQLException {
    for (String pattern : QUERIES) {
      List<String> expected = order(query(pattern, ""));
      assertThat(expected).hasSizeGreaterThan(2);
      for (String suffix : List.of("csv", "parquet")) {
        String sql = query(pattern, suffix);
        assertThat(order(sql)).as(sql).isEqualTo(expected);
        assertThat(TextRows.of(paceline, sql + " order by 1"))
            .isEqualTo(TextRows.of(paceline, query(pattern, "") + " order by 1"));
      }
    }
  }

  /** Estimates of rows: keys in order, keys in any order, and values of a file's path. */
  @Test
  void distinctValuesAreEstimated() throws SQLException {
    Path folder = directory.resolve("years");
    execute(
        paceline,
        "COPY (select o_orderkey, o_custkey, year(o_orderdate) as y from orders) TO '"
            + folder
            + "' (FORMAT parquet, PARTITION_BY (y))");
    execute(paceline, "CREATE TABLE one AS SELECT 1 AS x");
    String years = "read_parquet('" + folder + "/**/*.parquet')";
    Map<String, double[]> bounds =
        Map.of(
            "select l_orderkey from '" + file("lineitem", "parquet") + "' group by 1",
            new double[] {12_000, 18_000},
            "select l_orderkey from '" + file("lineitem", "csv") + "' group by 1",
            new double[] {12_000, 18_000},
            "select l_suppkey from '" + file("lineitem", "parquet") + "' group by 1",
            new double[] {90, 110},
            "select l_shipmode from '" + file("lineitem", "csv") + "' group by 1",
            new double[] {6, 8},
            "select y from " + years + " group by 1",
            new double[] {7, 7},
            "select o_orderkey from " + years + " where y = 1995",
            new double[] {2_000, 2_600},
            "select l_orderkey from '" + file("lineitem", "parquet") + "' where l_shipmode = 'AIR'",
            new double[] {7_000, 10_000});
    for (Map.Entry<String, double[]> expected : bounds.entrySet()) {
      String joined = expected.getKey().replaceFirst(" (?=group by|where)", ", one ");
      assertThat(estimatedRows(joined))
          .as(joined)
          .isBetween(expected.getValue()[0], expected.getValue()[1]);
    }
  }

  /** A query over one table has no order to choose, and does not read rows for its plan. */
  @Test
  void aSingleFileIsNotReadForEstimates() throws SQLException {
    String file = file("lineitem", "csv");
    String sql = "select l_shipmode from '" + file + "' group by 1";
    assertThat(estimatedRows(sql)).isGreaterThan(100);
    assertThat(TextRows.of(paceline, sql)).hasSize(7);
  }

  private double estimatedRows(String sql) throws SQLException {
    String plan = String.join("\n", TextRows.of(paceline, "EXPLAIN " + sql));
    Matcher rows = Pattern.compile("rows=\\[(\\d+)").matcher(plan);
    assertThat(rows.find()).as(plan).isTrue();
    return Double.parseDouble(rows.group(1));
  }
}
