package dev.paceline.calcite.session;

import dev.paceline.calcite.sql.ExplainSyntax;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SHOW TABLES, QUERIES, PIPELINES and TRACE, ALTER QUERY, KILL, SUSPEND and RESUME, which Calcite's
 * grammar does not have.
 */
enum QueryCommand {
  /** Ends a query. */
  KILL {
    @Override
    boolean run(Engine engine, long number) {
      return engine.cancel(number, "the statement was ended by KILL " + number);
    }
  },
  /** Has a query wait until {@link #RESUME}. */
  SUSPEND {
    @Override
    boolean run(Engine engine, long number) {
      return engine.suspend(number);
    }
  },
  /** Lets a suspended query go on. */
  RESUME {
    @Override
    boolean run(Engine engine, long number) {
      return engine.resume(number);
    }
  };

  private static final String END = ExplainSyntax.SPACE + "*+;?" + ExplainSyntax.SPACE + "*+\\z";

  private static final Pattern SHOW =
      Pattern.compile(
          "\\A" + ExplainSyntax.SPACE + "*+show" + ExplainSyntax.SPACE + "++queries" + END,
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SHOW_SETTING =
      Pattern.compile(
          "\\A" + ExplainSyntax.SPACE + "*+show" + ExplainSyntax.SPACE + "++([a-zA-Z_]++)" + END,
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SHOW_PIPELINES =
      Pattern.compile(
          "\\A"
              + ExplainSyntax.SPACE
              + "*+show"
              + ExplainSyntax.SPACE
              + "++pipelines"
              + ExplainSyntax.SPACE
              + "++(\\d{1,18})(?:("
              + ExplainSyntax.SPACE
              + "++as"
              + ExplainSyntax.SPACE
              + "++dot))?+"
              + END,
          Pattern.CASE_INSENSITIVE);

  private static final Pattern CONTROL =
      Pattern.compile(
          "\\A"
              + ExplainSyntax.SPACE
              + "*+(kill|suspend|resume)"
              + ExplainSyntax.SPACE
              + "++(\\d{1,18})"
              + END,
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SHOW_TRACE =
      Pattern.compile(
          "\\A" + ExplainSyntax.SPACE + "*+show" + ExplainSyntax.SPACE + "++trace" + END,
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ALTER =
      Pattern.compile(
          "\\A"
              + ExplainSyntax.SPACE
              + "*+alter"
              + ExplainSyntax.SPACE
              + "++query"
              + ExplainSyntax.SPACE
              + "++(\\d{1,18})"
              + ExplainSyntax.SPACE
              + "++set"
              + ExplainSyntax.SPACE
              + "++(\\w++)"
              + ExplainSyntax.SPACE
              + "*+="
              + ExplainSyntax.SPACE
              + "*+([^\\s;]++)"
              + END,
          Pattern.CASE_INSENSITIVE);

  /** Returns false if there is no query of that number that this can be done to. */
  abstract boolean run(Engine engine, long number);

  /** Like {@link #run}, but throws INVALID_ARGUMENT if that fails. */
  final void execute(Engine engine, long number) {
    if (!run(engine, number)) {
      throw unknown(number, name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * What to say of a number that no query has.
   *
   * @param verb what was to be done to it
   */
  static PacelineException unknown(long number, String verb) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "there is no query "
            + number
            + " to "
            + verb
            + "; SHOW QUERIES lists those that there are");
  }

  /**
   * Returns the query that SHOW TABLES, SHOW QUERIES, SHOW PIPELINES with a number, or SHOW of a
   * setting stands for; other statements as they are.
   */
  static String expand(String sql) {
    if (SHOW.matcher(sql).find()) {
      return "select * from paceline.queries order by number";
    }
    Matcher setting = SHOW_SETTING.matcher(sql);
    if (setting.find()) {
      if (setting.group(1).equalsIgnoreCase("tables")) {
        return "select table_name from information_schema.tables where table_schema = 'main'"
            + " order by table_name";
      }
      return SettingStatements.show(setting.group(1));
    }
    Matcher matcher = SHOW_PIPELINES.matcher(sql);
    return matcher.find()
        ? "select * from paceline.pipelines where query = "
            + matcher.group(1)
            + " order by pipeline"
        : sql;
  }

  /**
   * A command with the number of a query, SHOW PIPELINES … AS DOT or SHOW TRACE; null for other
   * statements.
   */
  static @Nullable StatementPlan plan(String sql) {
    Matcher picture = SHOW_PIPELINES.matcher(sql);
    if (picture.find() && picture.group(2) != null) {
      return new StatementPlan.Picture(Long.parseLong(picture.group(1)));
    }
    if (SHOW_TRACE.matcher(sql).find()) {
      return new StatementPlan.Trace();
    }
    Matcher alter = ALTER.matcher(sql);
    if (alter.find()) {
      QuerySetting setting = QuerySetting.of(alter.group(2));
      return new StatementPlan.Alter(
          setting, Long.parseLong(alter.group(1)), setting.value(alter.group(3)));
    }
    Matcher control = CONTROL.matcher(sql);
    return control.find()
        ? new StatementPlan.Control(
            valueOf(control.group(1).toUpperCase(Locale.ROOT)), Long.parseLong(control.group(2)))
        : null;
  }
}
