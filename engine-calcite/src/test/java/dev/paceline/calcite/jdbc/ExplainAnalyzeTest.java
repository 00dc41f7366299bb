package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.session.Session;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** EXPLAIN ANALYZE: the rows of every operator, and the blocks of scans of a stored database. */
class ExplainAnalyzeTest extends JdbcTest {
  private static final int CHUNKS = 3;
  private static final int ROWS = CHUNKS * RowGroup.MAX_ROWS;

  private static final String FILL_DIGITS =
      "CREATE TABLE d AS VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)";

  private static final String FILL =
      "CREATE TABLE t AS SELECT n AS i, mod(n, 7) AS m FROM (SELECT a.c * 100000 + b.c * 10000"
          + " + c.c * 1000 + d.c * 100 + e.c * 10 + f.c FROM d a (c), d b (c), d c (c), d d"
          + " (c), d e (c), d f (c)) numbers (n) WHERE n < "
          + ROWS
          + " ORDER BY n";

  @TempDir static Path folder;

  @BeforeAll
  static void fill() throws SQLException {
    try (Connection filling = DriverManager.getConnection(url());
        Statement statement = filling.createStatement()) {
      statement.execute(FILL_DIGITS);
      statement.execute(FILL);
    }
  }

  /** Nothing is in memory yet. */
  @BeforeEach
  @Override
  void connect() throws SQLException {
    connection = DriverManager.getConnection(url());
  }

  private static String url() {
    return "jdbc:paceline:" + folder + ";memory=256m;workers=2";
  }

  private String analyze(String query) throws SQLException {
    return text(rows("EXPLAIN ANALYZE " + query));
  }

  private static String text(List<List<String>> rows) {
    return String.join("\n", rows.stream().map(List::getFirst).toList());
  }

