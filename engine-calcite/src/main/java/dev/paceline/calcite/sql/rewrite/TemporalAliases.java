package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.sql.interval.TruncatedTimes;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Functions of dates, times and intervals that are others of the engine under another name. */
final class TemporalAliases {
  /** The arguments of MAKE_INTERVAL. */
  private static final int INTERVAL_PARTS = 7;

  private TemporalAliases() {}

  /** The call of the engine's function; null if there is none. */
  static @Nullable SqlNode rewrite(String name, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> arguments = call.getOperandList();
    if (name.equals("MAKE_INTERVAL") && arguments.size() < INTERVAL_PARTS) {
      return interval(arguments, position);
    }
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
      case "DATE_TRUNC", "DATETRUNC" -> truncated(arguments.getFirst(), value, position);
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

  /** The interval of the first of years, months, weeks, days, hours, minutes and seconds. */
  private static SqlNode interval(List<SqlNode> parts, SqlParserPos position) {
    List<SqlNode> all = new ArrayList<>(parts);
    while (all.size() < INTERVAL_PARTS) {
      all.add(SqlLiteral.createExactNumeric("0", position));
    }
    return FunctionAliases.called("MAKE_INTERVAL", all, position);
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
      case "NORMALIZED_INTERVAL" ->
          FunctionAliases.called("JUSTIFY_INTERVAL", List.of(argument), position);
      default -> null;
    };
  }

  /** The string of a literal, which may be cast to a string; null for anything else. */
  private static @Nullable String text(SqlNode node) {
    if (node.getKind() == SqlKind.CAST
        && ((SqlCall) node).operand(1) instanceof SqlDataTypeSpec type
        && type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec named
        && named.getPrecision() < 0
        && named.getTypeName().getSimple().equalsIgnoreCase(SqlTypeName.VARCHAR.getName())) {
      return text(((SqlCall) node).operand(0));
    }
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
    if (known != null) {
      return partOf(known, value, position);
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

  private static SqlNode partOf(TimeUnit unit, SqlNode value, SqlParserPos position) {
    return unit == TimeUnit.EPOCH
        ? epoch(value, position)
        : SqlStdOperatorTable.EXTRACT.createCall(
            position, new SqlIntervalQualifier(unit, null, position), value);
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
    if (elements(names) != null || names instanceof SqlIntervalQualifier) {
      return parts(names, value, position);
    }
    return chosen(
        names,
        unit -> FunctionAliases.cast(partOf(unit, value, position), SqlTypeName.DOUBLE, position),
        SqlTypeName.DOUBLE,
        position);
  }

  /**
   * Returns the value for the unit whose name an expression has, which is an error for other names.
   *
   * @param ofUnit returns the value for a unit; null for a unit that has none
   * @param type of the values
   */
  private static SqlNode chosen(
      SqlNode name,
      Function<TimeUnit, @Nullable SqlNode> ofUnit,
      SqlTypeName type,
      SqlParserPos position) {
    SqlNodeList conditions = new SqlNodeList(position);
    SqlNodeList values = new SqlNodeList(position);
    conditions.add(SqlStdOperatorTable.IS_NULL.createCall(position, name));
    values.add(SqlLiteral.createNull(position));
    PartOfTime.NAMES.forEach(
        (unit, names) -> {
          SqlNode value = ofUnit.apply(unit);
          if (value != null) {
            conditions.add(isOneOf(name, names, position));
            values.add(value);
          }
        });
    SqlNode message =
        SqlStdOperatorTable.CONCAT.createCall(
            position, SqlLiteral.createCharString("there is no part of a time ", position), name);
    return new SqlCase(
        position,
        null,
        conditions,
        values,
        FunctionAliases.cast(
            FunctionAliases.called("ERROR", List.of(message), position), type, position));
  }

  private static SqlNode isOneOf(SqlNode name, List<String> names, SqlParserPos position) {
    SqlNodeList known = new SqlNodeList(position);
    names.forEach(text -> known.add(SqlLiteral.createCharString(text, position)));
    return SqlStdOperatorTable.IN.createCall(
        position, SqlStdOperatorTable.LOWER.createCall(position, name), known);
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

  /** The beginning of a unit of time, whose name is a literal or computed. */
  private static @Nullable SqlNode truncated(SqlNode name, SqlNode value, SqlParserPos position) {
    String unit = text(name);
    if (unit != null) {
      TimeUnit known = PartOfTime.unit(unit);
      return known == null ? null : truncated(known, value, position);
    }
    if (SqlUtil.isNullLiteral(name, true)) {
      return FunctionAliases.cast(name, SqlTypeName.TIMESTAMP, position);
    }
    return name instanceof SqlIntervalQualifier || value instanceof SqlIntervalQualifier
        ? null
        : chosen(name, known -> truncated(known, value, position), SqlTypeName.TIMESTAMP, position);
  }

  private static @Nullable SqlNode truncated(TimeUnit unit, SqlNode value, SqlParserPos position) {
    return switch (unit) {
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
              position, value, new SqlIntervalQualifier(unit, null, position));
      default -> null;
    };
  }
}
