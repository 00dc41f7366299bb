package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.profile.StringCodes;
import dev.paceline.storage.table.rowgroup.ValueBuffer.Failures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The strings of one column of the row group that an appender fills. The lanes of the column are
 * views of the strings in one heap, into which a string that the column had lately is not copied
 * again; while all rows come as dictionary codes, they are kept as codes. One thread at a time.
 */
final class StringRows {
  private static final long FIRST_HEAP_BYTES = 16 << 10;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final DataType type;
  private final MemoryScope scope;
  private final StagedLanes lanes;
  private final Failures failures;
  private final StringLength stringLength;
  private MemorySegment heap;
  private long heapLength;

  /** Made when the first staged rows are moved on: a few rows do not pay for it. */
  private @Nullable RecentStrings recent;

  /** Made for the first vector of codes. */
  private @Nullable KnownEntries known;

  /** The rows so far, if all their strings came as codes; lanes are undefined then. */
  private @Nullable CodedRows coded;

  /** Kept for the next row group. */
  private @Nullable CodedRows spareCoded;

  StringRows(DataType type, MemoryScope scope, StagedLanes lanes, Failures failures) {
    this.type = type;
    this.scope = scope;
    this.lanes = lanes;
    this.failures = failures;
    this.stringLength = new StringLength(type);
    this.heap = scope.allocate(FIRST_HEAP_BYTES);
  }

  /** Makes room for as many rows as there are lanes. */
  void reserve() {
    CodedRows strings = coded;
    if (strings != null) {
      strings.reserve(lanes.capacity());
    }
  }

  /** Moves the staged rows before a row on. */
  void flush(int rows) {
    CodedRows strings = coded;
    if (strings == null) {
      lanes.flush(rows);
    } else if (rows > lanes.stagedFrom()) {
      strings.flush(lanes.stagedFrom(), rows);
      lanes.skipTo(rows);
    }
    if (recent == null && rows >= ValueBuffer.STAGED_ROWS) {
      recent = new RecentStrings();
    }
  }

  MemorySegment heap() {
    return heap;
  }

  long heapLength() {
    return heapLength;
  }

  /** Forgets all rows. */
  void clear() {
    heapLength = 0;
    RecentStrings strings = recent;
    if (strings != null) {
      strings.clear();
    }
    KnownEntries entries = known;
    if (entries != null) {
      entries.clear();
    }
    coded = null;
  }

  /**
   * Returns the codes of the rows, which are flushed, if all strings came as codes. If the codes do
   * not {@link StringCodes#suit suit}, the lanes have the views, too.
   */
  @Nullable StringCodes codes(int rows) {
    CodedRows strings = coded;
    if (strings == null) {
      return null;
    }
    StringCodes codes = strings.strings();
    if (!StringCodes.suit(codes.count(), rows)) {
      setViews(codes, rows);
    }
    return codes;
  }

  void setNull(int row) {
    CodedRows strings = coded;
    if (strings != null) {
      strings.setNull(row);
    } else {
      lanes.stage(row, StringView.of(0, 0));
    }
  }

  void set(int row, byte[] source, int offset, int length) {
    useViews(row);
    RecentStrings known = payingRecent();
    long view = known == null ? -1 : known.find(source, offset, length, heap);
    if (view >= 0) {
      lanes.stage(row, view);
    } else {
      remember(known, length, copy(row, source, offset, length));
    }
  }

  /** Stages the view of a string, which is copied if the column did not have it lately. */
  private void store(int row, MemorySegment source, long given) {
    long offset = StringView.offset(given);
    int length = StringView.length(given);
    RecentStrings known = payingRecent();
    long view = known == null ? -1 : known.find(source, offset, length, heap);
    if (view >= 0) {
      lanes.stage(row, view);
    } else {
      remember(known, length, copy(row, source, offset, length));
    }
  }

  private @Nullable RecentStrings payingRecent() {
    RecentStrings known = recent;
    return known != null && known.pays() ? known : null;
  }

  private static void remember(@Nullable RecentStrings known, int length, long view) {
    if (known != null && StringView.length(view) >= length) { // else blanks were cut
      known.add(view);
    }
  }

  private long copy(int row, byte[] source, int offset, int length) {
    reserveHeap(row, length);
    if (length <= StringView.SLACK && offset <= source.length - StringView.SLACK) {
      MemorySegment target = heap;
      for (int i = 0; i < StringView.SLACK; i += Long.BYTES) {
        long word = (long) WORD.get(source, offset + i);
        target.set(ValueLayout.JAVA_LONG_UNALIGNED, heapLength + i, word);
      }
    } else {
      MemorySegment.copy(source, offset, heap, ValueLayout.JAVA_BYTE, heapLength, length);
    }
    return addString(row, length);
  }

