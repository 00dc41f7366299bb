package dev.paceline.storage.load.parquet.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.Micros;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.column.IntegralValues;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of a row group that is being filled: those that are not NULL in the
 * encoding PLAIN, and a bitmap of NULLs. Not thread-safe.
 */
final class ColumnBuffer {
  private static final ValueLayout.OfLong BIG_ENDIAN_LONG =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final long UNSIGNED_INT_MAX = 0xffff_ffffL;

  private final StoredType type;
  private final GrowingBuffer values;
  private final MemorySegment longs;
  private final int batchRows;
  private final MemoryScope memory;
  private final int maxDefinition;
  private final int maxRepetition;

  /** The levels of a column within lists or structs, one byte an entry. */
  private final GrowingBuffer definitions;

  private final GrowingBuffer repetitions;

  /** The strings of a column at the top of the schema that come as codes; null for others. */
  private final @Nullable CodedStrings coded;

  private MemorySegment nulls;

  /** Rows for which there is a bit in {@link #nulls}. */
  private int capacity;

  private int rows;
  private int nullCount;

  private ColumnBuffer(
      StoredType type,
      int maxDefinition,
      int maxRepetition,
      int capacity,
      int batchRows,
      MemoryScope memory) {
    this.type = type;
    this.maxDefinition = maxDefinition;
    this.maxRepetition = maxRepetition;
    this.capacity = capacity;
    this.batchRows = batchRows;
    this.memory = memory;
    this.values = new GrowingBuffer(memory);
    this.definitions = new GrowingBuffer(memory);
    this.repetitions = new GrowingBuffer(memory);
    this.nulls = memory.allocateZeroed(Bitmaps.bytes(capacity));
    this.longs = memory.allocate((long) batchRows * Long.BYTES);
    boolean isTop = maxDefinition == 1 && maxRepetition == 0;
    this.coded =
        isTop && type.physical() == PhysicalType.BYTE_ARRAY
            ? new CodedStrings(capacity, memory)
            : null;
  }

  /**
   * A column at the top of the schema.
   *
   * @param capacity the most rows
   * @param batchRows the most rows of a batch
   */
  static ColumnBuffer of(StoredType type, int capacity, int batchRows, MemoryScope memory) {
    return new ColumnBuffer(type, 1, 0, capacity, batchRows, memory);
  }

  /**
   * A column within lists or structs, whose rows are entries of these.
   *
   * @param maxDefinition the level of entries that have a value
   * @param maxRepetition how many lists contain it
   */
  static ColumnBuffer withLevels(
      StoredType type, int maxDefinition, int maxRepetition, int batchRows, MemoryScope memory) {
    return new ColumnBuffer(type, maxDefinition, maxRepetition, batchRows, batchRows, memory);
  }

  int maxDefinition() {
    return maxDefinition;
  }

  int maxRepetition() {
    return maxRepetition;
  }

  /** Whether there are levels for each entry; otherwise the bitmap of NULLs says all. */
  boolean hasLevels() {
    return definitions.length() > 0;
  }

  /** Returns how an entry is defined. */
  int definition(int entry) {
    return definitions.segment().get(JAVA_BYTE, entry);
  }

  /** Returns how an entry repeats; 0 if it begins a row. */
  int repetition(int entry) {
    return repetitions.segment().get(JAVA_BYTE, entry);
  }

  /**
   * Appends entries with their levels.
   *
   * @param from the row of the first one in the vector
   */
  void append(ColumnVector vector, int from, EntryLevels levels, int definition) {
    int count = levels.count();
    long at = definitions.extend(count);
    repetitions.extend(count);
    for (int i = 0; i < count; i++) {
      boolean isPresent = levels.isLive(i) && !vector.isNull(from + i);
      definitions
          .segment()
          .set(JAVA_BYTE, at + i, (byte) (isPresent ? definition : levels.definition(i)));
      repetitions.segment().set(JAVA_BYTE, at + i, (byte) levels.repetition(i));
    }
    for (int done = 0; done < count; done += batchRows) {
      append(vector, from + done, Math.min(batchRows, count - done));
    }
  }

  private void ensureNulls(int needed) {
    if (needed <= capacity) {
      return;
    }
    int larger = Math.max(needed, 2 * capacity);
    MemorySegment grown = memory.allocateZeroed(Bitmaps.bytes(larger));
    MemorySegment.copy(nulls, 0, grown, 0, Bitmaps.bytes(capacity));
    memory.release(nulls);
    nulls = grown;
    capacity = larger;
  }

  StoredType type() {
    return type;
  }

