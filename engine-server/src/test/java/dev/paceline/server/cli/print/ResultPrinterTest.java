package dev.paceline.server.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The formats over Calcite's own JDBC driver: what they print depends on JDBC alone. */
class ResultPrinterTest {
  private static String print(OutputFormat format, String sql) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Connection connection = DriverManager.getConnection("jdbc:calcite:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql);
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      format.printer().print(rows, out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void tableAlignsNumbersToTheRightAndTextToTheLeft() throws Exception {
    assertThat(
            print(
                OutputFormat.TABLE,
                "select * from (values (1, 'ab', 1.50), (100, 'c', cast(null as decimal(5,2))))"
                    + " as t(\"id\", \"name\", \"price\")"))
        .isEqualTo(
            """
              id | name | price
            -----+------+-------
               1 | ab   |  1.50
             100 | c    |  NULL
            (2 rows)
            """);
  }

  @Test
  void tableOfNothingKeepsItsHeading() throws Exception {
    assertThat(print(OutputFormat.TABLE, "select 1 as \"x\" from (values (1)) where false"))
        .isEqualTo(" x\n---\n(0 rows)\n");
    assertThat(print(OutputFormat.TABLE, "select 7 as \"x\"")).endsWith(" 7\n(1 row)\n");
  }

  @Test
  void tableCountsTheColumnsOfTheTerminal() throws Exception {
    assertThat(
            print(
                OutputFormat.TABLE,
                "select * from (values (_UTF8'\u65e5\u672c\u8a9e', 1), (_UTF8'abc', 2),"
                    + " (_UTF8'xe\u0301', 3)) as t(\"a\", \"b\")"))
        .isEqualTo(
            " a      | b\n--------+---\n \u65e5\u672c\u8a9e | 1\n abc    | 2\n"
                + " xe\u0301     | 3\n(3 rows)\n");
  }

  @Test
  void tableStaysOneLineARow() throws Exception {
    assertThat(print(OutputFormat.TABLE, "select 'a\nb\tc' as \"x\"")).contains(" a\\nb\\tc\n");
  }

  @Test
  void csvTellsNullFromTheEmptyString() throws Exception {
    assertThat(
            print(
                OutputFormat.CSV,
                "select * from (values (1, cast('' as varchar), cast('a,b' as varchar)),"
                    + " (2, cast(null as varchar), cast('say \"x\"' as varchar)))"
                    + " as t(\"id\", \"x\", \"y\")"))
        .isEqualTo("id,x,y\n1,\"\",\"a,b\"\n2,,\"say \"\"x\"\"\"\n");
  }

  @Test
  void csvTrimsNothingAndKeepsDigits() throws Exception {
    assertThat(
            print(
                OutputFormat.CSV,
                "select cast(0.00000010 as decimal(19,8)) as \"d\", date '1969-12-31' as \"e\","
                    + " 1e300 as \"f\", true as \"g\", 'x' || chr(10) || 'y' as \"h\""
                        .replace("'x' || chr(10) || 'y'", "'x\ny'")))
        .isEqualTo("d,e,f,g,h\n0.00000010,1969-12-31,1.0E300,true,\"x\ny\"\n");
  }

  @Test
  void jsonKeepsExactNumbersAndQuotesText() throws Exception {
    assertThat(
            print(
                OutputFormat.JSON,
                "select * from (values (1234567890123456.70, 'a\"b', date '2020-02-29'),"
                    + " (cast(null as decimal(18,2)), cast(null as varchar), cast(null as date)))"
                    + " as t(\"n\", \"s\", \"d\")"))
        .isEqualTo(
            """
            [
            {"n":1234567890123456.70,"s":"a\\"b","d":"2020-02-29"},
            {"n":null,"s":null,"d":null}
            ]
            """);
  }

  @Test
  void jsonHasBooleansAndDoubles() throws Exception {
    assertThat(
            print(
                OutputFormat.JSON,
                "select true as \"b\", 1.5e0 as \"f\", cast(null as boolean) as \"n\""))
        .isEqualTo("[\n{\"b\":true,\"f\":1.5,\"n\":null}\n]\n");
    assertThat(print(OutputFormat.JSON, "select 1 as \"x\" from (values (1)) where false"))
        .isEqualTo("[]\n");
  }
}
