package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.LogicalUnnest;
import dev.paceline.calcite.rel.SharedRead;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexPermuteInputsShuttle;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/**
 * Trims columns that nobody uses, also those that only a condition below an outer join tests:
 * Calcite lets them through, and a scan would read the text that it has just searched. Below other
 * joins {@link JoinOrdering} drops them. Columns of a shared plan that one reader does not use are
 * dropped by a projection of its own.
 */
public final class FieldTrimmer extends RelFieldTrimmer {
  private final RelBuilder builder;

  /** Conditions have been simplified before; here, only their columns get other numbers. */
  FieldTrimmer(RelBuilder builder) {
    super(null, plain(builder));
    this.builder = plain(builder);
  }

  private static RelBuilder plain(RelBuilder builder) {
    return builder.transform(config -> config.withSimplify(false));
  }

  @Override
  protected TrimResult trimChild(
      RelNode rel,
      RelNode input,
      int firstField,
      int lastField,
      ImmutableBitSet fieldsUsed,
      Set<RelDataTypeField> extraFields) {
    TrimResult trimmed =
        super.trimChild(rel, input, firstField, lastField, fieldsUsed, extraFields);
    boolean dropsTested =
        rel instanceof Join join
            && (join.getJoinType().isOuterJoin() || join.getJoinType() == JoinRelType.LEFT_MARK)
            && trimmed.left instanceof Filter
            && extraFields.isEmpty()
            && !fieldsUsed.isEmpty()
            && fieldsUsed.cardinality() < trimmed.left.getRowType().getFieldCount();
    if (input instanceof SharedRead && extraFields.isEmpty()) {
      ImmutableBitSet kept = fieldsUsed.isEmpty() ? ImmutableBitSet.of(0) : fieldsUsed;
      return kept.cardinality() < input.getRowType().getFieldCount()
          ? keep(trimmed, input, kept)
          : trimmed;
    }
    return dropsTested ? keep(trimmed, input, fieldsUsed) : trimmed;
  }

  /** Drops columns beside the elements of lists; Calcite finds this method by its name. */
  public TrimResult trimFields(
      LogicalUnnest unnest, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
    RelNode input = unnest.getInput();
    int elements = unnest.getRowType().getFieldCount() - unnest.kept().cardinality();
    ImmutableBitSet.Builder keptColumns = ImmutableBitSet.builder();
    int field = 0;
    for (int column : unnest.kept()) {
      if (fieldsUsed.get(field++)) {
        keptColumns.set(column);
      }
    }
    ImmutableBitSet kept = keptColumns.build();
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(unnest.lists(), null).union(kept);
    TrimResult trimmed = trimChild(unnest, input, used, Set.of());
    RexPermuteInputsShuttle shuttle = new RexPermuteInputsShuttle(trimmed.right, trimmed.left);
    ImmutableBitSet keptNow = Mappings.apply(trimmed.right, kept);
    return narrowed(unnest, trimmed, keptNow, shuttle.visitList(unnest.lists()), elements);
  }

  private TrimResult narrowed(
      LogicalUnnest unnest,
      TrimResult trimmed,
      ImmutableBitSet kept,
      List<RexNode> lists,
      int elements) {
    int before = unnest.kept().cardinality();
    int total = before + elements;
    Mapping mapping =
        Mappings.create(MappingType.INVERSE_SURJECTION, total, kept.cardinality() + elements);
    RelDataTypeFactory.Builder type = unnest.getCluster().getTypeFactory().builder();
    List<RelDataTypeField> fields = unnest.getRowType().getFieldList();
    for (int column : kept) {
      int source = unnest.kept().indexOf(trimmed.right.getSource(column));
      mapping.set(source, kept.indexOf(column));
      type.add(fields.get(source));
    }
    for (int i = 0; i < elements; i++) {
      mapping.set(before + i, kept.cardinality() + i);
      type.add(fields.get(before + i));
    }
    RelNode narrow =
        new LogicalUnnest(
            trimmed.left, kept, lists, unnest.ordinality(), unnest.outer(), type.build());
    return result(narrow, mapping, unnest);
  }

  private TrimResult keep(TrimResult trimmed, RelNode input, ImmutableBitSet fieldsUsed) {
    Mapping mapping =
        Mappings.create(
            MappingType.INVERSE_SURJECTION,
            input.getRowType().getFieldCount(),
            fieldsUsed.cardinality());
    List<Integer> kept = new ArrayList<>();
    for (int field : fieldsUsed) {
      mapping.set(field, kept.size());
      kept.add(trimmed.right.getTarget(field));
    }
    RelNode narrow = builder.push(trimmed.left).project(builder.fields(kept)).build();
    return result(narrow, mapping, input);
  }
}
