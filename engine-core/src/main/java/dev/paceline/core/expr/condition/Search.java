package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.FunctionEvaluator;
import dev.paceline.core.expr.vector.TruthValues;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** Whether a value satisfies a predicate that scans can evaluate too. */
public final class Search extends Expression {
  private final Expression operand;
  private final ColumnPredicate predicate;

  public Search(Expression operand, ColumnPredicate predicate) {
    super(DataType.BOOLEAN);
    this.operand = operand;
    this.predicate = predicate;
  }

  @Override
  public List<Expression> operands() {
    return List.of(operand);
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    Evaluator evaluator = operand.newEvaluator(context);
    boolean nullMatches =
        switch (predicate) {
          case ColumnPredicate.LongRanges p -> p.nullMatches();
          case ColumnPredicate.DoubleRanges p -> p.nullMatches();
          case ColumnPredicate.BytesRanges p -> p.nullMatches();
          case ColumnPredicate.BytesTest p -> p.nullMatches();
          case ColumnPredicate.NullTest p -> throw new IllegalStateException(p + " is a TruthTest");
        };
    VectorFunction function = SearchFunctions.of(predicate, operand.type()).newFunction(context);
    Evaluator search =
        new FunctionEvaluator(type(), new Evaluator[] {evaluator}, 0, function, context);
    if (!nullMatches) {
      return search;
    }
    ColumnVector result = new ColumnVector(type(), context.memory());
    return batch -> orNull(search.evaluate(batch), batch, result);
  }

  private static ColumnVector orNull(ColumnVector found, Batch batch, ColumnVector result) {
    if (found.isConstant()) {
      return result.setConstantBoolean(found.isConstantNull() || found.constantLong() != 0);
    }
    int rows = batch.rowCount();
    MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
    for (int word = 0; word < TruthValues.words(rows); word++) {
      bits.set(
          JAVA_LONG,
          (long) word << 3,
          TruthValues.trues(found, word) | TruthValues.nulls(found, word));
    }
    return result.setBits(bits, 0);
  }

  @Override
  public String toString() {
    String what =
        switch (predicate) {
          case ColumnPredicate.LongRanges p ->
              Arrays.toString(p.lows()) + " TO " + Arrays.toString(p.highs());
          case ColumnPredicate.DoubleRanges p -> p.ranges().toString();
          case ColumnPredicate.BytesRanges p -> p.ranges().size() + " ranges";
          case ColumnPredicate.BytesTest p -> p.matcher().toString();
          case ColumnPredicate.NullTest p -> p.toString();
        };
    return "(" + operand + " MATCHES " + what + ")";
  }
}
