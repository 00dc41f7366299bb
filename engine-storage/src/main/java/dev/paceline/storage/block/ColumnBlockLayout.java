package dev.paceline.storage.block;

/**
 * The positions of the fields of a column block, version {@value #VERSION}. All numbers are
 * little-endian; sections follow the header in the order of the table, each at a multiple of
 * {@value #ALIGNMENT} bytes, with zeros between them; an offset of 0 means that there is no such
 * section. The block ends with {@value #PADDING_LENGTH} zero bytes, so that full-vector loads of
 * the last lane stay inside.
 *
 * <pre>
 *    0        4    6  7  8        12 13 14   16       20       24               32
 *   +--------+----+--+--+--------+--+--+----+--------+--------+----------------+
 *   | magic  |vers|en|ki|precisio|sc|wi|flag| rows   | nulls  | base           |
 *   +--------+----+--+--+--------+--+--+----+--------+--------+----------------+
 *   32               40               48               56       60       64
 *   +----------------+----------------+----------------+--------+--------+
 *   | multiplier     | min            | max            |distinct| entries|
 *   +----------------+----------------+----------------+--------+--------+
 *   64               72               80               88               96
 *   +----------------+----------------+----------------+----------------+
 *   | block length   | nulls offset   | codes offset   | entries offset |
 *   +----------------+----------------+----------------+----------------+
 *   96               104              112              120    122    124    128
 *   +----------------+----------------+----------------+------+------+------+
 *   | heap offset    | heap length    | bounds offset  |min ln|max ln| 0    |
 *   +----------------+----------------+----------------+------+------+------+
 * </pre>
 *
 * <ul>
 *   <li>nulls: a bitmap, bit set = NULL
 *   <li>codes: what the encoding makes of each row
 *   <li>entries: distinct values, values of runs or symbols, 8 bytes each, where the encoding has
 *       them
 *   <li>heap: string bytes, or what the encoding makes of them
 *   <li>bounds: lower and upper bound of BYTES columns, one behind the other
 * </ul>
 */
public final class ColumnBlockLayout {
  /** The version that is written. */
  public static final short VERSION = 1;

  /** "PLCB". */
  public static final int MAGIC = 0x4243_4C50;

  /** Bytes of the header. */
  public static final int HEADER_LENGTH = 128;

  /** Sections and blocks start at multiples of this many bytes. */
  public static final int ALIGNMENT = 64;

  /** Bytes behind the last section. */
  public static final int PADDING_LENGTH = 64;

  /** The most bytes of a bound of a BYTES column. */
  public static final int MAX_BOUND_LENGTH = 32;

  /** int: {@link #MAGIC}. */
  public static final int MAGIC_OFFSET = 0;

  /** short: {@link #VERSION}. */
  public static final int VERSION_OFFSET = 4;

  /** byte: number of the encoding. */
  public static final int ENCODING_OFFSET = 6;

  /** byte: number of the type's kind, which is never another one, and {@link #UNSIGNED_FLAG}. */
  public static final int KIND_OFFSET = 7;

  /** The number of intervals that are months, as blocks had them. */
  public static final int OLD_MONTHS_KIND = 16;

  /** The number of intervals that are microseconds, as blocks had them. */
  public static final int OLD_MICROS_KIND = 17;

  /** Bit of the kind of an unsigned type. */
  public static final int UNSIGNED_FLAG = 0x40;

  /** int: precision of the type. */
  public static final int PRECISION_OFFSET = 8;

  /** byte: scale of the type. */
  public static final int SCALE_OFFSET = 12;

  /** byte: bytes a code, where codes have a width. */
  public static final int CODE_WIDTH_OFFSET = 13;

  /** short: {@link #SORTED_FLAG}, {@link #BOUNDS_FLAG}. */
  public static final int FLAGS_OFFSET = 14;

  /** int: rows, at least 1. */
  public static final int ROW_COUNT_OFFSET = 16;

  /** int: NULL rows. */
  public static final int NULL_COUNT_OFFSET = 20;

  /** long: value of code 0. */
  public static final int BASE_OFFSET = 24;

  /** long: distance of two codes' values. */
  public static final int MULTIPLIER_OFFSET = 32;

  /** long, or the bits of a double: the smallest value. */
  public static final int MIN_OFFSET = 40;

  /** long, or the bits of a double: the largest value. */
  public static final int MAX_OFFSET = 48;

  /** int: distinct values, estimated; -1 if unknown. */
  public static final int DISTINCT_OFFSET = 56;

  /** int: entries. */
  public static final int ENTRY_COUNT_OFFSET = 60;

  /** long: bytes of the block, padding included. */
  public static final int BLOCK_LENGTH_OFFSET = 64;

  /** long: bytes from the start of the block, as all section offsets. */
  public static final int NULLS_OFFSET = 72;

  public static final int CODES_OFFSET = 80;

  public static final int ENTRIES_OFFSET = 88;

  public static final int HEAP_OFFSET = 96;

  /** long: bytes. */
  public static final int HEAP_LENGTH_OFFSET = 104;

  public static final int BOUNDS_OFFSET = 112;

  /** short: bytes of the lower bound. */
  public static final int MIN_LENGTH_OFFSET = 120;

  /** short: bytes of the upper bound; -1 if there is a lower bound only. */
  public static final int MAX_LENGTH_OFFSET = 122;

  /** Values ascend and none is NULL. */
  public static final int SORTED_FLAG = 1;

  /** Minimum and maximum are exact. */
  public static final int BOUNDS_FLAG = 2;

  /** No value is there twice, and none is NULL. */
  public static final int UNIQUE_FLAG = 4;

  /** The number of the encoding whose codes section is one value of 16 bytes. */
  public static final byte ENCODING_CONSTANT = 1;

  /** The number of the encoding whose values are base + multiplier × code, or of 8 bytes. */
  public static final byte ENCODING_FRAME_OF_REFERENCE = 2;

  private ColumnBlockLayout() {}

  /** The next multiple of {@link #ALIGNMENT}. */
  public static long align(long offset) {
    return offset + ALIGNMENT - 1 & -ALIGNMENT;
  }
}
