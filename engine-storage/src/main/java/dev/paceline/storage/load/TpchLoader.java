package dev.paceline.storage.load;

import dev.paceline.storage.table.Database;

/** Fills a database with the eight tables of TPC-H. */
public final class TpchLoader {
  private TpchLoader() {}

  /** Is told how far a load is; any thread calls it. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param rowsTotal an estimate while the table is being loaded
     */
    void update(String table, long rowsDone, long rowsTotal);
  }

  /**
   * Generates and loads all tables, each of them atomically; names are in lower case.
   *
   * @param scaleFactor 1 makes about 6 million rows of lineitem; at least 0.001
   * @param threads that generate; the content does not depend on it
   * @throws dev.paceline.core.error.PacelineException TABLE_EXISTS, MEMORY_LIMIT, …
   */
  public static void load(Database database, double scaleFactor, int threads, Progress progress) {
    throw new UnsupportedOperationException();
  }
}
