package dev.paceline.calcite.adapter;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.function.ToLongFunction;

/**
 * Keeps rows in memory for one statement, as a table. The creator closes it. Any thread may read
 * the rows.
 */
public final class KeptRows implements AutoCloseable {
  private final Database database;
  private final TableDefinition definition;

  public KeptRows(EngineInstance instance, TableDefinition definition) {
    this.definition = definition.withSchema(ObjectName.MAIN);
    database = Database.inMemory(instance.engine().ledger());
    database.setRowGroupRows(instance.database().rowGroupRows());
  }

  /**
   * Adds the rows, once.
   *
   * @param rows adds them to the appender that it is given, and returns their number
   * @return the number of rows
   */
  @CanIgnoreReturnValue
  public long fill(ToLongFunction<Appender> rows) {
    try (Appender appender = database.newTable(definition)) {
      long added = rows.applyAsLong(appender);
      appender.commit();
      return added;
    }
  }

  /** Returns the rows as a table, after they were added. */
  public Table table() {
    return requireNonNull(database.table(definition.name()));
  }

  /** Frees the rows. Idempotent. */
  @Override
  public void close() {
    database.close();
  }
}
