package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.SessionSettings;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.explain.ExecutionProfile;
import dev.paceline.calcite.explain.OrderTraceText;
import dev.paceline.calcite.explain.PlanText;
import dev.paceline.calcite.session.SessionQueries.Execution;
import dev.paceline.calcite.session.control.PipelinePicture;
import dev.paceline.calcite.session.ddl.TableNames;
import dev.paceline.calcite.session.value.CellReader;
import dev.paceline.calcite.session.value.ValueConversion;
import dev.paceline.calcite.settings.QueryResources;
import dev.paceline.calcite.sql.RowExpressions;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.spill.SpooledStream;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A user of a database: prepares and executes statements, several at a time if need be. Closing it
 * ends its results. Any thread may use it.
 */
public final class Session implements AutoCloseable {
  private final EngineInstance instance;
  private final SessionSettings settings;
  private final SessionCatalog catalog;
  private final StatementPlanner planner;
  private final ValueConversion conversion;
  private final SessionQueries queries;
  private final WriteStatements writes;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Null while every statement commits by itself. */
  private volatile @Nullable Transaction transaction;

  private Session(SessionSettings settings) {
    this.instance = settings.instance();
    this.settings = settings;
    this.catalog = new SessionCatalog(instance, settings::isReadOnly, settings::nullOrder);
    this.planner = StatementPlanner.of(instance, catalog, settings.experiment(), this::strings);
    this.conversion = new ValueConversion(settings::zone);
    this.queries = new SessionQueries(settings, planner, conversion);
    this.writes = new WriteStatements(instance, catalog, queries, conversion, () -> transaction);
  }

  /** Opens a session, and its database if nobody has it open. */
  public static Session open(ConnectionUrl url) {
    SessionSettings settings = SessionSettings.open(url);
    try {
      return new Session(settings);
    } catch (RuntimeException | Error e) {
      settings.instance().release();
      throw e;
    }
  }

  public EngineInstance instance() {
    return instance;
  }

  public SessionSettings settings() {
    return settings;
  }

  /**
   * Returns what the tables look like that show what the database does; they are in the schema
   * {@value dev.paceline.calcite.adapter.SystemSchema#NAME}.
   */
  public List<TableDefinition> systemTables() {
    return planner.frontEnd().systemTables();
  }

  /** Returns the tables and views that the session sees. */
  public SessionCatalog catalog() {
    return catalog;
  }

  /** Returns the views with their columns, with none for views that have become invalid. */
  public Map<ViewDefinition, List<ColumnDefinition>> views() {
    return planner.frontEnd().views();
  }

  /** Whether changes are refused. */
  public boolean isReadOnly() {
    return settings.isReadOnly();
  }

  public void setReadOnly(boolean value) {
    settings.setReadOnly(value);
  }

  /** Whether every statement is a transaction of its own. */
  public boolean isAutoCommit() {
    return transaction == null;
  }

  /**
   * Sets whether every statement is a transaction of its own, as sessions begin. A change to true
   * commits the transaction.
   */
  public void setAutoCommit(boolean value) {
    checkOpen();
    Transaction current = transaction;
    if (value && current != null) {
      current.commit();
      transaction = null;
    } else if (!value && current == null) {
      transaction = new Transaction();
    }
  }

  /** Whether rows were inserted that are not committed. */
  public boolean hasPendingRows() {
    Transaction current = transaction;
    return current != null && current.hasPendingRows();
  }

  /**
   * Makes the rows of the transaction visible, or, if that fails, discards them.
   *
   * @throws PacelineException INVALID_STATEMENT if every statement commits by itself;
   *     TRANSACTION_FAILED after a failed change
   */
  public void commit() {
    transaction("commit").commit();
  }

  /**
   * Discards the rows of the transaction.
   *
   * @throws PacelineException INVALID_STATEMENT if every statement commits by itself
   */
  public void rollback() {
    transaction("rollback").rollback();
  }

