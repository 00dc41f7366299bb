package dev.paceline.calcite.table;

import dev.paceline.calcite.settings.SettingTarget;
import dev.paceline.core.scan.ScanTarget;

/** A table whose rows depend on the session that reads them. Thread-safe. */
public interface SessionTableSource extends TableSource {
  /** Returns the rows as of now, for one query of a session. */
  ScanTarget snapshot(SettingTarget session);
}
