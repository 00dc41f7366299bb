package dev.paceline.calcite.session;

import dev.paceline.storage.table.Table;

/**
 * A table that a plan rests on.
 *
 * @param rows that it had when the plan was made
 */
record TableUse(Table table, long rows) implements CatalogUse {
  /** Growth up to here does not matter to a plan. */
  private static final long SMALL_CHANGE_ROWS = 10_000;

  static TableUse of(Table table) {
    return new TableUse(table, table.rowCount());
  }

  @Override
  public boolean isCurrent() {
    return exists() && table.rowCount() <= Math.max(2 * rows, SMALL_CHANGE_ROWS);
  }

  @Override
  public boolean exists() {
    return table.database().table(table.definition().qualifiedName()) == table;
  }
}
