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
 * A change that a commit makes, alone or together with others. The {@linkplain RowGroup#blocks
 * sources} of row groups come from {@link TableStore#load} or {@link TableStore#write}.
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

  /** A change that drops an object. */
  sealed interface Removal extends DatabaseChange {
    @Override
    default boolean makesRoom() {
      return true;
    }
  }

  /**
   * Creates a table.
   *
   * @param added its rows
   */
  record Created(TableIdentity table, @Override List<RowGroup> added) implements DatabaseChange {
    public Created {
      added = List.copyOf(added);
    }
  }

  /**
   * Replaces the row groups of a table behind the first ones by others.
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
   * Changes the names of a table or of its columns, or which of these may be NULL.
   *
   * @param table with its new definition, which has as many columns, of the same types
   */
  record Redefined(TableIdentity table) implements DatabaseChange {}

  /** Drops a table. */
  record Dropped(TableIdentity table) implements Removal {}

  /** Creates a view. */
  record ViewCreated(ViewDefinition view) implements DatabaseChange {}

  /** Drops a view. */
  record ViewDropped(ObjectName name) implements Removal {}

  /** Creates a schema. */
  record SchemaCreated(String name) implements DatabaseChange {}

  /** Drops a schema, which is empty. */
  record SchemaDropped(String name) implements Removal {}

  /** Creates a sequence. */
  record SequenceCreated(SequenceDefinition sequence, SequencePosition position)
      implements DatabaseChange {}

  /** Sets the position of a sequence. */
  record SequenceMoved(ObjectName name, SequencePosition position) implements DatabaseChange {}

  /** Drops a sequence. */
  record SequenceDropped(ObjectName name) implements Removal {}

  /** Creates a macro. */
  record MacroCreated(MacroDefinition macro) implements DatabaseChange {}

  /** Creates a name for a type. */
  record TypeCreated(TypeDefinition type) implements DatabaseChange {}

  /** Drops the name of a type. */
  record TypeDropped(TypeDefinition type) implements Removal {}

  /** Drops a macro. */
  record MacroDropped(MacroDefinition macro) implements Removal {}
}
