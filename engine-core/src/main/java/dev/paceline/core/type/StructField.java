package dev.paceline.core.type;

import static java.util.Objects.requireNonNull;

/**
 * A field of a STRUCT.
 *
 * @param name empty for all fields of a struct without names
 */
public record StructField(String name, DataType type) {
  public StructField {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
  }
}
