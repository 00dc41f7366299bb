package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.sql.interval.TruncatedTimes;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Functions of dates, times and intervals that are others of the engine under another name. */
final class TemporalAliases {
  private TemporalAliases() {}

  /** The call of the engine's function; null if there is none. */
  static @Nullable SqlNode rewrite(String name, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> arguments = call.getOperandList();
    if (arguments.size() == 1) {
      return ofOne(name, arguments.getFirst(), position);
    }
    if (name.equals("MAKE_TIMESTAMPTZ")) {
      return moment(arguments, position);
    }
    if (arguments.size() != 2) {
      return null;
    }
    SqlNode value = arguments.get(1);
    if (call.getKind() == SqlKind.EXTRACT) {
      if (!(arguments.getFirst() instanceof SqlIntervalQualifier unit)) {
        return null;
      }
      if (unit.timeFrameName != null) {
        SqlNode part = part(unit.timeFrameName, value, position);
        if (part == null) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "EXTRACT knows no " + unit.timeFrameName + "; write a unit such as YEAR or SECOND");
        }
        return part;
      }
      return unit.getStartUnit() == TimeUnit.EPOCH ? epoch(value, position) : null;
    }
    return switch (name) {
      case "DATE_TRUNC", "DATETRUNC" -> truncated(text(arguments.getFirst()), value, position);
      case "DATE_PART", "DATEPART" -> {
        String unit = text(arguments.getFirst());
        if (SqlUtil.isNullLiteral(arguments.getFirst(), true)) {
          yield FunctionAliases.cast(arguments.getFirst(), SqlTypeName.BIGINT, position);
        }
        yield unit == null
            ? computedParts(arguments.getFirst(), value, position)
            : part(unit, value, position);
      }
      case "STRFTIME" -> // the format may come first
          text(arguments.getFirst()) != null && text(value) == null
              ? FunctionAliases.called(name, List.of(value, arguments.getFirst()), position)
              : null;
      case "STRPTIME", "TRY_STRPTIME" -> parsed(name, arguments.getFirst(), value, position);
      default -> null;
    };
  }

  /** The timestamp by the first of some formats that fits; null if there is no list of formats. */
  private static @Nullable SqlNode parsed(
      String name, SqlNode text, SqlNode list, SqlParserPos position) {
    List<SqlNode> formats = elements(list);
    if (formats == null || formats.isEmpty()) {
      return null;
    }
    List<SqlNode> attempts = new ArrayList<>();
    for (SqlNode format : formats) {
      String function = attempts.size() == formats.size() - 1 ? name : "TRY_STRPTIME";
      attempts.add(FunctionAliases.called(function, List.of(text, format), position));
    }
    return SqlStdOperatorTable.COALESCE.createCall(position, attempts);
  }

  /** The elements of a list that is written in the statement; null for anything else. */
  static @Nullable List<SqlNode> elements(SqlNode list) {
    return list instanceof SqlCall call
            && (call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
                || call.getOperator().getName().equals("LIST_VALUE"))
        ? call.getOperandList()
        : null;
  }

  /** The moment at which the clocks of the session's zone, or of another one, show a time. */
  private static @Nullable SqlNode moment(List<SqlNode> arguments, SqlParserPos position) {
    int parts = 6;
    if (arguments.size() != parts && arguments.size() != parts + 1) {
      return null;
    }
    SqlNode local = FunctionAliases.called("MAKE_TIMESTAMP", arguments.subList(0, parts), position);
    return arguments.size() == parts
        ? FunctionAliases.cast(local, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, position)
        : FunctionAliases.called("TIMEZONE", List.of(arguments.get(parts), local), position);
  }

  private static @Nullable SqlNode ofOne(String name, SqlNode argument, SqlParserPos position) {
    return switch (name) {
      case "CENTURY",
          "DECADE",
          "MILLENNIUM",
          "ISODOW",
          "ISOYEAR",
          "WEEKDAY",
          "WEEKOFYEAR",
          "MILLISECOND",
          "MICROSECOND",
          "TIMEZONE_HOUR",
          "TIMEZONE_MINUTE" ->
          part(name, argument, position);
      case "NANOSECOND" ->
          SqlStdOperatorTable.MULTIPLY.createCall(
              position,
              part("MICROSECOND", argument, position),
              SqlLiteral.createExactNumeric("1000", position));
      case "TO_MILLENNIA" -> interval(argument, "1000", TimeUnit.YEAR, position);
      case "TO_CENTURIES" -> interval(argument, "100", TimeUnit.YEAR, position);
      case "TO_DECADES" -> interval(argument, "10", TimeUnit.YEAR, position);
      case "TO_YEARS" -> interval(argument, "1", TimeUnit.YEAR, position);
      case "TO_QUARTERS" -> interval(argument, "3", TimeUnit.MONTH, position);
      case "TO_MONTHS" -> interval(argument, "1", TimeUnit.MONTH, position);
      case "TO_WEEKS" -> interval(argument, "7", TimeUnit.DAY, position);
      case "TO_DAYS" -> interval(argument, "1", TimeUnit.DAY, position);
      case "TO_HOURS" -> interval(argument, "1", TimeUnit.HOUR, position);
      case "TO_MINUTES" -> interval(argument, "1", TimeUnit.MINUTE, position);
      case "TO_SECONDS" -> interval(argument, "1", TimeUnit.SECOND, position);
      case "TO_MILLISECONDS" -> interval(argument, "0.001", TimeUnit.SECOND, position);
      default -> null;
    };
  }

  private static SqlNode interval(
      SqlNode number, String size, TimeUnit unit, SqlParserPos position) {
    int digits = new BigDecimal(size).precision();
    SqlNode one =
        SqlLiteral.createInterval(
            1, size, new SqlIntervalQualifier(unit, digits, null, -1, position), position);
    return SqlStdOperatorTable.MULTIPLY.createCall(position, number, one);
  }

  /** The string of a literal; null for anything else. */
  private static @Nullable String text(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR
        ? literal.getValueAs(String.class)
        : null;
  }

  /** Returns a call of EPOCH, whose result has a fraction, unlike other parts of a time. */
  private static SqlNode epoch(SqlNode value, SqlParserPos position) {
    return FunctionAliases.called(TimeUnit.EPOCH.name(), List.of(value), position);
  }

  /** A part of a time. */
  private static @Nullable SqlNode part(String unit, SqlNode value, SqlParserPos position) {
    TimeUnit known = PartOfTime.unit(unit);
    if (known == TimeUnit.EPOCH) {
      return epoch(value, position);
    }
    if (known != null) {
      return SqlStdOperatorTable.EXTRACT.createCall(
          position, new SqlIntervalQualifier(known, null, position), value);
    }
    return switch (unit.toUpperCase(Locale.ROOT)) {
      case "JULIAN", "YEARWEEK", "ERA" -> FunctionAliases.called(unit, List.of(value), position);
      case "TIMEZONE" -> offset(value, position);
      case "TIMEZONE_HOUR" -> quotient(offset(value, position), 3_600, position);
      case "TIMEZONE_MINUTE" ->
          SqlStdOperatorTable.MOD.createCall(
              position,
              quotient(offset(value, position), 60, position),
              SqlLiteral.createExactNumeric("60", position));
      default -> null;
    };
  }

  /** The seconds by which clocks of the session's zone are ahead of UTC at a moment. */
  private static SqlNode offset(SqlNode value, SqlParserPos position) {
    SqlNode local = FunctionAliases.cast(value.clone(position), SqlTypeName.TIMESTAMP, position);
    return quotient(
        SqlStdOperatorTable.MINUS.createCall(
            position,
            FunctionAliases.called("EPOCH_US", List.of(local), position),
            FunctionAliases.called("EPOCH_US", List.of(value), position)),
        1_000_000,
        position);
  }

  private static SqlNode quotient(SqlNode value, int divisor, SqlParserPos position) {
    return SqlStdOperatorTable.DIVIDE.createCall(
        position, value, SqlLiteral.createExactNumeric(Integer.toString(divisor), position));
  }

  /** The parts that no literal names; null if Calcite's own syntax names one. */
  private static @Nullable SqlNode computedParts(
      SqlNode names, SqlNode value, SqlParserPos position) {
    SqlNode parts = parts(names, value, position);
    if (parts == null && !(names instanceof SqlIntervalQualifier)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "DATE_PART of a part that no literal such as 'year' names is not supported");
    }
    return parts;
  }

  /** A struct of the parts whose names a list has; null if it is no list of literals. */
  private static @Nullable SqlNode parts(SqlNode list, SqlNode value, SqlParserPos position) {
    List<SqlNode> units = elements(list);
    if (units == null) {
      return null;
    }
    List<SqlNode> fields = new ArrayList<>();
    for (SqlNode name : units) {
      String unit = text(name);
      SqlNode part = unit == null ? null : part(unit, value, position);
      if (part == null) {
        return null;
      }
      fields.add(SqlLiteral.createCharString(unit, position));
      fields.add(part);
    }
    return FunctionAliases.unlessNull(
        value, FunctionAliases.called("STRUCT_PACK", fields, position), position);
  }

  /** The beginning of a unit of time. */
  private static @Nullable SqlNode truncated(
      @Nullable String unit, SqlNode value, SqlParserPos position) {
    TimeUnit known = unit == null ? null : PartOfTime.unit(unit);
    return switch (known) {
      case MILLENNIUM,
          CENTURY,
          DECADE,
          YEAR,
          QUARTER,
          MONTH,
          WEEK,
          DAY,
          HOUR,
          MINUTE,
          SECOND,
          MILLISECOND,
          MICROSECOND ->
          TruncatedTimes.INSTANCE.createCall(
              position, value, new SqlIntervalQualifier(known, null, position));
      case null, default -> null;
    };
  }
}
