package dev.paceline.storage.load;

import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.BitSet;
import java.util.List;

/**
 * A table of files as a query scans it.
 *
 * @param table whose columns and estimates these are
 * @param opener opens the scans
 */
public record FileSnapshot(FileTable table, ScanOpener opener) implements ScanTarget {
  /** Opens scans of a table of files; any thread may call it. */
  @FunctionalInterface
  public interface ScanOpener {
    /**
     * Returns the chunks of one scan; see {@link ScanTarget#openScan}.
     *
     * @param columns indexes of the wanted columns of the table
     * @param predicates what the scan will test
     * @param order in which the scan wants them
     */
    ChunkSequence open(int[] columns, List<ScanPredicate> predicates, ScanOrder order);
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public long rowCount() {
    return table.estimatedRows();
  }

  @Override
  public List<DataType> columnTypes() {
    return table.columns().stream().map(ColumnDefinition::type).toList();
  }

  @Override
  public ChunkSource openScan(int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
    return openScan(columns, predicates, onlyTested, ScanOrder.TABLE);
  }

  @Override
  public ChunkSource openScan(
      int[] columns, List<ScanPredicate> predicates, BitSet onlyTested, ScanOrder order) {
    return new FileScan(opener.open(columns, predicates, order), table.estimatedRows());
  }
}
