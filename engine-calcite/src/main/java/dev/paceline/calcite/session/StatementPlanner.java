package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.adapter.InformationSchema;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.StoredTableSource;
import dev.paceline.calcite.adapter.SystemSchema;
import dev.paceline.calcite.cancel.PlannerThreads;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.explain.PlanText;
import dev.paceline.calcite.file.FileCatalog;
import dev.paceline.calcite.file.FileFormats;
import dev.paceline.calcite.file.FileTableSource;
import dev.paceline.calcite.session.control.QueryCommand;
import dev.paceline.calcite.session.control.QuerySetting;
import dev.paceline.calcite.session.ddl.CommentOnView;
import dev.paceline.calcite.session.ddl.CreateSchema;
import dev.paceline.calcite.session.ddl.CreateSequence;
import dev.paceline.calcite.session.ddl.CreateType;
import dev.paceline.calcite.session.ddl.CreateView;
import dev.paceline.calcite.session.ddl.DropMacro;
import dev.paceline.calcite.session.ddl.DropSchema;
import dev.paceline.calcite.session.ddl.DropSequence;
import dev.paceline.calcite.session.ddl.DropTable;
import dev.paceline.calcite.session.ddl.DropType;
import dev.paceline.calcite.session.ddl.DropView;
import dev.paceline.calcite.session.ddl.IfExists;
import dev.paceline.calcite.session.ddl.RenameView;
import dev.paceline.calcite.session.ddl.SchemaStatement;
import dev.paceline.calcite.session.ddl.TableNames;
import dev.paceline.calcite.session.ddl.TruncateTable;
import dev.paceline.calcite.session.named.DeclaredParameters;
import dev.paceline.calcite.session.named.ExecutedValues;
import dev.paceline.calcite.session.named.NamedStatements;
import dev.paceline.calcite.session.named.ParameterTypes;
import dev.paceline.calcite.session.pivot.PivotExpansion;
import dev.paceline.calcite.sql.ColumnLabels;
import dev.paceline.calcite.sql.SourceText;
import dev.paceline.calcite.sql.SqlErrorTranslation;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.calcite.sql.StatementShape;
import dev.paceline.calcite.sql.VisibleNames;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.grammar.AlterQueryStatement;
import dev.paceline.grammar.AlterTableStatement;
import dev.paceline.grammar.ControlStatement;
import dev.paceline.grammar.CopyStatement;
import dev.paceline.grammar.CreateViewStatement;
import dev.paceline.grammar.DatabaseCopyStatement;
import dev.paceline.grammar.DeallocateStatement;
import dev.paceline.grammar.DescribeStatement;
import dev.paceline.grammar.ExecuteStatement;
import dev.paceline.grammar.ExplainStatement;
import dev.paceline.grammar.ExtensionStatement;
import dev.paceline.grammar.PrepareStatement;
import dev.paceline.grammar.ShowPipelinesStatement;
import dev.paceline.grammar.ShowStatement;
import dev.paceline.grammar.SummarizeStatement;
import dev.paceline.grammar.TruncateStatement;
import dev.paceline.grammar.UnsupportedSyntax;
import dev.paceline.grammar.definition.AlterViewStatement;
import dev.paceline.grammar.definition.AnalyzeStatement;
import dev.paceline.grammar.definition.CommentStatement;
import dev.paceline.grammar.definition.CreateMacroStatement;
import dev.paceline.grammar.definition.CreateSchemaStatement;
import dev.paceline.grammar.definition.CreateSequenceStatement;
import dev.paceline.grammar.definition.CreateTypeStatement;
import dev.paceline.grammar.definition.DropStatement;
import dev.paceline.grammar.definition.PragmaStatement;
import dev.paceline.grammar.definition.ReturningStatement;
import dev.paceline.grammar.definition.TemporaryStatement;
import dev.paceline.grammar.definition.UseStatement;
import dev.paceline.grammar.definition.VariableStatement;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.calcite.sql.ddl.SqlCreateTable;
import org.apache.calcite.sql.ddl.SqlDropTable;
import org.apache.calcite.sql.ddl.SqlDropView;
import org.jspecify.annotations.Nullable;

/**
 * Plans statements of all kinds, or finds their plans in the cache. Queries are planned by {@link
 * QueryPreparation}. One for a session, with a cache that all sessions of a database share; any
 * thread may use it.
 */
