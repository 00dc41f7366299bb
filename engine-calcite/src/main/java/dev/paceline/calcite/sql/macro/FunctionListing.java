package dev.paceline.calcite.sql.macro;

import static java.util.stream.Collectors.joining;

import dev.paceline.calcite.plan.SqlLanguage;
import dev.paceline.core.aggregate.AggregateLibrary;
import dev.paceline.core.expr.library.FunctionLibrary;
import dev.paceline.core.expr.library.LibraryFunction;
import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/** DuckDB's listing of the functions and macros that statements may call. */
final class FunctionListing {
  static final MacroDefinition MACRO =
      new MacroDefinition("duckdb_functions", true, "() AS TABLE " + query());

  private FunctionListing() {}

  private static String query() {
    List<String> rows = new ArrayList<>();
    Set<String> described = new HashSet<>();
    for (LibraryFunction function : FunctionLibrary.FUNCTIONS) {
      described.add(function.name());
      String types =
          function.operands().stream()
              .map(type -> "\"" + type + "\"")
              .collect(joining(", ", "[", "]"));
      rows.add(
          row(
              function.name(),
              "scalar",
              function.description(),
              function.result().toString(),
              types));
    }
    AggregateLibrary.AGGREGATES.forEach(
        aggregate -> {
          described.add(aggregate.name());
          rows.add(row(aggregate.name(), "aggregate", aggregate.description(), "DOUBLE", null));
        });
    for (SqlOperator operator : SqlLanguage.OPERATORS.getOperatorList()) {
      String name = operator.getName().toLowerCase(Locale.ROOT);
      boolean callable =
          (operator instanceof SqlFunction || operator.isAggregator())
              && name.matches("[a-z][a-z0-9_]*");
      if (callable && described.add(name)) {
        rows.add(row(name, operator.isAggregator() ? "aggregate" : "scalar", null, null, null));
      }
    }
    return """
        SELECT CURRENT_CATALOG AS database_name, schema_name, function_name, function_type,
          description, CAST(NULL AS VARCHAR) AS comment, return_type,
          CAST(parameter_types AS VARCHAR[]) AS parameter_types, macro_definition, internal
        FROM (
          SELECT 'main' AS schema_name, function_name, function_type, description, return_type,
            parameter_types, CAST(NULL AS VARCHAR) AS macro_definition, TRUE AS internal
          FROM (VALUES %s)
            AS f (function_name, function_type, description, return_type, parameter_types)
          UNION ALL
          SELECT routine_schema, routine_name,
            CASE routine_type WHEN 'TABLE MACRO' THEN 'table_macro' ELSE 'macro' END,
            NULL, NULL, NULL, routine_definition, FALSE
          FROM information_schema.routines) AS f
        """
        .formatted(String.join(", ", rows));
  }

  private static String row(
      String name,
      String type,
      @Nullable String description,
      @Nullable String result,
      @Nullable String parameters) {
    return "(%s, %s, %s, %s, %s)"
        .formatted(
            literal(name),
            literal(type),
            literal(description),
            literal(result),
            literal(parameters));
  }

  /** Returns a string as SQL writes it. */
  static String literal(@Nullable String text) {
    return text == null ? "NULL" : "'" + text.replace("'", "''") + "'";
  }
}
