package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/** The name of a table or a view with its schema. Both may have any characters. */
public record ObjectName(String schema, String name) implements Comparable<ObjectName> {
  /** The schema that each database has, and the only one of earlier databases. */
  public static final String MAIN = "main";

  private static final Comparator<ObjectName> ORDER =
      Comparator.comparing(ObjectName::schema).thenComparing(ObjectName::name);

  public ObjectName {
    requireNonNull(schema, "schema");
    requireNonNull(name, "name");
  }

  /** Returns a name of the schema {@link #MAIN}. */
  public static ObjectName main(String name) {
    return new ObjectName(MAIN, name);
  }

  /** Returns whether both mean the same in statements, which ignore case. */
  public boolean isLike(ObjectName other) {
    return schema.equalsIgnoreCase(other.schema) && name.equalsIgnoreCase(other.name);
  }

  @Override
  public int compareTo(ObjectName other) {
    return ORDER.compare(this, other);
  }
}
