package dev.paceline.calcite.table;

import dev.paceline.core.engine.Engine;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table as the planner and the executor need it. Thread-safe. */
public interface TableSource {
  /** A share of rows that cannot be estimated. */
  double UNKNOWN = -1;

  /** Returns the name of the table in errors and in EXPLAIN. */
  String name();

  /** The columns; they never change. */
  List<Column> columns();

  /** The rows as of now, for one query. */
  ScanTarget snapshot();

  /** Returns the group that takes snapshots of several tables at once; null if there is none. */
  default @Nullable TableGroup group() {
    return null;
  }

  /** Rows as of now, for the planner; cheap. */
  long rowCount();

  /** Returns the present statistics of a column, for the planner. The call is cheap. */
  ColumnStatistics statistics(int column);

  /**
   * Returns whether {@link #sampledStatistics} and {@link #selectivity} read files to make their
   * estimates. The planner asks for such estimates only if a query joins several tables.
   */
  default boolean readsForEstimates() {
    return false;
  }

  /** Returns {@link #statistics}, with estimates of what is not known; may read some rows. */
  default ColumnStatistics sampledStatistics(int column) {
    return statistics(column);
  }

  /**
   * Whether it is proved, as of now, that no two rows have the same value in a column and none is
   * NULL; cheap. A plan may rest on it only if it asks the snapshot again that it runs on.
   */
  default boolean isUnique(int column) {
    return statistics(column).unique();
  }

  /**
   * Estimates which share of the rows satisfies a predicate, as of now, for the planner; may read
   * and test some rows.
   *
   * @return from 0 to 1; {@link #UNKNOWN} if there is no telling
   */
  default double selectivity(int column, ColumnPredicate predicate) {
    return UNKNOWN;
  }

  /** Returns the engine of queries over this table; null if the table is only planned for. */
  default @Nullable Engine engine() {
    return null;
  }

  /** One column of a table. */
  record Column(String name, DataType type, boolean nullable) {}
}
