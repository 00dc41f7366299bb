package dev.paceline.calcite.session;

import dev.paceline.core.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** SHOW QUERIES, KILL, SUSPEND and RESUME, which Calcite's grammar does not have. */
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

  private static final Pattern CONTROL =
      Pattern.compile(
          "\\A"
              + ExplainSyntax.SPACE
              + "*+(kill|suspend|resume)"
              + ExplainSyntax.SPACE
              + "++(\\d{1,18})"
              + END,
          Pattern.CASE_INSENSITIVE);

  /** Returns false if there is no query of that number that this can be done to. */
  abstract boolean run(Engine engine, long number);

  /** As {@link #run}, or throws INVALID_ARGUMENT. */
  final void execute(Engine engine, long number) {
    if (!run(engine, number)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there is no query "
              + number
              + " to "
              + name().toLowerCase(Locale.ROOT)
              + "; SHOW QUERIES lists those that there are");
    }
  }

  /** The query that SHOW QUERIES stands for; other statements as they are. */
  static String expand(String sql) {
    return SHOW.matcher(sql).find() ? "select * from paceline.queries order by number" : sql;
  }

  /** A command with the number of a query; null for other statements. */
  static StatementPlan.@Nullable Control control(String sql) {
    Matcher matcher = CONTROL.matcher(sql);
    return matcher.find()
        ? new StatementPlan.Control(
            valueOf(matcher.group(1).toUpperCase(Locale.ROOT)), Long.parseLong(matcher.group(2)))
        : null;
  }
}
