package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import java.sql.DriverManager;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What users read when something is wrong. */
class ErrorsTest extends JdbcTest {
  /** The kernel's own directories refuse new ones, also to the owner of the machine. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void saysHowToOpenAPlaceThatCannotBeWritten() {
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:paceline:/sys/kernel/paceline-none"))
        .isInstanceOfSatisfying(
            SQLException.class,
            e ->
                assertThat(e.getErrorCode())
                    .isIn(ErrorCode.ACCESS_DENIED.vendorCode(), ErrorCode.READ_ONLY.vendorCode()))
        .isNotInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("open the database with readOnly=true");
  }

  /**
   * @param message parts that the text has, divided by |
   */
  private record Case(String sql, ErrorCode code, String message) {}

  private static final List<Case> CASES =
      List.of(
          new Case(
              "SELECT * FORM orders",
              ErrorCode.SYNTAX_ERROR,
              "unexpected |at line 1, column |SELECT * FORM orders\n|^"),
          new Case("SELECT 1 +", ErrorCode.SYNTAX_ERROR, "unexpected end of the statement"),
          new Case("SELECT 'abc", ErrorCode.SYNTAX_ERROR, "the text that begins here has no end"),
          new Case("SELECT order FROM orders", ErrorCode.SYNTAX_ERROR, "must be quoted, \"order\""),
          new Case("  ;", ErrorCode.SYNTAX_ERROR, "the statement is empty"),
          new Case(
              "SELECT id\nFROM ordres",
              ErrorCode.UNKNOWN_TABLE,
              "there is no table ordres; did you mean orders? at line 2, column 6|FROM ordres\n"),
          new Case(
              "SELECT pric FROM orders",
              ErrorCode.UNKNOWN_COLUMN,
              "there is no column pric; did you mean price? at line 1, column 8"),
          new Case(
              "SELECT o.nme FROM orders o",
              ErrorCode.UNKNOWN_COLUMN,
              "there is no column nme; did you mean name?"),
          new Case(
              "SELECT uper(name) FROM orders",
              ErrorCode.INVALID_STATEMENT,
              "there is no function uper; did you mean UPPER?"),
          new Case(
              "SELECT a.id FROM orders a, orders b WHERE id = 1",
              ErrorCode.INVALID_STATEMENT,
              "'id' is ambiguous"),
          new Case(
              "SELECT id FROM orders WHERE current_date",
              ErrorCode.TYPE_MISMATCH,
              "must be a condition at line 1, column 29"),
          new Case(
              "INSERT INTO ordres VALUES (1)",
              ErrorCode.UNKNOWN_TABLE,
              "did you mean orders? at line 1, column 13"),
          new Case(
              "INSERT INTO orders (id, nme) VALUES (1, 'x')",
              ErrorCode.UNKNOWN_COLUMN,
              "table orders has no column nme; did you mean name?"),
          new Case(
              "INSERT INTO orders (id, name) VALUES (1)",
              ErrorCode.INVALID_STATEMENT,
              "the row has 1 values for 2 columns of table orders"),
          new Case(
              "INSERT INTO orders (id) VALUES (99999999999)",
              ErrorCode.NUMERIC_OVERFLOW,
              "99999999999|orders.id"),
          new Case(
              "INSERT INTO orders (due) VALUES ('2024-02-30')",
              ErrorCode.INVALID_DATETIME,
              "'2024-02-30'|orders.due"),
          new Case(
              "INSERT INTO orders (id) VALUES ('ten')", ErrorCode.INVALID_CAST, "'ten'|orders.id"),
          new Case(
              "INSERT INTO orders (id) SELECT due FROM orders",
              ErrorCode.TYPE_MISMATCH,
              "orders.id is INTEGER|DATE"),
          new Case("CREATE TABLE orders (a INTEGER)", ErrorCode.TABLE_EXISTS, "exists already"),
          new Case("CREATE TABLE t (a INTEGER, A VARCHAR)", ErrorCode.INVALID_STATEMENT, "twice"),
          new Case(
              "CREATE TABLE t (a INTEGER PRIMARY KEY)", ErrorCode.NOT_SUPPORTED, "PRIMARY KEY"),
          new Case("CREATE INDEX i ON orders(id)", ErrorCode.NOT_SUPPORTED, "CREATE INDEX"),
          new Case(
              "INSERT OR REPLACE INTO orders VALUES (1)", ErrorCode.NOT_SUPPORTED, "OR REPLACE"),
          new Case(
              "CREATE TABLE t (a INTEGER, PRIMARY KEY (a))",
              ErrorCode.NOT_SUPPORTED,
              "PRIMARY KEY"),
          new Case("UPDATE orders SET id = 1", ErrorCode.NOT_SUPPORTED, "UPDATE is not supported"),
          new Case("DELETE FROM orders", ErrorCode.NOT_SUPPORTED, "DELETE is not supported"),
          new Case("SELECT id / 0 FROM orders", ErrorCode.DIVISION_BY_ZERO, "zero"),
          new Case("SELECT id + 2147483647 FROM orders", ErrorCode.NUMERIC_OVERFLOW, ""),
          new Case("SELECT CAST(name AS INTEGER) FROM orders", ErrorCode.INVALID_CAST, "x"));

  @Test
  void areShortAndSayWhere() throws SQLException {
    update("CREATE TABLE orders (id INTEGER, name VARCHAR, price DECIMAL(10, 2), due DATE)");
    update("INSERT INTO orders VALUES (1, 'x', 1.5, DATE '2024-01-01')");
    for (Case each : CASES) {
      assertThatThrownBy(
              () -> {
                try (var statement = connection.createStatement()) {
                  if (statement.execute(each.sql)) {
                    rows(statement.getResultSet());
                  }
                }
              })
          .as(each.sql)
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getErrorCode())
                    .as("%s: %s", each.sql, e.getMessage())
                    .isEqualTo(each.code.vendorCode());
                assertThat(e.getSQLState()).isEqualTo(each.code.sqlState());
                assertThat(e.getMessage().lines()).as(e.getMessage()).hasSizeLessThan(5);
                assertThat(e.getMessage()).contains(each.message.split("\\|"));
              });
    }
    assertThat(rows("SELECT id FROM orders")).as("nothing changed").hasSize(1);
  }

  @Test
  void haveTheClassesOfJdbc() {
    assertThatThrownBy(() -> rows("SELECT")).isInstanceOf(SQLSyntaxErrorException.class);
    assertThatThrownBy(() -> rows("SELECT CAST('x' AS INTEGER)"))
        .isInstanceOf(SQLDataException.class);
    assertThatThrownBy(() -> connection.prepareCall("{call x}"))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:paceline:mem:;x=1"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("there is no setting x");
  }

  @Test
  void tellClosedObjects() throws SQLException {
    var statement = connection.createStatement();
    var result = statement.executeQuery("VALUES (1)");
    statement.close();
    assertThat(result.isClosed()).isTrue();
    assertThatThrownBy(result::next).hasMessageContaining("result set is closed");
    assertThatThrownBy(() -> statement.executeQuery("VALUES (1)"))
        .hasMessageContaining("statement is closed");
    var other = DriverManager.getConnection(URL);
    other.close();
    other.close();
    assertThat(other.isValid(1)).isFalse();
    assertThatThrownBy(other::createStatement)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08003"));
  }
}
