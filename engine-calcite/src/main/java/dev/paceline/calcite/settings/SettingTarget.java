package dev.paceline.calcite.settings;

import dev.paceline.core.engine.Engine;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.DatabaseOptions;
import java.time.ZoneId;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A session and its database, as settings read and change them. Thread-safe. */
public interface SettingTarget {
  /** Returns the engine of the database. */
  Engine engine();

  /** Returns the open database. */
  Database database();

  /** Returns the options with which the database was opened. */
  DatabaseOptions storage();

  /** Returns which files statements may read and write. */
  FileAccess fileAccess();

  /** Returns what the database keeps of files. */
  FileCache fileCache();

  /** Returns what the session's queries get that begin now. */
  QueryResources resources();

  /** Changes what the session's queries get that begin from now on. */
  void changeResources(UnaryOperator<QueryResources> change);

  /** Returns whether the session refuses changes. */
  boolean isReadOnly();

  /** Returns where NULLs are in the orders of the session's statements that do not say it. */
  NullOrder nullOrder();

  /**
   * Changes where NULLs are.
   *
   * @param order null for the default
   */
  void changeNullOrder(@Nullable NullOrder order);

  /** Returns the session's time zone. */
  ZoneId zone();

  /**
   * Changes the session's time zone.
   *
   * @param zone null for the default
   */
  void changeZone(@Nullable ZoneId zone);
}
