package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.table.UniqueColumn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Late materialisation of text: what ORDER BY … LIMIT returns of a table for few groups, but sorts
 * and groups by nothing of, is not carried through joins and groups; the few rows that are left
 * join the table again, by a unique column.
 *
 * <p>Source: late materialisation through tuple identifiers (PosDB, out-of-order probing, 2.6);
 * here the identifier is a unique column, which the query has anyway.
 */
final class LateText {
  /** The cost of carrying a string to a group, in tests of a row of a table. */
  private static final double ROWS_PER_TEXT = 16;

  private final RelBuilder builder;
  private final Estimator estimator;
  private final Set<UniqueColumn> proofs;

  /**
   * @param proofs gets what the new expression rests on
   */
  LateText(RelBuilder builder, Estimator estimator, Set<UniqueColumn> proofs) {
    this.builder = builder;
    this.estimator = estimator;
    this.proofs = proofs;
  }

  /** The same rows; columns that became useless are still carried, and to be trimmed. */
  RelNode fetch(RelNode rel) {
    if (rel instanceof Sort sort && sort.fetch instanceof RexLiteral) {
      RelNode late = late(sort);
      if (late != null) {
        return late;
      }
    }
    List<RelNode> inputs = rel.getInputs().stream().map(this::fetch).toList();
    return inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  /** Text columns of one scan, and the column of the groups that tells its row. */
  private static final class Fetch {
    final int key;
    final UniqueColumn unique;

    /** Column of the scan by column of the result. */
    final Map<Integer, Integer> columns = new LinkedHashMap<>();

    Fetch(int key, UniqueColumn unique) {
      this.key = key;
      this.unique = unique;
    }
  }

  private @Nullable RelNode late(Sort sort) {
    RelNode input = sort.getInput();
    RelNode below = input instanceof Project project ? project.getInput() : input;
    if (!(below instanceof Aggregate aggregate)
        || sort.getCollation().getFieldCollations().isEmpty()) {
      return null;
    }
    List<? extends RexNode> columns =
        input instanceof Project project
            ? project.getProjects()
            : aggregate.getCluster().getRexBuilder().identityProjects(aggregate.getRowType());
    Map<TableScan, Fetch> fetches = fetches(sort, columns, aggregate);
    double groups = estimator.estimate(aggregate).rows();
    double limit = ((RexLiteral) sort.fetch).getValueAs(BigDecimal.class).doubleValue();
    fetches
        .entrySet()
        .removeIf(
            fetch ->
                estimator.estimate(fetch.getKey()).rows()
                    > (groups - limit) * ROWS_PER_TEXT * fetch.getValue().columns.size());
    if (fetches.isEmpty()) {
      return null;
    }
    fetches.values().forEach(fetch -> proofs.add(fetch.unique));
    return build(sort, columns, aggregate, fetches);
  }

  private Map<TableScan, Fetch> fetches(
      Sort sort, List<? extends RexNode> columns, Aggregate aggregate) {
    Dependencies dependencies = Dependencies.of(aggregate.getInput());
    Map<TableScan, Fetch> fetches = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      int argument = carriedText(columns.get(i), aggregate);
      Dependencies.Origin origin = argument < 0 ? null : dependencies.origin(argument);
      if (origin != null
          && !isSortedBy(sort, i)
          && dependencies.determines(aggregate.getGroupSet(), argument, proofs)) {
        Fetch fetch =
            fetches.containsKey(origin.scan())
                ? fetches.get(origin.scan())
                : fetchOf(origin.scan(), aggregate, dependencies);
        if (fetch != null) {
          fetch.columns.put(i, origin.column());
          fetches.put(origin.scan(), fetch);
        }
      }
    }
    return fetches;
  }

  /** The argument if an expression is nothing but some text of the group; else -1. */
  private static int carriedText(RexNode expression, Aggregate aggregate) {
    if (expression instanceof RexInputRef reference
        && reference.getIndex() >= aggregate.getGroupCount()
        && Dependencies.isText(reference.getType())) {
      return anyValue(
          aggregate.getAggCallList().get(reference.getIndex() - aggregate.getGroupCount()));
    }
    return -1;
  }

  private static int anyValue(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.ANY_VALUE && !call.hasFilter()
        ? call.getArgList().getFirst()
        : -1;
  }

  private static boolean isSortedBy(Sort sort, int field) {
    return sort.getCollation().getFieldCollations().stream()
        .anyMatch(collation -> collation.getFieldIndex() == field);
  }

  /** Finds a column of the groups that is never NULL and tells the row of a scan. */
  private static @Nullable Fetch fetchOf(
      TableScan scan, Aggregate aggregate, Dependencies dependencies) {
    for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
      int source =
          i < aggregate.getGroupCount()
              ? aggregate.getGroupSet().nth(i)
              : anyValue(aggregate.getAggCallList().get(i - aggregate.getGroupCount()));
      if (source >= 0 && !aggregate.getRowType().getFieldList().get(i).getType().isNullable()) {
        UniqueColumn unique = dependencies.uniqueEqual(source, scan);
        if (unique != null) {
          return new Fetch(i, unique);
        }
      }
    }
    return null;
  }

  private RelNode build(
      Sort sort,
      List<? extends RexNode> columns,
      Aggregate aggregate,
      Map<TableScan, Fetch> fetches) {
    List<RexNode> early = new ArrayList<>();
    Map<Integer, Integer> earlyPositions = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      int field = i;
      if (fetches.values().stream().noneMatch(fetch -> fetch.columns.containsKey(field))) {
        earlyPositions.put(i, early.size());
        early.add(columns.get(i));
      }
    }
    int firstKey = early.size();
    fetches.values().forEach(fetch -> early.add(RexInputRef.of(fetch.key, aggregate.getRowType())));
    List<RelFieldCollation> order =
        sort.getCollation().getFieldCollations().stream()
            .map(key -> key.withFieldIndex(earlyPositions.get(key.getFieldIndex())))
            .toList();
    builder.push(aggregate).project(early, List.of(), true);
    builder.push(
        sort.copy(
            sort.getTraitSet().replace(RelCollations.of(order)),
            builder.build(),
            RelCollations.of(order),
            sort.offset,
            sort.fetch));
    Map<Integer, Integer> positions = new HashMap<>(earlyPositions);
    int width = early.size();
    int next = firstKey;
    for (Map.Entry<TableScan, Fetch> entry : fetches.entrySet()) {
      TableScan scan = entry.getKey();
      Fetch fetch = entry.getValue();
      builder.push(LogicalTableScan.create(scan.getCluster(), scan.getTable(), List.of()));
      builder.join(
          JoinRelType.INNER,
          builder.equals(builder.field(2, 0, next++), builder.field(2, 1, fetch.unique.column())));
      for (Map.Entry<Integer, Integer> column : fetch.columns.entrySet()) {
        positions.put(column.getKey(), width + column.getValue());
      }
      width += scan.getRowType().getFieldCount();
    }
    List<RexNode> result = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      result.add(builder.field(positions.get(i)));
    }
    RelNode rows =
        RelOptUtil.createCastRel(
            builder.project(result, sort.getRowType().getFieldNames(), true).build(),
            sort.getRowType(),
            true);
    return sort.copy(sort.getTraitSet(), rows, sort.getCollation(), null, null);
  }
}
