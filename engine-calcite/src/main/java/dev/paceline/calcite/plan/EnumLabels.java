package dev.paceline.calcite.plan;

import dev.paceline.calcite.table.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/** Converts the values of ENUMs to strings where the rows of a query leave the engine. */
public final class EnumLabels {
  private EnumLabels() {}

  /**
   * Returns the query with strings in the place of the values of ENUMs, including values inside
   * lists, structs and maps.
   */
  public static RelRoot of(RelRoot root) {
    RelNode rows = root.project();
    List<RelDataTypeField> fields = rows.getRowType().getFieldList();
    if (fields.stream().noneMatch(field -> EnumOperands.contains(field.getType()))) {
      return root;
    }
    RexBuilder builder = rows.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    for (RelDataTypeField field : fields) {
      RexNode value = builder.makeInputRef(rows, field.getIndex());
      values.add(EnumOperands.contains(field.getType()) ? labels(builder, value) : value);
    }
    return RelRoot.of(
        LogicalProject.create(rows, List.of(), values, rows.getRowType().getFieldNames(), Set.of()),
        SqlKind.SELECT);
  }

  private static RexNode labels(RexBuilder builder, RexNode value) {
    RelDataTypeFactory types = builder.getTypeFactory();
    RelDataType strings =
        TypeMapping.toRelType(types, TypeMapping.toDataType(value.getType()).withoutEnums());
    return builder.makeCast(
        types.createTypeWithNullability(strings, value.getType().isNullable()), value);
  }
}
