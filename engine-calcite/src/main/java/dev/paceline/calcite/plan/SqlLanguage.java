package dev.paceline.calcite.plan;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.function.PostgresOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserImplFactory;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/** How Paceline reads SQL: the settings of Calcite's parser, validator and converter. */
public final class SqlLanguage {
  /**
   * Standard SQL with what users of PostgreSQL and DuckDB expect: GROUP BY and HAVING know aliases,
   * GROUP BY knows ordinals, LIMIT comes before or after OFFSET, {@code !=} and {@code %} are
   * operators, SELECT needs no FROM, and an item of a SELECT list may use the aliases of earlier
   * items. Columns that are neither grouped nor aggregated stay an error.
   */
  public static final SqlConformance CONFORMANCE =
      new SqlDelegatingConformance(SqlConformanceEnum.LENIENT) {
        @Override
        public boolean isNonStrictGroupBy() {
          return false;
        }

        /** A list of structs has one column in FROM. */
        @Override
        public boolean allowAliasUnnestItems() {
          return true;
        }

        @Override
        public SelectAliasLookup isSelectAlias() {
          return SelectAliasLookup.LEFT_TO_RIGHT;
        }
      };

  /** Standard functions, those of PostgreSQL, those of the registry, and others of the engine. */
  public static final SqlOperatorTable OPERATORS =
      LibraryOperator.before(
          SqlOperatorTables.chain(
              SqlStdOperatorTable.instance(),
              SqlOperatorTables.of(PostgresOperators.ALL),
              SqlOperatorTables.of(
                  SqlLibraryOperators.ENDS_WITH,
                  SqlLibraryOperators.REVERSE,
                  SqlLibraryOperators.SAFE_CAST,
                  SqlLibraryOperators.TRY_CAST)));

  private SqlLanguage() {}

  /** Unquoted names keep their case and match in any; double quotes quote. */
  public static SqlParser.Config parser(SqlParserImplFactory parserFactory) {
    return SqlParser.config()
        .withParserFactory(parserFactory)
        .withQuoting(Quoting.DOUBLE_QUOTE)
        .withUnquotedCasing(Casing.UNCHANGED)
        .withQuotedCasing(Casing.UNCHANGED)
        .withCaseSensitive(false)
        .withIdentifierMaxLength(256)
        .withConformance(CONFORMANCE);
  }

  public static SqlValidator.Config validator() {
    return SqlValidator.Config.DEFAULT
        .withConformance(CONFORMANCE)
        .withIdentifierExpansion(true)
        .withTypeCoercionEnabled(true);
  }

  /**
   * Leaves sub-queries, IN lists, unused columns and all simplification to {@link QueryPlanner}.
   * Does not merge projections, because a plan that is one object must stay one: all of its users
   * get the same rows.
   */
  public static SqlToRelConverter.Config converter() {
    return SqlToRelConverter.config()
        .withExpand(false)
        .withDecorrelationEnabled(false)
        .withTrimUnusedFields(false)
        .withRemoveSortInSubQuery(false) // UnusedOrders does
        .withAddJsonTypeOperatorEnabled(false)
        .withRelBuilderFactory(NamingBuilder::new)
        .withRelBuilderConfigTransform(builder -> builder.withSimplify(false).withBloat(-1))
        .withInSubQueryThreshold(Integer.MAX_VALUE);
  }

  /**
   * Builds plans like Calcite's builder, which fails where it renames columns of VALUES of which
   * some have no name, as the arguments of aggregates have none.
   */
  private static final class NamingBuilder extends RelBuilder {
    NamingBuilder(RelOptCluster cluster, @Nullable RelOptSchema schema) {
      super(Contexts.empty(), cluster, schema);
    }

    private NamingBuilder(Config config, RelOptCluster cluster, @Nullable RelOptSchema schema) {
      super(Contexts.of(config), cluster, schema);
    }

    /** Returns a builder that names columns, too. */
    @Override
    public RelBuilder transform(UnaryOperator<Config> change) {
      return new NamingBuilder(change.apply(Config.DEFAULT), cluster, relOptSchema);
    }

    @Override
    public RelBuilder projectNamed(
        Iterable<? extends RexNode> nodes,
        @Nullable Iterable<? extends @Nullable String> names,
        boolean force,
        Iterable<CorrelationId> variables) {
      if (names == null || !(peek() instanceof Values)) {
        return super.projectNamed(nodes, names, force, variables);
      }
      List<RexNode> columns = ImmutableList.copyOf(nodes);
      List<@Nullable String> known = new ArrayList<>();
      names.forEach(known::add);
      List<String> all =
          RexUtil.createStructType(getTypeFactory(), columns, known, SqlValidatorUtil.F_SUGGESTER)
              .getFieldNames();
      return super.projectNamed(columns, all, force, variables);
    }
  }
}
