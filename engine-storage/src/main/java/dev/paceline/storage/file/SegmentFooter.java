package dev.paceline.storage.file;

import static dev.paceline.storage.file.SegmentLayout.BLOCK_ALIGNMENT;

import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.block.MillisBlock;
import dev.paceline.storage.encoding.OldIntervals;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a segment file.
 *
 * @param columnCount blocks in each row group
 * @param rowGroups in the order in which they were written; their index is their name
 */
record SegmentFooter(int columnCount, List<RowGroupEntry> rowGroups) {
  private static final int HAS_LONG_BOUNDS = 1;
  private static final int HAS_DOUBLE_BOUNDS = 2;
  private static final int SORTED = 4;
  private static final int UNIQUE = 8;
  private static final int ALL_FLAGS = 15;

  /**
   * @param blocks one a column
   */
  record RowGroupEntry(int rowCount, List<BlockEntry> blocks) {
    RowGroupEntry {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * @param position where in the file the block begins
   * @param storedBytes that it has there, fewer than in memory if it is packed
   * @param checksum of these bytes
   * @param version of the file
   */
  record BlockEntry(
      long position, long storedBytes, int checksum, BlockSummary summary, int version) {
    boolean isPacked() {
      return storedBytes < summary.bytes();
    }

    /** Whether values of a type are milliseconds in the block. */
    boolean isInMillis(DataType type) {
      return version < SegmentLayout.FIRST_VERSION_WITH_MICROS && MillisBlock.isConverted(type);
    }

    /** Whether values of a type are or contain intervals of months or microseconds in the block. */
    boolean hasOldIntervals(DataType type) {
      return version < SegmentLayout.FIRST_VERSION_WITH_INTERVALS && hasIntervals(type);
    }

    private static boolean hasIntervals(DataType type) {
      return type.kind() == TypeKind.INTERVAL
          || type.element() != null && hasIntervals(type.element())
          || type.fields().stream().anyMatch(field -> hasIntervals(field.type()));
    }

    /** Returns what is known about the block after its conversion to the current version. */
    BlockSummary summary(DataType type) {
      if (type.kind() == TypeKind.INTERVAL && hasOldIntervals(type)) {
        return OldIntervals.converted(summary);
      }
      return isInMillis(type) ? MillisBlock.toMicros(summary) : summary;
    }
  }

  SegmentFooter {
    rowGroups = List.copyOf(rowGroups);
  }

  byte[] encode() {
    RecordWriter out = new ChronicleRecordWriter();
    out.writeLong(columnCount);
    out.writeLong(rowGroups.size());
    for (RowGroupEntry rowGroup : rowGroups) {
      out.writeLong(rowGroup.rowCount());
      for (BlockEntry block : rowGroup.blocks()) {
        out.writeLong(block.position() / BLOCK_ALIGNMENT);
        out.writeLong(block.storedBytes());
        out.writeLong(block.summary().bytes() - block.storedBytes());
        out.writeLong(Integer.toUnsignedLong(block.checksum()));
        encode(block.summary().statistics(), out);
        out.writeBytes(block.summary().sketch().toBytes());
      }
    }
    return out.toByteArray();
  }

  private static void encode(ColumnStatistics statistics, RecordWriter out) {
    out.writeLong(
        (statistics.hasLongBounds() ? HAS_LONG_BOUNDS : 0)
            | (statistics.hasDoubleBounds() ? HAS_DOUBLE_BOUNDS : 0)
            | (statistics.sorted() ? SORTED : 0)
            | (statistics.unique() ? UNIQUE : 0));
    out.writeLong(statistics.nullCount());
    out.writeLong(statistics.distinctEstimate());
    if (statistics.hasLongBounds()) {
      out.writeLong(statistics.minLong());
      out.writeLong(statistics.maxLong());
    }
    if (statistics.hasDoubleBounds()) {
      out.writeDouble(statistics.minDouble());
      out.writeDouble(statistics.maxDouble());
    }
    out.writeBytes(statistics.minBytes());
    out.writeBytes(statistics.maxBytes());
  }

  /**
   * @param version of the file
   * @param offset where in the file the footer begins; blocks end before
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  static SegmentFooter decode(String file, int version, long offset, byte[] bytes) {
    RecordReader in = new RecordReader(file, offset, bytes);
    int columnCount = in.readCount("the number of columns");
    int rowGroupCount = in.readCount("the number of row groups");
    List<RowGroupEntry> rowGroups = new ArrayList<>();
    for (int i = 0; i < rowGroupCount; i++) {
      int rowCount = in.readInt(1, Integer.MAX_VALUE, "the number of rows");
      List<BlockEntry> blocks = new ArrayList<>();
      for (int column = 0; column < columnCount; column++) {
        blocks.add(decodeBlock(in, version, offset, rowCount));
      }
      rowGroups.add(new RowGroupEntry(rowCount, blocks));
    }
    in.expectEnd();
    return new SegmentFooter(columnCount, rowGroups);
  }

  private static BlockEntry decodeBlock(RecordReader in, int version, long end, int rowCount) {
    long position =
        in.readLong(1, end / BLOCK_ALIGNMENT, "the position of a block") * BLOCK_ALIGNMENT;
    long length = in.readLong(1, end - position, "the length of a block");
    long saved =
        version < SegmentLayout.FIRST_PACKED_VERSION
            ? 0
            : in.readLong(0, Integer.MAX_VALUE, "what packing saves of a block");
    int checksum = (int) in.readLong(0, 0xFFFF_FFFFL, "the checksum of a block");
    ColumnStatistics statistics = decodeStatistics(in, rowCount);
    byte[] sketch = in.readBytes("the sketch of a block");
    if (sketch == null) {
      throw in.corrupt("the sketch of a block is missing");
    }
    return new BlockEntry(
        position,
        length,
        checksum,
        new BlockSummary(length + saved, statistics, ColumnSketch.of(sketch)),
        version);
  }

  private static ColumnStatistics decodeStatistics(RecordReader in, int rowCount) {
    int flags = in.readInt(0, ALL_FLAGS, "what is known about a block");
    boolean hasLongBounds = (flags & HAS_LONG_BOUNDS) != 0;
    boolean hasDoubleBounds = (flags & HAS_DOUBLE_BOUNDS) != 0;
    return new ColumnStatistics(
        rowCount,
        in.readLong(0, rowCount, "the number of NULLs"),
        in.readLong(-1, Long.MAX_VALUE, "the number of distinct values"),
        hasLongBounds,
        hasLongBounds ? in.readLong() : 0,
        hasLongBounds ? in.readLong() : 0,
        hasDoubleBounds,
        hasDoubleBounds ? in.readDouble() : 0,
        hasDoubleBounds ? in.readDouble() : 0,
        in.readBytes("the least value of a block"),
        in.readBytes("the largest value of a block"),
        (flags & SORTED) != 0,
        (flags & UNIQUE) != 0);
  }
}
