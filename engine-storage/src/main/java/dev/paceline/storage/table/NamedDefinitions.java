package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The macros of a database, or its type aliases, in no particular order. Immutable: a change
 * returns a new object, so that planners can read without a lock.
 *
 * @param <D> what defines one of them
 */
public final class NamedDefinitions<D> {
  /**
   * The ways in which macros and types differ.
   *
   * @param isInPlaceOf whether only one of two definitions can exist
   */
  private record Kind<D>(
      String noun,
      Function<D, String> name,
      BiPredicate<D, D> isInPlaceOf,
      Function<D, DatabaseChange> created,
      Function<D, DatabaseChange> dropped) {}

  private static final Kind<MacroDefinition> MACRO =
      new Kind<>(
          "macro",
          MacroDefinition::name,
          MacroDefinition::hasPlaceOf,
          DatabaseChange.MacroCreated::new,
          DatabaseChange.MacroDropped::new);

  private static final Kind<TypeDefinition> TYPE =
      new Kind<>(
          "type",
          TypeDefinition::name,
          TypeDefinition::hasNameOf,
          DatabaseChange.TypeCreated::new,
          DatabaseChange.TypeDropped::new);

  private final Kind<D> kind;
  private final long version;
  private final List<D> definitions;

  private NamedDefinitions(Kind<D> kind, long version, List<D> definitions) {
    this.kind = kind;
    this.version = version;
    this.definitions = List.copyOf(definitions);
  }

  static NamedDefinitions<MacroDefinition> macros(List<MacroDefinition> stored) {
    return new NamedDefinitions<>(MACRO, 0, stored);
  }

  static NamedDefinitions<TypeDefinition> types(List<TypeDefinition> stored) {
    return new NamedDefinitions<>(TYPE, 0, stored);
  }

  /** Returns the number of changes since the database was opened. */
  public long version() {
    return version;
  }

  /** Returns all definitions. */
  public List<D> definitions() {
    return definitions;
  }

  /**
   * Adds a definition.
   *
   * @param replace whether it replaces a definition of the same name, which is case-insensitive
   * @param commit makes the changes durable
   * @throws PacelineException TABLE_EXISTS if there is such a definition that is not replaced
   */
  NamedDefinitions<D> with(D added, boolean replace, Consumer<List<DatabaseChange>> commit) {
    List<DatabaseChange> changes = new ArrayList<>();
    List<D> remaining = new ArrayList<>();
    for (D other : definitions) {
      if (!kind.isInPlaceOf().test(other, added)) {
        remaining.add(other);
      } else if (replace) {
        changes.add(kind.dropped().apply(other));
      } else {
        throw new PacelineException(
            ErrorCode.TABLE_EXISTS,
            kind.noun() + " " + kind.name().apply(other) + " exists already; drop it first");
      }
    }
    changes.add(kind.created().apply(added));
    remaining.add(added);
    commit.accept(changes);
    return new NamedDefinitions<>(kind, version + 1, remaining);
  }

  /**
   * Removes a definition.
   *
   * @param commit makes the change durable
   * @throws PacelineException INVALID_STATEMENT if it was dropped already
   */
  NamedDefinitions<D> without(D dropped, Consumer<List<DatabaseChange>> commit) {
    List<D> remaining = new ArrayList<>(definitions);
    if (!remaining.remove(dropped)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          kind.noun()
              + " "
              + kind.name().apply(dropped)
              + " was dropped meanwhile; nothing was changed");
    }
    commit.accept(List.of(kind.dropped().apply(dropped)));
    return new NamedDefinitions<>(kind, version + 1, remaining);
  }
}
