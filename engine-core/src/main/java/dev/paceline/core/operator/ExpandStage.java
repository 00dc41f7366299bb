package dev.paceline.core.operator;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.DataType;
import java.util.List;

/**
 * Passes each batch on once for each grouping set, with NULL for the keys that are not in the set.
 * No value is copied.
 */
public final class ExpandStage implements StageFactory {
  private final int[] keys;
  private final List<boolean[]> sets;
  private final List<DataType> types;

  public ExpandStage(PlanNode.Expand expand) {
    this.keys = expand.keys();
    this.sets = expand.sets();
    this.types = expand.types();
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    ColumnVector[] columns = types.stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    Batch output = new Batch(columns);
    return input -> {
      for (int i = 0; i < input.columnCount(); i++) {
        columns[keys.length + i].pointTo(input.column(i));
      }
      for (int set = 0; set < sets.size(); set++) {
        for (int i = 0; i < keys.length; i++) {
          if (sets.get(set)[i]) {
            columns[i].pointTo(input.column(keys[i]));
          } else {
            columns[i].setConstantNull();
          }
        }
        columns[columns.length - 1].setConstantLong(set);
        if (!downstream.accept(output.set(input.rowCount(), input.selection()))) {
          return false;
        }
      }
      return true;
    };
  }

  @Override
  public String name() {
    return "expand";
  }
}
