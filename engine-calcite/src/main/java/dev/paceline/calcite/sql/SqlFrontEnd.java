package dev.paceline.calcite.sql;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.InformationSchema;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.SessionVariables;
import dev.paceline.calcite.adapter.SystemSchema;
import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.estimate.PlannedMemory;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.file.FileCatalog;
import dev.paceline.calcite.file.FileTableSource;
import dev.paceline.calcite.lower.ConstantFolding;
import dev.paceline.calcite.metadata.InterpretedMetadata;
import dev.paceline.calcite.plan.PacelineRexBuilder;
import dev.paceline.calcite.plan.PacelineTypeFactory;
import dev.paceline.calcite.plan.QueryPlanner;
import dev.paceline.calcite.plan.SqlLanguage;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.settings.NullOrder;
import dev.paceline.calcite.sql.catalog.PostgresCatalog;
import dev.paceline.calcite.sql.macro.MacroExpansion;
import dev.paceline.calcite.sql.macro.Macros;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.PacelineParser;
import dev.paceline.grammar.definition.CreateMacroStatement;
import dev.paceline.grammar.definition.MacroVariant;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.Context;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's parser, validator, converter and our planner, set up for one database. Any thread may
 * use it.
 */
public final class SqlFrontEnd {
  private static final SqlParser.Config PARSER = SqlLanguage.parser(PacelineParser.FACTORY);

  private final PacelineTypeFactory types = new PacelineTypeFactory();
  private final CalciteConnectionConfig config;
  private final SystemSchema system;
  private final InformationSchema information;
  private final Catalog catalog;
  private final FileCatalog files;
  private final @Nullable SessionCatalog session;

  /**
   * @param files opens the files that statements name
   */
  public SqlFrontEnd(
      Catalog catalog, FileCatalog files, SystemSchema system, InformationSchema information) {
    this(catalog, null, files, system, information);
  }

  private SqlFrontEnd(
      Catalog catalog,
      @Nullable SessionCatalog session,
      FileCatalog files,
      SystemSchema system,
      InformationSchema information) {
    this.session = session;
    this.information = information;
    this.system = system;
    this.catalog = catalog;
    this.files = files;
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
    config = new CalciteConnectionConfigImpl(properties);
  }

  /** Returns a front end that sees the temporary tables and views of a session first. */
  public SqlFrontEnd with(SessionCatalog ofSession) {
    return new SqlFrontEnd(catalog, ofSession, files, system, information);
  }

  public PacelineTypeFactory types() {
    return types;
  }

  /** Returns the definitions of the tables of the schema {@link SystemSchema#NAME}. */
  public List<TableDefinition> systemTables() {
    return system.definitions();
  }

  /** Returns the schema of names that are written without one. */
  String currentSchema() {
    return session == null ? Catalog.SCHEMA : session.schema();
  }

  /** Returns what opens the files that statements name. */
  public FileCatalog files() {
    return files;
  }

  /** Parses one statement; semicolons may end it. */
  public static SqlNode parse(String sql) {
    try {
      return SqlParser.create(sql, PARSER.withParserFactory(new StatementTokens(sql.length())))
          .parseStmt();
    } catch (SqlParseException e) {
      if (e.getCause() instanceof PacelineException known) {
        throw known;
      }
      throw SqlErrorTranslation.ofSyntax(e, sql);
    }
  }

  /** Parses an expression. */
  public static SqlNode parseExpression(String sql) {
    try {
      return SqlParser.create(sql, PARSER).parseExpression();
    } catch (SqlParseException e) {
      throw SqlErrorTranslation.ofSyntax(e, sql);
    }
  }

  /** Returns whether a word, in upper case, can be a name only in quotes. */
  static boolean isReserved(String word) {
    return SqlParser.create("", PARSER).getMetadata().isReservedWord(word);
  }

  /**
   * Returns a validator for one statement. Names mean the same tables from now until the statement
   * is planned.
   */
  public SqlValidator validator() {
    return names().validator(true);
  }

  /** Returns what names mean from now until one statement is planned. */
  private StatementNames names() {
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    StatementNames names = new StatementNames(this, root, catalog.tablesByName(Catalog.SCHEMA));
    root.add(Catalog.SCHEMA, names);
    if (session != null) {
      Catalog ofSession = session.temporary();
      root.add(
          SessionCatalog.TEMPORARY,
          new SchemaNames(ofSession.tablesByName(Catalog.SCHEMA), ofSession.views(), names, true));
    }
    for (String schema : catalog.database().schemas()) {
      List<ViewDefinition> views =
          catalog.views().stream().filter(view -> view.schema().equals(schema)).toList();
      if (schema.equals(Catalog.SCHEMA)) {
        names.add(views);
      } else {
        root.add(schema, new SchemaNames(catalog.tablesByName(schema), views, names, false));
      }
    }
    root.add(SystemSchema.NAME, system);
    root.add(InformationSchema.NAME, information);
    root.add(PostgresCatalog.NAME, new SchemaNames(Map.of(), PostgresCatalog.VIEWS, names, false));
    return names;
  }

