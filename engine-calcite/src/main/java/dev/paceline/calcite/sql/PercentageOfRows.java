package dev.paceline.calcite.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/** The first rows of a query up to a percentage of all, rounded down to a whole number of rows. */
final class PercentageOfRows {
  private PercentageOfRows() {}

  /**
   * @param offset how many rows before the first one are not counted, but stay; null for none
   */
  static RelNode of(
      RelNode rows,
      RelCollation collation,
      BigDecimal percentage,
      @Nullable RexNode offset,
      RelBuilder builder,
      RexBuilder rex) {
    builder.push(rows);
    int columns = rows.getRowType().getFieldCount();
    List<RexNode> keys = new ArrayList<>();
    for (RelFieldCollation key : collation.getFieldCollations()) {
      RexNode value = builder.field(key.getFieldIndex());
      value = key.getDirection().isDescending() ? builder.desc(value) : value;
      value =
          switch (key.nullDirection) {
            case FIRST -> builder.nullsFirst(value);
            case LAST -> builder.nullsLast(value);
            case UNSPECIFIED -> value;
          };
      keys.add(value);
    }
    List<RexNode> fields = new ArrayList<>(builder.fields());
    RexNode number =
        builder
            .aggregateCall(SqlStdOperatorTable.ROW_NUMBER)
            .over()
            .orderBy(keys)
            .rowsTo(RexWindowBounds.CURRENT_ROW)
            .toRex();
    RexNode count = builder.aggregateCall(SqlStdOperatorTable.COUNT).over().toRex();
    fields.add(number);
    fields.add(count);
    builder.project(fields, List.of(), true);
    RexNode last =
        rex.makeCast(
            builder.field(columns).getType(),
            rex.makeCall(
                SqlStdOperatorTable.FLOOR,
                rex.makeCall(
                    SqlStdOperatorTable.MULTIPLY,
                    builder.field(columns + 1),
                    rex.makeExactLiteral(percentage.movePointLeft(2)))));
    builder.filter(
        builder.lessThanOrEqual(
            builder.field(columns),
            offset == null ? last : rex.makeCall(SqlStdOperatorTable.PLUS, offset, last)));
    return builder
        .project(builder.fields().subList(0, columns), rows.getRowType().getFieldNames(), true)
        .build();
  }
}
