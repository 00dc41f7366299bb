package dev.paceline.storage.load.arrow.body;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.column.BooleanColumn;
import dev.paceline.storage.load.column.DictionaryColumn;
import dev.paceline.storage.load.column.DoubleColumn;
import dev.paceline.storage.load.column.IntegralLanes;
import dev.paceline.storage.load.column.NullRows;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The values of one dictionary, for all record batches that use it. Immutable after {@link #end},
 * and then safe for all threads.
 */
final class DictionaryValues implements AutoCloseable {
  private final DataType type;
  private final MemoryScope memory;

  /** Bytes of an entry: a view, a number or a truth value of 8 bytes, or a number of 16. */
  private final int width;

  private final GrowingBuffer lanes;
  private final GrowingBuffer heap;
  private final BitSet nulls = new BitSet();
  private int size;
  private @Nullable Dictionary dictionary;

  /**
   * @param memory of the entries, which ends with them
   */
  DictionaryValues(DataType type, MemoryScope memory) {
    this.type = type;
    this.memory = memory;
    this.width =
        type.family() == TypeFamily.INTEGRAL && !type.fitsLong() ? 2 * Long.BYTES : Long.BYTES;
    this.lanes = new GrowingBuffer(memory);
    this.heap = new GrowingBuffer(memory);
  }

  /** Adds values behind those that there are. */
  void append(ColumnVector values, int count) {
    long at = lanes.extend((long) count * width);
    MemorySegment to = lanes.segment();
    for (int i = 0; i < count; i++, at += width) {
      to.set(JAVA_LONG, at, 0);
      if (width > Long.BYTES) {
        to.set(JAVA_LONG, at + Long.BYTES, 0);
      }
      if (values.isNull(i)) {
        nulls.set(size + i);
        continue;
      }
      switch (type.family()) {
        case BOOLEAN -> to.set(JAVA_LONG, at, values.getBoolean(i) ? 1 : 0);
        case FLOATING -> to.set(JAVA_LONG, at, Double.doubleToRawLongBits(values.getDouble(i)));
        case INTEGRAL -> {
          to.set(JAVA_LONG, at, values.getLong(i));
          if (width > Long.BYTES) {
            to.set(JAVA_LONG, at + Long.BYTES, values.getHigh(i));
          }
        }
        case BYTES -> {
          long view = values.getView(i);
          int length = StringView.length(view);
          long start = heap.extend(length);
          StringView.copy(values.valueHeap(), view, heap.segment(), start);
          to.set(JAVA_LONG, at, StringView.of(start, length));
        }
      }
    }
    size += count;
  }

  /** Ends the dictionary. */
  void end() {
    lanes.extend(0);
    heap.extend(0);
    dictionary = new Dictionary(size, lanes.segment(), 0, heap.segment(), false);
  }

  int size() {
    return size;
  }

  boolean haveNulls() {
    return !nulls.isEmpty();
  }

  boolean isNull(int code) {
    return nulls.get(code);
  }

  /**
   * Returns the column of which some codes are the values.
   *
   * @param codes below the size, also under a NULL
   * @param codeWidth bytes of a code: 1, 2 or 4
   * @param rowMemory for values that do not stay codes
   */
  ChunkColumn column(NullRows rows, MemorySegment codes, int codeWidth, MemoryScope rowMemory) {
    Dictionary entries = dictionary;
    if (type.family() == TypeFamily.BYTES && entries != null) {
      return new DictionaryColumn(type, rows, codes, codeWidth, entries);
    }
    int count = rows.rowCount();
    ColumnVector reader =
        new ColumnVector(DataType.VARCHAR)
            .setDictionary(codes, 0, codeWidth, new Dictionary(0, codes, 0, codes, false));
    if (type.family() == TypeFamily.BOOLEAN) {
      MemorySegment bits = rowMemory.allocateZeroed(Bitmaps.bytes(count));
      for (int i = 0; i < count; i++) {
        if (lanes.segment().get(JAVA_LONG, (long) reader.getCode(i) << 3) != 0) {
          Bitmaps.set(bits, 0, i);
        }
      }
      return new BooleanColumn(rows, bits);
    }
    MemorySegment gathered = rowMemory.allocate((long) count * width);
    for (int i = 0; i < count; i++) {
      long from = (long) reader.getCode(i) * width;
      gathered.set(JAVA_LONG, (long) i * width, lanes.segment().get(JAVA_LONG, from));
      if (width > Long.BYTES) {
        gathered.set(
            JAVA_LONG,
            (long) i * width + Long.BYTES,
            lanes.segment().get(JAVA_LONG, from + Long.BYTES));
      }
    }
    return type.family() == TypeFamily.FLOATING
        ? DoubleColumn.of(type, rows, gathered)
        : IntegralLanes.column(type, rows, gathered, width, rowMemory);
  }

  @Override
  public void close() {
    memory.close();
  }
}
