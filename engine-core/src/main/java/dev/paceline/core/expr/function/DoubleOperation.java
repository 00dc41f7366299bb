package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.vector.DoubleLanes;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.ArithmeticKernels;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;

/** Arithmetic on doubles; REAL results are rounded to float. Division by zero is an error. */
final class DoubleOperation implements VectorFunction {
  private final ArithmeticOperator operator;
  private final boolean single;
  private final DoubleLanes left;
  private final DoubleLanes right;

  DoubleOperation(ArithmeticOperator operator, DataType type, WorkerContext context) {
    this.operator = operator;
    single = type.kind() == TypeKind.FLOAT32;
    left = new DoubleLanes(context.memory());
    right = new DoubleLanes(context.memory());
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    left.read(arguments[0], rows);
    right.read(arguments[1], rows);
    MemorySegment a = left.data();
    MemorySegment b = right.data();
    MemorySegment target = result.scratch(8L * rows);
    ArithmeticKernels kernels = ArithmeticKernels.current();
    switch (operator) {
      case ADD -> kernels.addDoubles(a, left.offset(), b, right.offset(), rows, target);
      case SUBTRACT -> kernels.subtractDoubles(a, left.offset(), b, right.offset(), rows, target);
      case MULTIPLY -> kernels.multiplyDoubles(a, left.offset(), b, right.offset(), rows, target);
      case DIVIDE -> {
        if (kernels.divideDoubles(a, left.offset(), b, right.offset(), rows, target)) {
          checkDivisors(arguments[1], rows, nulls);
        }
      }
      case MODULO -> {
        checkDivisors(arguments[1], rows, nulls);
        for (int row = 0; row < rows; row++) {
          target.set(
              JAVA_DOUBLE,
              (long) row << 3,
              arguments[0].getDouble(row) % arguments[1].getDouble(row));
        }
      }
    }
    if (single) {
      DoubleLanes.roundToFloats(target, rows);
    }
    result.setDoubles(target, 0);
  }

  private static void checkDivisors(ColumnVector divisors, int rows, NullMask nulls) {
    for (int row = 0; row < rows; row++) {
      if (divisors.getDouble(row) == 0 && !nulls.contains(row)) {
        throw RowFunctions.divisionByZero();
      }
    }
  }
}
