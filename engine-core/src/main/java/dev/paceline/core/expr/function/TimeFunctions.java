package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.tree.TimeUnit;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** The functions on dates and times. */
public final class TimeFunctions {
  private TimeFunctions() {}

  public static Expression extract(TimeUnit unit, DataType result, Expression operand) {
    DataType type = operand.type();
    if (type.kind() == TypeKind.TIMESTAMP_LTZ && unit != TimeUnit.EPOCH) {
      return extract(unit, result, Casts.cast(operand, DataType.TIMESTAMP));
    }
    Expression field =
        switch (type.kind()) {
          case DATE ->
              ofDay("EXTRACT " + unit, DataType.INT64, operand, day -> TimeFields.ofDay(unit, day));
          case TIME -> {
            TimeFields.ofTime(unit, 0);
            yield call(
                "EXTRACT " + unit,
                DataType.INT64,
                operand,
                micros -> TimeFields.ofTime(unit, micros));
          }
          case TIMESTAMP, TIMESTAMP_LTZ ->
              ofStep(
                  "EXTRACT " + unit,
                  DataType.INT64,
                  operand,
                  stepMicros(unit),
                  micros -> TimeFields.ofTimestamp(unit, micros));
          case INTERVAL -> {
            TimeFields.ofInterval(unit, 0, 0);
            yield new FunctionCall(
                "EXTRACT " + unit,
                DataType.INT64,
                List.of(operand),
                false,
                RowFunctions.longs(
                    (a, row) -> TimeFields.ofInterval(unit, a[0].getHigh(row), a[0].getLong(row))));
          }
          default -> throw TimeFields.undefined(unit, type);
        };
    return Casts.cast(field, result);
  }

  public static Expression round(TimeUnit unit, Expression operand, boolean up) {
    DataType type = operand.type();
    String name = (up ? "CEIL TO " : "FLOOR TO ") + unit;
    return switch (type.kind()) {
      case DATE -> ofDay(name, type, operand, day -> roundDay(unit, day, up));
      case TIMESTAMP ->
          up
              ? call(name, type, operand, micros -> roundMicros(unit, micros, true))
              : ofStep(
                  name,
                  type,
                  operand,
                  stepMicros(unit),
                  micros -> roundMicros(unit, micros, false));
      case TIMESTAMP_LTZ ->
          Casts.cast(round(unit, Casts.cast(operand, DataType.TIMESTAMP), up), type);
      case TIME ->
          call(
              name,
              type,
              operand,
              micros -> Math.floorMod(roundMicros(unit, micros, up), Micros.PER_DAY));
      case INTERVAL -> {
        boolean defined = TimeFields.isLength(unit);
        if (up || !defined) {
          throw TimeFields.undefined(unit, type);
        }
        yield new FunctionCall(
            name,
            type,
            List.of(operand),
            false,
            RowFunctions.intervals(
                (a, row, out) ->
                    TimeFields.truncateInterval(unit, a[0].getHigh(row), a[0].getLong(row), out)));
      }
      default -> throw TimeFields.undefined(unit, type);
    };
  }

  /** Returns the length of the steps of a timestamp in which a unit does not change. */
  private static long stepMicros(TimeUnit unit) {
    return TimeFields.isOfDay(unit) ? Micros.PER_DAY : TimeFields.micros(unit);
  }

  private static long roundDay(TimeUnit unit, long day, boolean up) {
    long first = TimeFields.floorDay(unit, day);
    return up && first < day ? TimeFields.nextDay(unit, first) : first;
  }

  private static long roundMicros(TimeUnit unit, long micros, boolean up) {
    long length = TimeFields.micros(unit);
    if (length > 0 && length < Micros.PER_DAY) {
      long first = Math.floorDiv(micros, length) * length;
      return up && first < micros ? first + length : first;
    }
    long firstDay = TimeFields.floorDay(unit, Micros.toDay(micros));
    long first = Micros.at(firstDay, 0);
    return up && first < micros ? Micros.at(TimeFields.nextDay(unit, firstDay), 0) : first;
  }

