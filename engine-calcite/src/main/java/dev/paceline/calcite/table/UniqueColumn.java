package dev.paceline.calcite.table;

import dev.paceline.core.scan.ScanTarget;

/**
 * An assumption of a plan: no two rows of a table have the same value in a column, and no value is
 * NULL. It holds for one snapshot, and has to be checked for every other.
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
