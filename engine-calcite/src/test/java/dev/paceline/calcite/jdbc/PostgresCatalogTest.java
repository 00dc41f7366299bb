package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The schema pg_catalog and its functions, as programs for PostgreSQL ask them. */
final class PostgresCatalogTest extends JdbcTest {
  @BeforeEach
  void create() throws SQLException {
    update(
        "CREATE TABLE a (x INTEGER NOT NULL, y DECIMAL(8, 2), z VARCHAR(7), c CHAR(3),"
            + " CONSTRAINT positive CHECK (x > 0))");
    update("CREATE TABLE b (x INTEGER, CONSTRAINT positive CHECK (x > 5))");
    update("CREATE SEQUENCE a");
    update("CREATE VIEW v AS SELECT 1 AS one");
    update("COMMENT ON TABLE a IS 'first'");
    update("COMMENT ON COLUMN a.y IS 'money'");
    update("CREATE SCHEMA other");
    update("CREATE TABLE other.hidden (x INTEGER)");
  }

  private String answer(String sql) throws SQLException {
    return rows(sql).toString();
  }

  @Test
  void constraintsOfTheSameNameAreApart() throws SQLException {
    assertThat(
            answer(
                "SELECT table_name, constraint_name, expression FROM duckdb_constraints()"
                    + " ORDER BY 1, 2"))
        .isEqualTo("[[a, a_x_not_null, null], [a, positive, x > 0], [b, positive, x > 5]]");
    assertThat(
            answer(
                "SELECT c.relname, n.consrc, pg_get_constraintdef(n.oid) FROM pg_constraint n"
                    + " JOIN pg_class c ON c.oid = n.conrelid ORDER BY 1, 2"))
        .isEqualTo(
            "[[a, x > 0, CHECK (x > 0)], [a, x IS NOT NULL, NOT NULL],"
                + " [b, x > 5, CHECK (x > 5)]]");
  }

  @Test
  void typesAreWrittenWithAndWithoutTheirSize() throws SQLException {
    assertThat(
            answer(
                "SELECT attname, format_type(atttypid, atttypmod), format_type(atttypid, NULL)"
                    + " FROM pg_attribute WHERE attrelid = (SELECT oid FROM pg_class"
                    + " WHERE relname = 'a' AND relkind = 'r') ORDER BY attnum"))
        .isEqualTo(
            "[[x, integer, integer], [y, numeric(8,2), numeric],"
                + " [z, character varying(7), character varying], [c, character(3), bpchar]]");
  }

  /** Arguments with the names of columns that the functions look up themselves. */
  @Test
  void argumentsAreColumnsOfTheCaller() throws SQLException {
    assertThat(
            answer(
                "SELECT relname, relkind, obj_description(oid), pg_get_viewdef(oid) FROM pg_class"
                    + " WHERE relname IN ('a', 'v', 'hidden') ORDER BY 1, 2"))
        .isEqualTo(
            "[[a, S, null, null], [a, r, first, null], [hidden, r, null, null],"
                + " [v, v, null, SELECT 1 AS one]]");
    assertThat(
            answer(
                "SELECT c.relname FROM pg_class c WHERE pg_table_is_visible(c.oid)"
                    + " AND c.relname IN ('a', 'b', 'v', 'hidden') AND c.relkind <> 'S' ORDER BY 1"))
        .isEqualTo("[[a], [b], [v]]");
    assertThat(
            answer(
                "SELECT d.attname, col_description(c.oid, d.attnum) FROM pg_class c"
                    + " JOIN pg_attribute d ON d.attrelid = c.oid WHERE c.relname = 'a'"
                    + " ORDER BY d.attnum"))
        .isEqualTo("[[x, null], [y, money], [z, null], [c, null]]");
    assertThat(
            answer(
                "SELECT name, current_setting(name) = setting FROM pg_settings"
                    + " WHERE name IN ('workers', 'scan_policy') ORDER BY 1"))
        .isEqualTo("[[scan_policy, true], [workers, true]]");
  }
}
