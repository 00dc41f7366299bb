package dev.paceline.core.operator.window;

import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions of a window operator, and the rows that they are computed over.
 *
 * @param types of the input columns; the results come behind them
 * @param partitionKeys input columns; may be empty
 * @param orderKeys the order in each partition; may be empty
 */
record WindowShape(
    List<DataType> types, int[] partitionKeys, List<SortKey> orderKeys, List<WindowCall> calls) {
  WindowShape {
    types = List.copyOf(types);
    partitionKeys = partitionKeys.clone();
    orderKeys = List.copyOf(orderKeys);
    calls = List.copyOf(calls);
  }

  /** The keys that bring rows of a partition together, and into order. */
  List<SortKey> sortKeys() {
    List<SortKey> keys = new ArrayList<>();
    for (int key : partitionKeys) {
      keys.add(new SortKey(key, false, true));
    }
    keys.addAll(orderKeys);
    return keys;
  }

  List<DataType> outputTypes() {
    List<DataType> all = new ArrayList<>(types);
    calls.forEach(call -> all.add(call.type()));
    return all;
  }
}
