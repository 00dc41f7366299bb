package dev.paceline.calcite.file;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.key.KeyHasher;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.RowBounds;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what the columns of a file hold from the first rows of one of its chunks. The chunk is
 * read by a scan, so that the query finds its columns in the file cache. Thread-safe.
 */
final class FileSample {
  /** The most rows that are looked at. */
  private static final int ROWS = 1 << 14;

  private static final int BATCH_ROWS = 1 << 11;

  /** A column is not read for an estimate if a chunk of it may take more bytes. */
  private static final long MOST_BYTES = 16 << 20;

  private final FileTable table;
  private final MemoryLedger ledger;
  private final Map<Integer, ColumnStatistics> known = new ConcurrentHashMap<>();

  FileSample(FileTable table, MemoryLedger ledger) {
    this.table = table;
    this.ledger = ledger;
  }

  /** Returns what the files tell of a column, with an estimate of its distinct values. */
  ColumnStatistics statistics(int column) {
    ColumnStatistics statistics = known.get(column);
    if (statistics == null) {
      ColumnStatistics told = table.statistics(column);
      Long distinct =
          told.distinctEstimate() >= 0
              ? null
              : sample(column, null, (chunk, memory) -> distinct(chunk.column(0), told, memory));
      statistics = distinct == null ? told : told.withDistinct(distinct);
      known.put(column, statistics);
    }
    return statistics;
  }

  /**
   * Estimates the share of the rows that satisfy a predicate: at least half a row of the sample.
   *
   * @return {@link TableSource#UNKNOWN} if no row can be read
   */
  double selectivity(int column, ColumnPredicate predicate) {
    RowBounds bounds = table.rowBounds(column, predicate);
    double rows = Math.max(1, table.estimatedRows());
    if (bounds.undecided() == 0) {
      return Math.min(1, bounds.matching() / rows);
    }
    Double share =
        sample(column, predicate, (chunk, memory) -> share(chunk.column(0), predicate, memory));
    return share == null
        ? TableSource.UNKNOWN
        : Math.min(1, (bounds.matching() + share * bounds.undecided()) / rows);
  }

  /** Computes something of a chunk that has rows. */
  private interface Look<T> {
    T at(Chunk chunk, MemoryScope memory);
  }

  /** Returns null if no row can be read; the query says why. */
  private <T> @Nullable T sample(int column, @Nullable ColumnPredicate predicate, Look<T> look) {
    // Scans that leave records out count them, which an estimate must not do.
    if (table.rejects() != null || table.chunkBytes(column) > MOST_BYTES) {
      return null;
    }
    List<ScanPredicate> predicates =
        predicate == null ? List.of() : List.of(new ScanPredicate(0, predicate));
    try (MemoryScope memory = ledger.openScope("a sample of " + table.name());
        ChunkSource scan =
            table
                .snapshot()
                .openScan(new int[] {column}, predicates, new BitSet(), ScanOrder.TABLE)) {
      Chunk chunk = scan.next();
      if (chunk == null) {
        return null;
      }
      try {
        chunk.load(PlanningCheck::check);
        return chunk.rowCount() == 0 ? null : look.at(chunk, memory);
      } finally {
        scan.release(chunk);
      }
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.DEADLINE_EXCEEDED) {
        throw e;
      }
      return null;
    }
  }

  private static double share(ChunkColumn column, ColumnPredicate predicate, MemoryScope memory) {
    int rows = (int) Math.min(ROWS, column.statistics().rowCount());
    MemorySegment bitmap = memory.allocate(Bitmaps.bytes(rows));
    Bitmaps.fill(bitmap, 0, rows);
    column.filter(predicate, new ColumnVector(column.type(), memory)).narrow(0, rows, bitmap);
    return Math.max(0.5, Bitmaps.count(bitmap, 0, rows)) / rows;
  }

  /** The values of a sample, in two halves. */
  private static final class Values {
    final List<Set<Long>> hashes = List.of(new HashSet<>(), new HashSet<>());
    long count;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
  }

  private static long distinct(ChunkColumn column, ColumnStatistics told, MemoryScope memory) {
    long chunkRows = column.statistics().rowCount();
    int rows = (int) Math.min(ROWS, chunkRows);
    Values values = values(column, rows, told.hasLongBounds(), memory);
    double all = told.rowCount() * ((double) values.count / rows);
    boolean isWhole = rows == told.rowCount();
    return Math.max(1, Math.round(isWhole ? union(values) : estimate(values, told, all)));
  }

  private static Values values(
      ChunkColumn column, int rows, boolean hasBounds, MemoryScope memory) {
    Values values = new Values();
    ColumnVector[] window = {new ColumnVector(column.type(), memory)};
    KeyHasher hasher = new KeyHasher(1, memory, BATCH_ROWS);
    MemorySegment hashes = memory.allocate((long) Long.BYTES * BATCH_ROWS);
    boolean isLong = hasBounds && column.type().family() != TypeFamily.BOOLEAN;
    for (int from = 0; from < rows; from += BATCH_ROWS) {
      int count = Math.min(BATCH_ROWS, rows - from);
      column.read(from, count, window[0]);
      hasher.hash(window, count, hashes);
      for (int i = 0; i < count; i++) {
        if (window[0].isNull(i)) {
          continue;
        }
        values.count++;
        values
            .hashes
            .get(2 * (from + i) < rows ? 0 : 1)
            .add(hashes.getAtIndex(ValueLayout.JAVA_LONG, i));
        if (isLong) {
          values.min = Math.min(values.min, window[0].getLong(i));
          values.max = Math.max(values.max, window[0].getLong(i));
        }
      }
    }
    return values;
  }

  private static int union(Values values) {
    Set<Long> both = new HashSet<>(values.hashes.getFirst());
    both.addAll(values.hashes.getLast());
    return both.size();
  }

  /**
   * Estimates the distinct values of a column. If the sample has a small part of the range of
   * values, the rows are taken to be in their order, and other parts of the range to be as dense.
   * Otherwise the number follows from the values that both halves of the sample have (Chapman,
   * 1951, estimates numbers of animals so), unless hardly any is in both.
   *
   * @param all values of the column that are not NULL
   */
  private static double estimate(Values values, ColumnStatistics told, double all) {
    double first = values.hashes.getFirst().size();
    double second = values.hashes.getLast().size();
    double union = union(values);
    if (union == 0) {
      return 1;
    }
    double growth = all / values.count;
    double range = (double) told.maxLong() - told.minLong() + 1;
    double part = (double) values.max - values.min + 1;
    double estimate;
    if (told.hasLongBounds() && values.min <= values.max && 2 * part <= range) {
      estimate = union * range / part;
    } else {
      double inBoth = first + second - union;
      estimate = Math.min((first + 1) * (second + 1) / (inBoth + 1) - 1, union * growth);
    }
    return Math.max(union, Math.min(Math.min(estimate, all), told.hasLongBounds() ? range : all));
  }
}
