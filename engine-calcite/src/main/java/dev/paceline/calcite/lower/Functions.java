package dev.paceline.calcite.lower;

import dev.paceline.core.expr.tree.ScalarFunction;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/** Which of the engine's functions SQL's functions are, by their names. */
final class Functions {
  private static final Map<String, ScalarFunction> BY_NAME =
      Map.ofEntries(
          Map.entry("UPPER", ScalarFunction.UPPER),
          Map.entry("LOWER", ScalarFunction.LOWER),
          Map.entry("INITCAP", ScalarFunction.INITCAP),
          Map.entry("LTRIM", ScalarFunction.LTRIM),
          Map.entry("RTRIM", ScalarFunction.RTRIM),
          Map.entry("BTRIM", ScalarFunction.TRIM),
          Map.entry("SUBSTRING", ScalarFunction.SUBSTRING),
          Map.entry("CHAR_LENGTH", ScalarFunction.CHAR_LENGTH),
          Map.entry("CHARACTER_LENGTH", ScalarFunction.CHAR_LENGTH),
          Map.entry("LENGTH", ScalarFunction.CHAR_LENGTH),
          Map.entry("OCTET_LENGTH", ScalarFunction.OCTET_LENGTH),
          Map.entry("||", ScalarFunction.CONCAT),
          Map.entry("POSITION", ScalarFunction.POSITION),
          Map.entry("REPLACE", ScalarFunction.REPLACE),
          Map.entry("OVERLAY", ScalarFunction.OVERLAY),
          Map.entry("LEFT", ScalarFunction.LEFT),
          Map.entry("RIGHT", ScalarFunction.RIGHT),
          Map.entry("LPAD", ScalarFunction.LPAD),
          Map.entry("RPAD", ScalarFunction.RPAD),
          Map.entry("REPEAT", ScalarFunction.REPEAT),
          Map.entry("REVERSE", ScalarFunction.REVERSE),
          Map.entry("ASCII", ScalarFunction.ASCII),
          Map.entry("CHR", ScalarFunction.CHR),
          Map.entry("STARTS_WITH", ScalarFunction.STARTS_WITH),
          Map.entry("ENDS_WITH", ScalarFunction.ENDS_WITH),
          Map.entry("ABS", ScalarFunction.ABS),
          Map.entry("SIGN", ScalarFunction.SIGN),
          Map.entry("ROUND", ScalarFunction.ROUND),
          Map.entry("TRUNCATE", ScalarFunction.TRUNCATE),
          Map.entry("TRUNC", ScalarFunction.TRUNCATE),
          Map.entry("POWER", ScalarFunction.POWER),
          Map.entry("SQRT", ScalarFunction.SQRT),
          Map.entry("CBRT", ScalarFunction.CBRT),
          Map.entry("EXP", ScalarFunction.EXP),
          Map.entry("LN", ScalarFunction.LN),
          Map.entry("LOG10", ScalarFunction.LOG10),
          Map.entry("SIN", ScalarFunction.SIN),
          Map.entry("COS", ScalarFunction.COS),
          Map.entry("TAN", ScalarFunction.TAN),
          Map.entry("COT", ScalarFunction.COT),
          Map.entry("ASIN", ScalarFunction.ASIN),
          Map.entry("ACOS", ScalarFunction.ACOS),
          Map.entry("ATAN", ScalarFunction.ATAN),
          Map.entry("ATAN2", ScalarFunction.ATAN2),
          Map.entry("SINH", ScalarFunction.SINH),
          Map.entry("COSH", ScalarFunction.COSH),
          Map.entry("TANH", ScalarFunction.TANH),
          Map.entry("DEGREES", ScalarFunction.DEGREES),
          Map.entry("RADIANS", ScalarFunction.RADIANS),
          Map.entry("PI", ScalarFunction.PI),
          Map.entry("RANDOM", ScalarFunction.RANDOM),
          Map.entry("LAST_DAY", ScalarFunction.LAST_DAY),
          Map.entry("CURRENT_DATE", ScalarFunction.CURRENT_DATE),
          Map.entry("CURRENT_TIME", ScalarFunction.CURRENT_TIME),
          Map.entry("LOCALTIME", ScalarFunction.CURRENT_TIME),
          Map.entry("CURRENT_TIMESTAMP", ScalarFunction.CURRENT_TIMESTAMP),
          Map.entry("LOCALTIMESTAMP", ScalarFunction.CURRENT_TIMESTAMP),
          Map.entry("GREATEST", ScalarFunction.GREATEST),
          Map.entry("LEAST", ScalarFunction.LEAST));

  private Functions() {}

  /** The engine's function of the same meaning; null if there is none. */
  static @Nullable ScalarFunction of(SqlOperator operator) {
    return BY_NAME.get(operator.getName().toUpperCase(Locale.ROOT));
  }
}
