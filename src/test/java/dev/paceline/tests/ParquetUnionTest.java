package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Parquet files of different columns as one table, beside DuckDB. */
@WithoutC2
class ParquetUnionTest extends FileComparisonTest {
  private static final int ROWS = 3000;

  private void write(String name, String columns) throws SQLException {
    try (Statement statement = duckDb.createStatement()) {
      statement.execute(
          "copy (select "
              + columns
              + " from range("
              + ROWS
              + ") t(i)) to '"
              + directory.resolve(name)
              + "' (format parquet, row_group_size 2048)");
    }
  }

  /** Each column has a few types, whose values all become the widest one. */
  @Test
  void typesAreWidened() throws SQLException {
    write(
        "a.parquet",
        "i, (i % 100)::tinyint as n, case when i % 3 > 0 then (i - 1500)::integer end as d,"
            + " (i % 7)::smallint as f, (i / 100)::decimal(6, 2) as e, 'only a' as s");
    write(
        "b.parquet",
        "i + 3000 as i, i * 1000000007 as n, (i * 1.5)::decimal(12, 4) as d, (i * 0.25)::float as"
            + " f, case when i % 2 = 0 then (i * 1000003)::decimal(38, 10) end as e");
    write(
        "c.parquet",
        "(i + 6000)::integer as i, (i * 3)::integer as n, (i % 50)::decimal(4, 1) as d,"
            + " case when i % 5 > 0 then i * 1.1::double end as f, i % 100 as e");
    String files = "read_parquet('" + directory + "/*.parquet', union_by_name = true)";
    assertSame("select i, n from " + files + " order by i");
    assertSame("select i, s from " + files + " where i % 1000 < 5 order by i");
    assertSame(
        "select i, cast(d as varchar) as d, cast(e as varchar) as e from " + files + " order by i");
    assertSame("select i, cast(f as double) as f from " + files + " order by i");
    assertSame("select count(*), sum(n), count(e) from " + files + " where d > 100 and d < 200.5");
    assertSame("select count(*) from " + files + " where e = 42 or e = 7.5");
    assertSame("select count(*) from " + files + " where f = 3 or n = 297");
  }

  @Test
  void rowsHaveNumbers() throws SQLException {
    write("a.parquet", "i, i % 7 as k");
    write("b.parquet", "i + 10000 as i, i % 11 as k");
    String files = "read_parquet('" + directory + "/*.parquet', file_row_number = true";
    assertSame("select i, k, file_row_number from " + files + ") order by i");
    assertSame(
        "select i, file_row_number + k from "
            + files
            + ", union_by_name = true) where file_row_number between 2040 and 2060 order by i");
    assertSame("select count(*), max(file_row_number) from " + files + ") where k = 3");
    assertThatThrownBy(
            () -> {
              write("c.parquet", "i, i as File_Row_Number");
              TextRows.of(paceline, "select * from " + files + ")");
            })
        .hasMessageContaining("has a column File_Row_Number");
  }

  @Test
  void typesThatOnlyStringsHold() throws SQLException {
    write("a.parquet", "i");
    write("b.parquet", "'x' || i as i");
    String both = "read_parquet('" + directory + "/*.parquet', union_by_name = true)";
    assertSame("select count(*), count(distinct i), min(i), max(i) from " + both);
    assertSame("select i from " + both + " where i like '%77%' order by i");
    String one = "'" + directory + "/a.parquet'";
    assertThatThrownBy(
            () ->
                TextRows.of(
                    paceline, "select * from read_parquet(" + one + ", types = {'i': 'INT'})"))
        .hasMessageContaining("cannot be read as INTEGER");
    assertThatThrownBy(
            () ->
                TextRows.of(
                    paceline, "select * from read_parquet(" + one + ", types = {'z': 'INT'})"))
        .hasMessageContaining("is no column");
    assertThat(
            TextRows.of(
                paceline,
                "select i from read_parquet("
                    + one
                    + ", types = {'I': 'DECIMAL(30, 2)'}) where i between 7 and 8 order by i"))
        .containsExactly("7.00|", "8.00|");
  }
}
