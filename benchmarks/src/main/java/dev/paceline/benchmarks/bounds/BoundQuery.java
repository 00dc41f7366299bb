package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;

/** A query of TPC-H with its parameters, in SQL and written by hand. */
interface BoundQuery {
  /** Its number in TPC-H. */
  int number();

  /** The text that an SQL engine is asked. */
  String sql();

  /**
   * The whole answer, from the blocks of a database.
   *
   * @throws dev.paceline.core.error.PacelineException NOT_SUPPORTED where the data does not have a
   *     property that this program needs
   */
  Answer run(BlockReader reader);
}