  /**
   * Returns the dictionary of strings that have come as codes, if the file gets shorter by it. The
   * strings are among {@link #values} otherwise.
   */
  @Nullable DictionaryBuilder dictionary() {
    if (coded == null || !coded.isOpen() || valueCount() == 0) {
      return null;
    }
    if (coded.pays()) {
      return coded.dictionary();
    }
    coded.close(values);
    return null;
  }

  /** Returns the values that are not NULL; of strings, each behind its length. */
  GrowingBuffer values() {
    return values;
  }

  /** Returns how many values there are. */
  int valueCount() {
    return rows - nullCount;
  }

  int rows() {
    return rows;
  }

  int nullCount() {
    return nullCount;
  }

  /**
   * Some rows.
   *
   * @param nulls bitmap of those that are NULL, unless there are levels
   * @param firstValue number of the first value that is not NULL
   * @param values those that are not NULL, and nothing else; empty for strings of a dictionary
   */
  record Piece(
      int rowCount, int nullCount, MemorySegment nulls, int firstValue, MemorySegment values) {
    /** Returns how many values are not NULL. */
    int valueCount() {
      return rowCount - nullCount;
    }
  }

  /**
   * Returns some rows, or entries.
   *
   * @param from the first one; a multiple of 64 unless there are levels
   * @param firstValue how many values come before them
   * @param at where their first value is
   * @param hasDictionary whether there is a dictionary of the values
   */
  Piece piece(int from, int count, int firstValue, long at, boolean hasDictionary) {
    MemorySegment pieceNulls = hasLevels() ? MemorySegment.NULL : nulls.asSlice(from >>> 3);
    int pieceNullCount = 0;
    if (hasLevels()) {
      for (int entry = from; entry < from + count; entry++) {
        pieceNullCount += definition(entry) < maxDefinition ? 1 : 0;
      }
    } else if (nullCount > 0) {
      pieceNullCount = Bitmaps.count(pieceNulls, 0, count);
    }
    long length = 0;
    int present = count - pieceNullCount;
    if (type.physical() == PhysicalType.BYTE_ARRAY) {
      for (int i = 0; i < present && !hasDictionary; i++) {
        length += Integer.BYTES + values.segment().get(JAVA_INT_UNALIGNED, at + length);
      }
    } else {
      int width = type.physical() == PhysicalType.BOOLEAN ? 1 : type.width();
      length = (long) present * width;
    }
    return new Piece(
        count, pieceNullCount, pieceNulls, firstValue, values.segment().asSlice(at, length));
  }

  long bytes() {
    return values.length() + 2 * definitions.length() + (coded == null ? 0 : coded.bytes());
  }

  /** Gives the memory of the values back. */
  void release() {
    values.release();
    if (coded != null) {
      coded.release();
    }
    definitions.release();
    repetitions.release();
  }

  void clear() {
    values.clear();
    if (coded != null) {
      coded.clear();
    }
    definitions.clear();
    repetitions.clear();
    Bitmaps.zero(nulls, 0, rows);
    rows = 0;
    nullCount = 0;
  }

  /** Appends the first rows of a vector. */
  void append(ColumnVector vector, int from, int count) {
    int first = rows;
    ensureNulls(rows + count);
    rows += count;
    int before = nullCount;
    if (vector.mayHaveNulls()) {
      for (int i = 0; i < count; i++) {
        if (vector.isNull(from + i)) {
          Bitmaps.set(nulls, 0, first + i);
          nullCount++;
        }
      }
    }
    if (nullCount - before == count) {
      return;
    }
    switch (type.physical()) {
      case BOOLEAN -> appendBits(vector, from, count, first);
      case INT32, INT64 -> appendIntegers(vector, from, count, first);
      case FLOAT, DOUBLE -> appendDoubles(vector, from, count, first);
      case FIXED_LEN_BYTE_ARRAY -> {
        if (type.isUuid()) {
          appendUuids(vector, from, count, first);
        } else if (type.isInterval()) {
          appendIntervals(vector, from, count, first);
        } else {
          appendWide(vector, from, count, first);
        }
      }
      case BYTE_ARRAY -> appendStrings(vector, from, count, first);
      case INT96 -> throw new IllegalStateException("INT96 is not written");
    }
  }

  private boolean isNull(int row) {
    return nullCount > 0 && Bitmaps.get(nulls, 0, row);
  }

  /** Values are bytes here, and become bits when the page is written. */
  private void appendBits(ColumnVector vector, int from, int count, int first) {
    long at = values.extend(count);
    MemorySegment to = values.segment();
    for (int i = 0; i < count; i++) {
      if (!isNull(first + i)) {
        to.set(JAVA_BYTE, at++, (byte) (vector.getBoolean(from + i) ? 1 : 0));
      }
    }
    values.shorten(at);
  }