  /**
   * Returns a validator for a statement, or for the query of a view that it uses.
   *
   * @param ofSession whether names may mean temporary tables and views
   * @param schema the schema of names that are written without one
   */
  SqlValidator validator(
      CalciteSchema snapshot, StatementNames names, boolean ofSession, String schema) {
    List<List<String>> path = new ArrayList<>();
    if (ofSession && session != null) {
      path.add(List.of(SessionCatalog.TEMPORARY));
    }
    path.add(List.of(schema));
    if (!schema.equals(Catalog.SCHEMA)) {
      path.add(List.of(Catalog.SCHEMA));
    }
    path.add(List.of(PostgresCatalog.NAME));
    path.add(List.of());
    CalciteCatalogReader reader =
        new CalciteCatalogReader(
            snapshot, SqlNameMatchers.withCaseSensitive(false), path, types, config) {
          @Override
          public @Nullable RelDataType getNamedType(SqlIdentifier name) {
            return namedType(name.names);
          }
        };
    return new PacelineValidator(
        SqlOperatorTables.chain(SqlLanguage.OPERATORS, reader),
        reader,
        types,
        SqlLanguage.validator()
            .withDefaultNullCollation(
                (session == null ? NullOrder.NULLS_LAST_ON_ASC_FIRST_ON_DESC : session.nullOrder())
                    .collation()),
        names,
        macros(ofSession),
        sequence -> sequence(sequence, ofSession, schema),
        session == null ? null : session.variables());
  }

  /** Returns the type that a name of CREATE TYPE means; null if there is none. */
  private @Nullable RelDataType namedType(List<String> name) {
    boolean inMain =
        name.size() == 1 || name.size() == 2 && name.getFirst().equalsIgnoreCase(Catalog.SCHEMA);
    TypeDefinition found = inMain ? catalog.findType(name.getLast()) : null;
    return found == null ? null : TypeMapping.toRelType(types, found.type());
  }

  /**
   * Returns the sequence that a name means.
   *
   * @throws PacelineException UNKNOWN_TABLE if there is none
   */
  private Sequence sequence(List<String> name, boolean ofSession, String schema) {
    Sequence found = null;
    if (ofSession && session != null) {
      found = session.findSequence(name);
    } else if (name.size() <= 2) {
      String of = name.size() == 1 ? schema : catalog.database().schema(name.getFirst());
      found = of == null ? null : catalog.database().sequence(new ObjectName(of, name.getLast()));
      if (found == null && name.size() == 1) {
        found = catalog.database().sequence(ObjectName.main(name.getLast()));
      }
    }
    if (found == null) {
      throw session == null
          ? new PacelineException(
              ErrorCode.UNKNOWN_TABLE, "there is no sequence " + String.join(".", name))
          : session.unknownSequence(name);
    }
    return found;
  }

  /**
   * Returns the macros that calls may mean now.
   *
   * @param ofSession whether they may mean temporary ones
   */
  public Macros macros(boolean ofSession) {
    return new Macros(
        ofSession && session != null
            ? session.temporary().database().macros().definitions()
            : List.of(),
        catalog.database().macros().definitions(),
        ofSession && session != null
            ? session.variables().all().stream().map(SessionVariables.Variable::name).toList()
            : List.of());
  }

  /** Returns the variants of a macro, which each call parses anew. */
  static List<MacroVariant> variants(MacroDefinition macro) {
    String sql = "CREATE MACRO m" + macro.text();
    List<MacroVariant> variants = ((CreateMacroStatement) parse(sql)).variants();
    for (MacroVariant variant : variants) {
      if (variant.table()) {
        ColumnLabels.writeInMacro(variant.body(), sql);
      }
    }
    return variants;
  }

  /** Expands the macros of an expression in the definition of a table. */
  SqlNode withoutMacros(SqlNode expression) {
    return new MacroExpansion(macros(false), SqlFrontEnd::variants).expand(expression);
  }

  /**
   * Adds files as a table for one statement.
   *
   * @return its name in that statement
   */
  public static SqlIdentifier addTable(
      SqlValidator validator, FileTableSource table, SqlParserPos position) {
    return new SqlIdentifier(
        List.of(Catalog.SCHEMA, ((PacelineValidator) validator).names().add(table)), position);
  }

  /**
   * Returns the files that a statement reads or describes. The validator has seen the statement.
   */
  public static Set<FileTableSource> filesIn(SqlValidator validator) {
    return ((PacelineValidator) validator).names().opened();
  }

