package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetaDataTest extends JdbcTest {
  private DatabaseMetaData metaData;

  @BeforeEach
  void create() throws SQLException {
    update("CREATE TABLE items (id BIGINT NOT NULL, price DECIMAL(12, 3), name VARCHAR(20))");
    update("CREATE TABLE \"Odd_name\" (d DATE, t TIMESTAMP, f DOUBLE, b BOOLEAN, c CHAR(3))");
    metaData = connection.getMetaData();
  }

  private static List<List<String>> columns(ResultSet result, String... names) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (result) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (String name : names) {
          row.add(result.getString(name));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Test
  void listsFunctions() throws SQLException {
    update("CREATE MACRO twice_it(x) AS 2 * x");
    update("CREATE MACRO few_rows(n) AS TABLE SELECT * FROM range(n)");
    assertThat(
            columns(
                metaData.getFunctions(null, "main", "dayn%"),
                "FUNCTION_CAT",
                "FUNCTION_SCHEM",
                "FUNCTION_NAME",
                "FUNCTION_TYPE",
                "SPECIFIC_NAME"))
        .containsExactly(asList(null, "main", "dayname", "1", "dayname(DATE)"));
    assertThat(
            columns(
                metaData.getFunctions("", null, "%\\__t"),
                "FUNCTION_NAME",
                "FUNCTION_TYPE",
                "SPECIFIC_NAME"))
        .contains(List.of("twice_it", "1", "twice_it"));
    assertThat(columns(metaData.getFunctions(null, null, "few\\_rows"), "FUNCTION_TYPE"))
        .containsExactly(List.of("2"));
    assertThat(columns(metaData.getFunctions("other", null, "%"), "FUNCTION_NAME")).isEmpty();
    assertThat(
            columns(
                metaData.getFunctionColumns(null, null, "gcd", null),
                "FUNCTION_NAME",
                "COLUMN_NAME",
                "COLUMN_TYPE",
                "DATA_TYPE",
                "TYPE_NAME",
                "ORDINAL_POSITION",
                "SPECIFIC_NAME"))
        .containsExactly(
            List.of("gcd", "", "4", "-5", "BIGINT", "0", "gcd(BIGINT, BIGINT)"),
            List.of("gcd", "arg1", "1", "-5", "BIGINT", "1", "gcd(BIGINT, BIGINT)"),
            List.of("gcd", "arg2", "1", "-5", "BIGINT", "2", "gcd(BIGINT, BIGINT)"));
    assertThat(columns(metaData.getFunctionColumns(null, null, "gcd", "arg2"), "COLUMN_NAME"))
        .containsExactly(List.of("arg2"));
  }

  @Test
  void listsTables() throws SQLException {
    assertThat(
            columns(
                metaData.getTables(null, null, "%", null),
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "TABLE_TYPE"))
        .containsExactly(
            asList(null, "paceline", "buffer", "SYSTEM TABLE"),
            asList(null, "paceline", "chunks", "SYSTEM TABLE"),
            asList(null, "paceline", "kernels", "SYSTEM TABLE"),
            asList(null, "paceline", "pipelines", "SYSTEM TABLE"),
            asList(null, "paceline", "queries", "SYSTEM TABLE"),
            asList(null, "paceline", "scan_pairs", "SYSTEM TABLE"),
            asList(null, "paceline", "scans", "SYSTEM TABLE"),
            asList(null, "paceline", "scheduler", "SYSTEM TABLE"),
            asList(null, "paceline", "settings", "SYSTEM TABLE"),
            asList(null, "paceline", "sharing", "SYSTEM TABLE"),
            asList(null, "main", "Odd_name", "TABLE"),
            asList(null, "main", "items", "TABLE"));
    assertThat(
            columns(metaData.getTables("", "main", "ITEMS", new String[] {"TABLE"}), "TABLE_NAME"))
        .containsExactly(List.of("items"));
    assertThat(columns(metaData.getTables(null, null, "odd\\_name", null), "TABLE_NAME"))
        .hasSize(1);
    assertThat(columns(metaData.getTables(null, null, "i_ems", null), "TABLE_NAME")).hasSize(1);
    assertThat(columns(metaData.getTables(null, null, "i\\_ems", null), "TABLE_NAME")).isEmpty();
    assertThat(columns(metaData.getTables("other", null, null, null), "TABLE_NAME")).isEmpty();
    assertThat(columns(metaData.getTables(null, null, null, new String[] {"VIEW"}), "TABLE_NAME"))
        .isEmpty();
  }

  @Test
  void listsColumns() throws SQLException {
    assertThat(
            columns(
                metaData.getColumns(null, null, "items", "%"),
                "COLUMN_NAME",
                "DATA_TYPE",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS",
                "NULLABLE",
                "IS_NULLABLE",
                "ORDINAL_POSITION"))
        .containsExactly(
            asList("id", "-5", "BIGINT", "19", "0", "0", "NO", "1"),
            asList("price", "3", "DECIMAL", "12", "3", "1", "YES", "2"),
            asList("name", "12", "VARCHAR", "20", null, "1", "YES", "3"));
    assertThat(columns(metaData.getColumns(null, "main", "odd%", "_"), "TYPE_NAME"))
        .containsExactly(
            List.of("DATE"),
            List.of("TIMESTAMP"),
            List.of("DOUBLE"),
            List.of("BOOLEAN"),
            List.of("CHAR"));
  }

  @Test
  void listsTheTablesOfTheSystem() throws SQLException {
    assertThat(columns(metaData.getTables(null, "main", "%", null), "TABLE_NAME")).hasSize(2);
    assertThat(
            columns(
                metaData.getTables(null, "paceline", "s%", new String[] {"SYSTEM TABLE"}),
                "TABLE_NAME"))
        .containsExactly(
            List.of("scan_pairs"),
            List.of("scans"),
            List.of("scheduler"),
            List.of("settings"),
            List.of("sharing"));
    assertThat(
            columns(
                metaData.getTables(null, "paceline", "s%", new String[] {"TABLE"}), "TABLE_NAME"))
        .isEmpty();
    assertThat(
            columns(
                metaData.getColumns(null, "paceline", "buffer", "%"),
                "TABLE_SCHEM",
                "TABLE_NAME",
                "COLUMN_NAME",
                "TYPE_NAME",
                "IS_NULLABLE",
                "ORDINAL_POSITION"))
        .startsWith(
            asList("paceline", "buffer", "scan_policy", "VARCHAR", "NO", "1"),
            asList("paceline", "buffer", "capacity_bytes", "BIGINT", "NO", "2"),
            asList("paceline", "buffer", "used_bytes", "BIGINT", "NO", "3"),
            asList("paceline", "buffer", "blocks_read", "BIGINT", "NO", "4"),
            asList("paceline", "buffer", "bytes_read", "BIGINT", "NO", "5"),
            asList("paceline", "buffer", "evictions", "BIGINT", "NO", "6"));
  }

  /** Every table that is listed can be asked for, and has the columns that are listed. */
  @Test
  void listsWhatStatementsFind() throws SQLException {
    for (List<String> table :
        columns(metaData.getTables(null, null, "%", null), "TABLE_SCHEM", "TABLE_NAME")) {
      String schema = table.getFirst();
      String name = table.getLast();
      List<List<String>> listed =
          columns(
              metaData.getColumns(null, schema, name.replace("_", "\\_"), "%"),
              "COLUMN_NAME",
              "DATA_TYPE",
              "COLUMN_SIZE",
              "NULLABLE");
      List<List<String>> found = new ArrayList<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery("SELECT * FROM %s.\"%s\"".formatted(schema, name))) {
        ResultSetMetaData described = rows.getMetaData();
        for (int i = 1; i <= described.getColumnCount(); i++) {
          assertThat(described.getSchemaName(i)).isEqualTo(schema);
          assertThat(described.getTableName(i)).isEqualTo(name);
          found.add(
              List.of(
                  described.getColumnName(i),
                  "" + described.getColumnType(i),
                  "" + described.getPrecision(i),
                  "" + described.isNullable(i)));
        }
      }
      assertThat(listed).as(name).isEqualTo(found);
    }
  }

  /** Names, types and order of the columns that JDBC prescribes, and values that it fixes. */
  @Test
  void answersInTheFormThatJdbcPrescribes() throws SQLException {
    assertThat(labels(metaData.getTables(null, null, "%", null)))
        .containsExactly(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    assertThat(labels(metaData.getColumns(null, null, "%", "%")))
        .containsExactly(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE",
            "TYPE_NAME",
            "COLUMN_SIZE",
            "BUFFER_LENGTH",
            "DECIMAL_DIGITS",
            "NUM_PREC_RADIX",
            "NULLABLE",
            "REMARKS",
            "COLUMN_DEF",
            "SQL_DATA_TYPE",
            "SQL_DATETIME_SUB",
            "CHAR_OCTET_LENGTH",
            "ORDINAL_POSITION",
            "IS_NULLABLE",
            "SCOPE_CATALOG",
            "SCOPE_SCHEMA",
            "SCOPE_TABLE",
            "SOURCE_DATA_TYPE",
            "IS_AUTOINCREMENT",
            "IS_GENERATEDCOLUMN");
    assertThat(labels(metaData.getSchemas())).containsExactly("TABLE_SCHEM", "TABLE_CATALOG");
    assertThat(
            columns(
                metaData.getColumns(null, "main", "items", "%"),
                "NUM_PREC_RADIX",
                "CHAR_OCTET_LENGTH",
                "REMARKS",
                "COLUMN_DEF",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN"))
        .containsExactly(
            asList("10", null, null, null, "NO", "NO"),
            asList("10", null, null, null, "NO", "NO"),
            asList(null, "80", null, null, "NO", "NO"));
    assertThat(columns(metaData.getTypeInfo(), "DATA_TYPE").stream().map(List::getFirst))
        .isSortedAccordingTo(java.util.Comparator.comparingInt(Integer::parseInt))
        .doesNotHaveDuplicates();
  }

  private static List<String> labels(ResultSet result) throws SQLException {
    List<String> labels = new ArrayList<>();
    try (result) {
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        labels.add(result.getMetaData().getColumnLabel(i));
      }
    }
    return labels;
  }

  @Test
  void listsTheRest() throws SQLException {
    assertThat(columns(metaData.getSchemas(), "TABLE_SCHEM"))
        .containsExactly(List.of("main"), List.of("paceline"), List.of("temp"));
    assertThat(columns(metaData.getSchemas(null, "PACE%"), "TABLE_SCHEM", "TABLE_CATALOG"))
        .containsExactly(asList("paceline", null));
    assertThat(columns(metaData.getTableTypes(), "TABLE_TYPE"))
        .containsExactly(
            List.of("LOCAL TEMPORARY"), List.of("SYSTEM TABLE"), List.of("TABLE"), List.of("VIEW"));
    assertThat(columns(metaData.getTypeInfo(), "TYPE_NAME", "DATA_TYPE"))
        .contains(
            List.of("BIGINT", "-5"),
            List.of("DECIMAL", "3"),
            List.of("VARCHAR", "12"),
            List.of("TIMESTAMP", "93"));
    assertThat(connection.getSchema()).isEqualTo("main");
    assertThat(metaData.getCatalogs().next()).isFalse();
    assertThat(metaData.getPrimaryKeys(null, null, "items").next()).isFalse();
    assertThat(metaData.getImportedKeys(null, null, "items").next()).isFalse();
    assertThat(metaData.getIndexInfo(null, null, "items", false, true).next()).isFalse();
  }

  @Test
  void namesTheProduct() throws SQLException {
    assertThat(metaData.getDatabaseProductName()).isEqualTo("Paceline");
    assertThat(metaData.getDatabaseProductVersion()).isEqualTo("0.1");
    assertThat(metaData.getURL()).isEqualTo(URL);
    assertThat(metaData.getConnection()).isSameAs(connection);
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(metaData.supportsBatchUpdates()).isTrue();
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.getSQLKeywords()).contains("TABLESAMPLE");
    assertThat(connection.isValid(0)).isTrue();
  }

  /** Calls every method without parameters: tools do so, and none may fail. */
  @Test
  void answersEverything() throws Exception {
    for (var method : DatabaseMetaData.class.getMethods()) {
      if (method.getParameterCount() == 0
          && !java.lang.reflect.Modifier.isStatic(method.getModifiers())) {
        Object answer = method.invoke(metaData);
        if (answer instanceof ResultSet result) {
          result.close();
        }
      }
    }
  }

  @Test
  void describesResults() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT price AS p, price * 2, id FROM items AS i")) {
      ResultSetMetaData columns = result.getMetaData();
      assertThat(columns.getColumnCount()).isEqualTo(3);
      assertThat(columns.getColumnLabel(1)).isEqualTo("p");
      assertThat(columns.getColumnName(1)).isEqualTo("price");
      assertThat(columns.getTableName(1)).isEqualTo("items");
      assertThat(columns.getSchemaName(1)).isEqualTo("main");
      assertThat(columns.getColumnLabel(2)).isEqualTo("price * 2");
      assertThat(columns.getTableName(2)).isEmpty();
      assertThat(columns.getColumnType(1)).isEqualTo(Types.DECIMAL);
      assertThat(columns.getPrecision(1)).isEqualTo(12);
      assertThat(columns.getScale(1)).isEqualTo(3);
      assertThat(columns.isNullable(1)).isEqualTo(ResultSetMetaData.columnNullable);
      assertThat(columns.isNullable(3)).isEqualTo(ResultSetMetaData.columnNoNulls);
      assertThat(columns.getColumnClassName(3)).isEqualTo("java.lang.Long");
      assertThat(result.findColumn("ID")).isEqualTo(3);
    }
  }
}
