package dev.paceline.core.expr.series;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.list.NestedFormat;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.List;

/**
 * The list of the values of a {@link Series}. Operators that make rows of lists count instead of
 * having the list made.
 */
public final class SeriesCall extends Expression {
  private static final int ELEMENT_BYTES = 1 + Long.BYTES;

  private final List<Expression> operands;
  private final boolean inclusive;

  /**
   * @param element the type of start, end and values: INT64 or TIMESTAMP
   * @param inclusive whether the end may be a value
   * @param operands start, end and step: an INT64, or an interval for timestamps
   */
  public SeriesCall(DataType element, boolean inclusive, List<Expression> operands) {
    super(DataType.list(element));
    this.operands = List.copyOf(operands);
    this.inclusive = inclusive;
  }

  @Override
  public List<Expression> operands() {
    return operands;
  }

  @Override
  public boolean canFail() {
    return true;
  }

  /** Whether the series is the same for all rows. */
  public boolean isConstant() {
    return operands.stream().allMatch(SeriesCall::isConstant);
  }

  private static boolean isConstant(Expression expression) {
    return expression.columnIndex() < 0
        && expression.operands().stream().allMatch(SeriesCall::isConstant);
  }

  /** Returns a series for one worker. */
  public Series newSeries() {
    return new Series();
  }

  /**
   * Begins the series of a row; one without values if an operand is NULL.
   *
   * @param arguments the values of the operands
   */
  public Series begin(Series series, ColumnVector[] arguments, int row) {
    for (ColumnVector argument : arguments) {
      if (argument.isNull(row)) {
        return series.reset(0, 0, 1, false);
      }
    }
    long from = arguments[0].getLong(row);
    long to = arguments[1].getLong(row);
    ColumnVector step = arguments[2];
    return step.type().kind() == TypeKind.INTERVAL
        ? series.reset(from, to, step.getHigh(row), step.getLong(row), inclusive)
        : series.reset(from, to, step.getLong(row), inclusive);
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new FunctionCall(
            name(),
            type(),
            operands,
            true,
            worker -> {
              Series series = newSeries();
              return RowFunctions.text((a, row, out) -> write(begin(series, a, row), out))
                  .newFunction(worker);
            })
        .newEvaluator(context);
  }

  private void write(Series series, TextWriter out) {
    if (series.count() > StringView.MAX_LENGTH / ELEMENT_BYTES) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "%s would make a list of %d elements; the most is %d. It makes any number of rows in FROM"
              .formatted(name(), series.count(), StringView.MAX_LENGTH / ELEMENT_BYTES));
    }
    while (series.remaining() > 0) {
      NestedFormat.appendLong(series.next(), out);
    }
    out.append(NestedFormat.END);
  }

  private String name() {
    return inclusive ? "generate_series" : "range";
  }

  @Override
  public String toString() {
    return new FunctionCall(name(), type(), operands, true, worker -> null).toString();
  }
}