  private void appendIntegers(ColumnVector vector, int from, int count, int first) {
    IntegralValues.read(vector, from, count, longs);
    int width = type.width();
    long at = values.extend((long) count * width);
    MemorySegment to = values.segment();
    boolean hasNulls = nullCount > 0;
    for (int i = 0; i < count; i++) {
      if (hasNulls && isNull(first + i)) {
        continue;
      }
      long value = longs.get(ValueLayout.JAVA_LONG, (long) i << 3);
      if (width == Integer.BYTES) {
        to.set(JAVA_INT_UNALIGNED, at, (int) value);
      } else {
        to.set(JAVA_LONG_UNALIGNED, at, value);
      }
      at += width;
    }
    values.shorten(at);
  }

  private void appendDoubles(ColumnVector vector, int from, int count, int first) {
    int width = type.width();
    long at = values.extend((long) count * width);
    MemorySegment to = values.segment();
    for (int i = 0; i < count; i++) {
      if (isNull(first + i)) {
        continue;
      }
      double value = vector.getDouble(from + i);
      if (width == Float.BYTES) {
        to.set(JAVA_FLOAT_UNALIGNED, at, (float) value);
      } else {
        to.set(JAVA_LONG_UNALIGNED, at, Double.doubleToRawLongBits(value));
      }
      at += width;
    }
    values.shorten(at);
  }

  private void appendWide(ColumnVector vector, int from, int count, int first) {
    long at = values.extend((long) count * type.width());
    MemorySegment to = values.segment();
    for (int i = 0; i < count; i++) {
      if (!isNull(first + i)) {
        to.set(BIG_ENDIAN_LONG, at, vector.getHigh(from + i));
        to.set(BIG_ENDIAN_LONG, at + Long.BYTES, vector.getLong(from + i));
        at += 2L * Long.BYTES;
      }
    }
    values.shorten(at);
  }

  private void appendIntervals(ColumnVector vector, int from, int count, int first) {
    long at = values.extend((long) count * type.width());
    MemorySegment to = values.segment();
    for (int i = 0; i < count; i++) {
      if (isNull(first + i)) {
        continue;
      }
      long high = vector.getHigh(from + i);
      long low = vector.getLong(from + i);
      long months = IntervalFields.months(low);
      long days = IntervalFields.days(low);
      long micros = IntervalFields.micros(high, low);
      long millis = micros / Micros.PER_MILLI;
      if ((months | days | micros) < 0
          || millis > UNSIGNED_INT_MAX
          || micros % Micros.PER_MILLI != 0) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "the interval "
                + IntervalText.of(high, low)
                + " cannot be written to a Parquet file, whose intervals are not negative and have"
                + " up to 4,294,967,295 milliseconds; cast the column to VARCHAR");
      }
      to.set(JAVA_INT_UNALIGNED, at, (int) months);
      to.set(JAVA_INT_UNALIGNED, at + Integer.BYTES, (int) days);
      to.set(JAVA_INT_UNALIGNED, at + 2L * Integer.BYTES, (int) millis);
      at += type.width();
    }
    values.shorten(at);
  }

  private void appendUuids(ColumnVector vector, int from, int count, int first) {
    MemorySegment heap = vector.valueHeap();
    long at = values.extend((long) count * type.width());
    MemorySegment to = values.segment();
    for (int i = 0; i < count; i++) {
      if (!isNull(first + i)) {
        StringView.copy(heap, vector.getView(from + i), to, at);
        at += type.width();
      }
    }
    values.shorten(at);
  }

  private void appendStrings(ColumnVector vector, int from, int count, int first) {
    if (coded != null && coded.isOpen()) {
      if (coded.append(vector, from, count)) {
        return;
      }
      coded.close(values);
    }
    MemorySegment heap = vector.valueHeap();
    MemorySegment to = values.segment();
    long at = values.length();
    boolean hasNulls = nullCount > 0;
    for (int i = 0; i < count; i++) {
      if (hasNulls && isNull(first + i)) {
        continue;
      }
      long view = vector.getView(from + i);
      int length = StringView.length(view);
      long needed = (long) Integer.BYTES + length + StringView.SLACK;
      if (to.byteSize() - at < needed) {
        values.shorten(at);
        values.extend(needed);
        to = values.segment();
      }
      to.set(JAVA_INT_UNALIGNED, at, length);
      at += Integer.BYTES;
      StringView.copyWithSlack(heap, StringView.offset(view), to, at, length);
      at += length;
    }
    values.shorten(at);
  }
}
