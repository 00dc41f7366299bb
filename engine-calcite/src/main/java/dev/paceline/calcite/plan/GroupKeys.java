package dev.paceline.calcite.plan;

import dev.paceline.calcite.rex.PlainCalls;
import dev.paceline.calcite.table.UniqueColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups by as few columns as tell the groups apart: the others take any value of their group.
 *
 * <p>Source: group-by reduction by functional dependencies (as in HyPer).
 */
final class GroupKeys {
  private final Set<UniqueColumn> proofs;

  /**
   * @param proofs gets what the new expression rests on
   */
  GroupKeys(Set<UniqueColumn> proofs) {
    this.proofs = proofs;
  }

  /** The same rows, with fewer group keys where others determine them. */
  RelNode reduce(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(this::reduce).toList();
    RelNode result = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return result instanceof LogicalAggregate aggregate
            && aggregate.getGroupType() == Aggregate.Group.SIMPLE
            && aggregate.getGroupCount() > 1
        ? reduce(aggregate)
        : result;
  }

  private RelNode reduce(LogicalAggregate aggregate) {
    RelNode input = aggregate.getInput();
    Dependencies dependencies = Dependencies.of(input);
    List<RelDataTypeField> fields = input.getRowType().getFieldList();
    ImmutableBitSet keys = aggregate.getGroupSet();
    for (int key :
        aggregate.getGroupSet().asList().stream().sorted(costliestFirst(fields)).toList()) {
      if (dependencies.determines(keys.clear(key), key, proofs)) {
        keys = keys.clear(key);
      }
    }
    return keys.equals(aggregate.getGroupSet()) ? aggregate : withKeys(aggregate, keys);
  }

  /** Text is the first that should not be a key, and of the rest what was named last. */
  private static Comparator<Integer> costliestFirst(List<RelDataTypeField> fields) {
    return Comparator.<Integer, Boolean>comparing(
            key -> !Dependencies.isText(fields.get(key).getType()))
        .thenComparing(Comparator.reverseOrder());
  }

  private static RelNode withKeys(LogicalAggregate aggregate, ImmutableBitSet keys) {
    RelNode input = aggregate.getInput();
    List<AggregateCall> calls = new ArrayList<>();
    List<RexNode> columns = new ArrayList<>();
    List<Integer> keyList = keys.asList();
    for (int key : aggregate.getGroupSet()) {
      RelDataType type = input.getRowType().getFieldList().get(key).getType();
      if (keys.get(key)) {
        columns.add(new RexInputRef(keyList.indexOf(key), type));
      } else {
        columns.add(new RexInputRef(keyList.size() + calls.size(), type));
        calls.add(PlainCalls.of(SqlStdOperatorTable.ANY_VALUE, List.of(key), type, null));
      }
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      columns.add(new RexInputRef(keyList.size() + calls.size(), call.getType()));
      calls.add(call);
    }
    return LogicalProject.create(
        LogicalAggregate.create(input, List.of(), keys, null, calls),
        List.of(),
        columns,
        aggregate.getRowType().getFieldNames(),
        Set.of());
  }
}
