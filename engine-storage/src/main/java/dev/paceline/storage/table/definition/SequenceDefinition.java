package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

/**
 * A sequence as it was created.
 *
 * @param increment from a value to the next one; negative for a descending sequence, never 0
 * @param minimum not above {@code start}
 * @param maximum not below {@code start}
 * @param cycles whether the minimum, or the maximum of a descending sequence, follows the last
 *     value
 */
public record SequenceDefinition(
    String schema,
    String name,
    long start,
    long increment,
    long minimum,
    long maximum,
    boolean cycles) {
  public SequenceDefinition {
    requireNonNull(schema, "schema");
    requireNonNull(name, "name");
    if (increment == 0 || start < minimum || start > maximum) {
      throw new IllegalArgumentException("sequence " + name + " has no values");
    }
  }

  /** Returns the name with the schema. */
  public ObjectName qualifiedName() {
    return new ObjectName(schema, name);
  }

  /** Returns the value that follows the last one of a sequence that cycles. */
  public long restart() {
    return increment > 0 ? minimum : maximum;
  }
}
