package dev.paceline.storage.block;

import static dev.paceline.storage.block.ColumnBlockLayout.*;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A column block in native memory, as its header describes it. Immutable, safe for all threads. */
public final class ColumnBlock {
  /** The most rows of a block. */
  public static final int MAX_ROWS = 131_072;

  /**
   * The kinds by their numbers. Old intervals are the integers that they were stored as; {@link
   * dev.paceline.storage.encoding.OldIntervals} converts them.
   */
  private static final TypeKind[] KINDS = {
    TypeKind.BOOLEAN,
    TypeKind.INT8,
    TypeKind.INT16,
    TypeKind.INT32,
    TypeKind.INT64,
    TypeKind.DECIMAL,
    TypeKind.FLOAT32,
    TypeKind.FLOAT64,
    TypeKind.CHAR,
    TypeKind.VARCHAR,
    TypeKind.BINARY,
    TypeKind.VARBINARY,
    TypeKind.DATE,
    TypeKind.TIME,
    TypeKind.TIMESTAMP,
    TypeKind.TIMESTAMP_LTZ,
    TypeKind.INT32, // OLD_MONTHS_KIND
    TypeKind.INT64, // OLD_MICROS_KIND
    TypeKind.LIST,
    TypeKind.STRUCT,
    TypeKind.MAP,
    TypeKind.UUID,
    TypeKind.INTERVAL
  };

  private final MemorySegment segment;
  private final DataType type;
  private final int rowCount;
  private final int nullCount;
  private final ColumnStatistics statistics;

  private ColumnBlock(MemorySegment segment) {
    this.segment = segment;
    this.type = readType();
    this.rowCount = segment.get(ValueLayout.JAVA_INT, ROW_COUNT_OFFSET);
    this.nullCount = segment.get(ValueLayout.JAVA_INT, NULL_COUNT_OFFSET);
    check(rowCount > 0 && rowCount <= MAX_ROWS, "rows");
    check(nullCount >= 0 && nullCount <= rowCount, "nulls");
    if (nullsOffset() != 0) {
      checkSection(nullsOffset(), Bitmaps.bytes(rowCount), "nulls");
      check(Bitmaps.count(segment, nullsOffset(), rowCount) == nullCount, "null count");
    } else {
      check(nullCount == 0 || nullCount == rowCount, "null count");
    }
    if (segment.get(ValueLayout.JAVA_LONG, HEAP_OFFSET) != 0) {
      checkSection(heapOffset(), heapLength(), "heap");
    }
    this.statistics = readStatistics();
  }

  /**
   * Parses a header and checks that all sections lie inside the block. What is inside the sections
   * is for the encoding to check.
   *
   * @param memory native, starts with the block at a multiple of 8 bytes, and may be longer
   * @throws PacelineException CORRUPT_DATA; NOT_SUPPORTED if a newer version wrote the block
   */
  public static ColumnBlock of(MemorySegment memory) {
    if (!memory.isNative() || (memory.address() & 7) != 0) {
      throw new IllegalArgumentException("blocks are parsed in aligned native memory");
    }
    check(memory.byteSize() >= HEADER_LENGTH + PADDING_LENGTH, "length");
    check(memory.get(ValueLayout.JAVA_INT, MAGIC_OFFSET) == MAGIC, "magic number");
    checkVersion(memory.get(ValueLayout.JAVA_SHORT, VERSION_OFFSET));
    long length = memory.get(ValueLayout.JAVA_LONG, BLOCK_LENGTH_OFFSET);
    check(
        length >= HEADER_LENGTH + PADDING_LENGTH
            && length <= memory.byteSize()
            && length % ALIGNMENT == 0,
        "length");
    return new ColumnBlock(memory.asSlice(0, length));
  }

  /** Exactly the bytes of the block, padding included. */
  public MemorySegment segment() {
    return segment;
  }

  public byte encoding() {
    return segment.get(ValueLayout.JAVA_BYTE, ENCODING_OFFSET);
  }

  public DataType type() {
    return type;
  }

  public int rowCount() {
    return rowCount;
  }

  public int nullCount() {
    return nullCount;
  }

  public int codeWidth() {
    return segment.get(ValueLayout.JAVA_BYTE, CODE_WIDTH_OFFSET);
  }

  public long base() {
    return segment.get(ValueLayout.JAVA_LONG, BASE_OFFSET);
  }

  public long multiplier() {
    return segment.get(ValueLayout.JAVA_LONG, MULTIPLIER_OFFSET);
  }

  public int entryCount() {
    return segment.get(ValueLayout.JAVA_INT, ENTRY_COUNT_OFFSET);
  }

  /** 0: no bitmap, because no row is NULL or all are. */
  public long nullsOffset() {
    return segment.get(ValueLayout.JAVA_LONG, NULLS_OFFSET);
  }

  public long codesOffset() {
    return segment.get(ValueLayout.JAVA_LONG, CODES_OFFSET);
  }

