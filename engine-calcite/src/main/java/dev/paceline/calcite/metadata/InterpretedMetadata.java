package dev.paceline.calcite.metadata;

import dev.paceline.calcite.cancel.PlanningCheck;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.metadata.BuiltInMetadata.AllPredicates;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Collation;
import org.apache.calcite.rel.metadata.BuiltInMetadata.ColumnOrigin;
import org.apache.calcite.rel.metadata.BuiltInMetadata.ColumnUniqueness;
import org.apache.calcite.rel.metadata.BuiltInMetadata.CumulativeCost;
import org.apache.calcite.rel.metadata.BuiltInMetadata.DistinctRowCount;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Distribution;
import org.apache.calcite.rel.metadata.BuiltInMetadata.ExplainVisibility;
import org.apache.calcite.rel.metadata.BuiltInMetadata.ExpressionLineage;
import org.apache.calcite.rel.metadata.BuiltInMetadata.FunctionalDependency;
import org.apache.calcite.rel.metadata.BuiltInMetadata.InputFieldsUsed;
import org.apache.calcite.rel.metadata.BuiltInMetadata.LowerBoundCost;
import org.apache.calcite.rel.metadata.BuiltInMetadata.MaxRowCount;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Measure;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Memory;
import org.apache.calcite.rel.metadata.BuiltInMetadata.MinRowCount;
import org.apache.calcite.rel.metadata.BuiltInMetadata.NodeTypes;
import org.apache.calcite.rel.metadata.BuiltInMetadata.NonCumulativeCost;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Parallelism;
import org.apache.calcite.rel.metadata.BuiltInMetadata.PercentageOriginalRows;
import org.apache.calcite.rel.metadata.BuiltInMetadata.PopulationSize;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Predicates;
import org.apache.calcite.rel.metadata.BuiltInMetadata.RowCount;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Selectivity;
import org.apache.calcite.rel.metadata.BuiltInMetadata.Size;
import org.apache.calcite.rel.metadata.BuiltInMetadata.TableReferences;
import org.apache.calcite.rel.metadata.BuiltInMetadata.UniqueKeys;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's metadata without generated code: its usual provider writes, compiles and loads a class
 * for every kind of metadata, which is most of the time of the first statement of a process. Our
 * planner asks little of it. Thread-safe.
 *
 * <p>A {@link RelMetadataQuery} wants the handlers of all kinds at once. Proxies are slow to make,
 * so each is made when it is first asked; until then a lambda stands in for it, or one of {@link
 * DelayedHandlers}.
 */
public final class InterpretedMetadata implements MetadataHandlerProvider {
  private static final InterpretedMetadata INSTANCE = new InterpretedMetadata();

