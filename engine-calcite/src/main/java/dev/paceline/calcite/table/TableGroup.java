package dev.paceline.calcite.table;

import dev.paceline.core.scan.ScanTarget;
import java.util.List;

/** Tables whose rows can be had as of one moment. Thread-safe. */
public interface TableGroup {
  /**
   * The rows of some tables of the group, for one statement: of each change of the group, all of
   * them show what it changed, or none.
   *
   * @return in the order of {@code tables}
   * @throws dev.paceline.core.error.PacelineException UNKNOWN_TABLE if one of them was dropped
   */
  List<? extends ScanTarget> snapshots(List<TableSource> tables);
}
