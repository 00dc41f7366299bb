package dev.paceline.storage.block;

import static dev.paceline.storage.block.ColumnBlockLayout.*;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Lays a block out and writes its header. An encoding says which sections it needs, asks for the
 * {@link #length}, and fills the sections after {@link #start}.
 */
public final class BlockBuilder {
  /** Codes, entries and the heap. */
  private static final int FILLED_SECTIONS = 3;

  private final DataType type;
  private final byte encoding;
  private final ColumnStatistics statistics;
  private final long nullsOffset;
  private int codeWidth;
  private long base;
  private long multiplier = 1;
  private int entryCount;
  private long codesOffset;
  private long entriesOffset;
  private long heapOffset;
  private long heapLength;
  private long end = HEADER_LENGTH;

  /** Starts and ends of the sections that the encoding writes as a whole, in this order. */
  private final long[] filled = new long[2 * FILLED_SECTIONS];

  private int filledCount;

  /** Reserves the bitmap of NULLs where some rows, but not all, are NULL. */
  public BlockBuilder(DataType type, byte encoding, ColumnStatistics statistics) {
    this.type = type;
    this.encoding = encoding;
    this.statistics = statistics;
    long nulls = statistics.nullCount();
    this.nullsOffset =
        nulls > 0 && nulls < statistics.rowCount()
            ? section(Bitmaps.bytes((int) statistics.rowCount()))
            : 0;
  }

  /** Codes of a fixed width for every row: value = base + multiplier × code. */
  public BlockBuilder codes(int width, long base, long multiplier) {
    this.codeWidth = width;
    this.base = base;
    this.multiplier = multiplier;
    return filledCodes(width, width * statistics.rowCount());
  }

  /**
   * Codes whose bytes {@link #start} clears.
   *
   * @param width bytes a code, as the encoding means it
   * @param bytes of all codes
   */
  public BlockBuilder codes(int width, long bytes) {
    codeWidth = width;
    codesOffset = section(bytes);
    return this;
  }

  /** Codes of which the encoding writes every byte. */
  public BlockBuilder filledCodes(int width, long bytes) {
    codeWidth = width;
    codesOffset = filledSection(bytes);
    return this;
  }

  /** Entries of 8 bytes, of which the encoding writes every byte. */
  public BlockBuilder entries(int count) {
    entryCount = count;
    entriesOffset = filledSection(8L * count);
    return this;
  }

  /** A heap of which the encoding writes every byte. */
  public BlockBuilder heap(long bytes) {
    heapLength = bytes;
    heapOffset = filledSection(bytes);
    return this;
  }

  /** Bytes of the whole block. */
  public long length() {
    return align(end + boundsLength()) + PADDING_LENGTH;
  }

  /**
   * Clears what the encoding does not write as a whole, and writes the header.
   *
   * @param block at least {@link #length} bytes
   * @param nulls bitmap of the NULLs; read only if some rows, but not all, are NULL
   */
  public void start(MemorySegment block, MemorySegment nulls) {
    clear(block);
    block.set(ValueLayout.JAVA_INT, MAGIC_OFFSET, MAGIC);
    block.set(ValueLayout.JAVA_SHORT, VERSION_OFFSET, VERSION);
    block.set(ValueLayout.JAVA_BYTE, ENCODING_OFFSET, encoding);
    int kind = ColumnBlock.number(type.kind()) | (type.unsigned() ? UNSIGNED_FLAG : 0);
    block.set(ValueLayout.JAVA_BYTE, KIND_OFFSET, (byte) kind);
    block.set(ValueLayout.JAVA_INT, PRECISION_OFFSET, type.precision());
    block.set(ValueLayout.JAVA_BYTE, SCALE_OFFSET, (byte) type.scale());
    block.set(ValueLayout.JAVA_BYTE, CODE_WIDTH_OFFSET, (byte) codeWidth);
    block.set(ValueLayout.JAVA_INT, ROW_COUNT_OFFSET, (int) statistics.rowCount());
    block.set(ValueLayout.JAVA_INT, NULL_COUNT_OFFSET, (int) statistics.nullCount());
    block.set(ValueLayout.JAVA_LONG, BASE_OFFSET, base);
    block.set(ValueLayout.JAVA_LONG, MULTIPLIER_OFFSET, multiplier);
    block.set(ValueLayout.JAVA_INT, DISTINCT_OFFSET, (int) statistics.distinctEstimate());
    block.set(ValueLayout.JAVA_INT, ENTRY_COUNT_OFFSET, entryCount);
    block.set(ValueLayout.JAVA_LONG, BLOCK_LENGTH_OFFSET, length());
    block.set(ValueLayout.JAVA_LONG, NULLS_OFFSET, nullsOffset);
    block.set(ValueLayout.JAVA_LONG, CODES_OFFSET, codesOffset);
    block.set(ValueLayout.JAVA_LONG, ENTRIES_OFFSET, entriesOffset);
    block.set(ValueLayout.JAVA_LONG, HEAP_OFFSET, heapOffset);
    block.set(ValueLayout.JAVA_LONG, HEAP_LENGTH_OFFSET, heapLength);
    writeBounds(block);
    if (nullsOffset != 0) {
      Bitmaps.copy(nulls, 0, block, nullsOffset, (int) statistics.rowCount());
      clearBehind(block, nullsOffset, (int) statistics.rowCount());
    }
  }

  private void clear(MemorySegment block) {
    long from = 0;
    for (int i = 0; i < filledCount; i++) {
      block.asSlice(from, filled[2 * i] - from).fill((byte) 0);
      from = filled[2 * i + 1];
    }
    block.asSlice(from, length() - from).fill((byte) 0);
  }

  public long codesOffset() {
    return codesOffset;
  }

  public long entriesOffset() {
    return entriesOffset;
  }

  public long heapOffset() {
    return heapOffset;
  }

  private void writeBounds(MemorySegment block) {
    boolean longs = statistics.hasLongBounds();
    boolean doubles = statistics.hasDoubleBounds();
    int flags =
        (statistics.sorted() ? SORTED_FLAG : 0)
            | (longs || doubles ? BOUNDS_FLAG : 0)
            | (statistics.unique() ? UNIQUE_FLAG : 0);
    block.set(ValueLayout.JAVA_SHORT, FLAGS_OFFSET, (short) flags);
    if (longs || doubles) {
      long min = longs ? statistics.minLong() : Double.doubleToLongBits(statistics.minDouble());
      long max = longs ? statistics.maxLong() : Double.doubleToLongBits(statistics.maxDouble());
      block.set(ValueLayout.JAVA_LONG, MIN_OFFSET, min);
      block.set(ValueLayout.JAVA_LONG, MAX_OFFSET, max);
    }
    byte[] low = statistics.minBytes();
    byte[] high = statistics.maxBytes();
    if (low != null) {
      block.set(ValueLayout.JAVA_LONG, BOUNDS_OFFSET, end);
      block.set(ValueLayout.JAVA_SHORT, MIN_LENGTH_OFFSET, (short) low.length);
      MemorySegment.copy(low, 0, block, ValueLayout.JAVA_BYTE, end, low.length);
      block.set(
          ValueLayout.JAVA_SHORT, MAX_LENGTH_OFFSET, (short) (high == null ? -1 : high.length));
      if (high != null) {
        MemorySegment.copy(high, 0, block, ValueLayout.JAVA_BYTE, end + low.length, high.length);
      }
    }
  }

  private long boundsLength() {
    byte[] low = statistics.minBytes();
    byte[] high = statistics.maxBytes();
    return low == null ? 0 : low.length + (high == null ? 0L : high.length);
  }

  private long section(long bytes) {
    long offset = end;
    end = align(offset + bytes);
    return offset;
  }

  private long filledSection(long bytes) {
    long offset = section(bytes);
    filled[2 * filledCount] = offset;
    filled[2 * filledCount + 1] = offset + bytes;
    filledCount++;
    return offset;
  }

  private static void clearBehind(MemorySegment block, long offset, int rows) {
    if ((rows & 63) != 0) {
      long at = offset + ((rows >>> 6) << 3);
      long kept = block.get(ValueLayout.JAVA_LONG, at) & (1L << rows) - 1;
      block.set(ValueLayout.JAVA_LONG, at, kept);
    }
  }
}
