package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A view as it was created. The storage does not read its query.
 *
 * @param columns the names of its columns; empty for those of the query
 * @param query the text of the query
 */
public record ViewDefinition(String name, List<String> columns, String query) {
  public ViewDefinition {
    requireNonNull(name, "name");
    requireNonNull(query, "query");
    columns = List.copyOf(columns);
  }
}
