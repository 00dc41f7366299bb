package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.KeptRows;
import dev.paceline.calcite.adapter.SessionSettings;
import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.explain.ExecutionProfile;
import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.lower.ResourceEstimate;
import dev.paceline.calcite.lower.Snapshots;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.settings.QueryResources;
import dev.paceline.calcite.sql.NormalisedStatement;
import dev.paceline.calcite.sql.SqlErrorTranslation;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.engine.QueryOptions;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Starts planned queries, whose rows are handed out as they come. */
final class QueryStart {
  private static final List<ResultColumn> ROW_COUNT =
      List.of(ResultColumn.of("ROWS", DataType.INT64));

  private final SessionSettings settings;

  QueryStart(SessionSettings settings) {
    this.settings = settings;
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
      @Nullable RowTarget target,
      @Nullable ExecutionProfile profile) {
    EngineParts engine = new EngineParts(plan, sql, run, profile);
    if (profile != null) {
      profile.executes(plan.physical());
    }
    return start(plan, parameters, target, engine, Map.of());
  }

  /**
   * Starts a query without parameters over the rows of another table of the same columns.
   *
   * @param rows scanned in the place of each table of the plan
   */
  ResultCursor startOver(
      Table rows,
      StatementPlan.Query plan,
      String sql,
      StatementRun run,
      @Nullable RowTarget target) {
    Map<TableSource, TableSnapshot> given = new HashMap<>();
    for (TableSource source : plan.scanned()) {
      given.put(source, rows.snapshot());
    }
    return start(plan, BoundParameters.NONE, target, new EngineParts(plan, sql, run, null), given);
  }

  /**
   * Starts to read rows that are kept in memory.
   *
   * @param plan of the query that made the rows
   */
  ResultCursor startReading(KeptRows rows, StatementPlan.Query plan, String sql, StatementRun run) {
    TableSnapshot snapshot = rows.table().snapshot();
    try {
      int[] all = IntStream.range(0, plan.columns().size()).toArray();
      PlanNode scan = new PlanNode.TableScan(snapshot, all, List.of(), null, all, List.of());
      EngineParts engine = new EngineParts(plan, sql, run, null);
      return new ResultCursor(
          plan.columns(), engine.execute(plan.physical(), scan), snapshot::close);
    } catch (RuntimeException | Error e) {
      snapshot.close();
      throw e;
    }
  }

  private ResultCursor start(
      StatementPlan.Query plan,
      BoundParameters parameters,
      @Nullable RowTarget target,
      EngineParts engine,
      Map<TableSource, TableSnapshot> given) {
    Snapshots snapshots = null;
    try {
      snapshots = new Snapshots(plan.scanned(), settings, given);
      return runOnEngine(plan.columns(), plan.physical(), parameters, engine, target, snapshots);
    } catch (RuntimeException | Error e) {
      if (snapshots != null) {
        snapshots.close();
      }
      engine.run.check();
      throw SqlErrorTranslation.of(e, engine.sql, null);
    }
  }

  private ResultCursor runOnEngine(
      List<ResultColumn> columns,
      PacelineRel rel,
      BoundParameters parameters,
      EngineParts engine,
      @Nullable RowTarget target,
      Snapshots snapshots) {
    PlanNode plan =
        PlanningCheck.during(
            engine.run.token(),
            () ->
                Lowering.lower(
                    rel,
                    parameter -> parameters.values().get(parameter.getIndex()),
                    snapshots,
                    engine::lowered));
    if (target == null) {
      return new ResultCursor(columns, engine.execute(rel, plan), snapshots::close);
    }
    PlanNode.Insert insert = new PlanNode.Insert(plan, target);
    engine.inserts(insert);
    return new ResultCursor(ROW_COUNT, engine.execute(rel, insert), snapshots::close);
  }

  /** Runs the plan of a statement. */
  private final class EngineParts {
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
      int workers = settings.engine().workers();
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
                      ResourceEstimate.of(rel, workers).withMaxWorkers(given.workers()),
                      settings.experiment().without()));
      run.attach(query);
      return query;
    }

    /** Notes what stands for the insertion of all rows. */
    void inserts(PlanNode.Insert node) {
      if (profile != null) {
        profile.inserts(node);
      }
    }

    void lowered(PacelineRel rel, PlanNode node) {
      if (profile != null) {
        profile.lowered(rel, node);
      }
    }
  }
}
