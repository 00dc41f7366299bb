package dev.paceline.calcite.sql;

import dev.paceline.calcite.function.LibraryOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a query where LIMIT and OFFSET are more than numbers: a percentage, rounded
 * down to a whole number of rows, the result of a query, or a number with ties. The rows are
 * numbered in their order, and filtered.
 */
final class LimitedRows {
  private static final LibraryOperator ERROR = LibraryOperator.named("error");

  private final RelBuilder builder;
  private final RexBuilder rex;

  LimitedRows(RelBuilder builder, RexBuilder rex) {
    this.builder = builder;
    this.rex = rex;
  }

  /**
   * @param first how many rows are skipped; null for none
   * @param limit how many rows pass then, or how many percent of all; null for all
   * @param ties whether the rows that are equal to the last one in the order pass, too
   */
  RelNode of(
      RelNode rows,
      RelCollation collation,
      @Nullable RexNode first,
      @Nullable Limit limit,
      boolean ties) {
    builder.push(rows);
    int columns = rows.getRowType().getFieldCount();
    List<RexNode> fields = new ArrayList<>(builder.fields());
    List<RexNode> keys = keys(collation);
    fields.add(number(SqlStdOperatorTable.ROW_NUMBER, keys));
    fields.add(builder.aggregateCall(SqlStdOperatorTable.COUNT).over().toRex());
    if (ties) {
      fields.add(number(SqlStdOperatorTable.RANK, keys));
    }
    builder.project(fields, List.of(), true);
    List<RexNode> conditions = new ArrayList<>();
    RexNode skipped = first == null ? null : count(first, builder.literal(0));
    if (skipped != null) {
      conditions.add(builder.greaterThan(builder.field(columns), skipped));
    }
    if (limit != null) {
      RexNode last =
          limit.percentage() ? percentage(limit, columns) : count(limit.value(), limit.value());
      RexNode passes =
          builder.lessThanOrEqual(
              builder.field(ties ? columns + 2 : columns),
              skipped == null ? last : rex.makeCall(SqlStdOperatorTable.PLUS, skipped, last));
      conditions.add(
          limit.percentage() ? passes : builder.or(builder.isNull(limit.value()), passes));
    }
    builder.filter(conditions);
    return builder
        .project(builder.fields().subList(0, columns), rows.getRowType().getFieldNames(), true)
        .build();
  }

  /**
   * How many rows pass.
   *
   * @param percentage whether the value is a literal of a percentage
   */
  record Limit(RexNode value, boolean percentage) {
    static Limit ofPercentage(BigDecimal percentage, RexBuilder rex) {
      return new Limit(rex.makeExactLiteral(percentage.movePointLeft(2)), true);
    }
  }

  private RexNode percentage(Limit limit, int columns) {
    return rex.makeCast(
        builder.field(columns).getType(),
        rex.makeCall(
            SqlStdOperatorTable.FLOOR,
            rex.makeCall(SqlStdOperatorTable.MULTIPLY, builder.field(columns + 1), limit.value())));
  }

  /**
   * Returns an expression for a number of rows, which fails for a negative number.
   *
   * @param absent what NULL stands for
   */
  private RexNode count(RexNode value, RexNode absent) {
    RexNode failure = rex.makeCall(ERROR, rex.makeLiteral("LIMIT and OFFSET must not be negative"));
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        builder.lessThan(value, builder.literal(0)),
        rex.makeAbstractCast(value.getType(), failure, false),
        builder.isNull(value),
        absent,
        value);
  }

  private List<RexNode> keys(RelCollation collation) {
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
    return keys;
  }

  private RexNode number(SqlAggFunction function, List<RexNode> keys) {
    RelBuilder.OverCall over = builder.aggregateCall(function).over().orderBy(keys);
    return (function.equals(SqlStdOperatorTable.ROW_NUMBER)
            ? over.rowsTo(RexWindowBounds.CURRENT_ROW)
            : over)
        .toRex();
  }
}
