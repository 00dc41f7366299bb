package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.adapter.KeptRows;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.SessionSettings;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.explain.ExecutionProfile;
import dev.paceline.calcite.explain.OrderTraceText;
import dev.paceline.calcite.explain.PlanText;
import dev.paceline.calcite.session.control.PipelinePicture;
import dev.paceline.calcite.session.ddl.IfExists;
import dev.paceline.calcite.session.ddl.TableNames;
import dev.paceline.calcite.session.value.ValueConversion;
import dev.paceline.calcite.settings.QueryResources;
import dev.paceline.calcite.sql.RowExpressions;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.SpooledStream;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Sequence;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * A user of a database: prepares and executes statements, several at a time if need be. Closing it
 * ends its results. Any thread may use it.
 */
public final class Session implements AutoCloseable {
  /** How often a query is planned again because a table is dropped in between. */
  private static final int MAX_REPLANS = 10;

  private final EngineInstance instance;
  private final SessionSettings settings;
  private final SessionCatalog catalog;
  private final StatementPlanner planner;
  private final QueryStart execution;
  private final ValueConversion conversion;
  private final Set<ResultCursor> results = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Null while every statement commits by itself. */
  private volatile @Nullable Transaction transaction;

  private Session(SessionSettings settings) {
    this.instance = settings.instance();
    this.settings = settings;
    this.catalog = new SessionCatalog(instance, settings::isReadOnly);
    this.planner = StatementPlanner.of(instance, catalog, settings.experiment(), this::strings);
    this.execution = new QueryStart(settings);
    this.conversion = new ValueConversion(settings::zone);
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

  /** What the session's queries get that begin now. */
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
    return switch (plan) {
      case StatementPlan.Query query ->
          new Outcome.Rows(start(query, sql.sql(), values, run, null, null));
      case StatementPlan.Deferred deferred -> {
        BoundParameters.checkCount(values.size(), deferred.parameterCount());
        yield execute(retyped(sql, values, null, run), values, run);
      }
      case StatementPlan.Explain explain ->
          text(plan.columns(), PlanText.withUnit(explain.lines(), resources().unitOfTransfer()));
      case StatementPlan.Analyze analyze ->
          text(plan.columns(), analyze(analyze.statement(), sql.sql(), values, run));
      case StatementPlan.CreateTable create ->
          new Outcome.Count(create(create, sql.sql(), values, run, null));
      case StatementPlan.ChangeNamed named -> {
        named.change().accept(planner.named());
        yield new Outcome.Count(0);
      }
      case StatementPlan.Execute execute ->
          execute(
              new PreparedSql(execute.sql(), execute.plan(), catalog.state()),
              execute.values(),
              run);
      case StatementPlan.RewriteTable rewrite -> {
        rewrite(rewrite, sql.sql(), values, run);
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
      case StatementPlan.CopyTo copy ->
          new Outcome.Count(copyTo(copy, null, sql.sql(), values, run));
      case StatementPlan.CopyDatabase copy ->
          new Outcome.Count(new DatabaseTransfer(this, planner, run).execute(copy));
      case StatementPlan.CopyFromStream _ ->
          throw new PacelineException(
              ErrorCode.INVALID_STATEMENT,
              "COPY … FROM STDIN needs a stream: call copyFrom of"
                  + " dev.paceline.calcite.jdbc.PacelineConnection, or name a file");
      case StatementPlan.InsertQuery insert ->
          new Outcome.Count(insert(insert, sql.sql(), values, run, null));
      case StatementPlan.InsertReturning insert ->
          new Outcome.Rows(insertReturning(insert, sql.sql(), values, run));
      case StatementPlan.InsertRows insert -> {
        RowInsertion rows = new RowInsertion(insert, conversion);
        yield new Outcome.Count(
            insert(insert.target(), appender -> rows.addTo(appender, parameterSet(values), run)));
      }
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
    return copyTo(copy, stream, sql, List.of(), run);
  }

  private long copyTo(
      StatementPlan.CopyTo copy,
      @Nullable OutputStream stream,
      String sql,
      List<@Nullable Object> values,
      StatementRun run) {
    try (MemoryScope memory = instance.engine().ledger().openScope("COPY");
        RowWriter writer = copy.output().open(stream, memory);
        CopyTarget target = new CopyTarget(copy.output().name(), writer, memory)) {
      long rows =
          stream == null
              ? append(target, copy.source(), sql, values, run, null)
              : write(copy.source(), target, sql, values, run);
      target.complete();
      return rows;
    }
  }

  /** Writes rows by the calling thread: a stream may be slow, and workers never wait. */
  private long write(
      StatementPlan.Query source,
      CopyTarget target,
      String sql,
      List<@Nullable Object> values,
      StatementRun run) {
    long rows = 0;
    try (ResultCursor result = start(source, sql, values, run, null, null)) {
      for (Batch batch; (batch = result.nextBatch()) != null; ) {
        rows += batch.selectedCount();
        target.append(batch);
        run.check();
      }
    }
    return rows;
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
      case StatementPlan.CreateTable _,
          StatementPlan.RewriteTable _,
          StatementPlan.ChangeSchema _ -> {
        checkWritable();
        current.commit(); // as in most databases: a change of the schema is never undone
      }
      default -> {}
    }
  }

  private long insert(
      StatementPlan.InsertQuery insert,
      String sql,
      List<@Nullable Object> values,
      StatementRun run,
      @Nullable ExecutionProfile profile) {
    return insert(
        insert.target(),
        appender -> append(appender.target(), insert.source(), sql, values, run, profile));
  }

  /**
   * Inserts rows into a table: at once, or when the transaction is committed.
   *
   * @param rows adds them to the appender that it is given, and returns their number
   */
  private long insert(Table target, ToLongFunction<Appender> rows) {
    checkWritable(target.database());
    Transaction current = transaction;
    if (current != null) {
      return current.insert(target, rows);
    }
    try (Appender appender = target.appender()) {
      long count = rows.applyAsLong(appender);
      appender.commit();
      return count;
    }
  }

  /**
   * Inserts rows into a table and returns a query over them: they are first kept in memory, as they
   * will be stored, until the result is closed.
   */
  private ResultCursor insertReturning(
      StatementPlan.InsertReturning plan,
      String sql,
      List<@Nullable Object> values,
      StatementRun run) {
    checkWritable(plan.target().database());
    KeptRows kept = new KeptRows(instance, plan.target().definition());
    try {
      kept.fill(
          appender ->
              switch (plan.insert()) {
                case StatementPlan.InsertRows insert ->
                    new RowInsertion(insert, conversion).addTo(appender, parameterSet(values), run);
                default ->
                    append(appender.target(), sourceOf(plan.insert()), sql, values, run, null);
              });
      insert(
          plan.target(),
          appender -> {
            try (ResultCursor all =
                track(execution.startOver(kept.table(), plan.all(), sql, run, appender.target()))) {
              return countOf(all);
            }
          });
      return track(
          execution.startOver(kept.table(), plan.returned(), sql, run, null).alsoReleasing(kept));
    } catch (RuntimeException | Error e) {
      kept.close();
      throw e;
    }
  }

  /** Reads the number of the rows that a query has added to a target. */
  private static long countOf(ResultCursor result) {
    long rows = 0;
    for (Batch batch; (batch = result.nextBatch()) != null; ) {
      rows += batch.column(0).getLong(0);
    }
    return rows;
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
              + " has generated columns or checks, which an appender does not evaluate; use INSERT");
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
  private List<String> analyze(
      StatementPlan statement, String sql, List<@Nullable Object> values, StatementRun run) {
    ExecutionProfile profile = new ExecutionProfile();
    long start = System.nanoTime();
    long rows =
        switch (statement) {
          case StatementPlan.InsertQuery insert -> insert(insert, sql, values, run, profile);
          case StatementPlan.CreateTable create -> create(create, sql, values, run, profile);
          default -> count(sourceOf(statement), sql, values, run, profile);
        };
    return PlanText.executed(profile, rows, System.nanoTime() - start);
  }

  /** Runs a query for the number of its rows. */
  private long count(
      StatementPlan.Query query,
      String sql,
      List<@Nullable Object> values,
      StatementRun run,
      ExecutionProfile profile) {
    long rows = 0;
    try (ResultCursor result = start(query, sql, values, run, null, profile)) {
      for (Batch batch; (batch = result.nextBatch()) != null; ) {
        rows += batch.selectedCount();
        run.check();
      }
    }
    return rows;
  }

  private static List<@Nullable Object[]> parameterSet(List<@Nullable Object> values) {
    List<@Nullable Object[]> sets = new java.util.ArrayList<>(1);
    sets.add(values.toArray());
    return sets;
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
      RowInsertion rows = new RowInsertion(insert, conversion);
      insert(
          insert.target(),
          appender -> {
            int each = rows.addTo(appender, parameterSets, run);
            Arrays.fill(counts, each);
            return (long) each * counts.length;
          });
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

  /** The same statement, planned for the types of the values. */
  private PreparedSql retyped(
      PreparedSql sql,
      List<@Nullable Object> values,
      @Nullable List<RelDataType> inferred,
      StatementRun run) {
    List<RelDataType> types =
        BoundParameters.naturalTypes(values, inferred, planner.frontEnd().types());
    Object state = catalog.state();
    return new PreparedSql(sql.sql(), planner.plan(sql.sql(), types, run), state);
  }

  /** A query, planned for the types of its parameters' values. */
  private record BoundQuery(StatementPlan.Query plan, BoundParameters parameters) {}

  /**
   * Starts a query. If one of its tables is dropped between the check of its plan and the moment of
   * its snapshots, the plan is made anew: the name may mean another table now.
   *
   * @param target takes all rows; the result is one row with their number then. Null to hand the
   *     rows out
   * @param profile learns what the operators do; null to count nothing
   */
  private ResultCursor start(
      StatementPlan.Query query,
      String sql,
      List<@Nullable Object> values,
      StatementRun run,
      @Nullable RowTarget target,
      @Nullable ExecutionProfile profile) {
    StatementPlan.Query plan = query;
    for (int replans = 0; ; replans++) {
      try {
        for (CatalogUse use : plan.uses()) {
          if (use instanceof CatalogUse.Numbers(Sequence sequence, boolean advances) && advances) {
            checkWritable(sequence.database());
          }
        }
        BoundQuery bound = bind(plan, sql, values, run);
        return track(execution.start(bound.plan(), bound.parameters(), sql, run, target, profile));
      } catch (PacelineException e) {
        if (e.code() != ErrorCode.UNKNOWN_TABLE
            || replans == MAX_REPLANS
            || plan.uses().stream().allMatch(CatalogUse::exists)) {
          throw e;
        }
        run.check();
        plan = sourceOf(planner.plan(sql, null, run));
      }
    }
  }

  /** Returns the values of a query with one column of strings. */
  private List<String> strings(StatementPlan.Query query, String sql, StatementRun run) {
    checkTransaction(query);
    List<String> strings = new ArrayList<>();
    try (ResultCursor result = start(query, sql, List.of(), run, null, null)) {
      for (Batch batch; (batch = result.nextBatch()) != null; ) {
        for (int row = 0; row < batch.rowCount(); row++) {
          strings.add(String.valueOf(batch.column(0).getObject(row)));
        }
        run.check();
      }
    }
    return strings;
  }

  private BoundQuery bind(
      StatementPlan.Query query, String sql, List<@Nullable Object> values, StatementRun run) {
    BoundParameters parameters = BoundParameters.bind(values, query.parameterTypes(), conversion);
    if (parameters == null) {
      PreparedSql retyped =
          retyped(
              new PreparedSql(sql, query, catalog.state()), values, query.parameterTypes(), run);
      StatementPlan.Query other = sourceOf(retyped.plan());
      return new BoundQuery(
          other, BoundParameters.bindRetyped(values, other.parameterTypes(), conversion));
    }
    return new BoundQuery(query, parameters);
  }

  /** The query in a plan that was made for other parameter types. */
  private static StatementPlan.Query sourceOf(StatementPlan plan) {
    return switch (plan) {
      case StatementPlan.Query query -> query;
      case StatementPlan.Analyze analyze -> sourceOf(analyze.statement());
      case StatementPlan.InsertQuery insert -> insert.source();
      case StatementPlan.InsertReturning returning -> sourceOf(returning.insert());
      case StatementPlan.CreateTable create when create.source() != null -> create.source();
      case StatementPlan.RewriteTable rewrite -> rewrite.source();
      case StatementPlan.CopyTo copy -> copy.source();
      default -> throw PacelineException.internal("the plan lost its query", null);
    };
  }

  /** A result of rows that exist, of this session. */
  public ResultCursor register(List<ResultColumn> columns, RowBatches rows) {
    return track(new ResultCursor(columns, rows, () -> {}));
  }

  private ResultCursor track(ResultCursor result) {
    results.add(result);
    result.whenClosed(() -> results.remove(result));
    if (closed.get()) {
      result.close();
      checkOpen();
    }
    return result;
  }

  private long create(
      StatementPlan.CreateTable create,
      String sql,
      List<@Nullable Object> values,
      StatementRun run,
      @Nullable ExecutionProfile profile) {
    Catalog target = catalog.catalog(create.temporary());
    checkWritable(target.database());
    String name = create.definition().name();
    boolean keep = create.exists() == IfExists.KEEP;
    boolean replace = create.exists() == IfExists.REPLACE;
    if (!replace && target.find(create.definition().schema(), name) != null) {
      if (keep) {
        return 0;
      }
      throw TableDdl.tableExists(name);
    }
    Database database = target.database();
    try (Appender appender =
        replace
            ? database.replacingTable(create.definition())
            : database.newTable(create.definition())) {
      StatementPlan.Query source = create.source();
      long rows = source == null ? 0 : append(appender.target(), source, sql, values, run, profile);
      appender.commit();
      return rows;
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.TABLE_EXISTS && keep) {
        return 0; // another session was faster
      }
      throw e;
    }
  }

  private void rewrite(
      StatementPlan.RewriteTable rewrite,
      String sql,
      List<@Nullable Object> values,
      StatementRun run) {
    checkWritable(rewrite.table().database());
    try (Appender appender =
        rewrite.table().database().rewritingTable(rewrite.table(), rewrite.definition())) {
      append(appender.target(), rewrite.source(), sql, values, run, null);
      appender.commit();
    }
  }

  /**
   * Adds the rows of a query to a target. The caller commits them.
   *
   * @param profile learns what the operators do; null to count nothing
   * @return the number of rows
   */
  private long append(
      RowTarget target,
      StatementPlan.Query source,
      String sql,
      List<@Nullable Object> values,
      StatementRun run,
      @Nullable ExecutionProfile profile) {
    long rows;
    try (ResultCursor result = start(source, sql, values, run, target, profile)) {
      rows = countOf(result);
    }
    run.check();
    return rows;
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new PacelineException(ErrorCode.CLOSED, "the connection is closed");
    }
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
    for (ResultCursor result : results) {
      result.cancel();
      result.close();
    }
    Transaction current = transaction;
    if (current != null) {
      current.rollback();
    }
    planner.awaitPlans();
    catalog.close();
    instance.release();
  }
}
