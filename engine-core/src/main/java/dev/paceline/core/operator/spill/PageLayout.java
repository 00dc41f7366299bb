package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.util.List;

/**
 * The layout of the rows of a page: column by column, in lanes of a width that the type decides, so
 * that what has been read is a batch already. Immutable.
 *
 * <pre>
 *  0         24 × columns
 *  +----------------+-------------------------+-----+-------------------------+---------------+
 *  | headers:       | column 0:               |     | last column:            | bytes of      |
 *  | flags, min,    | lanes, then a bitmap    | ... | lanes, then a bitmap    | strings       |
 *  | max            | of NULLs                |     | of NULLs                |               |
 *  +----------------+-------------------------+-----+-------------------------+---------------+
 *                                                                  fixedBytes ^
 * </pre>
 *
 * A string's lane is a {@linkplain dev.paceline.core.column.StringView view} into the page; lanes
 * of 4 bytes count from {@link Integer#MIN_VALUE}.
 */
final class PageLayout {
  /** About so large is a page without its strings, where memory is not scarce. */
  static final int PAGE_BYTES = 64 << 10;

  /** Pages are no smaller than this, however little the query should hold. */
  private static final int MIN_PAGE_BYTES = 8 << 10;

  static final int HEADER_BYTES = 24;
  static final long HAS_NULLS = 1;
  static final long HAS_BOUNDS = 2;

  /** The base of lanes of 4 bytes, which are unsigned. */
  static final long INT_BASE = Integer.MIN_VALUE;

  private final List<DataType> types;
  private final int[] widths;
  private final int[] laneOffsets;
  private final int[] nullOffsets;
  private final int rows;
  private final int fixedBytes;
  private final int fullStringBytes;
  private final boolean hasStrings;

  /** The layout of pages of the usual size. */
  PageLayout(List<DataType> types, int batchRows) {
    this(types, batchRows, PAGE_BYTES);
  }

  /**
   * @param batchRows the most rows of a page, and of a batch
   * @param pageBytes about the size of a page without its strings; a page with as many bytes of
   *     strings is full, too
   */
  PageLayout(List<DataType> types, int batchRows, int pageBytes) {
    this.types = List.copyOf(types);
    int count = types.size();
    widths = new int[count];
    laneOffsets = new int[count];
    nullOffsets = new int[count];
    int rowBytes = 1;
    for (int i = 0; i < count; i++) {
      widths[i] = width(types.get(i));
      rowBytes += widths[i];
    }
    rows = Math.clamp(pageBytes / rowBytes, 1, batchRows);
    fullStringBytes = pageBytes;
    int at = align(HEADER_BYTES * count);
    for (int i = 0; i < count; i++) {
      laneOffsets[i] = at;
      at += align(widths[i] == 0 ? (int) Bitmaps.bytes(rows) : widths[i] * rows);
      nullOffsets[i] = at;
      at += align((int) Bitmaps.bytes(rows));
    }
    fixedBytes = at;
    hasStrings = hasStrings(types);
  }

  /**
   * The layout of pages for temporary files: small where little memory has to do for them.
   *
   * @param pages that each worker has in memory at once, about
   */
  static PageLayout forFiles(List<DataType> types, QueryContext query, int pages) {
    long bytes = query.spillBytes() / pages / query.workers();
    return new PageLayout(
        types,
        query.batchRows(),
        Math.clamp(hasStrings(types) ? bytes / 2 : bytes, MIN_PAGE_BYTES, PAGE_BYTES));
  }

  private static boolean hasStrings(List<DataType> types) {
    return types.stream().anyMatch(type -> type.family() == TypeFamily.BYTES);
  }

  private static int align(int bytes) {
    return (bytes + 63) & -64;
  }

  /** Bytes of a lane; 0 for bits. */
  private static int width(DataType type) {
    return switch (type.family()) {
      case BOOLEAN -> 0;
      case FLOATING, BYTES -> 8;
      case INTEGRAL ->
          !type.fitsLong()
              ? 16
              : type.minLong() >= Integer.MIN_VALUE && type.maxLong() <= Integer.MAX_VALUE ? 4 : 8;
    };
  }

  List<DataType> types() {
    return types;
  }

  int columnCount() {
    return widths.length;
  }

  boolean hasStrings() {
    return hasStrings;
  }

  boolean isString(int column) {
    return types.get(column).family() == TypeFamily.BYTES;
  }

  /** Bytes of a lane of a column; 0 for bits. */
  int width(int column) {
    return widths[column];
  }

  int header(int column) {
    return HEADER_BYTES * column;
  }

  int lanes(int column) {
    return laneOffsets[column];
  }

  int nulls(int column) {
    return nullOffsets[column];
  }

  /** The most rows of a page. */
  int rows() {
    return rows;
  }

  /** Bytes of a page without its strings. */
  int fixedBytes() {
    return fixedBytes;
  }

  /** Returns the bytes of strings that make a page full. */
  int fullStringBytes() {
    return fullStringBytes;
  }
}
