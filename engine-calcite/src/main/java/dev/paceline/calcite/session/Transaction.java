package dev.paceline.calcite.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Table;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of a session that does not commit every statement by itself. Rows that it inserts
 * wait in one appender and become visible together at the commit. Until they do, the transaction
 * can insert into that table only, and cannot read it. Thread-safe.
 *
 * <p>A commit or a rollback ends the transaction and begins the next one.
 */
final class Transaction {
  @GuardedBy("this")
  private @Nullable Table target;

  /** The rows that are not committed; null if there are none. */
  @GuardedBy("this")
  private @Nullable Appender appender;

  @GuardedBy("this")
  private boolean failed;

  /** Whether there are rows that are not committed. */
  synchronized boolean hasPendingRows() {
    return appender != null;
  }

  /**
   * Inserts rows that wait for the commit. If that fails, the transaction can only be rolled back.
   *
   * @param rows adds the rows to the appender that it is given, and returns their number
   */
  synchronized long insert(Table table, ToLongFunction<Appender> rows) {
    checkUsable();
    Appender pending = appender;
    if (pending == null) {
      pending = table.appender();
      appender = pending;
      target = table;
    } else if (table != target) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a transaction that inserts into several tables is not supported: this one has rows of"
              + " table "
              + pending.definition().name()
              + " that are not committed; commit before you insert into table "
              + table.definition().name());
    }
    boolean done = false;
    try {
      long count = rows.applyAsLong(pending);
      done = true;
      return count;
    } finally {
      if (!done) {
        discard();
        failed = true;
      }
    }
  }

  /**
   * Checks that a statement may run now.
   *
   * @param read the tables and views that it reads
   * @throws PacelineException TRANSACTION_FAILED after a failed change; NOT_SUPPORTED if it would
   *     read a table with rows that are not committed
   */
  synchronized void checkReads(List<CatalogUse> read) {
    checkUsable();
    Appender pending = appender;
    Table changed = target;
    if (pending != null
        && read.stream()
            .anyMatch(use -> use instanceof CatalogUse.TableSize of && of.table() == changed)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "reading rows of the same transaction is not supported: commit the rows of table "
              + pending.definition().name()
              + " before you read it");
    }
  }

  @GuardedBy("this")
  private void checkUsable() {
    if (failed) {
      throw new PacelineException(
          ErrorCode.TRANSACTION_FAILED,
          "a change of this transaction has failed: roll it back and start again");
    }
  }

  /** Makes the rows visible (and durable), or, if that fails, discards all of them. */
  synchronized void commit() {
    checkUsable();
    Appender pending = appender;
    if (pending == null) {
      return;
    }
    try {
      pending.commit();
    } finally {
      discard();
    }
  }

  /** Discards the rows that are not committed. */
  synchronized void rollback() {
    discard();
    failed = false;
  }

  @GuardedBy("this")
  private void discard() {
    Appender pending = appender;
    appender = null;
    target = null;
    if (pending != null) {
      pending.close();
    }
  }
}
