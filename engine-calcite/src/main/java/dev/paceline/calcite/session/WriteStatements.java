package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.adapter.KeptRows;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.file.CopyTarget;
import dev.paceline.calcite.session.SessionQueries.Execution;
import dev.paceline.calcite.session.ddl.IfExists;
import dev.paceline.calcite.session.value.ValueConversion;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Executes the statements of a session that write rows: INSERT, CREATE TABLE, ALTER TABLE that
 * writes a table anew, and COPY … TO. Any thread may use it.
 */
final class WriteStatements {
  private final EngineInstance instance;
  private final SessionCatalog catalog;
  private final SessionQueries queries;
  private final ValueConversion conversion;
  private final Supplier<@Nullable Transaction> transaction;

  /**
   * @param transaction of the session now; null while every statement commits by itself
   */
  WriteStatements(
      EngineInstance instance,
      SessionCatalog catalog,
      SessionQueries queries,
      ValueConversion conversion,
      Supplier<@Nullable Transaction> transaction) {
    this.instance = instance;
    this.catalog = catalog;
    this.queries = queries;
    this.conversion = conversion;
    this.transaction = transaction;
  }

  /** Inserts the rows of a query, and returns their number. */
  long insert(StatementPlan.InsertQuery insert, Execution execution) {
    return insert(
        insert.target(), appender -> queries.append(appender.target(), insert.source(), execution));
  }

  /**
   * Inserts the rows of an INSERT … VALUES once for every list of parameter values: all of them or
   * none.
   *
   * @return the number of all rows
   */
  long insert(
      StatementPlan.InsertRows insert, List<@Nullable Object[]> parameterSets, StatementRun run) {
    RowInsertion rows = new RowInsertion(insert, conversion);
    return insert(
        insert.target(),
        appender -> (long) rows.addTo(appender, parameterSets, run) * parameterSets.size());
  }

  /**
   * Inserts rows into a table: at once, or when the transaction is committed.
   *
   * @param rows adds them to the appender that it is given, and returns their number
   */
  private long insert(Table target, ToLongFunction<Appender> rows) {
    catalog.toChange(target.database());
    Transaction current = transaction.get();
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
   * Inserts rows into a table and returns a query over them. The rows are first kept in memory, as
   * they will be stored, and so is the answer, which stays until the result is closed: an
   * expression of RETURNING that fails leaves no rows in the table.
   */
  ResultCursor insertReturning(StatementPlan.InsertReturning plan, Execution execution) {
    catalog.toChange(plan.target().database());
    try (KeptRows kept = new KeptRows(instance, plan.target().definition())) {
      kept.fill(
          appender ->
              switch (plan.insert()) {
                case StatementPlan.InsertRows insert ->
                    new RowInsertion(insert, conversion)
                        .addTo(appender, parameterSet(execution), execution.run());
                default ->
                    queries.append(
                        appender.target(), SessionQueries.sourceOf(plan.insert()), execution);
              });
      ResultCursor answer = answer(kept, plan.returned(), execution);
      try {
        insert(
            plan.target(),
            appender -> queries.appendOver(kept, plan.all(), execution, appender.target()));
      } catch (RuntimeException | Error e) {
        answer.close();
        throw e;
      }
      return answer;
    }
  }

  /** Evaluates RETURNING for all rows, and starts to read the answer. */
  private ResultCursor answer(KeptRows kept, StatementPlan.Query returned, Execution execution) {
    KeptRows answer = new KeptRows(instance, definition(returned.columns()));
    try {
      answer.fill(appender -> queries.appendOver(kept, returned, execution, appender.target()));
      return queries.read(answer, returned, execution);
    } catch (RuntimeException | Error e) {
      answer.close();
      throw e;
    }
  }

  private static TableDefinition definition(List<ResultColumn> columns) {
    List<ColumnDefinition> numbered = new ArrayList<>();
    for (ResultColumn column : columns) {
      numbered.add(
          new ColumnDefinition("column" + numbered.size(), column.type(), column.nullable()));
    }
    return new TableDefinition("answer", numbered);
  }

  /** Returns the values of one execution as a list of parameter sets. */
  static List<@Nullable Object[]> parameterSet(Execution execution) {
    return Collections.singletonList(execution.values().toArray());
  }

  /** Creates a table, and returns the number of its rows. */
  long create(StatementPlan.CreateTable create, Execution execution) {
    Catalog target = catalog.catalog(create.temporary());
    catalog.toChange(target.database());
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
      long rows = source == null ? 0 : queries.append(appender.target(), source, execution);
      appender.commit();
      return rows;
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.TABLE_EXISTS && keep) {
        return 0; // another session was faster
      }
      throw e;
    }
  }

  /** Puts the rows of a query in the place of a table. */
  void rewrite(StatementPlan.RewriteTable rewrite, Execution execution) {
    catalog.toChange(rewrite.table().database());
    try (Appender appender =
        rewrite.table().database().rewritingTable(rewrite.table(), rewrite.definition())) {
      queries.append(appender.target(), rewrite.source(), execution);
      appender.commit();
    }
  }

  /**
   * Writes the rows of a query to a file or a stream.
   *
   * @param stream null for the file that the statement names
   * @return the number of rows
   */
  long copyTo(StatementPlan.CopyTo copy, @Nullable OutputStream stream, Execution execution) {
    try (MemoryScope memory = instance.engine().ledger().openScope("COPY");
        RowWriter writer = copy.output().open(stream, memory);
        CopyTarget target = new CopyTarget(copy.output().name(), writer, memory)) {
      // A stream may be slow, and workers never wait: the calling thread writes to it.
      long rows =
          stream == null
              ? queries.append(target, copy.source(), execution)
              : queries.forEachBatch(copy.source(), execution, target::append);
      target.complete();
      return rows;
    }
  }
}
