package dev.paceline.calcite.lower;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.calcite.settings.SettingTarget;
import dev.paceline.calcite.table.SessionTableSource;
import dev.paceline.calcite.table.TableGroup;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ScanTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of the tables of one statement, for all parts of its plan: one of each table,
 * however often it is scanned, and of all tables of a group as of one moment, that of the making.
 * Whoever makes it closes it, after the statement. Any thread may use it.
 */
public final class Snapshots implements AutoCloseable {
  @GuardedBy("this")
  private final Map<TableSource, ScanTarget> taken = new HashMap<>();

  private final @Nullable SettingTarget session;

  /**
   * @param tables all that the statement scans; those that belong to no group may be missing
   * @param session the session that executes the statement; null if none of ours does
   * @throws PacelineException UNKNOWN_TABLE if one of them was dropped
   */
  public Snapshots(Collection<TableSource> tables, @Nullable SettingTarget session) {
    this(tables, session, Map.of());
  }

  /**
   * @param given what is scanned in the place of some of the tables; closed with this
   */
  public Snapshots(
      Collection<TableSource> tables,
      @Nullable SettingTarget session,
      Map<TableSource, ? extends ScanTarget> given) {
    this.session = session;
    taken.putAll(given);
    Map<TableGroup, List<TableSource>> groups = new LinkedHashMap<>();
    for (TableSource table : tables) {
      TableGroup group = table.group();
      if (group != null && !given.containsKey(table)) {
        groups.computeIfAbsent(group, absent -> new ArrayList<>()).add(table);
      }
    }
    try {
      groups.forEach(this::take);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private synchronized void take(TableGroup group, List<TableSource> tables) {
    List<? extends ScanTarget> snapshots = group.snapshots(tables);
    for (int i = 0; i < snapshots.size(); i++) {
      taken.put(tables.get(i), snapshots.get(i));
    }
  }

  /**
   * The table's snapshot; of a table that belongs to no group, taken when it is first asked for.
   */
  synchronized ScanTarget of(TableSource table) {
    ScanTarget known = taken.get(table);
    if (known == null) {
      if (table.group() != null) {
        throw PacelineException.internal(
            "table " + table.name() + " is scanned by a statement that has no snapshot of it",
            null);
      }
      known =
          session != null && table instanceof SessionTableSource ofSession
              ? ofSession.snapshot(session)
              : table.snapshot();
      taken.put(table, known);
    }
    return known;
  }

  @Override
  public synchronized void close() {
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