  /**
   * Returns the views that a statement uses. The validator has seen the statement, and it was
   * converted.
   *
   * @param ofSession whether temporary views are wanted
   */
  public static Set<ViewDefinition> viewsIn(SqlValidator validator, boolean ofSession) {
    return ((PacelineValidator) validator).names().used(ofSession);
  }

  /**
   * Checks whether a view can be created.
   *
   * @param ofSession whether it is temporary
   * @throws PacelineException INVALID_STATEMENT if it would refer to itself, or what is wrong with
   *     its query or its columns
   */
  public void check(ViewDefinition view, boolean ofSession) {
    StatementNames names = names();
    new PacelineView(view, names, ofSession).getRowType(types);
    for (ViewDefinition used : names.used(ofSession)) {
      if (!used.equals(view) && used.qualifiedName().isLike(view.qualifiedName())) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT, "view " + view.name() + " would refer to itself");
      }
    }
  }

  /**
   * Returns the views with their columns. A view has no columns if its query has become invalid.
   */
  public Map<ViewDefinition, List<ColumnDefinition>> views() {
    Map<ViewDefinition, List<ColumnDefinition>> views = new LinkedHashMap<>();
    for (ViewDefinition view : catalog.views()) {
      views.put(view, columns(new PacelineView(view, names(), false)));
    }
    return views;
  }

  private List<ColumnDefinition> columns(PacelineView view) {
    try {
      return view.getRowType(types).getFieldList().stream()
          .map(
              field ->
                  new ColumnDefinition(
                      field.getName(),
                      TypeMapping.toDataType(field.getType()),
                      field.getType().isNullable()))
          .toList();
    } catch (PacelineException e) {
      return List.of();
    }
  }

  /** Returns the logical plan of a query that the validator has seen. */
  public RelRoot convert(SqlValidator validator, SqlNode validated, Experiment experiment) {
    return convert(
        validator, validated, newCluster(Contexts.of(config, experiment, memory())), true);
  }

  /** Returns a cluster for the expressions of a statement that has no query. */
  RelOptCluster newCluster() {
    return newCluster(Contexts.of(config));
  }

  private PlannedMemory memory() {
    return new PlannedMemory(files.engine().ledger().limitBytes());
  }

  private RelOptCluster newCluster(Context context) {
    VolcanoPlanner planner =
        new VolcanoPlanner(context) {
          @Override
          public void checkCancel() {
            PlanningCheck.check();
          }
        };
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    planner.setExecutor(new ConstantFolding());
    RelOptCluster cluster = RelOptCluster.create(planner, new PacelineRexBuilder(types));
    cluster.setMetadataQuerySupplier(InterpretedMetadata::newQuery);
    return cluster;
  }

  /** Returns whether a name without parentheses is a call, such as CURRENT_DATE. */
  boolean isFunction(SqlIdentifier name) {
    return validator().makeNullaryCall(name) != null;
  }

  /**
   * Converts an expression that has no query around it.
   *
   * @param fields the values of the names in it, which are written as here
   * @throws PacelineException NOT_SUPPORTED if it contains a query, INVALID_STATEMENT if it
   *     contains an aggregate or a window function
   */
  RexNode convert(SqlNode expression, Map<String, RexNode> fields, RelOptCluster cluster) {
    SqlValidator validator = validator();
    Map<String, RelDataType> fieldTypes = new HashMap<>();
    fields.forEach((name, field) -> fieldTypes.put(name, field.getType()));
    expression.accept(RowLocalCheck.INSTANCE);
    SqlNode validated = validator.validateParameterizedExpression(expression, fieldTypes);
    validated.accept(RowLocalCheck.INSTANCE);
    return converter(validator, cluster).convertExpression(validated, fields);
  }

  /**
   * Converts a statement, or the query of a view that it uses.
   *
   * @param top false for a view, whose order does not matter
   */
  RelRoot convert(SqlValidator validator, SqlNode validated, RelOptCluster cluster, boolean top) {
    return converter(validator, cluster).convertQuery(validated, false, top);
  }

  private static SqlToRelConverter converter(SqlValidator validator, RelOptCluster cluster) {
    return new PacelineConverter(
        (rowType, query, path, view) -> {
          throw PacelineException.internal("views are expanded by " + PacelineView.class, null);
        },
        validator,
        validator.getCatalogReader().unwrap(CalciteCatalogReader.class),
        cluster,
        Convertlets::of,
        SqlLanguage.converter(),
        ((PacelineValidator) validator).names().selects());
  }

  /** Returns the physical plan, whose rows have the order of the query. */
  public static PacelineRel plan(RelRoot root) {
    RelNode logical = root.project();
    return (PacelineRel)
        QueryPlanner.plan(
                logical,
                root.rel
                    .getCluster()
                    .traitSetOf(EnumerableConvention.INSTANCE)
                    .replace(
                        root.isRefTrivial()
                            ? root.collation
                            : org.apache.calcite.rel.RelCollations.EMPTY))
            .getInput();
  }
}