  private long copy(int row, MemorySegment source, long offset, int length) {
    reserveHeap(row, length);
    StringView.copyWithSlack(source, offset, heap, heapLength, length);
    return addString(row, length);
  }

  /** Makes room for a string, and for what is written behind it at most. */
  private void reserveHeap(int row, int length) {
    if (length > StringView.MAX_LENGTH) {
      throw failures.at(
          ErrorCode.STRING_TOO_LONG,
          row,
          "a string of " + length + " bytes is longer than any column can hold");
    }
    makeRoom(heapLength + Math.max(length, stringLength.paddedBytes(length)));
  }

  private void makeRoom(long bytes) {
    long needed = bytes + StringView.SLACK;
    if (needed > heap.byteSize()) {
      heap = scope.reallocate(heap, Math.max(needed, 2 * heap.byteSize()));
    }
  }

  /**
   * Accepts the string that was copied behind the last one.
   *
   * @return its view
   */
  private long addString(int row, int length) {
    int kept = stringLength.fit(heap, heapLength, length);
    if (kept < 0) {
      throw failures.at(
          ErrorCode.STRING_TOO_LONG,
          row,
          "a value of " + stringLength.measure(heap, heapLength, length) + " does not fit " + type);
    }
    long view = StringView.of(heapLength, kept);
    lanes.stage(row, view);
    heapLength += kept;
    return view;
  }

  /**
   * Takes rows of another column of the same type, which are flushed.
   *
   * @param fromRow of the other column
   * @param row of the row group
   */
  void append(StringRows other, int fromRow, int count, int row) {
    useViews(row);
    CodedRows strings = other.coded;
    StringCodes codes = strings == null ? null : strings.strings();
    for (int i = 0; i < count; i++) {
      long view = codes == null ? other.lanes.get(fromRow + i) : codes.view(fromRow + i);
      store(row + i, other.heap, view);
    }
  }

  /**
   * Takes rows of a vector; room is reserved.
   *
   * @param fromRow of the vector
   * @param row of the row group
   */
  void append(ColumnVector vector, int fromRow, int count, int row) {
    if (vector.form() == Form.DICTIONARY
        && vector.dictionary().size() <= KnownEntries.MAX_ENTRIES) {
      int taken = takeCodes(vector, fromRow, count, row);
      appendCodes(vector, fromRow + taken, count - taken, row + taken);
      return;
    }
    useViews(row);
    MemorySegment source = vector.valueHeap();
    boolean mayHaveNulls = vector.mayHaveNulls();
    boolean flat = vector.form() == Form.FLAT && !mayHaveNulls;
    int i = 0;
    while (i < count) {
      if (flat) {
        i += appendKnown(vector, fromRow + i, count - i, row + i);
        i += appendAdjacent(vector, fromRow + i, count - i, row + i);
        i += appendShort(vector, fromRow + i, count - i, row + i);
      }
      if (i < count && (!mayHaveNulls || !vector.isNull(fromRow + i))) {
        store(row + i, source, vector.getView(fromRow + i));
      }
      i++;
    }
  }

  private KnownEntries known() {
    KnownEntries entries = known;
    if (entries == null) {
      entries = new KnownEntries();
      known = entries;
    }
    return entries;
  }

  /** Returns the rows so far as codes, which they become if there are none; null for views. */
  private @Nullable CodedRows coded(int row) {
    if (coded == null && row == 0) {
      CodedRows strings = spareCoded;
      if (strings == null) {
        strings = new CodedRows(scope, lanes.capacity());
        spareCoded = strings;
      }
      strings.clear();
      strings.reserve(lanes.capacity());
      coded = strings;
    }
    return coded;
  }

  /** Makes views of the rows so far, and takes further ones as views. */
  private void useViews(int row) {
    CodedRows strings = coded;
    if (strings != null) {
      flush(row);
      setViews(strings.strings(), row);
      coded = null;
    }
  }

  private void setViews(StringCodes codes, int rows) {
    for (int i = 0; i < rows; i++) {
      lanes.flushed().set(ValueLayout.JAVA_LONG, (long) i << 3, codes.view(i));
    }
  }

