package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.SessionSettings;
import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.explain.ExecutionProfile;
import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.lower.ResourceEstimate;
import dev.paceline.calcite.lower.Snapshots;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.runtime.PacelineToEnumerable;
import dev.paceline.calcite.runtime.QueryExecutor;
import dev.paceline.calcite.settings.QueryResources;
import dev.paceline.calcite.sql.NormalisedStatement;
import dev.paceline.calcite.sql.SqlErrorTranslation;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.engine.QueryOptions;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * Starts planned queries. Plans that are wholly ours run on the engine and are handed out as they
 * come; what our operators decline runs in Calcite's generated code, over engine queries, and its
 * rows are gathered into batches.
 */
final class QueryStart {
  private static final List<ResultColumn> ROW_COUNT =
      List.of(ResultColumn.of("ROWS", DataType.INT64));

  private final SqlFrontEnd frontEnd;
  private final SessionSettings settings;

  QueryStart(SessionSettings settings, SqlFrontEnd frontEnd) {
    this.settings = settings;
    this.frontEnd = frontEnd;
  }

  /**
   * Starts a query; the caller closes what it gets.
   *
   * @param target takes all rows; the result is one row with their number then. Null to hand the
   *     rows out
   * @param profile learns what the operators do; null to count nothing
   */
  ResultCursor start(
      StatementPlan.Query plan,
      BoundParameters parameters,
      String sql,
      StatementRun run,
      @Nullable Appender target,
      @Nullable ExecutionProfile profile) {
    EngineParts engine = new EngineParts(plan, sql, run, profile);
    if (profile != null) {
      profile.executes(plan.physical());
    }
    Snapshots snapshots = null;
    try {
      snapshots = new Snapshots(plan.scanned(), settings);
      PacelineRel rel = onEngine(plan);
      return rel == null
          ? runEnumerable(plan.columns(), plan.physical(), parameters, engine, target, snapshots)
          : runOnEngine(plan.columns(), rel, parameters, engine, target, snapshots);
    } catch (RuntimeException | Error e) {
      if (snapshots != null) {
        snapshots.close();
      }
      run.check();
      throw SqlErrorTranslation.of(e, sql, null);
    }
  }

  /** Returns the plan below the border if it is wholly ours, or null. */
  private static @Nullable PacelineRel onEngine(StatementPlan.Query plan) {
    return plan.physical() instanceof PacelineToEnumerable border
            && border.getInput() instanceof PacelineRel rel
        ? rel
        : null;
  }

  private ResultCursor runOnEngine(
      List<ResultColumn> columns,
      PacelineRel rel,
      BoundParameters parameters,
      EngineParts engine,
      @Nullable Appender target,
      Snapshots snapshots) {
    PlanNode plan =
        PlanningCheck.during(
            engine.run.token(),
            () ->
                Lowering.lower(
                    rel, index -> parameters.values().get(index), snapshots, engine::lowered));
    if (target == null) {
      return new ResultCursor(columns, engine.execute(rel, plan), snapshots::close);
    }
    PlanNode.Insert insert = new PlanNode.Insert(plan, target.target());
    engine.inserts(insert);
    return new ResultCursor(ROW_COUNT, engine.execute(rel, insert), snapshots::close);
  }

  private ResultCursor runEnumerable(
      List<ResultColumn> columns,
      RelNode rel,
      BoundParameters parameters,
      EngineParts engine,
      @Nullable Appender target,
      Snapshots snapshots) {
    List<DataType> types =
        rel.getRowType().getFieldList().stream()
            .map(RelDataTypeField::getType)
            .map(TypeMapping::toDataType)
            .toList();
    engine.run.expectQueries(engineQueries(rel));
    EnumerableStatement statement =
        PlanningCheck.during(
            engine.run.token(),
            () ->
                new EnumerableStatement(
                    frontEnd, rel, parameters, engine.run, settings, engine, snapshots));
    RowBatches rows =
        new RowBatches(
            types,
            new EnumerableRows(statement.enumerator(), types, engine.sql, engine.run),
            settings.instance());
    return target == null
        ? new ResultCursor(columns, rows, snapshots::close)
        : new ResultCursor(ROW_COUNT, new AppendedRows(rows, target), snapshots::close);
  }

  /** Appends rows that come to the caller's thread, and delivers their number. */
  private static final class AppendedRows implements RunningQuery {
    private final RowBatches rows;
    private final Appender target;
    private boolean ended;

    /** Takes over {@code rows}, which it closes in the end. */
    AppendedRows(RowBatches rows, Appender target) {
      this.rows = rows;
      this.target = target;
    }

    @Override
    public List<DataType> types() {
      return List.of(DataType.INT64);
    }

    @Override
    public @Nullable Batch nextBatch() {
      if (ended) {
        return null;
      }
      long count = 0;
      for (Batch batch; (batch = rows.nextBatch()) != null; ) {
        target.append(batch);
        count += batch.selectedCount();
      }
      ended = true;
      return new Batch(new ColumnVector(DataType.INT64).setConstantLong(count)).set(1, null);
    }

    @Override
    public void cancel() {
      rows.cancel();
    }

    @Override
    public QueryCounters counters() {
      return rows.counters();
    }

    @Override
    public double progress() {
      return rows.progress();
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  /** How many engine queries are below the generated code of a plan, if each is needed once. */
  private static int engineQueries(RelNode rel) {
    return rel instanceof PacelineToEnumerable
        ? 1
        : rel.getInputs().stream().mapToInt(QueryStart::engineQueries).sum();
  }

  /** Runs what the engine does for a statement: all of it, or parts below generated code. */
  private final class EngineParts implements QueryExecutor {
    final String sql;
    final StatementRun run;
    private final StatementPlan.Query statement;
    private final @Nullable ExecutionProfile profile;

    EngineParts(
        StatementPlan.Query statement,
        String sql,
        StatementRun run,
        @Nullable ExecutionProfile profile) {
      this.statement = statement;
      this.sql = sql;
      this.run = run;
      this.profile = profile;
    }

    RunningQuery execute(PacelineRel rel, PlanNode plan) {
      QueryResources given = settings.resources();
      int workers = settings.engine().options().workers();
      RunningQuery query =
          settings
              .engine()
              .execute(
                  plan,
                  new QueryOptions(
                      QueryNames.of(sql),
                      NormalisedStatement.of(sql),
                      run.remaining(),
                      run.startMillis(),
                      settings.zone(),
                      profile == null ? null : profile.nodes(),
                      Objects.requireNonNullElse(statement.priority(), given.priority()),
                      given.memoryBytes(),
                      given.unitOfTransfer(),
                      ResourceEstimate.of(rel, workers)
                          .withMaxWorkers(Math.min(workers, given.workers())),
                      settings.experiment().without()));
      run.attach(query);
      return query;
    }

    @Override
    public RunningQuery execute(PacelineRel rel, PlanNode plan, DataContext context) {
      return execute(rel, plan);
    }

    /** Notes what stands for the insertion of all rows. */
    void inserts(PlanNode.Insert node) {
      if (profile != null) {
        profile.inserts(node);
      }
    }

    @Override
    public void lowered(PacelineRel rel, PlanNode node) {
      if (profile != null) {
        profile.lowered(rel, node);
      }
    }
  }
}
