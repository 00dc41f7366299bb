package dev.paceline.storage.scan;

import dev.paceline.storage.buffer.FrameAllocator;
import dev.paceline.storage.buffer.LoadedBlock;
import dev.paceline.storage.buffer.StoredBlock;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A row group whose blocks are read from a file, with the frames of the blocks that are in memory.
 * Its units are its columns. If a table has more columns than a mask has bits, several neighbours
 * are one unit.
 *
 * <p>Guarded by the lock of its {@link ActiveBufferManager}, apart from what a scan asks that has
 * the chunk.
 */
public final class StoredChunk extends ScanChunk {
  private final List<? extends StoredBlock> blocks;
  private final int columnsPerUnit;
  private final @Nullable LoadedBlock[] loaded;

  /** Whether no scan will want it any more. */
  boolean dropped;

  /**
   * @param ordinal the position in the table
   * @param blocks the blocks, one for each column of the table
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
   * Returns the bytes that units of a chunk take in memory.
   *
   * @param blockBytes returns the {@link StoredBlock#bytes} of a column of the table
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

  /** Returns the units of some columns of a table, as a mask. */
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

  /** Returns the column after the last one of a unit. */
  int endColumn(int unit) {
    return Math.min(blocks.size(), (unit + 1) * columnsPerUnit);
  }

  /** Returns the unit of a column, as a mask. */
  long unitOf(int column) {
    return 1L << column / columnsPerUnit;
  }

  /** Returns whether a column belongs to one of some units. */
  boolean isIn(long units, int column) {
    return (units & 1L << column / columnsPerUnit) != 0;
  }

  StoredBlock block(int column) {
    return blocks.get(column);
  }

  void put(int column, LoadedBlock block) {
    loaded[column] = block;
  }

  /**
   * Returns whether the last block of a unit and the first block of another are neighbours in the
   * file.
   */
  boolean liesBefore(int unit, int next) {
    return blocks.get(endColumn(unit) - 1).liesBefore(blocks.get(firstColumn(next)));
  }

  /** Returns the bytes that are read from the file for a unit. */
  long storedBytes(int unit) {
    long bytes = 0;
    for (int column = firstColumn(unit); column < endColumn(unit); column++) {
      bytes += blocks.get(column).storedBytes();
    }
    return bytes;
  }

  /** Removes and returns the frame of a block; null if it is not in memory. */
  @Nullable MemorySegment remove(int column) {
    LoadedBlock block = loaded[column];
    loaded[column] = null;
    return block == null ? null : block.frame();
  }

  /** Returns a block that is in memory, and that stays there while the caller has the chunk. */
  LoadedBlock loaded(int column) {
    LoadedBlock block = loaded[column];
    if (block == null) {
      throw new IllegalStateException("column " + column + " of " + this + " is not in memory");
    }
    return block;
  }

  /** Returns whether a block is the one of a column that is in memory. */
  @SuppressWarnings("ReferenceEquality") // a block that was read again is another object
  boolean holds(int column, LoadedBlock block) {
    return loaded[column] == block;
  }
}