final class StatementPlanner {
  private final EngineInstance instance;
  private final SessionCatalog catalog;
  private final SqlFrontEnd frontEnd;
  private final PlanCache cache;
  private final Experiment experiment;
  private final QueryPreparation queries;
  private final PlannerThreads threads = new PlannerThreads();
  private final NamedStatements named = new NamedStatements();
  private final QueryRunner runner;
  private final DescriptionPlanner descriptions = new DescriptionPlanner(this);

  /** Runs a query while another statement is planned. */
  interface QueryRunner {
    /** Returns the values of the only column, which has strings. */
    List<String> strings(StatementPlan.Query query, String sql, StatementRun run);
  }

  private StatementPlanner(
      EngineInstance instance,
      SessionCatalog catalog,
      Shared shared,
      Experiment experiment,
      QueryRunner runner) {
    this.runner = runner;
    this.instance = instance;
    this.catalog = catalog;
    this.frontEnd = shared.frontEnd().with(catalog);
    this.cache = shared.cache();
    this.experiment = experiment;
    this.queries = new QueryPreparation(catalog, frontEnd, experiment);
  }

  static StatementPlanner of(
      EngineInstance instance, SessionCatalog catalog, Experiment experiment, QueryRunner runner) {
    Shared shared = instance.attachment(Shared.class, Shared::of);
    return new StatementPlanner(instance, catalog, shared, experiment, runner);
  }

  /** The parser, catalogs and plan cache that all sessions of a database share. */
  private record Shared(SqlFrontEnd frontEnd, PlanCache cache) {
    static Shared of(EngineInstance instance) {
      SystemSchema system = new SystemSchema(instance);
      InformationSchema information = new InformationSchema(instance, system);
      SqlFrontEnd frontEnd =
          new SqlFrontEnd(
              instance.catalog(),
              new FileCatalog(
                  instance.engine(), instance.fileAccess(), FileFormats.ALL, instance.fileCache()),
              system,
              information);
      information.setViews(frontEnd::views);
      return new Shared(frontEnd, new PlanCache());
    }
  }

  private VisibleNames names(SqlNode statement) {
    return new VisibleNames(statement, catalog, frontEnd);
  }

  /** Returns the statements that the session has prepared, by their names. */
  NamedStatements named() {
    return named;
  }

  /** Returns the tables and views that the session sees. */
  SessionCatalog catalog() {
    return catalog;
  }

  PlanCache cache() {
    return cache;
  }

  SqlFrontEnd frontEnd() {
    return frontEnd;
  }

  QueryPreparation queries() {
    return queries;
  }

  /**
   * Plans a statement.
   *
   * @param imposed the types of the parameters; null to derive them from the statement
   * @throws PacelineException if the statement is wrong or not supported
   */
  StatementPlan plan(String sql, @Nullable List<RelDataType> imposed, StatementRun run) {
    PlanCache.Key key =
        new PlanCache.Key(
            sql,
            imposed == null ? "" : ParameterTypes.describe(imposed),
            experiment,
            catalog.state());
    StatementPlan plan = cache.get(key);
    if (plan == null) {
      run.check();
      plan = threads.call(() -> make(sql, imposed, run), run);
      if (isCacheable(plan)) {
        cache.put(key, plan);
      }
    }
    return plan;
  }

  /** Waits until no thread plans statements of the session any more. */
  void awaitPlans() {
    threads.awaitAll();
  }

  private static boolean isCacheable(StatementPlan plan) {
    return switch (plan) {
      case StatementPlan.Query _,
          StatementPlan.InsertQuery _,
          StatementPlan.InsertRows _,
          StatementPlan.InsertReturning _,
          StatementPlan.Deferred _ ->
          true;
      case StatementPlan.Explain _,
          StatementPlan.Analyze _,
          StatementPlan.CreateTable _,
          StatementPlan.ChangeNamed _,
          StatementPlan.CopyTo _,
          StatementPlan.CopyFromStream _,
          StatementPlan.CopyDatabase _,
          StatementPlan.Execute _,
          StatementPlan.SetVariable _,
          StatementPlan.RewriteTable _,
          StatementPlan.ChangeSchema _,
          StatementPlan.Control _,
          StatementPlan.Picture _,
          StatementPlan.Alter _,
          StatementPlan.Trace _,
          StatementPlan.Set _ ->
          false;
    };
  }