  /** A figure of the first line that begins with the operator's name. */
  private static long figure(String plan, String operator, String name) {
    Matcher matcher =
        Pattern.compile(
                "^ *" + operator + "\\(.*\\b" + name + "=\\[(\\d+)[.\\]]", Pattern.MULTILINE)
            .matcher(plan);
    assertThat(matcher.find()).as("%s of %s in%n%s", name, operator, plan).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private static long scanFigure(String plan, String name) {
    return figure(plan, "PacelineTableScan", name);
  }

  @Test
  void tellsTheRowsOfEveryOperatorAndWhatWasRead() throws SQLException {
    String plan = analyze("SELECT m, sum(i) FROM t GROUP BY m");
    assertThat(figure(plan, "PacelineAggregate", "actualRows")).isEqualTo(7);
    assertThat(scanFigure(plan, "actualRows")).isEqualTo(ROWS);
    assertThat(scanFigure(plan, "blocksRead")).isEqualTo(2 * CHUNKS);
    assertThat(scanFigure(plan, "blocksShared")).isZero();
    assertThat(scanFigure(plan, "blocksSkipped")).isZero();
    assertThat(plan.lines().toList().getLast()).matches("7 rows in \\d+\\.\\d{3} ms");

    String again = analyze("SELECT m FROM t WHERE m = 8");
    assertThat(scanFigure(again, "actualRows")).isZero();
    assertThat(scanFigure(again, "blocksRead")).as("what is in memory").isZero();
    assertThat(again.lines().toList().getLast()).startsWith("0 rows in ");
  }

  @Test
  void tellsWhatWorkersDidForEveryPipelineAndTheQuery() throws SQLException {
    List<String> lines = analyze("SELECT m, sum(i) FROM t GROUP BY m ORDER BY m").lines().toList();
    List<String> ends = lines.subList(lines.size() - 5, lines.size());
    String time = "\\d+\\.\\d{3} ms";
    assertThat(ends.get(0))
        .matches(
            "scan t → group: \\d+ orders, "
                + time
                + ", \\d\\.\\d at once; finish: \\d+ orders?, "
                + time);
    assertThat(sum(ends.subList(0, 1), "([\\d.]+) at once"))
        .as("orders at once, of two workers")
        .isBetween(0.1, 2.0);
    assertThat(sum(ends.subList(0, 1), "group: (\\d+) orders"))
        .as("workers share the last chunks")
        .isBetween((double) CHUNKS, 8.0 * CHUNKS);
    assertThat(ends.get(1)).startsWith("groups → sort: ");
    assertThat(ends.get(2)).startsWith("sorted → result: ");
    Matcher query =
        Pattern.compile(
                "(\\d+) orders, (.*) ms of workers' time; at most (\\d+) bytes of memory;"
                    + " 0 bytes in temporary files")
            .matcher(ends.get(3));
    assertThat(query.matches()).as(ends.get(3)).isTrue();
    List<String> pipelines = ends.subList(0, 3);
    assertThat(Long.parseLong(query.group(1))).isEqualTo((long) sum(pipelines, "(\\d+) orders?,"));
    assertThat(Double.parseDouble(query.group(2)))
        .isPositive()
        .isCloseTo(sum(pipelines, "([\\d.]+) ms"), Offset.offset(0.01));
    assertThat(Long.parseLong(query.group(3))).isBetween(1L << 10, 256L << 20);
  }

  /** The sum of what a pattern's group finds. */
  private static double sum(List<String> lines, String pattern) {
    return lines.stream()
        .flatMap(line -> Pattern.compile(pattern).matcher(line).results())
        .mapToDouble(found -> Double.parseDouble(found.group(1)))
        .sum();
  }

  @Test
  void tellsWhatStatisticsSpared() throws SQLException {
    int first = 2 * RowGroup.MAX_ROWS + 10;
    String plan = analyze("SELECT i, m FROM t WHERE i >= " + first);
    assertThat(scanFigure(plan, "actualRows")).isEqualTo(ROWS - first);
    assertThat(scanFigure(plan, "blocksRead")).isEqualTo(2);
    assertThat(scanFigure(plan, "blocksSkipped")).isEqualTo(2 * 2);
    assertThat(scanFigure(plan, "blocksShared")).isZero();
  }

  /** A table that has just the wanted blocks tells what they take. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tellsTheBytesOfTheBlocksThatWereUsed(boolean stored) throws SQLException {
    if (!stored) {
      connection.close();
      connection = DriverManager.getConnection("jdbc:paceline:mem:bytes;memory=256m;workers=2");
      try (Statement statement = connection.createStatement()) {
        statement.execute(FILL_DIGITS);
        statement.execute(FILL);
      }
    }
    int first = 2 * RowGroup.MAX_ROWS;
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE last AS SELECT * FROM t WHERE i >= " + first + " ORDER BY i");
      statement.execute("CREATE TABLE narrow AS SELECT m FROM t ORDER BY i");
    }
    try {
      assertThat(bytes("last")).isBetween(1L, bytes("t") / 2);
      assertThat(bytes("narrow")).isBetween(1L, bytes("t") / 2);
      assertThat(bytesUsed("SELECT sum(i), sum(m) FROM t")).isEqualTo(bytes("t"));
      assertThat(bytesUsed("SELECT sum(m) FROM t")).isEqualTo(bytes("narrow"));
      assertThat(bytesUsed("SELECT i, m FROM t WHERE i >= " + (first + 10)))
          .as("with row groups that are skipped")
          .isEqualTo(bytes("last"));
      assertThat(bytesUsed("SELECT i, m FROM t WHERE i < 0")).isZero();
      long read = scanFigure(analyze("SELECT i, m FROM t"), "bytesRead");
      assertThat(read).as("warm, or from no file").isZero();
    } finally {
      try (Statement statement = connection.createStatement()) {
        statement.execute("DROP TABLE last");
        statement.execute("DROP TABLE narrow");
      }
    }
  }

  private long bytesUsed(String query) throws SQLException {
    return scanFigure(analyze(query), "bytesUsed");
  }

  /** What storage says of all blocks of a table. */
  private long bytes(String table) throws SQLException {
    Session session = connection.unwrap(Session.class);
    try (TableSnapshot snapshot = session.instance().database().table(table).snapshot()) {
      return snapshot.bytes();
    }
  }

  /** What the buffer has read from files. */
  private long readBytes() throws SQLException {
    return Long.parseLong(rows("SELECT bytes_read FROM paceline.buffer").getFirst().getFirst());
  }

  @Test
  void tellsTheBytesThatWereReadAndReadsNoneAgain() throws SQLException {
    long before = readBytes();
    String cold = analyze("SELECT sum(m) FROM t");
    long read = readBytes() - before;
    assertThat(read).isPositive();
    assertThat(scanFigure(cold, "bytesRead")).isEqualTo(read);
    String warm = analyze("SELECT sum(m) FROM t");
    assertThat(scanFigure(warm, "bytesUsed")).isEqualTo(scanFigure(cold, "bytesUsed"));
    assertThat(scanFigure(warm, "bytesRead")).isZero();

    String half = analyze("SELECT sum(i), sum(m) FROM t");
    assertThat(scanFigure(half, "bytesRead"))
        .as("a column that was there and one that was not")
        .isEqualTo(readBytes() - before - read)
        .isPositive();
    assertThat(scanFigure(half, "bytesUsed")).isEqualTo(bytes("t"));
    assertThat(scanFigure(half, "blocksRead")).isEqualTo(CHUNKS);
    assertThat(scanFigure(half, "blocksShared")).isEqualTo(CHUNKS);
  }

  @Test
  void theTableOfQueriesTellsTheBytesOfTheirScans() throws SQLException {
    long before = readBytes();
    try (Statement statement = connection.createStatement();
        ResultSet running = statement.executeQuery("SELECT i + m FROM t ORDER BY 1")) {
      assertThat(running.next()).isTrue();
      assertThat(
              rows(
                  "SELECT scanned_bytes, read_bytes FROM paceline.queries"
                      + " WHERE query LIKE 'SELECT i + m %'"))
          .containsExactly(
              List.of(String.valueOf(bytes("t")), String.valueOf(readBytes() - before)));
    }
  }

  @Test
  void tellsWhatARunningScanHadBroughtIn() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet running = statement.executeQuery("SELECT i FROM t")) {
      assertThat(running.next()).isTrue();
      String plan = analyze("SELECT max(i) FROM t");
      assertThat(scanFigure(plan, "blocksShared")).isPositive();
      assertThat(scanFigure(plan, "blocksShared") + scanFigure(plan, "blocksRead"))
          .isEqualTo(CHUNKS);
    }
  }

  @Test
  void scansAtTheSameTimeReadEachBlockOnce() throws Exception {
    reopenWithReadLatency(Duration.ofMillis(20));
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      long before = readBytes();
      Callable<String> query = () -> analyze("SELECT sum(i), sum(m) FROM t");
      List<Future<String>> plans = executor.invokeAll(List.of(query, query));
      long read = 0;
      long shared = 0;
      long bytes = 0;
      for (Future<String> plan : plans) {
        read += scanFigure(plan.get(), "blocksRead");
        shared += scanFigure(plan.get(), "blocksShared");
        bytes += scanFigure(plan.get(), "bytesRead");
        assertThat(scanFigure(plan.get(), "bytesUsed")).isEqualTo(bytes("t"));
      }
      assertThat(read).isEqualTo(2 * CHUNKS);
      assertThat(shared).isEqualTo(2 * CHUNKS);
      assertThat(bytes).isEqualTo(readBytes() - before).isPositive();
    }
  }

  private void reopenWithReadLatency(Duration latency) throws SQLException {
    connection.close();
    connection =
        DriverManager.getConnection(
            url(), EngineKnobs.DEFAULT.withReadLatency(latency).properties());
  }

  @Test
  void tellsHowLongAScanHadNothing() throws SQLException {
    reopenWithReadLatency(Duration.ofMillis(30));
    String plan = analyze("SELECT sum(i) FROM t");
    assertThat(scanFigure(plan, "waited")).isGreaterThanOrEqualTo(15);
  }

  @Test
  void tellsJoinsBelowProjectionsAndOfTheSameTable() throws SQLException {
    String plan = analyze("SELECT t.m FROM t, d WHERE t.i = d.\"col0\"");
    assertThat(figure(plan, "PacelineHashJoin", "actualRows")).isEqualTo(10);
    String self = analyze("SELECT count(*) FROM t a, t b WHERE a.i = b.i AND a.i < 5");
    assertThat(figure(self, "PacelineAggregate", "actualRows")).isEqualTo(1);
    assertThat(figure(self, "PacelineHashJoin", "actualRows")).isEqualTo(5);
  }

  @Test
  void takesParameters() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("explain\nanalyze SELECT i FROM t WHERE i < ?")) {
      assertThat(statement.getMetaData().getColumnLabel(1)).isEqualTo("PLAN");
      for (int limit : new int[] {3, 5}) {
        statement.setInt(1, limit);
        try (ResultSet result = statement.executeQuery()) {
          assertThat(scanFigure(text(rows(result)), "actualRows")).isEqualTo(limit);
        }
      }
      statement.setBigDecimal(1, new java.math.BigDecimal("2.5"));
      try (ResultSet result = statement.executeQuery()) {
        assertThat(scanFigure(text(rows(result)), "actualRows")).isEqualTo(3);
      }
    }
  }

  @Test
  void commentsAreNothing() throws SQLException {
    String space = " ".repeat(20_000) + "\n";
    for (String explain :
        List.of(
            "-- why?\nEXPLAIN ANALYZE ",
            "/* a */ explain/**/analyze -- b\n /* c\n */",
            "explain" + space + "analyze" + space)) {
      String plan = text(rows(explain + "SELECT i FROM t WHERE i < 3"));
      assertThat(scanFigure(plan, "actualRows")).isEqualTo(3);
      assertThat(text(rows(explain.replaceAll("(?i)analyze", "") + "SELECT i FROM t")))
          .contains("PacelineTableScan")
          .doesNotContain("actualRows");
    }
  }

  @Test
  void tellsOfRowsThatAreInserted() throws SQLException {
    String created = analyze("CREATE TABLE c AS SELECT i, m FROM t");
    assertThat(figure(created, "PacelineInsert", "actualRows")).isEqualTo(ROWS);
    assertThat(scanFigure(created, "actualRows")).isEqualTo(ROWS);
    assertThat(created).containsPattern("scan t.* → insert into c: [1-9]\\d* orders?, \\d");
    String inserted = analyze("INSERT INTO c SELECT i, m FROM t WHERE i < 5");
    assertThat(figure(inserted, "PacelineInsert", "actualRows")).isEqualTo(5);
    assertThat(inserted.lines().toList().getLast()).matches("5 rows in \\d+\\.\\d{3} ms");
    assertThat(rows("SELECT count(*) FROM c")).containsExactly(List.of("" + (ROWS + 5)));
    assertThat(analyze("CREATE TABLE IF NOT EXISTS c AS SELECT i FROM t"))
        .isEqualTo("the table exists: nothing was executed");
  }

  @Test
  void orderedInsertionsKeepRowsTogether() throws SQLException {
    int first = 2 * RowGroup.MAX_ROWS + 10;
    String mixed = "SELECT mod(CAST(i AS BIGINT) * 7919, " + ROWS + ") AS j, m FROM t";
    update("CREATE TABLE mixed AS " + mixed);
    update("CREATE TABLE ordered AS " + mixed + " ORDER BY j");
    update("CREATE TABLE added (j BIGINT, m BIGINT)");
    update("INSERT INTO added " + mixed + " ORDER BY j");
    String condition = " WHERE j >= " + first;
    String unordered = analyze("SELECT j, m FROM mixed" + condition);
    assertThat(scanFigure(unordered, "actualRows")).isEqualTo(ROWS - first);
    assertThat(scanFigure(unordered, "blocksSkipped")).isZero();
    for (String table : List.of("ordered", "added")) {
      String plan = analyze("SELECT j, m FROM " + table + condition);
      assertThat(scanFigure(plan, "actualRows")).isEqualTo(ROWS - first);
      assertThat(scanFigure(plan, "blocksSkipped")).as(table).isEqualTo(2 * 2);
    }
  }

  @Test
  void refusesWhatIsNoQuery() throws SQLException {
    assertThatThrownBy(() -> analyze("INSERT INTO d VALUES (1)"))
        .hasMessageContaining("EXPLAIN ANALYZE needs a query");
    assertThatThrownBy(() -> analyze("SELECT nothing FROM t")).hasMessageContaining("nothing");
    assertThat(rows("SELECT count(*) FROM d")).containsExactly(List.of("10"));
  }
}
