package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view as it was created. The storage does not read its query.
 *
 * @param schema that it is in, and that names in its query without a schema are in
 * @param columns the names of its columns; empty for those of the query
 * @param query the text of the query
 * @param comment what COMMENT ON says about it; null for nothing
 */
public record ViewDefinition(
    String schema, String name, List<String> columns, String query, @Nullable String comment) {
  public ViewDefinition {
    requireNonNull(schema, "schema");
    requireNonNull(name, "name");
    requireNonNull(query, "query");
    columns = List.copyOf(columns);
  }

  /** A view without a comment. */
  public ViewDefinition(String schema, String name, List<String> columns, String query) {
    this(schema, name, columns, query, null);
  }

  /** A view of the schema {@link ObjectName#MAIN}. */
  public ViewDefinition(String name, List<String> columns, String query) {
    this(ObjectName.MAIN, name, columns, query);
  }

  /** Returns the view with another comment, or with none. */
  public ViewDefinition withComment(@Nullable String newComment) {
    return new ViewDefinition(schema, name, columns, query, newComment);
  }

  /** Returns the view with another name in its schema. */
  public ViewDefinition withName(String newName) {
    return new ViewDefinition(schema, newName, columns, query, comment);
  }

  /** Returns the name with the schema. */
  public ObjectName qualifiedName() {
    return new ObjectName(schema, name);
  }
}