  private StatementPlan make(String sql, @Nullable List<RelDataType> imposed, StatementRun run) {
    SqlNode parsed = StatementShape.limit(SqlFrontEnd.parse(sql));
    ColumnLabels.write(parsed, sql);
    SqlNode node = imposed == null ? parsed : ParameterTypes.impose(parsed, imposed);
    try {
      List<CatalogUse> data = new ArrayList<>();
      new PivotExpansion(
              sql,
              query -> values(query, data, run),
              query -> columns(query, data, run),
              (description, with) ->
                  SqlFrontEnd.parse(descriptions.rows(description, with, sql, data)))
          .apply(node);
      return dispatch(node, sql, run).restingOn(data);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      if (imposed == null && isUntypedParameter(e)) {
        return new StatementPlan.Deferred(
            ParameterTypes.count(parsed), parsed.getKind() != SqlKind.INSERT);
      }
      run.check();
      throw SqlErrorTranslation.of(e, sql, names(node));
    }
  }

  /**
   * Runs a query that another statement depends on.
   *
   * @param uses gets the rows that the answer depends on
   * @return the values of its only column
   */
  private List<String> values(String sql, List<CatalogUse> uses, StatementRun run) {
    if (!(make(sql, null, run) instanceof StatementPlan.Query query)) {
      throw PacelineException.internal("no query: " + sql, null);
    }
    uses.addAll(rowsOf(query));
    return runner.strings(query, sql, run);
  }

  private static List<CatalogUse> rowsOf(StatementPlan.Query query) {
    List<CatalogUse> uses = new ArrayList<>(query.uses());
    for (TableSource source : query.scanned()) {
      switch (source) {
        case StoredTableSource stored ->
            uses.add(new CatalogUse.Rows(stored.table(), stored.table().state()));
        case FileTableSource files -> uses.add(new CatalogUse.Files(files));
        default -> uses.add(new CatalogUse.Moment());
      }
    }
    return uses;
  }

  private List<String> columns(String sql, List<CatalogUse> uses, StatementRun run) {
    if (!(make(sql, null, run) instanceof StatementPlan.Query query)) {
      throw PacelineException.internal("no query: " + sql, null);
    }
    uses.addAll(query.uses());
    return query.columns().stream().map(ResultColumn::label).toList();
  }

  /**
   * Plans COPY … FROM STDIN.
   *
   * @param file that has everything that came by the stream
   * @throws PacelineException INVALID_STATEMENT for another statement
   */
  StatementPlan planCopy(String sql, Path file, StatementRun run) {
    return planCopy(
        sql,
        copy -> {
          if (copy.path() != null) {
            throw new PacelineException(
                ErrorCode.INVALID_STATEMENT,
                "copyFrom needs a statement COPY … FROM STDIN, but this one names the file "
                    + copy.path()
                    + "; execute it instead");
          }
          return new CopyPlanner(this).fromSpool(copy, file, sql);
        },
        run);
  }

  /** Plans COPY … FROM of a file whose path is relative to a directory. */
  StatementPlan planLoad(String sql, Path directory, StatementRun run) {
    return planCopy(sql, copy -> new CopyPlanner(this).fromDirectory(copy, directory, sql), run);
  }

  private StatementPlan planCopy(
      String sql, Function<CopyStatement, StatementPlan> planned, StatementRun run) {
    return threads.call(
        () -> {
          SqlNode parsed = SqlFrontEnd.parse(sql);
          if (!(parsed instanceof CopyStatement copy) || !copy.reads()) {
            throw new PacelineException(
                ErrorCode.INVALID_STATEMENT,
                "a statement COPY … FROM STDIN is expected, not: " + sql);
          }
          try {
            return planned.apply(copy);
          } catch (RuntimeException | AssertionError | StackOverflowError e) {
            run.check();
            throw SqlErrorTranslation.of(e, sql, names(parsed));
          }
        },
        run);
  }

