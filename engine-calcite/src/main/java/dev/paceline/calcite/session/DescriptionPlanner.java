package dev.paceline.calcite.session;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.control.QueryCommand;
import dev.paceline.calcite.sql.SourceText;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.calcite.sql.description.Descriptions;
import dev.paceline.calcite.sql.description.Summaries;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.DescribeStatement;
import dev.paceline.grammar.ExtensionStatement;
import dev.paceline.grammar.ShowPipelinesStatement;
import dev.paceline.grammar.ShowStatement;
import dev.paceline.grammar.SummarizeStatement;
import dev.paceline.grammar.definition.PragmaStatement;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Plans SHOW, DESCRIBE, SUMMARIZE and PRAGMA, as statements and in FROM: each stands for a query.
 */
final class DescriptionPlanner {
  /** Extensions of DuckDB whose functions and files the engine has. */
  private static final Set<String> BUILT_IN = Set.of("core_functions", "icu", "json", "parquet");

  /**
   * PRAGMAs that change nothing here: each commit is in the files, and the others make DuckDB check
   * its own plans, show its progress, or keep what it has read.
   */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "force_checkpoint",
          "enable_verification",
          "disable_verification",
          "verify_external",
          "disable_verify_external",
          "verify_fetch_row",
          "disable_verify_fetch_row",
          "verify_parallelism",
          "disable_verify_parallelism",
          "verify_serializer",
          "disable_verify_serializer",
          "enable_checkpoint_on_shutdown",
          "disable_checkpoint_on_shutdown",
          "enable_object_cache",
          "disable_object_cache",
          "enable_progress_bar",
          "disable_progress_bar");

  private final StatementPlanner planner;

  DescriptionPlanner(StatementPlanner planner) {
    this.planner = planner;
  }

  /** Plans SHOW with the name of a list or of a setting. */
  StatementPlan show(SqlIdentifier shown, StatementRun run) {
    String name = shown.toString();
    if (name.equalsIgnoreCase("trace")) {
      return new StatementPlan.Trace();
    }
    try {
      return planner.queries().plan(shown(name), run);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.INVALID_ARGUMENT) {
        throw e;
      }
      try {
        String table =
            shown.names.stream()
                .map(part -> '"' + part.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining("."));
        return describe((DescribeStatement) SqlFrontEnd.parse("DESCRIBE " + table), run);
      } catch (CalciteContextException | PacelineException noTable) {
        throw e;
      }
    }
  }

  /** Returns the query that SHOW with the name of a list or of a setting stands for. */
  private String shown(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "queries" -> "select * from paceline.queries order by number";
      case "tables" -> Descriptions.tables(planner.catalog());
      case "all tables" ->
          "SELECT table_schema AS \"schema\", table_name AS \"name\", table_type AS \"type\""
              + " FROM information_schema.tables ORDER BY table_schema, table_name";
      case "databases" -> "SELECT CAST('paceline' AS VARCHAR) AS database_name";
      case "schemas" -> "SELECT schema_name FROM information_schema.schemata ORDER BY schema_name";
      case "schema", "search_path" -> "SELECT CAST(CURRENT_SCHEMA AS VARCHAR) AS \"schema\"";
      default -> SettingStatements.show(name);
    };
  }

  /**
   * Returns the query that a description in FROM stands for.
   *
   * @param with the WITH that its place sees
   * @param uses gets what the query depends on
   */
  String rows(ExtensionStatement description, String with, String sql, List<CatalogUse> uses) {
    return switch (description) {
      case DescribeStatement describe ->
          Descriptions.rows(describe, rowType(describe.query(), with, uses), described(describe));
      case SummarizeStatement summarize ->
          Summaries.rows(summarized(summarize, sql), rowType(summarize.query(), with, uses));
      case ShowStatement show when !show.shown().toString().equalsIgnoreCase("trace") ->
          shown(show.shown().toString());
      case ShowPipelinesStatement show when !show.picture() ->
          QueryCommand.pipelines(show.number());
      default ->
          throw StatementPlanner.notSupported(description.getOperator().getName() + " in FROM");
    };
  }

  private RelDataType rowType(SqlNode query, String with, List<CatalogUse> uses) {
    SqlValidator validator = planner.frontEnd().validator();
    SqlNode validated = validator.validate(visible(query, with));
    uses.addAll(
        planner.queries().usesOf(planner.queries().convert(validator, validated).rel, validator));
    return validator.getValidatedNodeType(validated);
  }

  /**
   * Plans DESCRIBE, whose rows are good as long as the tables that it is about stay as they are.
   */
  StatementPlan.Query describe(DescribeStatement describe, StatementRun run) {
    SqlValidator validator = planner.frontEnd().validator();
    SqlNode validated = validator.validate(describe.query());
    String sql =
        Descriptions.rows(describe, validator.getValidatedNodeType(validated), described(describe));
    List<CatalogUse> uses =
        planner.queries().usesOf(planner.queries().convert(validator, validated).rel, validator);
    return planner.queries().plan(sql, run).withUses(uses);
  }

  private @Nullable TableDefinition described(DescribeStatement describe) {
    SqlIdentifier name = describe.table();
    Table table = name == null ? null : planner.catalog().find(name.names);
    return table == null ? null : table.definition();
  }

  /** Returns a query with the common table expressions that its place sees. */
  private static SqlNode visible(SqlNode query, String with) {
    if (with.isEmpty()) {
      return query;
    }
    SqlWith outer = (SqlWith) SqlFrontEnd.parse(with + "SELECT 1");
    return new SqlWith(query.getParserPosition(), outer.withList, query);
  }

  StatementPlan.Query summarize(SummarizeStatement summarize, String sql, StatementRun run) {
    SqlValidator validator = planner.frontEnd().validator();
    RelDataType rowType = validator.getValidatedNodeType(validator.validate(summarize.query()));
    return planner.queries().plan(Summaries.rows(summarized(summarize, sql), rowType), run);
  }

  /** Returns the table or the query of a SUMMARIZE as it is written in a FROM clause. */
  private static String summarized(SummarizeStatement summarize, String sql) {
    String text = Objects.requireNonNull(SourceText.of(summarize.text(), sql));
    return summarize.isQuery() ? "(" + text + ")" : text;
  }

  StatementPlan pragma(PragmaStatement pragma, StatementRun run) {
    String table = pragma.table();
    String name = pragma.name().toLowerCase(Locale.ROOT);
    if (name.equals("load_extension")) {
      if (table == null || !BUILT_IN.contains(table.toLowerCase(Locale.ROOT))) {
        throw StatementPlanner.notSupported("the extension " + table);
      }
      return new StatementPlan.ChangeSchema(nothing -> {});
    }
    if (table == null && WITHOUT_EFFECT.contains(name)) {
      return new StatementPlan.ChangeSchema(nothing -> {});
    }
    if (table == null) {
      switch (name) {
        case "show_tables" -> {
          return planner.queries().plan(Descriptions.tables(planner.catalog()), run);
        }
        case "show_databases" -> {
          return planner.queries().plan(shown("databases"), run);
        }
        case "database_list", "version" -> {
          return planner.queries().plan("SELECT * FROM pragma_" + name + "()", run);
        }
        default -> {
          // The others need the name of a table.
        }
      }
    }
    if (table == null || !name.equals("table_info") && !name.equals("show")) {
      throw StatementPlanner.notSupported("PRAGMA " + pragma.name());
    }
    StatementPlan.Query all = planner.queries().plan("SELECT * FROM " + table, run);
    SqlValidator validator = planner.frontEnd().validator();
    SqlNode validated = validator.validate(SqlFrontEnd.parse("SELECT * FROM " + table));
    StatementPlan.Query rows =
        planner
            .queries()
            .plan(Descriptions.tableInfo(validator.getValidatedNodeType(validated)), run);
    return rows.withUses(all.uses());
  }
}