  private Transaction transaction(String what) {
    checkOpen();
    Transaction current = transaction;
    if (current == null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          what + "() has nothing to end: the connection is in auto-commit mode");
    }
    return current;
  }

  /** Returns the resources of the session's queries that begin now. */
  public QueryResources resources() {
    return settings.resources();
  }

  public boolean isOpen() {
    return !closed.get();
  }

  /** How the plan cache, which all sessions of the database share, has done. */
  public PlanCache.Statistics planCacheStatistics() {
    return planner.cache().statistics();
  }

  /** Parses, checks and plans a statement, or finds it in the plan cache. */
  public PreparedSql prepare(String sql, StatementRun run) {
    checkOpen();
    Object state = catalog.state(); // from before, so that a later one is noticed
    return new PreparedSql(sql, planner.plan(sql, null, run), state);
  }

  /**
   * Executes a statement.
   *
   * @param values of its parameters: Boolean, Integer, Long, Double, BigDecimal, String, byte[] or
   *     java.time; null for NULL
   */
  public Outcome execute(PreparedSql sql, List<@Nullable Object> values, StatementRun run) {
    checkOpen();
    run.check();
    StatementPlan plan = current(sql, run);
    checkTransaction(plan);
    Execution execution = new Execution(sql.sql(), values, run);
    return switch (plan) {
      case StatementPlan.Query query -> new Outcome.Rows(queries.start(query, execution));
      case StatementPlan.Deferred deferred -> {
        BoundParameters.checkCount(values.size(), deferred.parameterCount());
        yield execute(queries.retyped(execution, null), values, run);
      }
      case StatementPlan.Explain explain ->
          text(plan.columns(), PlanText.withUnit(explain.lines(), resources().unitOfTransfer()));
      case StatementPlan.Analyze analyze ->
          text(plan.columns(), analyze(analyze.statement(), execution));
      case StatementPlan.CreateTable create -> new Outcome.Count(writes.create(create, execution));
      case StatementPlan.ChangeNamed named -> {
        named.change().accept(planner.named());
        yield new Outcome.Count(0);
      }
      case StatementPlan.Execute named ->
          execute(
              new PreparedSql(named.sql(), named.plan(), catalog.state()),
              values(named, sql.sql(), run),
              run);
      case StatementPlan.SetVariable set -> {
        setVariable(set, execution);
        yield new Outcome.Count(0);
      }
      case StatementPlan.RewriteTable rewrite -> {
        writes.rewrite(rewrite, execution);
        yield new Outcome.Count(0);
      }
      case StatementPlan.ChangeSchema change -> {
        change.statement().execute(catalog);
        yield new Outcome.Count(0);
      }
      case StatementPlan.Control control -> {
        control.command().execute(instance.engine(), control.number());
        yield new Outcome.Count(0);
      }
      case StatementPlan.Picture picture ->
          text(plan.columns(), PipelinePicture.of(instance.engine(), picture.number()));
      case StatementPlan.Alter alter -> {
        alter.setting().execute(instance.engine(), alter.number(), alter.value());
        yield new Outcome.Count(0);
      }
      case StatementPlan.Trace _ -> text(plan.columns(), OrderTraceText.of(instance.engine()));
      case StatementPlan.Set set -> {
        set.change().accept(settings);
        yield new Outcome.Count(0);
      }
      case StatementPlan.CopyTo copy -> new Outcome.Count(writes.copyTo(copy, null, execution));
      case StatementPlan.CopyDatabase copy ->
          new Outcome.Count(new DatabaseTransfer(this, planner, run).execute(copy));
      case StatementPlan.CopyFromStream _ ->
          throw new PacelineException(
              ErrorCode.INVALID_STATEMENT,
              "COPY … FROM STDIN needs a stream: call copyFrom of"
                  + " dev.paceline.calcite.jdbc.PacelineConnection, or name a file");
      case StatementPlan.InsertQuery insert -> new Outcome.Count(writes.insert(insert, execution));
      case StatementPlan.InsertReturning insert ->
          new Outcome.Rows(writes.insertReturning(insert, execution));
      case StatementPlan.InsertRows insert ->
          new Outcome.Count(writes.insert(insert, WriteStatements.parameterSet(execution), run));
    };
  }

  /**
   * Executes COPY … FROM STDIN.
   *
   * @param stream read to its end, and not closed
   * @return the number of rows that were added
   */
  public long copyFrom(String sql, InputStream stream, StatementRun run) {
    checkOpen();
    checkWritable();
    try (SpooledStream spooled =
        SpooledStream.of(stream, instance.engine().options().temporaryStorage(), run::check)) {
      PreparedSql prepared =
          new PreparedSql(sql, planner.planCopy(sql, spooled.path(), run), catalog.state());
      return execute(prepared, List.of(), run) instanceof Outcome.Count count ? count.rows() : 0;
    }
  }

  /**
   * Executes COPY … TO STDOUT.
   *
   * @param stream flushed at the end, and not closed
   * @return the number of rows that were written
   */
  public long copyTo(String sql, OutputStream stream, StatementRun run) {
    checkOpen();
    if (!(planner.plan(sql, null, run) instanceof StatementPlan.CopyTo copy)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "copyTo needs a statement COPY … TO STDOUT");
    }
    checkTransaction(copy);
    return writes.copyTo(copy, stream, new Execution(sql, List.of(), run));
  }

  /** Checks that the transaction, if there is one, allows a statement. */
  private void checkTransaction(StatementPlan plan) {
    Transaction current = transaction;
    if (current == null) {
      return;
    }
    switch (plan) {
      case StatementPlan.Query query -> current.checkReads(query.uses());
      case StatementPlan.Analyze analyze -> checkTransaction(analyze.statement());
      case StatementPlan.InsertQuery insert -> current.checkReads(insert.source().uses());
      case StatementPlan.InsertReturning returning -> checkTransaction(returning.insert());
      case StatementPlan.CopyTo copy -> current.checkReads(copy.source().uses());
      case StatementPlan.SetVariable set -> current.checkReads(set.uses());
      case StatementPlan.CreateTable _,
          StatementPlan.RewriteTable _,
          StatementPlan.ChangeSchema _ -> {
        checkWritable();
        current.commit(); // as in most databases: a change of the schema is never undone
      }
      default -> {}
    }
  }

  /**
   * Starts to add rows to a table. The caller commits and closes it.
   *
   * @param name of the table, in any case
   * @throws PacelineException UNKNOWN_TABLE if there is none, READ_ONLY if changes are refused,
   *     NOT_SUPPORTED if the table has generated columns or checks
   */
  public ValueAppender appender(String name) {
    checkOpen();
    Table table = TableNames.find(catalog, List.of(name));
    checkWritable(table.database());
    if (RowExpressions.areIn(table.definition())) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "table "
              + table.definition().name()
              + " has generated columns or checks, which an appender does not evaluate; use"
              + " INSERT");
    }
    return new ValueAppender(table.appender(), conversion);
  }

  /** A line a row. */
  private Outcome text(List<ResultColumn> columns, List<String> lines) {
    return new Outcome.Rows(
        register(
            columns,
            RowBatches.of(
                List.of(DataType.VARCHAR),
                lines.stream()
                    .map(line -> new Object[] {line.getBytes(StandardCharsets.UTF_8)})
                    .toList(),
                instance)));
  }

  /** Executes a statement for what is to be said of its query. */
  private List<String> analyze(StatementPlan statement, Execution execution) {
    ExecutionProfile profile = new ExecutionProfile();
    Execution profiled = execution.with(profile);
    long start = System.nanoTime();
    long rows =
        switch (statement) {
          case StatementPlan.InsertQuery insert -> writes.insert(insert, profiled);
          case StatementPlan.CreateTable create -> writes.create(create, profiled);
          default -> queries.count(SessionQueries.sourceOf(statement), profiled);
        };
    return PlanText.executed(profile, rows, System.nanoTime() - start);
  }

  /**
   * Executes a statement once for every list of values. An INSERT … VALUES is one append: all rows
   * or none; other statements are executed one after the other.
   *
   * @return the rows that each of them changed
   */
  public long[] executeBatch(
      PreparedSql sql, List<@Nullable Object[]> parameterSets, StatementRun run) {
    checkOpen();
    long[] counts = new long[parameterSets.size()];
    if (current(sql, run) instanceof StatementPlan.InsertRows insert) {
      writes.insert(insert, parameterSets, run);
      Arrays.fill(counts, insert.rows().size());
      return counts;
    }
    for (int i = 0; i < counts.length; i++) {
      if (execute(sql, Arrays.asList(parameterSets.get(i)), run) instanceof Outcome.Count count) {
        counts[i] = count.rows();
      } else {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT, "a batch cannot have statements that return rows");
      }
    }
    return counts;
  }

  /** The plan of a prepared statement, made anew if its tables have changed. */
  private StatementPlan current(PreparedSql sql, StatementRun run) {
    StatementPlan plan = sql.plan();
    return Objects.equals(sql.state(), catalog.state())
            && plan.uses().stream().allMatch(CatalogUse::isCurrent)
        ? plan
        : planner.plan(sql.sql(), null, run);
  }

  /** Runs a query that another statement depends on. */
  private List<String> strings(StatementPlan.Query query, String sql, StatementRun run) {
    checkTransaction(query);
    return queries.strings(query, new Execution(sql, List.of(), run));
  }

  /** Returns the values of the parameters of EXECUTE. */
  private List<@Nullable Object> values(
      StatementPlan.Execute execute, String sql, StatementRun run) {
    StatementPlan.Query computed = execute.computed();
    if (computed == null) {
      return execute.values();
    }
    List<@Nullable Object> values = new ArrayList<>();
    queries.forEachBatch(
        computed,
        new Execution(sql, List.of(), run),
        row -> {
          for (int column : execute.order()) {
            values.add(CellReader.plain(row.column(column), 0));
          }
        });
    return values;
  }

  private void setVariable(StatementPlan.SetVariable set, Execution execution) {
    queries.forEachBatch(
        set.value(),
        execution,
        row -> {
          ColumnVector value = row.column(0);
          catalog.variables().set(set.name(), value.type(), CellReader.literal(value, 0));
        });
  }

  /** A result of rows that exist, of this session. */
  public ResultCursor register(List<ResultColumn> columns, RowBatches rows) {
    return queries.register(columns, rows);
  }

  private void checkOpen() {
    if (closed.get()) {
      throw closed();
    }
  }

  static PacelineException closed() {
    return new PacelineException(ErrorCode.CLOSED, "the connection is closed");
  }

  /** Temporary tables may change in a session that refuses changes of the database. */
  private void checkWritable(Database database) {
    catalog.toChange(database);
  }

  /**
   * @throws PacelineException READ_ONLY if changes of the database are refused
   */
  void checkWritable() {
    checkWritable(instance.database());
  }

  /**
   * Ends all results, discards rows that are not committed and, with the last session, closes the
   * database. Idempotent.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    queries.close();
    Transaction current = transaction;
    if (current != null) {
      current.rollback();
    }
    planner.awaitPlans();
    catalog.close();
    instance.release();
  }
}
