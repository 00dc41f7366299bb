package dev.paceline.storage.load.column;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.ValueColumn;
import dev.paceline.storage.encoding.filter.BytesFilters;
import dev.paceline.storage.encoding.filter.LaneFilters;
import dev.paceline.storage.encoding.filter.RowFilter;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Strings as codes into a dictionary, whose entries need not be ordered. */
public final class DictionaryColumn extends ValueColumn implements CopyableColumn {
  private final NullRows nulls;
  private final MemorySegment codes;
  private final int width;
  private final Dictionary dictionary;

  /**
   * @param codes unsigned and below the dictionary's size, also under a NULL
   * @param width bytes of a code: 1, 2 or 4
   * @param dictionary at least one entry
   */
  public DictionaryColumn(
      DataType type, NullRows nulls, MemorySegment codes, int width, Dictionary dictionary) {
    super(
        type,
        ColumnStatistics.unknown(nulls.rowCount(), nulls.nullCount()),
        nulls.areSome(),
        nulls.bitmap(),
        0);
    this.nulls = nulls;
    this.codes = codes;
    this.width = width;
    this.dictionary = dictionary;
  }

  @Override
  public long copyBytes() {
    if (dictionary.size() > nulls.rowCount()) {
      return strings().copyBytes();
    }
    long bytes = nulls.copyBytes() + codeBytes() + viewBytes();
    for (int code = 0; code < dictionary.size(); code++) {
      bytes += StringView.length(dictionary.view(code));
    }
    return bytes;
  }

  /**
   * Copies the bytes of the entries one behind the other; or those of the rows if there are more
   * entries, which the chunks of a large file would all copy.
   */
  @Override
  public ChunkColumn copyTo(MemorySegment to) {
    if (dictionary.size() > nulls.rowCount()) {
      return strings().copyTo(to);
    }
    MemorySegment copiedCodes = to.asSlice(nulls.copyBytes());
    MemorySegment.copy(codes, 0, copiedCodes, 0, (long) width * nulls.rowCount());
    MemorySegment copiedViews = copiedCodes.asSlice(codeBytes());
    MemorySegment copiedHeap = copiedViews.asSlice(viewBytes());
    long end = 0;
    for (int code = 0; code < dictionary.size(); code++) {
      long view = dictionary.view(code);
      int length = StringView.length(view);
      StringView.copy(dictionary.heap(), view, copiedHeap, end);
      copiedViews.set(ValueLayout.JAVA_LONG, (long) code << 3, StringView.of(end, length));
      end += length;
    }
    Dictionary copy =
        new Dictionary(dictionary.size(), copiedViews, 0, copiedHeap, dictionary.sorted());
    return new DictionaryColumn(type(), nulls.copyTo(to), copiedCodes, width, copy);
  }

  /** Returns the same strings, each of which has a view. */
  private StringColumn strings() {
    long[] views = new long[nulls.rowCount()];
    for (int row = 0; row < views.length; row++) {
      views[row] = dictionary.view(code(row));
    }
    return new StringColumn(type(), nulls, MemorySegment.ofArray(views), dictionary.heap());
  }

  private int code(int row) {
    return switch (width) {
      case 1 -> codes.get(ValueLayout.JAVA_BYTE, row) & 0xff;
      case 2 -> codes.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * row) & 0xffff;
      default -> codes.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * row);
    };
  }

  private long codeBytes() {
    return (long) width * nulls.rowCount() + 63 & -64;
  }

  private long viewBytes() {
    return 8L * dictionary.size() + 63 & -64;
  }

  /** Tests every entry once, and filters by the runs of codes that match. */
  @Override
  protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
    ValueFilter entries = BytesFilters.of(predicate, dictionary.heap(), dictionary::view);
    if (!(entries instanceof RowFilter(var test))) {
      throw mismatch(predicate);
    }
    int size = dictionary.size();
    long[] lows = new long[8];
    long[] highs = new long[8];
    int count = 0;
    for (int code = 0; code < size; code++) {
      if (!test.test(code)) {
        continue;
      }
      if (count > 0 && highs[count - 1] == code - 1) {
        highs[count - 1] = code;
        continue;
      }
      if (count == lows.length) {
        lows = Arrays.copyOf(lows, 2 * count);
        highs = Arrays.copyOf(highs, 2 * count);
      }
      lows[count] = code;
      highs[count++] = code;
    }
    if (count == 1 && lows[0] == 0 && highs[0] == size - 1L) {
      return ValueFilter.of(Outcome.ALL_MATCH);
    }
    return LaneFilters.ranges(
        codes, 0, width, Arrays.copyOf(lows, count), Arrays.copyOf(highs, count));
  }

  @Override
  public void read(int fromRow, int rowCount, ColumnVector out) {
    out.setDictionary(codes, (long) fromRow * width, width, dictionary);
    windowNulls(fromRow, rowCount, out);
  }

  @Override
  public void read(int fromRow, Selection selection, ColumnVector out) {
    MemorySegment lanes = selectLanes(codes, (long) fromRow * width, width, selection, out);
    out.setDictionary(lanes, 0, width, dictionary);
    selectedNulls(fromRow, selection, out);
  }
}
