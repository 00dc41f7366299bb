package dev.paceline.calcite.lower;

import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.exec.ScanTarget;
import java.util.HashMap;
import java.util.Map;

/**
 * What one query sees of its tables: each one snapshot, however often it is scanned. Whoever makes
 * it closes it, after the query. One thread at a time.
 */
public final class Snapshots implements AutoCloseable {
  private final Map<TableSource, ScanTarget> taken = new HashMap<>();

  /** The table's snapshot, taken when it is first asked for. */
  ScanTarget of(TableSource table) {
    return taken.computeIfAbsent(table, TableSource::snapshot);
  }

  @Override
  public void close() {
    for (ScanTarget target : taken.values()) {
      if (target instanceof AutoCloseable closeable) {
        close(closeable);
      }
    }
    taken.clear();
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
