package dev.paceline.core.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query to evaluate expressions in, and makers of its columns. */
public final class ExpressionFixture implements AutoCloseable {
  /** 2024-02-29 22:30:15.250 UTC, the next day in Tokyo. */
  public static final long START_MILLIS = 1_709_245_815_250L;

  private final QueryContext query;
  private final WorkerContext worker;
  private final Vectors vectors;

  public ExpressionFixture(MemoryLedger ledger) {
    query =
        QueryContext.open(
            "test", ledger, new CancellationToken(), 2048, START_MILLIS, ZoneId.of("Asia/Tokyo"));
    worker = new WorkerContext(query, query.memory());
    vectors = new Vectors(query.memory());
  }

  public Vectors vectors() {
    return vectors;
  }

  public WorkerContext worker() {
    return worker;
  }

  public static Expression column(int index, DataType type) {
    return Expressions.column(index, type);
  }

  public static Expression literal(DataType type, @Nullable Object value) {
    return Expressions.literal(type, value);
  }

  /** The values of an expression over all rows of some columns. */
  public List<@Nullable Object> evaluate(Expression expression, int rows, ColumnVector... columns) {
    ColumnVector result =
        expression.newEvaluator(worker).evaluate(new Batch(columns).set(rows, null));
    assertThat(result.type()).as("type of %s", expression).isEqualTo(expression.type());
    return Vectors.read(result, rows);
  }

  /** The value of an expression without columns. */
  public @Nullable Object value(Expression expression) {
    return evaluate(expression, 1).getFirst();
  }

  public void assertFails(
      Expression expression, ErrorCode code, int rows, ColumnVector... columns) {
    assertThat(expression.canFail()).as("canFail of %s", expression).isTrue();
    assertThatThrownBy(() -> evaluate(expression, rows, columns))
        .as("%s", expression)
        .isInstanceOfSatisfying(PacelineException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Override
  public void close() {
    query.close();
  }
}
