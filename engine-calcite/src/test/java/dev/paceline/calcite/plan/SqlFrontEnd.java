package dev.paceline.calcite.plan;

import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.grammar.PacelineParser;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.util.CancelFlag;

/** SQL text to logical plans to physical plans, without a connection. */
final class SqlFrontEnd {
  private final CalciteSchema schema = CalciteSchema.createRootSchema(false, false);
  private final JavaTypeFactory types;
  private final Experiment experiment;
  private final AtomicBoolean cancelled = new AtomicBoolean();

  public SqlFrontEnd() {
    this(Experiment.NONE);
  }

  public SqlFrontEnd(Experiment experiment) {
    this(experiment, new PacelineTypeFactory());
  }

  private SqlFrontEnd(Experiment experiment, JavaTypeFactory types) {
    this.experiment = experiment;
    this.types = types;
  }

  /** Returns one with the types of Calcite, whose intervals are months or milliseconds. */
  static SqlFrontEnd ofCalcite() {
    return new SqlFrontEnd(Experiment.NONE, new JavaTypeFactoryImpl(PacelineTypeSystem.INSTANCE));
  }

  /** Set to true, it ends the planning of all statements. */
  AtomicBoolean cancelled() {
    return cancelled;
  }

  public SchemaPlus schema() {
    return schema.plus();
  }

  RelRoot logical(String sql) throws SqlParseException {
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
    CalciteCatalogReader catalog =
        new CalciteCatalogReader(
            schema, List.of(), types, new CalciteConnectionConfigImpl(properties));
    SqlValidator validator =
        SqlValidatorUtil.newValidator(
            SqlOperatorTables.chain(SqlLanguage.OPERATORS, catalog),
            catalog,
            types,
            SqlLanguage.validator());
    SqlNode node =
        validator.validate(
            SqlParser.create(sql, SqlLanguage.parser(PacelineParser.FACTORY)).parseQuery());
    VolcanoPlanner planner = new VolcanoPlanner(Contexts.of(experiment, new CancelFlag(cancelled)));
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    planner.setExecutor(RexUtil.EXECUTOR);
    RelOptCluster cluster = RelOptCluster.create(planner, new RexBuilder(types));
    return new SqlToRelConverter(
            (rowType, query, path, view) -> {
              throw new UnsupportedOperationException();
            },
            validator,
            catalog,
            cluster,
            StandardConvertletTable.INSTANCE,
            SqlLanguage.converter())
        .convertQuery(node, false, true);
  }

  public RelNode plan(String sql) throws SqlParseException {
    RelRoot root = logical(sql);
    return QueryPlanner.plan(
        root.rel,
        root.rel.getCluster().traitSetOf(EnumerableConvention.INSTANCE).replace(root.collation));
  }
}
