package dev.paceline.calcite.jdbc;

import static java.util.stream.Collectors.joining;

import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.expr.library.FunctionLibrary;
import dev.paceline.core.expr.library.LibraryFunction;
import dev.paceline.core.type.DataType;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows in which {@link DatabaseMetaData} describes functions and macros. */
final class FunctionRows {
  private static final String SCHEMA = "main";

  private FunctionRows() {}

  /** Returns the rows of getFunctions, ordered as JDBC prescribes. */
  static List<@Nullable Object[]> functions(
      Connection connection, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet functions =
            statement.executeQuery(
                """
                SELECT schema_name, function_name, description, function_type = 'table_macro',
                  function_name || COALESCE('(' || array_to_string(parameter_types, ', ') || ')', '')
                FROM duckdb_functions()
                ORDER BY 1, 2, 5""")) {
      while (functions.next()) {
        String schema = functions.getString(1);
        String name = functions.getString(2);
        if (CatalogQueries.matches(schemaPattern, schema)
            && CatalogQueries.matches(namePattern, name)) {
          rows.add(
              new Object[] {
                null,
                schema,
                name,
                functions.getString(3),
                (short)
                    (functions.getBoolean(4)
                        ? DatabaseMetaData.functionReturnsTable
                        : DatabaseMetaData.functionNoTable),
                functions.getString(5)
              });
        }
      }
    }
    return rows;
  }

  /**
   * Returns the rows of getFunctionColumns: the result and the arguments of the functions whose
   * types are declared.
   */
  static List<@Nullable Object[]> columns(
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (!CatalogQueries.matches(schemaPattern, SCHEMA)) {
      return rows;
    }
    FunctionLibrary.FUNCTIONS.stream()
        .filter(function -> CatalogQueries.matches(namePattern, function.name()))
        .sorted(
            Comparator.comparing(LibraryFunction::name).thenComparing(FunctionRows::specificName))
        .forEach(
            function -> {
              if (CatalogQueries.matches(columnPattern, "")) {
                rows.add(row(function, "", function.result(), 0));
              }
              for (int i = 1; i <= function.operands().size(); i++) {
                String name = "arg" + i;
                if (CatalogQueries.matches(columnPattern, name)) {
                  rows.add(row(function, name, function.operands().get(i - 1), i));
                }
              }
            });
    return rows;
  }

  private static String specificName(LibraryFunction function) {
    return function.operands().stream()
        .map(DataType::toString)
        .collect(joining(", ", function.name() + "(", ")"));
  }

  private static @Nullable Object[] row(
      LibraryFunction function, String column, DataType type, int position) {
    boolean number = TypeNames.isNumeric(type);
    return new Object[] {
      null,
      SCHEMA,
      function.name(),
      column,
      (short) (position == 0 ? DatabaseMetaData.functionReturn : DatabaseMetaData.functionColumnIn),
      TypeNames.jdbcType(type),
      TypeNames.typeName(type),
      TypeNames.precision(type),
      null,
      number ? (short) TypeNames.scale(type) : null,
      number ? (short) 10 : null,
      (short) DatabaseMetaData.functionNullable,
      null,
      null,
      position,
      "YES",
      specificName(function)
    };
  }
}
