package dev.paceline.calcite.plan;

import dev.paceline.calcite.runtime.QueryExecutor;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.Programs;
import org.jspecify.annotations.Nullable;

/** Runs ENUMERABLE plans by the code that Calcite generates. */
final class Enumerables {
  private Enumerables() {}

  /** A plan that uses nothing of ours: Calcite's rules and operators. */
  static EnumerableRel planByCalcite(RelRoot root) {
    RelOptPlanner planner = root.rel.getCluster().getPlanner();
    RelTraitSet traits =
        root.rel.getCluster().traitSetOf(EnumerableConvention.INSTANCE).replace(root.collation);
    RelNode rel =
        Programs.subQuery(DefaultRelMetadataProvider.INSTANCE)
            .run(planner, root.rel, traits, List.of(), List.of());
    rel =
        RelDecorrelator.decorrelateQuery(
                rel, RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null))
            .accept(new DecimalSums());
    return (EnumerableRel)
        Programs.sequence(
                Programs.ofRules(
                    Stream.concat(
                            EnumerableRules.rules().stream(),
                            Stream.of(
                                CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW,
                                CoreRules.FILTER_INTO_JOIN,
                                CoreRules.AGGREGATE_REDUCE_FUNCTIONS,
                                CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES))
                        .toList()),
                Programs.calc(DefaultRelMetadataProvider.INSTANCE))
            .run(planner, rel, traits, List.of(), List.of());
  }

  /** The rows of a plan, each as its values. */
  static List<List<@Nullable Object>> run(
      EnumerableRel rel, SchemaPlus schema, QueryExecutor executor) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    boolean single = rel.getRowType().getFieldCount() == 1;
    try (Enumerator<?> enumerator = enumerator(rel, schema, executor)) {
      while (enumerator.moveNext()) {
        Object row = enumerator.current();
        Object[] values = single ? new Object[] {row} : (Object[]) row;
        rows.add(Arrays.stream(values).map(Enumerables::comparable).toList());
      }
    }
    return rows;
  }

  /** Starts a plan; nobody but the enumerator knows the context of its execution. */
  static Enumerator<?> enumerator(EnumerableRel rel, SchemaPlus schema, QueryExecutor executor) {
    Map<String, Object> internal = new HashMap<>();
    Bindable<?> bindable =
        EnumerableInterpretable.toBindable(internal, null, rel, EnumerableRel.Prefer.ARRAY);
    internal.put(QueryExecutor.KEY, executor);
    DataContext context =
        new Context(schema, (JavaTypeFactory) rel.getCluster().getTypeFactory(), internal);
    return bindable.bind(context).enumerator();
  }

  /** A form in which equal values are equal: sums of doubles differ in their last digits. */
  private static @Nullable Object comparable(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case BigDecimal number ->
          number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
      case Double number -> String.format(Locale.ROOT, "%.9e", number + 0.0);
      case Number number -> number.toString();
      default -> value;
    };
  }

  private record Context(SchemaPlus schema, JavaTypeFactory types, Map<String, Object> values)
      implements DataContext {
    @Override
    public @Nullable SchemaPlus getRootSchema() {
      return schema;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
      return types;
    }

    @Override
    public @Nullable QueryProvider getQueryProvider() {
      return null;
    }

    @Override
    public @Nullable Object get(String name) {
      return values.get(name);
    }
  }
}
