package dev.paceline.calcite.session;

import dev.paceline.calcite.file.FileTableSource;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ViewDefinition;

/** A table, a view, a sequence or files that a plan rests on. */
sealed interface CatalogUse {
  /** Whether it still exists and has not changed so much that another plan may be better. */
  boolean isCurrent();

  /** Whether the name still means the same. */
  boolean exists();

  /**
   * A table, and how large it is.
   *
   * @param rows that it had when the plan was made
   */
  record TableSize(Table table, long rows) implements CatalogUse {
    /** Growth up to here does not matter to a plan. */
    private static final long SMALL_CHANGE_ROWS = 10_000;

    static TableSize of(Table table) {
      return new TableSize(table, table.rowCount());
    }

    @Override
    public boolean isCurrent() {
      return exists() && table.rowCount() <= Math.max(2 * rows, SMALL_CHANGE_ROWS);
    }

    @Override
    public boolean exists() {
      return CatalogUse.exists(table);
    }
  }

  /** A view whose query is a part of a plan. */
  record View(Database database, ViewDefinition view) implements CatalogUse {
    @Override
    public boolean isCurrent() {
      return exists();
    }

    @Override
    public boolean exists() {
      return view.equals(database.view(view.qualifiedName()));
    }
  }

  /**
   * A sequence.
   *
   * @param advances whether values are taken from it
   */
  record Numbers(Sequence sequence, boolean advances) implements CatalogUse {
    @Override
    public boolean isCurrent() {
      return exists();
    }

    @Override
    public boolean exists() {
      return sequence.database().sequence(sequence.definition().qualifiedName()) == sequence;
    }
  }

  /**
   * The rows of a table.
   *
   * @param state of the rows
   */
  record Rows(Table table, Object state) implements CatalogUse {
    @Override
    public boolean isCurrent() {
      return exists() && table.state().equals(state);
    }

    @Override
    public boolean exists() {
      return CatalogUse.exists(table);
    }
  }

  private static boolean exists(Table table) {
    return table.database().table(table.definition().qualifiedName()) == table;
  }

  /** Rows that differ from moment to moment, such as those of system tables. */
  record Moment() implements CatalogUse {
    @Override
    public boolean isCurrent() {
      return false;
    }

    @Override
    public boolean exists() {
      return true;
    }
  }

  /** Files that are read as one table. */
  record Files(FileTableSource source) implements CatalogUse {
    @Override
    public boolean isCurrent() {
      return source.isCurrent();
    }

    @Override
    public boolean exists() {
      return true;
    }
  }
}
