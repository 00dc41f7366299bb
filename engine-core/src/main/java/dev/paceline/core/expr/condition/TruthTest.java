package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.TruthValues;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** NOT, and the tests that are never NULL. */
public final class TruthTest extends Expression {
  /** Which test. */
  public enum Kind {
    NOT("NOT "),
    IS_NULL(" IS NULL"),
    IS_NOT_NULL(" IS NOT NULL"),
    IS_TRUE(" IS TRUE"),
    IS_FALSE(" IS FALSE"),
    IS_NOT_TRUE(" IS NOT TRUE"),
    IS_NOT_FALSE(" IS NOT FALSE");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final Kind kind;
  private final Expression operand;

  public TruthTest(Kind kind, Expression operand) {
    super(DataType.BOOLEAN);
    this.kind = kind;
    this.operand = operand;
  }

  @Override
  public List<Expression> operands() {
    return List.of(operand);
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    Evaluator evaluator = operand.newEvaluator(context);
    ColumnVector result = new ColumnVector(DataType.BOOLEAN, context.memory());
    return batch -> test(evaluator.evaluate(batch), batch, result);
  }

  private ColumnVector test(ColumnVector value, Batch batch, ColumnVector result) {
    if (value.isConstant()) {
      return kind == Kind.NOT && value.isConstantNull()
          ? result.setConstantNull()
          : result.setConstantBoolean((word(value, 0) & 1) != 0);
    }
    if (kind == Kind.IS_NULL && !value.mayHaveNulls()) {
      return result.setConstantBoolean(false);
    }
    if (kind == Kind.IS_NOT_NULL && !value.mayHaveNulls()) {
      return result.setConstantBoolean(true);
    }
    int rows = batch.rowCount();
    MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
    for (int word = 0; word < TruthValues.words(rows); word++) {
      bits.set(JAVA_LONG, (long) word << 3, word(value, word));
    }
    result.setBits(bits, 0);
    return kind == Kind.NOT ? result.setNulls(value.nulls(), value.nullsOffset()) : result;
  }

  private long word(ColumnVector value, int index) {
    return switch (kind) {
      case NOT, IS_FALSE -> TruthValues.falses(value, index);
      case IS_NULL -> TruthValues.nulls(value, index);
      case IS_NOT_NULL -> ~TruthValues.nulls(value, index);
      case IS_TRUE -> TruthValues.trues(value, index);
      case IS_NOT_TRUE -> ~TruthValues.trues(value, index);
      case IS_NOT_FALSE -> ~TruthValues.falses(value, index);
    };
  }

  @Override
  public String toString() {
    return kind == Kind.NOT ? "NOT (" + operand + ")" : "(" + operand + ")" + kind.text;
  }
}
