package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.KeptRows;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.SessionSettings;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.explain.ExecutionProfile;
import dev.paceline.calcite.session.value.ValueConversion;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.storage.table.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Runs the queries of a session's statements: binds their parameters, plans them anew where the
 * values or the tables ask for it, and ends their results with the session. Any thread may use it.
 */
final class SessionQueries implements AutoCloseable {
  /** How often a query is planned again because a table is dropped in between. */
  private static final int MAX_REPLANS = 10;

  private final SessionCatalog catalog;
  private final StatementPlanner planner;
  private final QueryStart starter;
  private final ValueConversion conversion;
  private final Set<ResultCursor> results = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  SessionQueries(SessionSettings settings, StatementPlanner planner, ValueConversion conversion) {
    this.catalog = planner.catalog();
    this.planner = planner;
    this.starter = new QueryStart(settings);
    this.conversion = conversion;
  }

  /**
   * One execution of a statement.
   *
   * @param values of its parameters
   * @param profile learns what the operators do; null to count nothing
   */
  record Execution(
      String sql,
      List<@Nullable Object> values,
      StatementRun run,
      @Nullable ExecutionProfile profile) {
    Execution(String sql, List<@Nullable Object> values, StatementRun run) {
      this(sql, values, run, null);
    }

    Execution with(ExecutionProfile counting) {
      return new Execution(sql, values, run, counting);
    }
  }

  /** A query, planned for the types of its parameters' values. */
  private record BoundQuery(StatementPlan.Query plan, BoundParameters parameters) {}

  /** Starts a query whose rows are handed out. */
  ResultCursor start(StatementPlan.Query query, Execution execution) {
    return start(query, execution, null);
  }

  /**
   * Starts a query. If one of its tables is dropped between the check of its plan and the moment of
   * its snapshots, the plan is made anew: the name may mean another table now.
   *
   * @param target takes all rows; the result is one row with their number then. Null to hand the
   *     rows out
   */
  private ResultCursor start(
      StatementPlan.Query query, Execution execution, @Nullable RowTarget target) {
    String sql = execution.sql();
    StatementRun run = execution.run();
    StatementPlan.Query plan = query;
    for (int replans = 0; ; replans++) {
      try {
        for (CatalogUse use : plan.uses()) {
          if (use instanceof CatalogUse.Numbers(Sequence sequence, boolean advances) && advances) {
            catalog.toChange(sequence.database());
          }
        }
        BoundQuery bound = bind(plan, execution);
        return track(
            starter.start(bound.plan(), bound.parameters(), sql, run, target, execution.profile()));
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

  /**
   * Starts to read rows that are kept in memory.
   *
   * @param rows closed with the result
   * @param query that made them
   */
  ResultCursor read(KeptRows rows, StatementPlan.Query query, Execution execution) {
    return track(
        starter.startReading(rows, query, execution.sql(), execution.run()).alsoReleasing(rows));
  }

  /**
   * Adds the rows of a query without parameters over rows that are kept in memory to a target. The
   * caller commits them.
   *
   * @param rows scanned in the place of each table of the plan
   * @return the number of rows
   */
  long appendOver(KeptRows rows, StatementPlan.Query query, Execution execution, RowTarget target) {
    try (ResultCursor result =
        track(starter.startOver(rows.table(), query, execution.sql(), execution.run(), target))) {
      return countOf(result);
    }
  }

  private BoundQuery bind(StatementPlan.Query query, Execution execution) {
    List<@Nullable Object> values = execution.values();
    BoundParameters parameters = BoundParameters.bind(values, query.parameterTypes(), conversion);
    if (parameters != null) {
      return new BoundQuery(query, parameters);
    }
    StatementPlan retyped = retyped(execution, query.parameterTypes()).plan();
    StatementPlan.Query other = sourceOf(retyped);
    return new BoundQuery(
        other, BoundParameters.bindRetyped(values, other.parameterTypes(), conversion));
  }

  /**
   * Returns the same statement, planned for the types of the values.
   *
   * @param inferred types that the statement tells; null if it tells none
   */
  PreparedSql retyped(Execution execution, @Nullable List<RelDataType> inferred) {
    List<RelDataType> types =
        BoundParameters.naturalTypes(execution.values(), inferred, planner.frontEnd().types());
    Object state = catalog.state();
    return new PreparedSql(
        execution.sql(), planner.plan(execution.sql(), types, execution.run()), state);
  }

  /**
   * Adds the rows of a query to a target. The caller commits them.
   *
   * @return the number of rows
   */
  long append(RowTarget target, StatementPlan.Query source, Execution execution) {
    long rows;
    try (ResultCursor result = start(source, execution, target)) {
      rows = countOf(result);
    }
    execution.run().check();
    return rows;
  }

  /** Reads the number of the rows that a query has added to a target. */
  private static long countOf(ResultCursor result) {
    long rows = 0;
    for (Batch batch; (batch = result.nextBatch()) != null; ) {
      rows += batch.column(0).getLong(0);
    }
    return rows;
  }

  /** Runs a query for the number of its rows. */
  long count(StatementPlan.Query query, Execution execution) {
    return forEachBatch(query, execution, batch -> {});
  }

  /**
   * Runs a query, and hands its rows out by the calling thread.
   *
   * @param rows takes batches, each valid until it returns
   * @return the number of rows
   */
  long forEachBatch(StatementPlan.Query query, Execution execution, Consumer<Batch> rows) {
    long count = 0;
    try (ResultCursor result = start(query, execution)) {
      for (Batch batch; (batch = result.nextBatch()) != null; ) {
        count += batch.selectedCount();
        rows.accept(batch);
        execution.run().check();
      }
    }
    return count;
  }

  /** Returns the values of a query with one column of strings. */
  List<String> strings(StatementPlan.Query query, Execution execution) {
    List<String> strings = new ArrayList<>();
    forEachBatch(
        query,
        execution,
        batch -> {
          for (int row = 0; row < batch.rowCount(); row++) {
            strings.add(String.valueOf(batch.column(0).getObject(row)));
          }
        });
    return strings;
  }

  /** Adds a result of rows that exist. */
  ResultCursor register(List<ResultColumn> columns, RowBatches rows) {
    return track(new ResultCursor(columns, rows, () -> {}));
  }

  private ResultCursor track(ResultCursor result) {
    results.add(result);
    result.whenClosed(() -> results.remove(result));
    if (closed) {
      result.close();
      throw Session.closed();
    }
    return result;
  }

  /** Returns the query in a plan that was made for other parameter types. */
  static StatementPlan.Query sourceOf(StatementPlan plan) {
    return switch (plan) {
      case StatementPlan.Query query -> query;
      case StatementPlan.Analyze analyze -> sourceOf(analyze.statement());
      case StatementPlan.InsertQuery insert -> insert.source();
      case StatementPlan.InsertReturning returning -> sourceOf(returning.insert());
      case StatementPlan.CreateTable create when create.source() != null -> create.source();
      case StatementPlan.RewriteTable rewrite -> rewrite.source();
      case StatementPlan.CopyTo copy -> copy.source();
      case StatementPlan.SetVariable set -> set.value();
      default -> throw PacelineException.internal("the plan lost its query", null);
    };
  }

  /** Ends all results, and those of queries that start later. */
  @Override
  public void close() {
    closed = true;
    for (ResultCursor result : results) {
      result.cancel();
      result.close();
    }
  }
}