  /**
   * Keeps the first rows of a vector as codes. It takes no rows if earlier rows of the row group
   * are views. It stops before the row that would need one more code than there are.
   *
   * @return the number of rows that it has taken
   */
  private int takeCodes(ColumnVector vector, int fromRow, int count, int row) {
    CodedRows strings = coded(row);
    if (strings == null) {
      return 0;
    }
    KnownEntries entries = known();
    Dictionary dictionary = vector.dictionary();
    int[] numbers = entries.numbers(dictionary);
    int[] codes = entries.codes(vector, fromRow, count);
    short[] target = strings.staged();
    int at = row & ValueBuffer.STAGED_ROWS - 1;
    for (int i = 0; i < count; i++) {
      int number = numbers[codes[i]];
      if (number == 0 && !(vector.mayHaveNulls() && vector.isNull(fromRow + i))) {
        if (strings.isFull()) {
          useViews(row + i);
          return i;
        }
        store(row + i, dictionary.heap(), dictionary.view(codes[i]));
        number = strings.add(lanes.staged()[at + i]);
        numbers[codes[i]] = number;
      }
      target[at + i] = (short) number;
    }
    return count;
  }

  /** Looks at the string of each entry of a dictionary once, however many rows have it. */
  private void appendCodes(ColumnVector vector, int fromRow, int count, int row) {
    if (count == 0) {
      return;
    }
    KnownEntries entries = known();
    Dictionary dictionary = vector.dictionary();
    long[] views = entries.views(dictionary);
    int[] codes = entries.codes(vector, fromRow, count);
    boolean mayHaveNulls = vector.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      if (mayHaveNulls && vector.isNull(fromRow + i)) {
        continue;
      }
      long view = views[codes[i]];
      if (view < 0) {
        store(row + i, dictionary.heap(), dictionary.view(codes[i]));
        views[codes[i]] = lanes.staged()[row + i & ValueBuffer.STAGED_ROWS - 1];
      } else {
        lanes.stage(row + i, view);
      }
    }
  }

  /**
   * Takes the first strings of a flat vector as long as the column had each of them lately.
   *
   * @return how many
   */
  private int appendKnown(ColumnVector vector, int fromRow, int count, int row) {
    RecentStrings known = payingRecent();
    return known == null
        ? 0
        : known.find(
            vector.data(),
            vector.offset() + ((long) fromRow << 3),
            count,
            vector.valueHeap(),
            heap,
            lanes.staged(),
            row & ValueBuffer.STAGED_ROWS - 1);
  }

  /**
   * Takes the first strings of a flat vector in one go, if they lie one behind the other and need
   * no change, and none is likely to have been there before.
   *
   * @return how many
   */
  private int appendAdjacent(ColumnVector vector, int fromRow, int count, int row) {
    RecentStrings known = recent;
    if (known == null || known.pays() || count == 0) {
      return 0;
    }
    MemorySegment views = vector.data();
    long at = vector.offset() + ((long) fromRow << 3);
    long start = StringView.offset(views.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
    long moved = StringView.of(heapLength - start, 0);
    long end = start;
    int taken = 0;
    while (taken < count) {
      long view = views.get(ValueLayout.JAVA_LONG_UNALIGNED, at + ((long) taken << 3));
      int length = StringView.length(view);
      if (StringView.offset(view) != end || !stringLength.keeps(length)) {
        break;
      }
      lanes.stage(row + taken, view + moved);
      end += length;
      taken++;
    }
    makeRoom(heapLength + end - start);
    MemorySegment.copy(vector.valueHeap(), start, heap, heapLength, end - start);
    heapLength += end - start;
    return taken;
  }

  /**
   * Copies the first strings of a flat vector, as long as they are short and need no change, and
   * none is likely to have been there before.
   *
   * @return how many
   */
  private int appendShort(ColumnVector vector, int fromRow, int count, int row) {
    RecentStrings known = recent;
    if (known == null || known.pays() || count == 0) {
      return 0;
    }
    makeRoom(heapLength + (long) count * StringView.SLACK);
    MemorySegment views = vector.data();
    MemorySegment source = vector.valueHeap();
    MemorySegment target = heap;
    long at = vector.offset() + ((long) fromRow << 3);
    long lastOffset = source.byteSize() - StringView.SLACK;
    long end = heapLength;
    int taken = 0;
    for (; taken < count; taken++) {
      long view = views.get(ValueLayout.JAVA_LONG_UNALIGNED, at + ((long) taken << 3));
      long offset = StringView.offset(view);
      int length = StringView.length(view);
      if (length > StringView.SLACK || offset > lastOffset || !stringLength.keeps(length)) {
        break;
      }
      StringView.copyWithSlack(source, offset, target, end, length);
      lanes.stage(row + taken, StringView.of(end, length));
      end += length;
    }
    heapLength = end;
    return taken;
  }
}
