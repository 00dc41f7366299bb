package dev.paceline.storage.table;

import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.List;

/**
 * A change that a commit makes, alone or with others; all else stays as it is. The {@linkplain
 * RowGroup#blocks sources} of row groups come from {@link TableStore#load} or {@link
 * TableStore#write}.
 */
public sealed interface DatabaseChange {
  /** The row groups that belong to the database for the first time. */
  default List<RowGroup> added() {
    return List.of();
  }

  /** Whether the change removes rows and adds none, so that it frees space. */
  default boolean makesRoom() {
    return false;
  }

  /**
   * A table comes into being.
   *
   * @param added its rows
   */
  record Created(TableIdentity table, @Override List<RowGroup> added) implements DatabaseChange {
    public Created {
      added = List.copyOf(added);
    }
  }

  /**
   * The row groups of a table behind the first ones make room for others.
   *
   * @param kept how many row groups stay, from the first on
   * @param added behind these
   */
  record Replaced(TableIdentity table, int kept, @Override List<RowGroup> added)
      implements DatabaseChange {
    public Replaced {
      added = List.copyOf(added);
    }

    @Override
    public boolean makesRoom() {
      return added.isEmpty();
    }
  }

  /**
   * The table or its columns have other names, or its columns may be NULL or not.
   *
   * @param table with its new definition, which has as many columns, of the same types
   */
  record Redefined(TableIdentity table) implements DatabaseChange {}

  /** A table is no more. */
  record Dropped(TableIdentity table) implements DatabaseChange {
    @Override
    public boolean makesRoom() {
      return true;
    }
  }

  /** A view comes into being. */
  record ViewCreated(ViewDefinition view) implements DatabaseChange {}

  /** A view is no more. */
  record ViewDropped(ObjectName name) implements DatabaseChange {
    @Override
    public boolean makesRoom() {
      return true;
    }
  }

  /** A schema comes into being. */
  record SchemaCreated(String name) implements DatabaseChange {}

  /** A schema, in which nothing is left, is no more. */
  record SchemaDropped(String name) implements DatabaseChange {
    @Override
    public boolean makesRoom() {
      return true;
    }
  }

  /** A sequence comes into being. */
  record SequenceCreated(SequenceDefinition sequence, SequencePosition position)
      implements DatabaseChange {}

  /** A sequence goes on from another position. */
  record SequenceMoved(ObjectName name, SequencePosition position) implements DatabaseChange {}

  /** A sequence is no more. */
  record SequenceDropped(ObjectName name) implements DatabaseChange {
    @Override
    public boolean makesRoom() {
      return true;
    }
  }

  /** A macro comes into being. */
  record MacroCreated(MacroDefinition macro) implements DatabaseChange {}

  /** A name for a type comes into being. */
  record TypeCreated(TypeDefinition type) implements DatabaseChange {}

  /** A name for a type is no more. */
  record TypeDropped(TypeDefinition type) implements DatabaseChange {
    @Override
    public boolean makesRoom() {
      return true;
    }
  }

  /** A macro is no more. */
  record MacroDropped(MacroDefinition macro) implements DatabaseChange {
    @Override
    public boolean makesRoom() {
      return true;
    }
  }
}
