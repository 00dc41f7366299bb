package dev.paceline.storage.load.parquet.write;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;

/** Finds the distinct values of a column chunk, if they are few. Not thread-safe. */
final class DictionaryBuilder {
  private static final int MAX_ENTRIES = 1 << 16;
  private static final int MAX_BYTES = 1 << 20;

  /**
   * A dictionary of numbers pays if each occurs about so often: their bytes compress well without.
   * One of strings or UUIDs pays if it takes fewer bytes with the codes than the values do.
   */
  private static final int MIN_REPETITION = 3;

  /** A dictionary is given up after so many values if hardly any has occurred twice. */
  private static final int PROBE_VALUES = 4096;

  /** Codes plus 1, by the hash of their values. */
  private final int[] slots = new int[2 * MAX_ENTRIES];

  private int[] codes;
  private final long[] entryViews = new long[MAX_ENTRIES];
  private final GrowingBuffer entries;
  private int entryCount;

  /** Whether each entry begins with its length. */
  private boolean isString;

  /**
   * @param capacity how many values a column chunk has in general
   */
  DictionaryBuilder(int capacity, MemoryScope memory) {
    this.codes = new int[capacity];
    this.entries = new GrowingBuffer(memory);
  }

  /** Returns the code of each value, after {@link #build} has succeeded. */
  int[] codes() {
    return codes;
  }

  /** Returns the entries in the encoding PLAIN. */
  GrowingBuffer entries() {
    return entries;
  }

  int entryCount() {
    return entryCount;
  }

  /** Hands out the entries, strings without their lengths. */
  void forEachEntry(Consumer<byte[]> consumer) {
    int prefix = isString ? Integer.BYTES : 0;
    for (int code = 0; code < entryCount; code++) {
      long view = entryViews[code];
      consumer.accept(
          StringView.bytes(
              entries.segment(),
              StringView.of(StringView.offset(view) + prefix, StringView.length(view) - prefix)));
    }
  }

  /** Returns the bits of a code, at least 1. */
  int bits() {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(entryCount - 1));
  }

  /** Makes a dictionary of the values; false if that does not pay. */
  boolean build(ColumnBuffer column) {
    entries.clear();
    entryCount = 0;
    if (column.type().physical() == PhysicalType.BOOLEAN || column.valueCount() == 0) {
      return false;
    }
    if (codes.length < column.valueCount()) {
      codes = new int[column.valueCount()];
    }
    Arrays.fill(slots, 0);
    int width = column.type().width();
    isString = width == 0;
    boolean isNumber = !isString && !column.type().isUuid();
    int limit =
        isNumber ? Math.min(MAX_ENTRIES, column.valueCount() / MIN_REPETITION + 1) : MAX_ENTRIES;
    MemorySegment values = column.values().segment();
    long at = 0;
    for (int i = 0; i < column.valueCount(); i++) {
      int length = width > 0 ? width : Integer.BYTES + values.get(JAVA_INT_UNALIGNED, at);
      int code = find(values, at, length);
      if (code < 0) {
        code = entryCount;
        if (code == limit
            || entries.length() + length > MAX_BYTES
            || i == PROBE_VALUES && code > PROBE_VALUES * 3 / 4) {
          return false;
        }
        add(values, at, length);
      }
      codes[i] = code;
      at += length;
    }
    long codeBytes = (long) column.valueCount() * bits() / Byte.SIZE;
    return isNumber || entries.length() + codeBytes < at;
  }

  private static int slot(MemorySegment bytes, long at, int length) {
    long hash =
        switch (length) {
          case Integer.BYTES -> HashKernels.mix(bytes.get(JAVA_INT_UNALIGNED, at));
          case Long.BYTES -> HashKernels.mix(bytes.get(JAVA_LONG_UNALIGNED, at));
          default -> HashKernels.mix(HashKernels.digestBytes(bytes, StringView.of(at, length)));
        };
    return (int) (hash >>> 32) & 2 * MAX_ENTRIES - 1;
  }

  /** Returns the code of a value; -1 if it has none. */
  private int find(MemorySegment bytes, long at, int length) {
    int slot = slot(bytes, at, length);
    long view = StringView.of(at, length);
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      if (StringView.equal(bytes, view, entries.segment(), entryViews[code])) {
        return code;
      }
      slot = slot + 1 & 2 * MAX_ENTRIES - 1;
    }
    return -1;
  }

  private void add(MemorySegment bytes, long at, int length) {
    int slot = slot(bytes, at, length);
    while (slots[slot] != 0) {
      slot = slot + 1 & 2 * MAX_ENTRIES - 1;
    }
    long entry = entries.extend(length);
    MemorySegment.copy(bytes, at, entries.segment(), entry, length);
    entryViews[entryCount] = StringView.of(entry, length);
    slots[slot] = ++entryCount;
  }
}
