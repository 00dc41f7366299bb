package dev.paceline.storage.load.arrow.body;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.arrow.body.BodyBuffers.Bytes;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.ArrowLayout;
import dev.paceline.storage.load.arrow.metadata.BatchMetadata;
import dev.paceline.storage.load.arrow.metadata.DictionaryIndex;
import dev.paceline.storage.load.arrow.metadata.FieldPlace;
import dev.paceline.storage.load.column.BooleanColumn;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.NullRows;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Decodes fields of one record batch. Not thread-safe. */
final class ValueDecoder {
  private final BatchMetadata batch;
  private final BodyBuffers buffers;
  private final ArrowDictionaries.View dictionaries;
  private final MemoryScope memory;
  private final Runnable cancellation;

  /**
   * @param memory of the columns
   */
  ValueDecoder(
      BatchMetadata batch,
      BodyBuffers buffers,
      ArrowDictionaries.View dictionaries,
      MemoryScope memory,
      Runnable cancellation) {
    this.batch = batch;
    this.buffers = buffers;
    this.dictionaries = dictionaries;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  /**
   * Decodes some values.
   *
   * @param place where the field begins in the batch
   * @param from the first value
   * @param count at least 1
   * @throws IOException or an unchecked exception if the file is damaged
   */
  ChunkColumn column(ArrowField field, FieldPlace place, long from, int count) throws IOException {
    cancellation.run();
    if (count > batch.length(place.node()) - from) {
      throw new IllegalArgumentException("a field has too few values");
    }
    DictionaryIndex index = field.index();
    if (field.layout() == ArrowLayout.NULLS && index == null) {
      return ConstantColumn.ofNull(field.type(), count);
    }
    NullRows nulls = nulls(place, from, count);
    if (nulls.nullCount() == count) {
      return ConstantColumn.ofNull(field.type(), count);
    }
    if (index != null) {
      return coded(field, index, place, from, nulls);
    }
    return switch (field.layout()) {
      case BITS -> new BooleanColumn(nulls, bits(place.buffer() + 1, from, count));
      case FIXED ->
          NumberLanes.column(
              field, nulls, fixed(place.buffer() + 1, from, count, field.width()), memory);
      case STRINGS, LARGE_STRINGS, STRING_VIEWS, FIXED_STRINGS ->
          new ArrowStringDecoder(batch, buffers, memory, cancellation)
              .column(field, place, from, nulls);
      case LISTS, LARGE_LISTS, LIST_VIEWS, LARGE_LIST_VIEWS, FIXED_LISTS, STRUCTS ->
          new NestedDecoder(this, batch, buffers, memory, cancellation)
              .column(field, place, from, nulls);
      case NULLS, SPARSE_UNION, DENSE_UNION, RUN_ENDS ->
          throw new IllegalStateException("field " + field.name() + " is not read");
    };
  }

  /** Returns some values as a vector; there may be none. */
  ColumnVector vector(ArrowField field, FieldPlace place, long from, int count) throws IOException {
    ColumnVector vector = new ColumnVector(field.type(), memory);
    if (count > 0) {
      column(field, place, from, count).read(0, count, vector);
    }
    return vector;
  }

  private NullRows nulls(FieldPlace place, long from, int count) throws IOException {
    if (batch.nullCount(place.node()) == 0 || buffers.length(place.buffer()) == 0) {
      return NullRows.none(count);
    }
    MemorySegment bits = bits(place.buffer(), from, count);
    for (long at = 0; at < Bitmaps.bytes(count); at += Long.BYTES) {
      bits.set(JAVA_LONG, at, ~bits.get(JAVA_LONG, at));
    }
    int nulls = Bitmaps.count(bits, 0, count);
    return nulls == 0 ? NullRows.none(count) : new NullRows(count, nulls, bits);
  }

  /** Returns some bits of a buffer, from the first bit of the first word on. */
  private MemorySegment bits(int buffer, long from, int count) throws IOException {
    Bytes bytes = buffers.read(buffer, from >>> 3, from + count + 7 >>> 3);
    long first = from - (bytes.start() << 3);
    if (first == 0) {
      return bytes.segment();
    }
    MemorySegment bits = memory.allocate(Bitmaps.bytes(count));
    Bitmaps.copy(bytes.segment(), first, bits, 0, count);
    return bits;
  }

  /** Returns some values of a fixed length, the first one at the beginning. */
  private MemorySegment fixed(int buffer, long from, int count, int width) throws IOException {
    Bytes bytes = buffers.read(buffer, from * width, (from + count) * width);
    return bytes.segment().asSlice(from * width - bytes.start());
  }

  /** Decodes codes, which stay codes where the values are strings. */
  private ChunkColumn coded(
      ArrowField field, DictionaryIndex index, FieldPlace place, long from, NullRows nulls)
      throws IOException {
    int count = nulls.rowCount();
    MemorySegment raw = fixed(place.buffer() + 1, from, count, index.width());
    DictionaryValues values = dictionaries.values(field, index);
    int width = Math.min(index.width(), Integer.BYTES);
    MemorySegment codes = index.width() == width ? raw : memory.allocate((long) count * width);
    boolean areSomeNull = nulls.nullCount() > 0;
    MemorySegment bitmap =
        areSomeNull || !values.haveNulls()
            ? nulls.bitmap()
            : memory.allocateZeroed(Bitmaps.bytes(count));
    int nullCount = nulls.nullCount();
    for (int row = 0; row < count; row++) {
      long code = 0;
      if (!areSomeNull || !Bitmaps.get(nulls.bitmap(), 0, row)) {
        code = code(raw, index, row);
        if (code < 0 || code >= values.size()) {
          throw new IllegalArgumentException("a code is not in the dictionary");
        }
        if (values.haveNulls() && values.isNull((int) code)) {
          Bitmaps.set(bitmap, 0, row);
          nullCount++;
        }
      }
      switch (width) {
        case 1 -> codes.set(JAVA_BYTE, row, (byte) code);
        case 2 -> codes.set(JAVA_SHORT, 2L * row, (short) code);
        default -> codes.set(JAVA_INT, 4L * row, (int) code);
      }
    }
    return nullCount == count
        ? ConstantColumn.ofNull(field.type(), count)
        : values.column(new NullRows(count, nullCount, bitmap), codes, width, memory);
  }

  private static long code(MemorySegment raw, DictionaryIndex index, int row) {
    long code =
        switch (index.width()) {
          case 1 -> raw.get(JAVA_BYTE, row);
          case 2 -> raw.get(JAVA_SHORT, 2L * row);
          case 4 -> raw.get(JAVA_INT_UNALIGNED, 4L * row);
          default -> raw.get(JAVA_LONG_UNALIGNED, 8L * row);
        };
    return index.isSigned() || index.width() == Long.BYTES
        ? code
        : code & (1L << Byte.SIZE * index.width()) - 1;
  }
}
