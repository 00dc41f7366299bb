package dev.paceline.calcite.session;

import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.definition.ViewDefinition;

/** A table or a view that a plan rests on. */
sealed interface CatalogUse permits TableUse, CatalogUse.View {
  /** Whether it still exists and has not changed so much that another plan may be better. */
  boolean isCurrent(Database database);

  /** Whether the name still means the same. */
  boolean exists(Database database);

  /** A view whose query is a part of a plan. */
  record View(ViewDefinition view) implements CatalogUse {
    @Override
    public boolean isCurrent(Database database) {
      return exists(database);
    }

    @Override
    public boolean exists(Database database) {
      return view.equals(database.view(view.name()));
    }
  }
}
