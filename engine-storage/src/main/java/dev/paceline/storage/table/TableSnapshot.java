package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A table as it was at one moment. Keeps its row groups until it is closed; scans that were opened
 * before go on. Any thread may use it.
 */
public final class TableSnapshot implements ScanTarget, AutoCloseable {
  private final Database database;
  private final TablePublication publication;
  private final TableDefinition definition;
  private final TableVersion version;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Takes over one hold of the version.
   *
   * @param publication that is told when the snapshot is closed
   */
  TableSnapshot(
      Database database,
      TablePublication publication,
      TableDefinition definition,
      TableVersion version) {
    this.database = database;
    this.publication = publication;
    this.definition = definition;
    this.version = version;
    publication.opened(this);
  }

  public TableDefinition definition() {
    return definition;
  }

  /** Held as long as this is open. */
  TableVersion version() {
    return version;
  }

  @Override
  public String name() {
    return definition.name();
  }

  @Override
  public long rowCount() {
    return version.rowCount();
  }

  @Override
  public List<DataType> columnTypes() {
    return definition.columnTypes();
  }

  @Override
  public boolean isUnique(int column) {
    return version.isUnique(column);
  }

  @Override
  public boolean isSorted(int column) {
    return version.isSorted(column);
  }

  @Override
  public @Nullable ValueRange range(int column) {
    return version.range(column);
  }

  public int rowGroupCount() {
    return version.rowGroups().size();
  }

  /** Bytes of all blocks. */
  public long bytes() {
    return version.rowGroups().bytes();
  }

  /** Returns the statistics of a column over all row groups. */
  public ColumnStatistics statistics(int column) {
    return version.statistics(column);
  }

  /**
   * Estimates which fraction of the rows satisfies a predicate: from zone maps and histograms of
   * numbers, else from a sample of the rows.
   *
   * @return from 0 to 1
   */
  public double selectivity(int column, ColumnPredicate predicate) {
    checkOpen();
    try (MemoryScope scratch = database.ledger().openScope("estimates of table " + name())) {
      return new SelectivityEstimator(database.store(), version, scratch)
          .estimate(column, predicate);
    }
  }

  @Override
  public ChunkSource openScan(int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
    checkOpen();
    return TableScan.open(database.store(), version, columns, predicates, onlyTested, null);
  }

  @Override
  public ChunkSource openScan(
      int[] columns, List<ScanPredicate> predicates, BitSet onlyTested, FirstRows firstRows) {
    checkOpen();
    return TableScan.open(database.store(), version, columns, predicates, onlyTested, firstRows);
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new PacelineException(
          ErrorCode.CLOSED, "the snapshot of table " + name() + " is closed");
    }
  }

  /** Lets the row groups go. Idempotent. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      publication.closed(this);
      version.release();
    }
  }
}
