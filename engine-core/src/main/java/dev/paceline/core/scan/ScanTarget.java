package dev.paceline.core.scan;

import dev.paceline.core.type.DataType;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A snapshot of a table as queries see it. Thread-safe. */
public interface ScanTarget {
  /** Returns the name of the table in errors and in EXPLAIN. */
  String name();

  long rowCount();

  List<DataType> columnTypes();

  /** Whether it is proved that no two rows have the same value in a column and none is NULL. */
  default boolean isUnique(int column) {
    return false;
  }

  /** The range of a column's values, if it is INTEGRAL and known; cheap. */
  default @Nullable ValueRange range(int column) {
    return null;
  }

  /**
   * Whether it is proved that the values of a column, if they are whole numbers, ascend from row to
   * row and from chunk to chunk, with no NULL. Then all rows that have a value strictly between
   * those of two rows of a chunk lie between these two. Cheap.
   */
  default boolean isSorted(int column) {
    return false;
  }

  /**
   * Registers a scan.
   *
   * @param columns indexes of the wanted table columns; {@link Chunk#column} counts in this list
   * @param predicates what the scan will test, for skipping chunks before they are read; the scan
   *     may ignore them
   * @param onlyTested positions in {@code columns} of those that nothing but predicates looks at:
   *     where statistics say that all rows of a chunk match, the chunk may come without the block;
   *     filters of such a column match all rows, and it cannot be read
   */
  ChunkSource openScan(int[] columns, List<ScanPredicate> predicates, BitSet onlyTested);

  /**
   * Registers a scan, as {@link #openScan(int[], List, BitSet)} does, and says in which order it
   * wants chunks.
   */
  default ChunkSource openScan(
      int[] columns, List<ScanPredicate> predicates, BitSet onlyTested, ScanOrder order) {
    return openScan(columns, predicates, onlyTested);
  }

  /**
   * Registers a scan below a sort that wants its first rows only. Chunks that probably have some of
   * them come first, where statistics tell which these are. A chunk that has none of them any more
   * when its turn comes may never be handed out.
   */
  default ChunkSource openScan(
      int[] columns, List<ScanPredicate> predicates, BitSet onlyTested, FirstRows firstRows) {
    return openScan(columns, predicates, onlyTested, ScanOrder.TABLE);
  }

  /**
   * The rows that a sort above a scan wants: the first ones by one column.
   *
   * @param column position in the list of columns that the scan asks for
   * @param bound which values of the column may still be among the first ones
   */
  record FirstRows(int column, SortBound bound) {}

  /**
   * @param column position in the list of columns that the scan asks for
   */
  record ScanPredicate(int column, ColumnPredicate predicate) {}
}
