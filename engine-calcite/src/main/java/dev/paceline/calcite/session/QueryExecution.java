package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.lower.Snapshots;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.runtime.PacelineToEnumerable;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.QueryOptions;
import dev.paceline.core.RunningQuery;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * Starts planned queries. Plans that are wholly ours run on the engine and are handed out as they
 * come; what our operators decline runs in Calcite's generated code, over engine queries, and its
 * rows are gathered into batches.
 */
final class QueryExecution {
  private final EngineInstance instance;
  private final SqlFrontEnd frontEnd;
  private final SessionSettings settings;

  QueryExecution(EngineInstance instance, SqlFrontEnd frontEnd, SessionSettings settings) {
    this.instance = instance;
    this.frontEnd = frontEnd;
    this.settings = settings;
  }

  /** Starts a query; the caller closes what it gets. */
  QueryResult start(
      StatementPlan.Query plan, BoundParameters parameters, String sql, StatementRun run) {
    try {
      return plan.physical() instanceof PacelineToEnumerable border
              && border.getInput() instanceof PacelineRel rel
          ? runOnEngine(plan.columns(), rel, parameters, sql, run)
          : runEnumerable(plan.columns(), plan.physical(), parameters, sql, run);
    } catch (RuntimeException | Error e) {
      run.check();
      throw SqlErrorTranslation.of(e, sql, null);
    }
  }

  private QueryResult runOnEngine(
      List<ResultColumn> columns,
      PacelineRel rel,
      BoundParameters parameters,
      String sql,
      StatementRun run) {
    Snapshots snapshots = new Snapshots();
    try {
      PlanNode plan = Lowering.lower(rel, index -> parameters.values().get(index), snapshots);
      RunningQuery query = instance.engine().execute(plan, options(sql, run));
      run.attach(query);
      return new QueryResult(columns, query, snapshots::close);
    } catch (RuntimeException | Error e) {
      snapshots.close();
      throw e;
    }
  }

  private QueryResult runEnumerable(
      List<ResultColumn> columns,
      RelNode rel,
      BoundParameters parameters,
      String sql,
      StatementRun run) {
    List<DataType> types =
        rel.getRowType().getFieldList().stream()
            .map(RelDataTypeField::getType)
            .map(TypeMapping::toDataType)
            .toList();
    EnumerableStatement statement =
        new EnumerableStatement(
            frontEnd,
            rel,
            parameters,
            run,
            settings,
            (plan, context) -> {
              RunningQuery part = instance.engine().execute(plan, options(sql, run));
              run.attach(part);
              return part;
            });
    RowBatches rows =
        new RowBatches(
            types, new EnumerableRows(statement.enumerator(), types, sql, run), instance);
    return new QueryResult(columns, rows, () -> {});
  }

  private QueryOptions options(String sql, StatementRun run) {
    return new QueryOptions(
        QueryNames.of(sql), run.remaining(), run.startMillis(), settings.zone());
  }
}
