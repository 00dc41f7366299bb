package dev.paceline.storage.file;

import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanChunks;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.scan.StoredChunk;
import dev.paceline.storage.table.rowgroup.RowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSelection;
import java.util.BitSet;

/** The chunks of row groups in segment files; each is looked up when it is asked for. */
final class SelectedChunks implements ScanChunks {
  private final ScanTable table;
  private final RowGroupSelection rowGroups;

  /**
   * @param table of all scans of these row groups
   */
  SelectedChunks(ScanTable table, RowGroupSelection rowGroups) {
    this.table = table;
    this.rowGroups = rowGroups;
  }

  @Override
  public int size() {
    return rowGroups.size();
  }

  @Override
  public long rows() {
    return rowGroups.rowCount();
  }

  @Override
  public ScanChunk get(int index) {
    RowGroup rowGroup = rowGroups.get(index);
    return ((StoredRowGroup) rowGroup.blocks()).chunk(table, rowGroups.position(index));
  }

  @Override
  public long rowsBefore(int index) {
    return rowGroups.rowsBefore(index);
  }

  @Override
  public long mostBytes(long units) {
    return StoredChunk.unitBytes(units, rowGroups.columnCount(), rowGroups::mostFrameBytes);
  }

  @Override
  public int firstFrom(int ordinal) {
    return rowGroups.firstFrom(ordinal);
  }

  @Override
  public ScanChunks without(BitSet indexes) {
    return new SelectedChunks(table, rowGroups.without(indexes));
  }

  @Override
  public String toString() {
    return rowGroups.size() + " chunks of " + table;
  }
}