  public long entriesOffset() {
    return segment.get(ValueLayout.JAVA_LONG, ENTRIES_OFFSET);
  }

  public long heapOffset() {
    return segment.get(ValueLayout.JAVA_LONG, HEAP_OFFSET);
  }

  public long heapLength() {
    return segment.get(ValueLayout.JAVA_LONG, HEAP_LENGTH_OFFSET);
  }

  /** The string bytes, with what follows them in the block as padding. */
  public MemorySegment heap() {
    return segment.asSlice(heapOffset());
  }

  /**
   * Returns the positions at which the header and the sections start, ascending, and the end of the
   * block.
   */
  public long[] sections() {
    return LongStream.of(
            0, nullsOffset(), codesOffset(), entriesOffset(), heapOffset(), segment.byteSize())
        .sorted()
        .distinct()
        .toArray();
  }

  public ColumnStatistics statistics() {
    return statistics;
  }

  /**
   * @throws PacelineException CORRUPT_DATA unless the section lies inside the block
   */
  public void checkSection(long offset, long length, String section) {
    check(
        offset >= HEADER_LENGTH
            && offset % ALIGNMENT == 0
            && length >= 0
            && length <= segment.byteSize() - PADDING_LENGTH
            && offset <= segment.byteSize() - PADDING_LENGTH - length,
        section);
  }

  /**
   * @throws PacelineException CORRUPT_DATA unless {@code valid}
   */
  public static void check(boolean valid, String part) {
    if (!valid) {
      throw new PacelineException(
          ErrorCode.CORRUPT_DATA, "a column block is damaged: its " + part + " cannot be right");
    }
  }

  /**
   * Blocks are opened after their checksum was found right, so that a version means what it says.
   */
  private static void checkVersion(short version) {
    check(version > 0, "version");
    if (version > VERSION) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a column block was written by a newer version of Paceline: it has the format version "
              + version
              + ", this Paceline reads up to version "
              + VERSION
              + "; open the database with the newer version");
    }
  }

  /** Returns the number of a kind in the headers of blocks. */
  static int number(TypeKind kind) {
    return Arrays.asList(KINDS).indexOf(kind);
  }

  private DataType readType() {
    int flagged = segment.get(ValueLayout.JAVA_BYTE, KIND_OFFSET);
    boolean unsigned = (flagged & UNSIGNED_FLAG) != 0;
    int kind = flagged & ~UNSIGNED_FLAG;
    check(kind >= 0 && kind < KINDS.length, "type");
    try {
      DataType plain =
          new DataType(
              KINDS[kind],
              segment.get(ValueLayout.JAVA_INT, PRECISION_OFFSET),
              segment.get(ValueLayout.JAVA_BYTE, SCALE_OFFSET));
      return unsigned ? DataType.unsigned(plain) : plain;
    } catch (IllegalArgumentException e) {
      throw new PacelineException(
          ErrorCode.CORRUPT_DATA, "a column block is damaged: " + e.getMessage(), e);
    }
  }

  private ColumnStatistics readStatistics() {
    int flags = segment.get(ValueLayout.JAVA_SHORT, FLAGS_OFFSET);
    boolean bounds = (flags & BOUNDS_FLAG) != 0;
    long min = segment.get(ValueLayout.JAVA_LONG, MIN_OFFSET);
    long max = segment.get(ValueLayout.JAVA_LONG, MAX_OFFSET);
    TypeFamily family = type.family();
    boolean integers = family == TypeFamily.INTEGRAL || family == TypeFamily.BOOLEAN;
    boolean doubles = family == TypeFamily.FLOATING;
    long boundsOffset = segment.get(ValueLayout.JAVA_LONG, BOUNDS_OFFSET);
    int minLength = segment.get(ValueLayout.JAVA_SHORT, MIN_LENGTH_OFFSET);
    int maxLength = segment.get(ValueLayout.JAVA_SHORT, MAX_LENGTH_OFFSET);
    if (boundsOffset != 0) {
      check(minLength >= 0 && maxLength >= -1, "bounds");
      checkSection(boundsOffset, minLength + Math.max(0L, maxLength), "bounds");
    }
    return new ColumnStatistics(
        rowCount,
        nullCount,
        segment.get(ValueLayout.JAVA_INT, DISTINCT_OFFSET),
        bounds && integers,
        bounds && integers ? min : 0,
        bounds && integers ? max : 0,
        bounds && doubles,
        bounds && doubles ? Double.longBitsToDouble(min) : 0,
        bounds && doubles ? Double.longBitsToDouble(max) : 0,
        boundsOffset == 0 ? null : bytes(boundsOffset, minLength),
        boundsOffset == 0 || maxLength < 0 ? null : bytes(boundsOffset + minLength, maxLength),
        (flags & SORTED_FLAG) != 0,
        (flags & UNIQUE_FLAG) != 0);
  }

  private byte @Nullable [] bytes(long offset, int length) {
    return segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }
}
