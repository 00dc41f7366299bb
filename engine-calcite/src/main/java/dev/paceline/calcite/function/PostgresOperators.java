package dev.paceline.calcite.function;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * The operators of Calcite's library for PostgreSQL. Calcite finds them by the annotations of all
 * constants of its libraries, which takes 20 ms of the first statement of a process. A test
 * compares this list with what Calcite finds.
 */
public final class PostgresOperators {
  /** All of them, in Calcite's order. */
  public static final List<SqlOperator> ALL =
      List.of(
          SqlLibraryOperators.DATE_PART,
          SqlLibraryOperators.LENGTH,
          nullable(SqlLibraryOperators.LPAD),
          nullable(SqlLibraryOperators.RPAD),
          SqlLibraryOperators.LTRIM,
          SqlLibraryOperators.RTRIM,
          SqlLibraryOperators.SPLIT_PART,
          SqlLibraryOperators.STRPOS,
          SqlLibraryOperators.STRING_TO_ARRAY,
          SqlLibraryOperators.STARTS_WITH,
          SqlLibraryOperators.SUBSTR_POSTGRESQL,
          SqlLibraryOperators.GREATEST_PG,
          SqlLibraryOperators.LEAST_PG,
          SqlLibraryOperators.TRANSLATE3,
          SqlLibraryOperators.REGEXP_REPLACE_PG_3,
          SqlLibraryOperators.REGEXP_REPLACE_PG_4,
          SqlLibraryOperators.REGEXP_LIKE,
          SqlLibraryOperators.BOOL_AND,
          SqlLibraryOperators.BOOL_OR,
          SqlLibraryOperators.ARRAY_AGG,
          SqlLibraryOperators.ARRAY_CONCAT_AGG,
          SqlLibraryOperators.STRING_AGG,
          SqlLibraryOperators.LEFT,
          SqlLibraryOperators.REPEAT,
          SqlLibraryOperators.RIGHT,
          SqlLibraryOperators.SOUNDEX,
          SqlLibraryOperators.DIFFERENCE,
          SqlLibraryOperators.ILIKE,
          SqlLibraryOperators.NOT_ILIKE,
          SqlLibraryOperators.CONCAT_FUNCTION_WITH_NULL,
          SqlLibraryOperators.CONCAT_WS_POSTGRESQL,
          SqlLibraryOperators.TO_CHAR_PG,
          SqlLibraryOperators.TO_DATE_PG,
          SqlLibraryOperators.TO_TIMESTAMP_PG,
          SqlLibraryOperators.CHR,
          SqlLibraryOperators.TANH,
          SqlLibraryOperators.COTH,
          SqlLibraryOperators.COSH,
          SqlLibraryOperators.ACOSH,
          SqlLibraryOperators.ASINH,
          SqlLibraryOperators.ATANH,
          SqlLibraryOperators.COSD,
          SqlLibraryOperators.SIND,
          SqlLibraryOperators.TAND,
          SqlLibraryOperators.ACOSD,
          SqlLibraryOperators.ASIND,
          SqlLibraryOperators.ATAND,
          SqlLibraryOperators.SECH,
          SqlLibraryOperators.CSCH,
          SqlLibraryOperators.SINH,
          SqlLibraryOperators.CSC,
          SqlLibraryOperators.SEC,
          SqlLibraryOperators.MD5,
          SqlLibraryOperators.SHA1,
          SqlLibraryOperators.SHA256,
          SqlLibraryOperators.SHA512,
          SqlLibraryOperators.LOG_POSTGRES,
          SqlLibraryOperators.POWER_PG,
          SqlLibraryOperators.INFIX_CAST,
          SqlLibraryOperators.RANDOM,
          SqlLibraryOperators.AGE);

  private PostgresOperators() {}

  /**
   * Returns a function of strings whose result may be NULL if an argument may be. Calcite promises
   * more of some functions, and then takes {@code COALESCE(lpad(s, 2), 'x')} for its first part.
   */
  private static SqlOperator nullable(SqlFunction function) {
    return SqlBasicFunction.create(
        function.getName(),
        requireNonNull(function.getReturnTypeInference()).andThen(SqlTypeTransforms.TO_NULLABLE),
        requireNonNull(function.getOperandTypeChecker()),
        function.getFunctionType());
  }
}
