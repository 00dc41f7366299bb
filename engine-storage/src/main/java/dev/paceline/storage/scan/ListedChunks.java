package dev.paceline.storage.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Chunks in an array. The constructor takes time in proportion to the number of chunks. */
public final class ListedChunks implements ScanChunks {
  private final ScanChunk[] chunks;

  /** Whether no ordinal is missing between those of the first and the last chunk. */
  private final boolean dense;

  /** The number of rows of every chunk but the last; -1 if it differs. */
  private final int rowsPerChunk;

  /** The number of rows before each chunk; empty if {@link #rowsPerChunk} is known. */
  private final long[] rowsBefore;

  private final long rows;

  /** The largest number of bytes that each unit takes in any chunk. */
  private final long[] largestUnitBytes;

  /**
   * @param chunks of one table, each once, by ascending ordinal
   */
  public ListedChunks(List<? extends ScanChunk> chunks) {
    this.chunks = chunks.toArray(ScanChunk[]::new);
    int count = this.chunks.length;
    int last = count - 1;
    this.dense = count > 0 && this.chunks[last].ordinal - this.chunks[0].ordinal == last;
    this.rowsPerChunk = rowsPerChunk(this.chunks);
    this.rowsBefore = new long[rowsPerChunk < 0 ? count : 0];
    long before = 0;
    long[] largest = new long[0];
    for (int i = 0; i < count; i++) {
      if (rowsPerChunk < 0) {
        rowsBefore[i] = before;
      }
      before += this.chunks[i].rows;
      largest = this.chunks[i].largestUnitBytes(largest);
    }
    this.rows = before;
    this.largestUnitBytes = largest;
  }

  private static int rowsPerChunk(ScanChunk[] chunks) {
    for (int i = 1; i < chunks.length - 1; i++) {
      if (chunks[i].rows != chunks[0].rows) {
        return -1;
      }
    }
    return chunks.length == 0 ? 0 : chunks[0].rows;
  }

  @Override
  public int size() {
    return chunks.length;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public ScanChunk get(int index) {
    return chunks[index];
  }

  @Override
  public long rowsBefore(int index) {
    return rowsPerChunk < 0 ? rowsBefore[index] : (long) index * rowsPerChunk;
  }

  @Override
  public long mostBytes(long units) {
    long bytes = 0;
    for (long left = units; left != 0; left &= left - 1) {
      int unit = Long.numberOfTrailingZeros(left);
      bytes += unit < largestUnitBytes.length ? largestUnitBytes[unit] : 0;
    }
    return bytes;
  }

  @Override
  public int firstFrom(int ordinal) {
    if (dense) {
      return Math.clamp((long) ordinal - chunks[0].ordinal, 0, chunks.length);
    }
    int low = 0;
    int high = chunks.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chunks[middle].ordinal < ordinal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public ScanChunks without(BitSet indexes) {
    List<ScanChunk> others = new ArrayList<>();
    for (int i = indexes.nextClearBit(0); i < chunks.length; i = indexes.nextClearBit(i + 1)) {
      others.add(chunks[i]);
    }
    return new ListedChunks(others);
  }

  @Override
  public String toString() {
    return chunks.length + " chunks " + Arrays.toString(Arrays.copyOf(chunks, Math.min(3, size())));
  }
}
