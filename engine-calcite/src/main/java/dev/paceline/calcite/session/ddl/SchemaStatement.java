package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;

/** A statement that changes what there is in a database. Immutable. */
@FunctionalInterface
public interface SchemaStatement {
  /**
   * Makes the change, as a whole or not at all.
   *
   * @throws dev.paceline.core.error.PacelineException what is wrong with the statement now
   */
  void execute(SessionCatalog catalog);
}
