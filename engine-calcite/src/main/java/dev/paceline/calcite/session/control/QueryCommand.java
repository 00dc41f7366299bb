package dev.paceline.calcite.session.control;

import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.Locale;
import org.apache.calcite.sql.SqlLiteral;

/** KILL, SUSPEND and RESUME of a query. */
public enum QueryCommand {
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

  /** Returns false if there is no query of that number that this can be done to. */
  abstract boolean run(Engine engine, long number);

  /** Like {@link #run}, but throws INVALID_ARGUMENT if that fails. */
  public final void execute(Engine engine, long number) {
    if (!run(engine, number)) {
      throw unknown(number, name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * Returns the error for a number that no query has.
   *
   * @param verb what was to be done to it
   */
  public static PacelineException unknown(long number, String verb) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "there is no query "
            + number
            + " to "
            + verb
            + "; SHOW QUERIES lists those that there are");
  }

  /** Returns the query that SHOW PIPELINES stands for. */
  public static String pipelines(SqlLiteral query) {
    return "select * from paceline.pipelines where query = " + number(query) + " order by pipeline";
  }

  /** Returns the number of a query; one that is too large is that of no query. */
  public static long number(SqlLiteral literal) {
    return literal.bigDecimalValue().min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
  }
}
