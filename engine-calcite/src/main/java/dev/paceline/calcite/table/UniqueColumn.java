package dev.paceline.calcite.table;

import dev.paceline.core.scan.ScanTarget;

/**
 * What a plan may rest on: no two rows of a table have the same value in a column, and none is
 * NULL. True of one snapshot, and to be asked of every other.
 */
public record UniqueColumn(TableSource table, int column) {
  public boolean holds(ScanTarget snapshot) {
    return snapshot.isUnique(column);
  }

  @Override
  public String toString() {
    return table.name() + "." + table.columns().get(column).name();
  }
}
