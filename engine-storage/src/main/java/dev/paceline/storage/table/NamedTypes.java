package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.TypeDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The names for types of a database, in no particular order.
 *
 * @param version counts their changes since the database was opened
 */
public record NamedTypes(long version, List<TypeDefinition> definitions) {
  public NamedTypes {
    definitions = List.copyOf(definitions);
  }

  /** Adds a name, as {@link Database#createType} says. */
  NamedTypes with(TypeDefinition type, boolean replace, Consumer<List<DatabaseChange>> commit) {
    List<DatabaseChange> changes = new ArrayList<>();
    List<TypeDefinition> remaining = new ArrayList<>();
    for (TypeDefinition other : definitions) {
      if (!other.hasNameOf(type)) {
        remaining.add(other);
      } else if (replace) {
        changes.add(new DatabaseChange.TypeDropped(other));
      } else {
        throw new PacelineException(
            ErrorCode.TABLE_EXISTS, "type " + other.name() + " exists already; drop it first");
      }
    }
    changes.add(new DatabaseChange.TypeCreated(type));
    remaining.add(type);
    commit.accept(changes);
    return new NamedTypes(version + 1, remaining);
  }

  /**
   * Removes a name.
   *
   * @throws PacelineException INVALID_STATEMENT if it was dropped already
   */
  NamedTypes without(TypeDefinition type, Consumer<List<DatabaseChange>> commit) {
    List<TypeDefinition> remaining = new ArrayList<>(definitions);
    if (!remaining.remove(type)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "type " + type.name() + " was dropped meanwhile; nothing was changed");
    }
    commit.accept(List.of(new DatabaseChange.TypeDropped(type)));
    return new NamedTypes(version + 1, remaining);
  }
}
