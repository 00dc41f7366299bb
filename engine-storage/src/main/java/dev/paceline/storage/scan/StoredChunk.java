package dev.paceline.storage.scan;

import dev.paceline.storage.buffer.FrameAllocator;
import dev.paceline.storage.buffer.LoadedBlock;
import dev.paceline.storage.buffer.StoredBlock;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A row group whose blocks are read from a file, with the frames of those that are in memory. Its
 * units are its columns; a table with more columns than a mask has bits groups neighbours, so that
 * a unit is read and evicted whole.
 *
 * <p>Guarded by the lock of its {@link ActiveBufferManager}, but for what is asked by who has the
 * chunk.
 */
public final class StoredChunk extends ScanChunk {
  private final List<? extends StoredBlock> blocks;
  private final int columnsPerUnit;
  private final @Nullable LoadedBlock[] loaded;

  /** No scan will want it any more. */
  boolean dropped;

  /**
   * @param ordinal position in the table
   * @param blocks one a table column
   */
  public StoredChunk(ScanTable table, int ordinal, int rows, List<? extends StoredBlock> blocks) {
    super(table, ordinal, rows, unitBytes(blocks));
    this.blocks = List.copyOf(blocks);
    this.columnsPerUnit = columnsPerUnit(blocks.size());
    this.loaded = new @Nullable LoadedBlock[blocks.size()];
  }

  private static int columnsPerUnit(int columns) {
    return Math.max(1, Math.ceilDiv(columns, ScanTable.MAX_UNITS));
  }

  private static long[] unitBytes(List<? extends StoredBlock> blocks) {
    int perUnit = columnsPerUnit(blocks.size());
    long[] bytes = new long[Math.ceilDiv(blocks.size(), perUnit)];
    for (int column = 0; column < blocks.size(); column++) {
      bytes[column / perUnit] += FrameAllocator.frameBytes(blocks.get(column).bytes());
    }
    return bytes;
  }

  /**
   * What units of a chunk of a table take in memory.
   *
   * @param blockBytes the {@link StoredBlock#bytes} of a table column
   */
  public static long unitBytes(long units, int tableColumns, IntToLongFunction blockBytes) {
    int perUnit = columnsPerUnit(tableColumns);
    long bytes = 0;
    for (long left = units; left != 0; left &= left - 1) {
      int first = Long.numberOfTrailingZeros(left) * perUnit;
      for (int column = first; column < Math.min(tableColumns, first + perUnit); column++) {
        bytes += FrameAllocator.frameBytes(blockBytes.applyAsLong(column));
      }
    }
    return bytes;
  }

  /** The units of some columns of any chunk of a table. */
  static long unitsOf(int tableColumns, int[] columns) {
    int perUnit = columnsPerUnit(tableColumns);
    long units = 0;
    for (int column : columns) {
      units |= 1L << column / perUnit;
    }
    return units;
  }

  int columnCount() {
    return blocks.size();
  }

  int firstColumn(int unit) {
    return unit * columnsPerUnit;
  }

  /** The column after the last one of a unit. */
  int endColumn(int unit) {
    return Math.min(blocks.size(), (unit + 1) * columnsPerUnit);
  }

  /** The unit of a column, as a mask. */
  long unitOf(int column) {
    return 1L << column / columnsPerUnit;
  }

  /** Whether a column belongs to one of these units. */
  boolean isIn(long units, int column) {
    return (units & 1L << column / columnsPerUnit) != 0;
  }

  StoredBlock block(int column) {
    return blocks.get(column);
  }

  void put(int column, LoadedBlock block) {
    loaded[column] = block;
  }

  /** Whether one read gets the last block of a unit and the first one of another. */
  boolean liesBefore(int unit, int next) {
    return blocks.get(endColumn(unit) - 1).liesBefore(blocks.get(firstColumn(next)));
  }

  /** How many bytes are read for a unit. */
  long storedBytes(int unit) {
    long bytes = 0;
    for (int column = firstColumn(unit); column < endColumn(unit); column++) {
      bytes += blocks.get(column).storedBytes();
    }
    return bytes;
  }

  /** Takes a block's frame away. */
  @Nullable MemorySegment remove(int column) {
    LoadedBlock block = loaded[column];
    loaded[column] = null;
    return block == null ? null : block.frame();
  }

  /** A block that is in memory and stays there while the caller has the chunk. */
  LoadedBlock loaded(int column) {
    LoadedBlock block = loaded[column];
    if (block == null) {
      throw new IllegalStateException("column " + column + " of " + this + " is not in memory");
    }
    return block;
  }

  /** Whether this is what is in memory of a column. */
  @SuppressWarnings("ReferenceEquality") // a block that was read again is another
  boolean holds(int column, LoadedBlock block) {
    return loaded[column] == block;
  }
}
