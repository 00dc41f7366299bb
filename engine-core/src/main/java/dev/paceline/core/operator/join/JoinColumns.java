package dev.paceline.core.operator.join;

import dev.paceline.core.operator.ColumnReferences;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The origins of a join's columns, and the columns of the right side that are kept. Immutable. */
public final class JoinColumns {
  /** The input from which an output column is taken. */
  enum Side {
    LEFT,
    RIGHT,
    MARK
  }

  /**
   * @param column of the left input, or of the store of right rows
   */
  record Output(Side side, int column, DataType type) {}

  private final JoinShape shape;
  private final int[] kept;
  private final List<Output> outputs;
  private final int[] conditionColumns;

  /**
   * @param rightKeys right columns that are kept whether or not they are delivered
   */
  public JoinColumns(JoinShape shape, int[] rightKeys) {
    this.shape = shape;
    this.conditionColumns =
        shape.condition() == null ? new int[0] : ColumnReferences.of(shape.condition());
    int leftCount = shape.leftTypes().size();
    TreeSet<Integer> right = new TreeSet<>();
    for (int key : rightKeys) {
      right.add(key);
    }
    for (int column : conditionColumns) {
      if (column >= leftCount) {
        right.add(column - leftCount);
      }
    }
    int leftOutputs = shape.type().deliversLeftColumns() ? leftCount : 0;
    for (int output : shape.outputs()) {
      if (output >= leftOutputs && shape.type().deliversRightColumns()) {
        right.add(output - leftOutputs);
      }
    }
    kept = right.stream().mapToInt(Integer::intValue).toArray();
    outputs = new ArrayList<>();
    for (int output : shape.outputs()) {
      if (output < leftOutputs) {
        outputs.add(new Output(Side.LEFT, output, shape.leftTypes().get(output)));
      } else if (shape.type() == JoinType.LEFT_MARK) {
        outputs.add(new Output(Side.MARK, 0, DataType.BOOLEAN));
      } else {
        int column = output - leftOutputs;
        outputs.add(new Output(Side.RIGHT, stored(column), shape.rightTypes().get(column)));
      }
    }
  }

  /** The right columns that are stored, ascending. */
  public int[] kept() {
    return kept;
  }

  public List<DataType> keptTypes() {
    List<DataType> types = new ArrayList<>();
    for (int column : kept) {
      types.add(shape.rightTypes().get(column));
    }
    return types;
  }

  /** The store's column of a right column. */
  public int stored(int rightColumn) {
    return java.util.Arrays.binarySearch(kept, rightColumn);
  }

  public int[] stored(int[] rightColumns) {
    int[] columns = new int[rightColumns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = stored(rightColumns[i]);
    }
    return columns;
  }

  List<Output> outputs() {
    return outputs;
  }

  /** Columns of left ++ right that the condition reads. */
  public int[] conditionColumns() {
    return conditionColumns;
  }
}