  public static Expression add(
      TimeUnit unit, DataType result, Expression amount, Expression operand) {
    Expression time = Casts.cast(operand, result);
    Expression count = Casts.cast(amount, DataType.INT64);
    long months = TimeFields.months(unit);
    long micros = TimeFields.micros(unit);
    RowFunctions.LongFunction function =
        switch (result.kind()) {
          case DATE ->
              months > 0
                  ? (a, row) ->
                      CivilDate.plusMonths(
                          a[1].getLong(row), Math.multiplyExact(a[0].getLong(row), months))
                  : (a, row) ->
                      a[1].getLong(row)
                          + Math.multiplyExact(a[0].getLong(row), micros) / Micros.PER_DAY;
          case TIMESTAMP, TIMESTAMP_LTZ ->
              months > 0
                  ? (a, row) ->
                      Micros.plusMonths(
                          a[1].getLong(row), Math.multiplyExact(a[0].getLong(row), months))
                  : (a, row) ->
                      Math.addExact(
                          a[1].getLong(row), Math.multiplyExact(a[0].getLong(row), micros));
          case TIME ->
              (a, row) ->
                  Math.floorMod(
                      a[1].getLong(row)
                          + Math.multiplyExact(a[0].getLong(row), micros) % Micros.PER_DAY,
                      Micros.PER_DAY);
          default -> throw TimeFields.undefined(unit, result);
        };
    return new FunctionCall(
        "TIMESTAMPADD " + unit,
        result,
        List.of(count, time),
        true,
        RowFunctions.checkedLongs(
            result,
            (a, row) -> {
              try {
                return function.apply(a, row);
              } catch (ArithmeticException e) {
                throw new PacelineException(
                    ErrorCode.NUMERIC_OVERFLOW,
                    "TIMESTAMPADD by " + a[0].getLong(row) + " " + unit + " leaves the range",
                    e);
              }
            }));
  }

  public static Expression difference(
      TimeUnit unit, DataType result, Expression from, Expression to) {
    DataType common = from.type().kind() == TypeKind.TIME ? DataType.TIME : DataType.TIMESTAMP;
    long months = TimeFields.months(unit);
    long micros = TimeFields.micros(unit);
    RowFunctions.LongFunction function =
        months > 0
            ? (a, row) ->
                TemporalArithmetic.monthsBetween(a[0].getLong(row), a[1].getLong(row)) / months
            : (a, row) -> Micros.between(a[0].getLong(row), a[1].getLong(row), micros);
    Expression difference =
        new FunctionCall(
            "TIMESTAMPDIFF " + unit,
            DataType.INT64,
            List.of(Casts.cast(from, common), Casts.cast(to, common)),
            unit == TimeUnit.MICROSECOND,
            RowFunctions.longs(function));
    return Casts.cast(difference, result);
  }

  public static Expression lastDay(Expression operand) {
    return ofDay(
        "LAST_DAY",
        DataType.DATE,
        Casts.cast(operand, DataType.DATE),
        day -> TimeFields.nextDay(TimeUnit.MONTH, TimeFields.floorDay(TimeUnit.MONTH, day)) - 1);
  }

  /** CURRENT_DATE, CURRENT_TIME or CURRENT_TIMESTAMP: the query's start. */
  public static Expression current(ScalarFunction function, DataType result) {
    DataType type =
        switch (function) {
          case CURRENT_DATE -> DataType.DATE;
          case CURRENT_TIME -> DataType.TIME;
          default ->
              result.kind() == TypeKind.TIMESTAMP ? DataType.TIMESTAMP : DataType.TIMESTAMP_LTZ;
        };
    return Casts.cast(new Now(function, type), result);
  }

  private static Expression ofDay(
      String name, DataType result, Expression operand, LongUnaryOperator function) {
    return ofStep(name, result, operand, 1, function);
  }

  /**
   * @param step the length of the steps within which the result is constant
   */
  private static Expression ofStep(
      String name, DataType result, Expression operand, long step, LongUnaryOperator function) {
    return new FunctionCall(
        name, result, List.of(operand), false, context -> new StepFunction(step, function));
  }

  private static Expression call(
      String name, DataType result, Expression operand, LongUnaryOperator function) {
    return new FunctionCall(
        name,
        result,
        List.of(operand),
        false,
        RowFunctions.longs((a, row) -> function.applyAsLong(a[0].getLong(row))));
  }

  /** A constant of the running query. */
  private static final class Now extends Expression {
    private final ScalarFunction function;

    Now(ScalarFunction function, DataType type) {
      super(type);
      this.function = function;
    }

    @Override
    public List<Expression> operands() {
      return List.of();
    }

    @Override
    public Evaluator newEvaluator(WorkerContext context) {
      long instant = Micros.ofMillis(context.query().startMillis());
      long local = DateTimeText.toLocal(instant, context.query().zone());
      long value =
          switch (type().kind()) {
            case DATE -> Micros.toDay(local);
            case TIME -> Micros.toTimeOfDay(local);
            case TIMESTAMP -> local;
            default -> instant;
          };
      ColumnVector constant = new ColumnVector(type()).setConstantLong(value);
      return batch -> constant;
    }

    @Override
    public String toString() {
      return function.name();
    }
  }
}
