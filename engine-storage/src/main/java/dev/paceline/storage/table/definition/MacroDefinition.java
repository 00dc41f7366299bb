package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

/**
 * A macro as it was created. The storage does not read its text.
 *
 * @param table whether it stands for a query; names of macros that do are apart from others
 * @param text its parameters and bodies, such as {@code (a, b := 1) AS a + b}
 */
public record MacroDefinition(String name, boolean table, String text) {
  public MacroDefinition {
    requireNonNull(name, "name");
    requireNonNull(text, "text");
  }

  /** Returns whether a macro stands in the place of another: only one of both can exist. */
  public boolean hasPlaceOf(MacroDefinition other) {
    return table == other.table && name.equalsIgnoreCase(other.name);
  }
}