  private final MetadataHandlerProvider handlers =
      new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE);
  private final Map<Class<?>, MetadataHandler<?>> delayed = new HashMap<>();
  private final Map<Class<?>, MetadataHandler<?>> proxies = new ConcurrentHashMap<>();

  /** Intervals that differ may be equal, so that they make no key of rows. */
  private static ImmutableBitSet withoutIntervals(RelNode node, ImmutableBitSet columns) {
    List<RelDataTypeField> fields = node.getRowType().getFieldList();
    return columns.except(
        ImmutableBitSet.of(
            columns.toList().stream()
                .filter(
                    column ->
                        SqlTypeName.INTERVAL_TYPES.contains(
                            fields.get(column).getType().getSqlTypeName()))
                .toList()));
  }

  private InterpretedMetadata() {
    delay(
        AllPredicates.Handler.class,
        (node, query) -> proxy(AllPredicates.Handler.class).getAllPredicates(node, query));
    delay(
        Collation.Handler.class,
        (node, query) -> proxy(Collation.Handler.class).collations(node, query));
    delay(
        ColumnOrigin.Handler.class,
        (node, query, a) -> proxy(ColumnOrigin.Handler.class).getColumnOrigins(node, query, a));
    delay(
        ColumnUniqueness.Handler.class,
        (node, query, columns, ignoreNulls) ->
            // Calcite asks the left input of a mark join for the mark as well, which it lacks.
            columns.length() > node.getRowType().getFieldCount()
                ? null
                : proxy(ColumnUniqueness.Handler.class)
                    .areColumnsUnique(node, query, withoutIntervals(node, columns), ignoreNulls));
    delay(
        CumulativeCost.Handler.class,
        (node, query) -> proxy(CumulativeCost.Handler.class).getCumulativeCost(node, query));
    delay(
        DistinctRowCount.Handler.class,
        (node, query, a, b) ->
            proxy(DistinctRowCount.Handler.class).getDistinctRowCount(node, query, a, b));
    delay(
        Distribution.Handler.class,
        (node, query) -> proxy(Distribution.Handler.class).distribution(node, query));
    delay(
        ExplainVisibility.Handler.class,
        (node, query, a) ->
            proxy(ExplainVisibility.Handler.class).isVisibleInExplain(node, query, a));
    delay(
        ExpressionLineage.Handler.class,
        (node, query, a) ->
            proxy(ExpressionLineage.Handler.class).getExpressionLineage(node, query, a));
    delay(
        InputFieldsUsed.Handler.class,
        (node, query) -> proxy(InputFieldsUsed.Handler.class).getInputFieldsUsed(node, query));
    delay(
        LowerBoundCost.Handler.class,
        (node, query, a) -> proxy(LowerBoundCost.Handler.class).getLowerBoundCost(node, query, a));
    delay(
        MaxRowCount.Handler.class,
        (node, query) -> proxy(MaxRowCount.Handler.class).getMaxRowCount(node, query));
    delay(
        MinRowCount.Handler.class,
        (node, query) -> proxy(MinRowCount.Handler.class).getMinRowCount(node, query));
    delay(
        NodeTypes.Handler.class,
        (node, query) -> proxy(NodeTypes.Handler.class).getNodeTypes(node, query));
    delay(
        NonCumulativeCost.Handler.class,
        (node, query) -> proxy(NonCumulativeCost.Handler.class).getNonCumulativeCost(node, query));
    delay(
        PercentageOriginalRows.Handler.class,
        (node, query) ->
            proxy(PercentageOriginalRows.Handler.class).getPercentageOriginalRows(node, query));
    delay(
        PopulationSize.Handler.class,
        (node, query, a) -> proxy(PopulationSize.Handler.class).getPopulationSize(node, query, a));
    delay(
        Predicates.Handler.class,
        (node, query) -> {
          RelNode known = withoutNullComparison(node);
          return known == null
              ? RelOptPredicateList.EMPTY
              : proxy(Predicates.Handler.class).getPredicates(known, query);
        });
    delay(
        RowCount.Handler.class,
        (node, query) -> proxy(RowCount.Handler.class).getRowCount(node, query));
    delay(
        Selectivity.Handler.class,
        (node, query, a) -> proxy(Selectivity.Handler.class).getSelectivity(node, query, a));
    delay(
        TableReferences.Handler.class,
        (node, query) -> proxy(TableReferences.Handler.class).getTableReferences(node, query));
    delay(
        UniqueKeys.Handler.class,
        (node, query, a) -> {
          Set<ImmutableBitSet> keys = proxy(UniqueKeys.Handler.class).getUniqueKeys(node, query, a);
          return keys == null
              ? null
              : keys.stream()
                  .filter(key -> withoutIntervals(node, key).equals(key))
                  .collect(Collectors.toSet());
        });
    delay(
        FunctionalDependency.Handler.class,
        new DelayedHandlers.FunctionalDependency(() -> proxy(FunctionalDependency.Handler.class)));
    delay(Measure.Handler.class, new DelayedHandlers.Measure(() -> proxy(Measure.Handler.class)));
    delay(Memory.Handler.class, new DelayedHandlers.Memory(() -> proxy(Memory.Handler.class)));
    delay(
        Parallelism.Handler.class,
        new DelayedHandlers.Parallelism(() -> proxy(Parallelism.Handler.class)));
    delay(Size.Handler.class, new DelayedHandlers.Size(() -> proxy(Size.Handler.class)));
  }

  /**
   * Returns a relation whose predicates hold for the rows of another one, or null for one of which
   * nothing is known. Calcite takes no condition that compares with a NULL literal for a predicate,
   * and throws. Such conditions are in plans until they are simplified; no row meets them, so that
   * all other predicates may be given up as well.
   */
  private static @Nullable RelNode withoutNullComparison(RelNode rel) {
    return switch (rel) {
      case Filter filter when comparesWithNull(filter.getCondition()) ->
          withoutNullComparison(filter.getInput());
      case Join join when comparesWithNull(join.getCondition()) -> null;
      default -> rel;
    };
  }

  private static boolean comparesWithNull(RexNode condition) {
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.isA(SqlKind.COMPARISON)
          && ((RexCall) conjunct).getOperands().stream().anyMatch(RexLiteral::isNullLiteral)) {
        return true;
      }
    }
    return false;
  }

  private <M extends MetadataHandler<?>> void delay(Class<M> kind, M handler) {
    delayed.put(kind, handler);
  }

  /** Returns a new query, for one statement. */
  public static RelMetadataQuery newQuery() {
    return new RelMetadataQuery(INSTANCE);
  }

  @Override
  public <M extends MetadataHandler<?>> M handler(Class<M> kind) {
    MetadataHandler<?> handler = delayed.get(kind);
    return handler == null ? proxy(kind) : kind.cast(handler);
  }

  /** The handler that does the work; asked for at every question. */
  private <M extends MetadataHandler<?>> M proxy(Class<M> kind) {
    PlanningCheck.check();
    return kind.cast(proxies.computeIfAbsent(kind, absent -> handlers.handler(kind)));
  }
}
