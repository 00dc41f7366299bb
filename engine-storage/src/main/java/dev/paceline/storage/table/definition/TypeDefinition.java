package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.type.DataType;

/** A name for a type, as it was created. Columns have the type itself, and do not need the name. */
public record TypeDefinition(String name, DataType type) {
  public TypeDefinition {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
  }

  /** Returns whether both have the same name in statements, which ignore case. */
  public boolean hasNameOf(TypeDefinition other) {
    return name.equalsIgnoreCase(other.name);
  }
}
