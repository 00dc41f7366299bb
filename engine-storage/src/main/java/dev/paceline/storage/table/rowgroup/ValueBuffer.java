package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.encoding.profile.StringCodes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of the row group that an appender fills. The latest rows are staged in
 * an array, which is cheap to write one value at a time, and {@link #flush} moves them on. Grows
 * with its rows; memory is kept for the next row group. One thread at a time.
 */
public final class ValueBuffer {
  /** Rows are flushed at multiples of this, a power of 2. */
  public static final int STAGED_ROWS = 256;

  private static final long FIRST_HEAP_BYTES = 16 << 10;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final DataType type;
  private final MemoryScope scope;
  private final Failures failures;
  private final StringLength stringLength;
  private int capacity = STAGED_ROWS;
  private MemorySegment lanes;

  /** Lanes of the rows from {@link #stagedFrom} on, each at its row modulo the length. */
  private final long[] staged = new long[STAGED_ROWS];

  private int stagedFrom;
  private @Nullable MemorySegment highs;
  private boolean wide;
  private MemorySegment heap = MemorySegment.NULL;
  private long heapLength;
  private final MemorySegment nulls;
  private int nullCount;

  /** Made when the first staged rows are moved on: a few rows do not pay for it. */
  private @Nullable RecentStrings recent;

  /** Made for the first vector of codes. */
  private @Nullable KnownEntries known;

  /** The rows so far, if all their strings came as codes; lanes are undefined then. */
  private @Nullable CodedRows coded;

  /** Kept for the next row group. */
  private @Nullable CodedRows spareCoded;

  /** Makes the errors of a column. */
  @FunctionalInterface
  public interface Failures {
    /**
     * @param row of the row group
     * @param what is wrong with the value
     */
    PacelineException at(ErrorCode code, int row, String what);
  }

  public ValueBuffer(DataType type, MemoryScope scope, Failures failures) {
    this.type = type;
    this.scope = scope;
    this.failures = failures;
    this.stringLength = new StringLength(type);
    this.lanes = scope.allocate(8L * STAGED_ROWS);
    this.nulls = scope.allocateZeroed(Bitmaps.bytes(RowGroup.MAX_ROWS));
    if (isString()) {
      heap = scope.allocate(FIRST_HEAP_BYTES);
    }
  }

  public boolean isString() {
    return type.family() == TypeFamily.BYTES;
  }

  /** Makes room for so many rows, and for those that may be staged behind them. */
  public void reserve(int count) {
    int rows = Math.min(RowGroup.MAX_ROWS, (count | STAGED_ROWS - 1) + 1);
    if (rows > capacity) {
      capacity = Math.min(RowGroup.MAX_ROWS, Math.max(rows, 4 * capacity));
      lanes = scope.reallocate(lanes, 8L * capacity);
      MemorySegment high = highs;
      if (high != null) {
        highs = scope.reallocate(high, 8L * capacity);
      }
      CodedRows strings = coded;
      if (strings != null) {
        strings.reserve(capacity);
      }
    }
  }

  /** Moves staged rows on. */
  public void flush(int rows) {
    if (rows > stagedFrom) {
      CodedRows strings = coded;
      if (strings != null) {
        strings.flush(stagedFrom, rows);
      } else {
        MemorySegment.copy(
            staged,
            stagedFrom & STAGED_ROWS - 1,
            lanes,
            ValueLayout.JAVA_LONG,
            (long) stagedFrom << 3,
            rows - stagedFrom);
      }
      stagedFrom = rows;
    }
    if (recent == null && isString() && rows >= STAGED_ROWS) {
      recent = new RecentStrings();
    }
  }

  private void stage(int row, long lane) {
    staged[row & STAGED_ROWS - 1] = lane;
  }

  public long heapLength() {
    return heapLength;
  }

  public int nullCount() {
    return nullCount;
  }

  /** Forgets all rows. */
  public void reset(int rows) {
    Bitmaps.zero(nulls, 0, rows);
    nullCount = 0;
    heapLength = 0;
    wide = false;
    stagedFrom = 0;
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

  public ColumnValues values(int rows) {
    flush(rows);
    CodedRows strings = coded;
    if (strings != null) {
      StringCodes codes = strings.strings();
      if (StringCodes.suit(codes.count(), rows)) {
        return new ColumnValues(type, rows, nullCount, lanes, null, heap, heapLength, nulls, codes);
      }
      useViews(rows);
    }
    return new ColumnValues(
        type, rows, nullCount, lanes, wide ? highs : null, heap, heapLength, nulls);
  }

  public void setNull(int row) {
    CodedRows strings = coded;
    if (strings != null) {
      strings.setNull(row);
    } else {
      stage(row, StringView.of(0, 0));
    }
    if (wide) {
      setHigh(row, 0);
    }
    if (!Bitmaps.get(nulls, 0, row)) {
      Bitmaps.set(nulls, 0, row);
      nullCount++;
    }
  }

  public void setLong(int row, long value) {
    stage(row, value);
    if (wide) {
      setHigh(row, value >> 63);
    }
  }

  public void setInt128(int row, long high, long low) {
    if (!wide && high != low >> 63) {
      widen(row);
    }
    stage(row, low);
    if (wide) {
      setHigh(row, high);
    }
  }

  private void setHigh(int row, long high) {
    MemorySegment segment = highs;
    if (segment != null) {
      segment.set(ValueLayout.JAVA_LONG, (long) row << 3, high);
    }
  }

  /** The first value of more than 64 bits: the rows before it get high words, too. */
  private void widen(int rows) {
    flush(rows);
    MemorySegment segment = highs;
    if (segment == null || segment.byteSize() < 8L * capacity) {
      segment = scope.allocate(8L * capacity);
      highs = segment;
    }
    for (int row = 0; row < rows; row++) {
      long at = (long) row << 3;
      segment.set(ValueLayout.JAVA_LONG, at, lanes.get(ValueLayout.JAVA_LONG, at) >> 63);
    }
    wide = true;
  }

  public void setDouble(int row, double value) {
    double stored = value;
    if (type.kind() == TypeKind.FLOAT32) {
      stored = (float) value;
      if (Double.isInfinite(stored) && !Double.isInfinite(value)) {
        throw failures.at(
            ErrorCode.NUMERIC_OVERFLOW, row, "the value " + value + " is too great for REAL");
      }
    }
    stage(row, Double.doubleToRawLongBits(stored));
  }

  public void setBytes(int row, byte[] source, int offset, int length) {
    useViews(row);
    RecentStrings known = payingRecent();
    long view = known == null ? -1 : known.find(source, offset, length, heap);
    if (view >= 0) {
      stage(row, view);
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
      stage(row, view);
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
    stage(row, view);
    heapLength += kept;
    return view;
  }

  /**
   * Takes rows of a vector.
   *
   * @param fromRow of the vector
   * @param row of the row group
   */
  public void appendAll(ColumnVector vector, int fromRow, int count, int row) {
    reserve(row + count);
    if (areWidened(vector)) {
      append(vector, fromRow, count, row);
      return;
    }
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, STAGED_ROWS - (row + done & STAGED_ROWS - 1));
      append(vector, fromRow + done, part, row + done);
      done += part;
      if ((row + done & STAGED_ROWS - 1) == 0) {
        flush(row + done);
      }
    }
  }

  /** Whether values are not staged, because their lanes become wider and change in no other way. */
  private boolean areWidened(ColumnVector vector) {
    return type.family() == TypeFamily.INTEGRAL
        && vector.form() == Form.FLAT
        && vector.width() <= Long.BYTES
        && !wide;
  }

  /**
   * Takes rows of a vector; room is reserved. They are all before the next multiple of {@link
   * #STAGED_ROWS}, or end at it, unless they are not staged.
   *
   * @param fromRow of the vector
   * @param row of the row group
   */
  private void append(ColumnVector vector, int fromRow, int count, int row) {
    if (vector.isConstantNull()) {
      for (int i = 0; i < count; i++) {
        setNull(row + i);
      }
      return;
    }
    switch (type.family()) {
      case INTEGRAL -> appendIntegers(vector, fromRow, count, row);
      case FLOATING -> {
        for (int i = 0; i < count; i++) {
          setDouble(row + i, vector.isNull(fromRow + i) ? 0 : vector.getDouble(fromRow + i));
        }
      }
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          setLong(row + i, vector.getBoolean(fromRow + i) ? 1 : 0);
        }
      }
      case BYTES -> appendStrings(vector, fromRow, count, row);
    }
    if (vector.mayHaveNulls()) {
      for (int i = 0; i < count; i++) {
        if (vector.isNull(fromRow + i)) {
          setNull(row + i);
        }
      }
    }
  }

  /**
   * Takes rows of another buffer of the same type, whose staged rows have been moved on; room is
   * reserved. They are all before the next multiple of {@link #STAGED_ROWS}, or end at it.
   *
   * @param fromRow of the other buffer
   * @param row of the row group
   */
  public void append(ValueBuffer other, int fromRow, int count, int row) {
    if (isString()) {
      useViews(row);
      CodedRows strings = other.coded;
      StringCodes codes = strings == null ? null : strings.strings();
      for (int i = 0; i < count; i++) {
        long view = codes == null ? other.lane(fromRow + i) : codes.view(fromRow + i);
        store(row + i, other.heap, view);
      }
    } else if (wide || other.wide) {
      for (int i = 0; i < count; i++) {
        setInt128(row + i, other.high(fromRow + i), other.lane(fromRow + i));
      }
    } else {
      flush(row);
      MemorySegment.copy(other.lanes, (long) fromRow << 3, lanes, (long) row << 3, 8L * count);
      stagedFrom = row + count;
    }
    if (other.nullCount > 0) {
      for (int i = 0; i < count; i++) {
        if (Bitmaps.get(other.nulls, 0, fromRow + i)) {
          setNull(row + i);
        }
      }
    }
  }

  private long lane(int row) {
    return lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
  }

  private long high(int row) {
    MemorySegment segment = highs;
    return wide && segment != null
        ? segment.get(ValueLayout.JAVA_LONG, (long) row << 3)
        : lane(row) >> 63;
  }

  private void appendStrings(ColumnVector vector, int fromRow, int count, int row) {
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
        strings = new CodedRows(scope, capacity);
        spareCoded = strings;
      }
      strings.clear();
      strings.reserve(capacity);
      coded = strings;
    }
    return coded;
  }

  /** Makes views of the rows so far, and takes further ones as views. */
  private void useViews(int row) {
    CodedRows strings = coded;
    if (strings != null) {
      flush(row);
      StringCodes codes = strings.strings();
      for (int i = 0; i < row; i++) {
        lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, codes.view(i));
      }
      coded = null;
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
    int at = row & STAGED_ROWS - 1;
    for (int i = 0; i < count; i++) {
      int number = numbers[codes[i]];
      if (number == 0 && !(vector.mayHaveNulls() && vector.isNull(fromRow + i))) {
        if (strings.isFull()) {
          useViews(row + i);
          return i;
        }
        store(row + i, dictionary.heap(), dictionary.view(codes[i]));
        number = strings.add(staged[at + i]);
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
        views[codes[i]] = staged[row + i & STAGED_ROWS - 1];
      } else {
        stage(row + i, view);
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
            staged,
            row & STAGED_ROWS - 1);
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
      stage(row + taken, view + moved);
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
      stage(row + taken, StringView.of(end, length));
      end += length;
    }
    heapLength = end;
    return taken;
  }

  private void appendIntegers(ColumnVector vector, int fromRow, int count, int row) {
    if (areWidened(vector)) {
      int width = vector.width();
      flush(row);
      DecodeKernels.current()
          .widen(
              vector.data(),
              vector.offset() + (long) fromRow * width,
              width,
              vector.base(),
              vector.multiplier(),
              count,
              lanes,
              (long) row << 3);
      stagedFrom = row + count;
      return;
    }
    for (int i = 0; i < count; i++) {
      if (!vector.isNull(fromRow + i)) {
        setInt128(row + i, vector.getHigh(fromRow + i), vector.getLong(fromRow + i));
      }
    }
  }

  /** Finds the first of some rows whose value the type cannot hold, and fails there. */
  public void checkRange(int rows) {
    flush(rows);
    MemorySegment high = wide ? highs : null;
    for (int row = 0; row < rows; row++) {
      long low = lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
      long upper = high == null ? low >> 63 : high.get(ValueLayout.JAVA_LONG, (long) row << 3);
      if (!Bitmaps.get(nulls, 0, row) && !Int128Range.holds(type, upper, low)) {
        throw failures.at(
            ErrorCode.NUMERIC_OVERFLOW,
            row,
            "the value " + Int128Range.text(type, upper, low) + " is out of the range of " + type);
      }
    }
  }

  /** The first NULL row. */
  public int firstNull() {
    int row = 0;
    while (!Bitmaps.get(nulls, 0, row)) {
      row++;
    }
    return row;
  }
}
