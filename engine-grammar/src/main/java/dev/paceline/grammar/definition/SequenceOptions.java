package dev.paceline.grammar.definition;

import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The options of a sequence in the statement that creates it. The parser fills them. */
public final class SequenceOptions {
  /** The options, each of which may be given at most once. */
  public enum Option {
    START,
    INCREMENT,
    MINVALUE,
    MAXVALUE,
    CYCLE
  }

  private final Map<Option, Long> values = new EnumMap<>(Option.class);
  private final Map<Option, Boolean> given = new EnumMap<>(Option.class);

  /**
   * Sets an option.
   *
   * @param value null for the usual one, as in NO MAXVALUE
   */
  public void set(Option option, @Nullable BigInteger value, SqlParserPos position) {
    if (given.put(option, true) != null) {
      throw invalid(position, "a sequence has " + option + " once only");
    }
    if (value == null) {
      return;
    }
    if (value.bitLength() > 63) {
      throw invalid(position, "the values of a sequence are BIGINT; " + value + " is not");
    }
    values.put(option, value.longValue());
  }

  private static CalciteContextException invalid(SqlParserPos position, String message) {
    return new CalciteContextException(
        message,
        new CalciteException(message, null),
        position.getLineNum(),
        position.getColumnNum(),
        position.getEndLineNum(),
        position.getEndColumnNum());
  }

  /** Returns the value of an option; null for the usual one. */
  public @Nullable Long get(Option option) {
    return values.get(option);
  }
}