  private static boolean isUntypedParameter(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof CalciteContextException
          && String.valueOf(cause.getCause()).contains("Illegal use of dynamic parameter")) {
        return true;
      }
    }
    return false;
  }

  /** Returns the name of a type, which must be in the schema that each database has. */
  private static String typeName(List<String> names) {
    if (names.size() > 2
        || names.size() == 2 && !names.getFirst().equalsIgnoreCase(Catalog.SCHEMA)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "names for types are supported in the schema "
              + Catalog.SCHEMA
              + " only; leave the schema out of "
              + String.join(".", names));
    }
    return names.getLast();
  }

  private StatementPlan dispatch(SqlNode node, String sql, StatementRun run) {
    return switch (node) {
      case ExplainStatement explain -> explain(explain, sql, run);
      case SqlInsert insert -> new InsertPlanner(this).plan(insert, sql);
      case ReturningStatement returning -> new ReturningPlanner(this).plan(returning, sql, run);
      case SqlCreateTable create -> new TableDdl(this).create(create, false, sql, run);
      case TemporaryStatement temporary ->
          switch (temporary.created()) {
            case CreateViewStatement view -> createView(view, true, sql, run);
            case CreateMacroStatement macro -> MacroPlanner.plan(macro, true, catalog, sql);
            case CreateSequenceStatement sequence -> createSequence(sequence, true);
            case SqlNode table -> new TableDdl(this).create((SqlCreateTable) table, true, sql, run);
          };
      case CreateMacroStatement macro -> MacroPlanner.plan(macro, false, catalog, sql);
      case CreateSequenceStatement sequence -> createSequence(sequence, false);
      case DropStatement drop -> new StatementPlan.ChangeSchema(dropped(drop));
      case CreateTypeStatement create ->
          new StatementPlan.ChangeSchema(
              new CreateType(
                  new TypeDefinition(typeName(create.name().names), type(create, sql, run)),
                  IfExists.of(create.replace(), create.ifNotExists())));
      case SqlDropTable drop ->
          new StatementPlan.ChangeSchema(new DropTable(drop.name.names, drop.ifExists));
      case AlterTableStatement alter -> new AlterTablePlanner(this).plan(alter, sql);
      case AlterViewStatement alter ->
          new StatementPlan.ChangeSchema(
              new RenameView(alter.view().names, alter.ifExists(), alter.newName()));
      case CommentStatement comment ->
          comment.kind() == CommentStatement.Kind.VIEW
              ? new StatementPlan.ChangeSchema(
                  new CommentOnView(comment.name().names, comment.comment()))
              : new AlterTablePlanner(this).comment(comment);
      case PrepareStatement prepare -> prepare(prepare, sql, run);
      case ExecuteStatement execute -> execute(execute, run);
      case VariableStatement variable -> variable(variable, run);
      case DeallocateStatement deallocate ->
          new StatementPlan.ChangeNamed(named -> named.remove(deallocate.name()));
      case CreateViewStatement create -> createView(create, false, sql, run);
      case SqlDropView drop ->
          new StatementPlan.ChangeSchema(new DropView(drop.name.names, drop.ifExists));
      case CreateSchemaStatement create ->
          new StatementPlan.ChangeSchema(new CreateSchema(create.name(), create.ifNotExists()));
      case UseStatement use -> new StatementPlan.Set(_ -> catalog.use(use.name()));
      case CopyStatement copy -> new CopyPlanner(this).plan(copy, sql, run);
      case DatabaseCopyStatement copy -> new CopyPlanner(this).plan(copy);
      case TruncateStatement truncate ->
          new StatementPlan.ChangeSchema(new TruncateTable(truncate.table().names));
      case SqlSetOption set when isSchema(set.name().toString()) -> {
        SqlNode schema = set.getValue();
        String name = schema == null ? Catalog.SCHEMA : SettingStatements.text(schema);
        yield new StatementPlan.Set(_ -> catalog.use(name));
      }
      case SqlSetOption set -> SettingStatements.plan(set);
      case ShowStatement show -> descriptions.show(show.shown(), run);
      case ShowPipelinesStatement show ->
          show.picture()
              ? new StatementPlan.Picture(QueryCommand.number(show.number()))
              : queries.plan(QueryCommand.pipelines(show.number()), run);
      case ControlStatement control ->
          new StatementPlan.Control(
              QueryCommand.valueOf(control.verb()), QueryCommand.number(control.number()));
      case AlterQueryStatement alter -> {
        QuerySetting setting = QuerySetting.of(alter.setting());
        yield new StatementPlan.Alter(
            setting,
            QueryCommand.number(alter.number()),
            setting.value(SettingStatements.text(alter.value())));
      }
      case DescribeStatement describe -> descriptions.describe(describe, run);
      case SummarizeStatement summarize -> descriptions.summarize(summarize, sql, run);
      case PragmaStatement pragma -> descriptions.pragma(pragma, run);
      case AnalyzeStatement analyze -> {
        if (analyze.table() != null) {
          TableNames.find(catalog, analyze.table().names);
        }
        yield new StatementPlan.ChangeSchema(nothing -> {}); // statistics are always current
      }
      case UnsupportedSyntax unsupported -> throw notSupported(unsupported.name());
      default -> {
        if (!node.getKind().belongsTo(SqlKind.QUERY) && node.getKind() != SqlKind.EXPLICIT_TABLE) {
          throw notSupported(
              node instanceof ExtensionStatement statement
                  ? statement.getOperator().getName()
                  : node.getKind().name());
        }
        yield queries.plan(node, run);
      }
    };
  }

  private static SchemaStatement dropped(DropStatement drop) {
    List<String> name = drop.name();
    boolean ifExists = drop.ifExists();
    return switch (drop.kind()) {
      case SCHEMA -> new DropSchema(name.getFirst(), ifExists, drop.cascade());
      case SEQUENCE -> new DropSequence(name, ifExists, drop.cascade());
      case TYPE -> new DropType(typeName(name), ifExists);
      case MACRO -> new DropMacro(name, false, ifExists);
      case TABLE_MACRO -> new DropMacro(name, true, ifExists);
    };
  }

  /** Returns whether SET with a name sets the schema of names that are written without one. */
  private static boolean isSchema(String name) {
    return name.equalsIgnoreCase("schema") || name.equalsIgnoreCase("search_path");
  }

  static PacelineException notSupported(String what) {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, what + " is not supported");
  }

  /** Plans PREPARE, and the statement that it prepares, so that errors of that show now. */
  private StatementPlan prepare(PrepareStatement prepare, String sql, StatementRun run) {
    String text = Objects.requireNonNull(SourceText.of(prepare.text(), sql));
    List<String> types =
        prepare.types().stream()
            .map(type -> Objects.requireNonNull(SourceText.of(type.getParserPosition(), sql)))
            .toList();
    String statement = types.isEmpty() ? text : withTypes(text, types);
    plan(statement, null, run);
    return new StatementPlan.ChangeNamed(statements -> statements.add(prepare.name(), statement));
  }

  private static String withTypes(String text, List<String> types) {
    SqlNode parsed = SqlFrontEnd.parse(text);
    return DeclaredParameters.cast(text, parsed, ParameterTypes.count(parsed), types);
  }

  private StatementPlan execute(ExecuteStatement execute, StatementRun run) {
    String text = named.get(execute.name());
    StatementPlan plan = plan(text, null, run);
    if (ParameterTypes.count(execute) > 0) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "EXECUTE with parameters as values is not supported; write the values into the"
              + " statement");
    }
    List<Integer> order = ExecutedValues.order(execute, SqlFrontEnd.parse(text));
    if (plan instanceof StatementPlan.Deferred || !ConstantCells.areLiterals(execute.values())) {
      StatementPlan.Query computed = queries.planRow(execute.values(), run);
      List<RelDataType> types =
          order.stream()
              .map(
                  column ->
                      ExecutedValues.type(computed.columns().get(column).type(), frontEnd.types()))
              .toList();
      return new StatementPlan.Execute(
          text,
          plan instanceof StatementPlan.Deferred ? plan(text, types, run) : plan,
          List.of(),
          computed,
          order);
    }
    List<@Nullable Object> values = new ArrayList<>();
    order.forEach(value -> values.add(ConstantCells.read(execute.values().get(value))));
    return new StatementPlan.Execute(text, plan, values, null, order);
  }

  private StatementPlan variable(VariableStatement variable, StatementRun run) {
    SqlNode value = variable.value();
    if (value == null) {
      return new StatementPlan.Set(_ -> catalog.variables().remove(variable.name()));
    }
    return new StatementPlan.SetVariable(variable.name(), queries.planRow(List.of(value), run));
  }

  /** Returns the type that gets a name. The query of an ENUM runs now, for its labels. */
  private DataType type(CreateTypeStatement create, String sql, StatementRun run) {
    if (create.type() != null) {
      return new TableDdl(this).type(create.type());
    }
    StatementPlan.Query query = queries.plan(create.labels(), run);
    if (query.columns().size() != 1 || !TypeNames.isText(query.columns().getFirst().type())) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the query of CREATE TYPE … AS ENUM must return one column of strings; select one column,"
              + " and cast it to VARCHAR");
    }
    return DataType.enumeration(
        runner.strings(query, sql, run).stream().filter(Objects::nonNull).distinct().toList());
  }

  private StatementPlan createSequence(CreateSequenceStatement create, boolean isTemporary) {
    List<String> names = create.name().names;
    SessionCatalog.Target target = catalog.target(names, isTemporary);
    return new StatementPlan.ChangeSchema(
        new CreateSequence(
            CreateSequence.define(target.schema(), names.getLast(), create.options()),
            target.temporary(),
            IfExists.of(create.replace(), create.ifNotExists())));
  }

  /** Plans CREATE VIEW, and the query of the view, so that the view can be used once it exists. */
  private StatementPlan createView(
      CreateViewStatement create, boolean isTemporary, String sql, StatementRun run) {
    String name = create.name().names.getLast();
    SessionCatalog.Target target = catalog.target(create.name().names, isTemporary);
    boolean temporary = target.temporary();
    if (ParameterTypes.count(create.query()) > 0) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "view " + name + " cannot have parameters; write values");
    }
    String query = Objects.requireNonNull(SourceText.of(create.text(), sql));
    boolean seesTemporary = temporary || target.schema().equals(catalog.schema());
    List<CatalogUse> uses =
        seesTemporary ? queries.plan(create.query(), run).uses() : List.<CatalogUse>of();
    if (!temporary && uses.stream().anyMatch(this::isTemporary)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "view "
              + name
              + " would read a temporary table, view or sequence; write CREATE TEMPORARY VIEW, or"
              + " name the table with its schema, main");
    }
    ViewDefinition view = new ViewDefinition(target.schema(), name, create.columns(), query);
    frontEnd.check(view, temporary);
    return new StatementPlan.ChangeSchema(
        new CreateView(view, temporary, IfExists.of(create.replace(), create.ifNotExists())));
  }

  private boolean isTemporary(CatalogUse use) {
    Database database =
        switch (use) {
          case CatalogUse.TableSize of -> of.table().database();
          case CatalogUse.View of -> of.database();
          case CatalogUse.Numbers of -> of.sequence().database();
          case CatalogUse.Rows of -> of.table().database();
          case CatalogUse.Files _, CatalogUse.Moment _ -> null;
        };
    return catalog.temporary().database() == database;
  }

  private StatementPlan explain(ExplainStatement explain, String sql, StatementRun run) {
    if (!explain.format().equals("TEXT")) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "EXPLAIN with FORMAT " + explain.format() + " is not supported; leave the format out");
    }
    StatementPlan explained = dispatch(explain.explained(), sql, run);
    if (explain.analyze()) {
      return switch (explained) {
        case StatementPlan.Query _, StatementPlan.InsertQuery _ ->
            new StatementPlan.Analyze(explained);
        case StatementPlan.CreateTable create when create.source() != null ->
            new StatementPlan.Analyze(create);
        default ->
            throw new PacelineException(
                ErrorCode.NOT_SUPPORTED,
                "EXPLAIN ANALYZE needs a query, an INSERT … SELECT or a CREATE TABLE … AS");
      };
    }
    RelNode physical =
        switch (explained) {
          case StatementPlan.Query query -> query.physical();
          case StatementPlan.InsertQuery insert -> insert.source().physical();
          case StatementPlan.CreateTable create when create.source() != null ->
              create.source().physical();
          default ->
              throw new PacelineException(
                  ErrorCode.NOT_SUPPORTED,
                  "EXPLAIN needs a query, an INSERT … SELECT or a CREATE TABLE … AS");
        };
    return new StatementPlan.Explain(
        PlanText.planned(physical, explain.level(), instance.engine().workers()), explained.uses());
  }
}
