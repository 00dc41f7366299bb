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
import java.util.BitSet;
import java.util.function.Consumer;

/** Finds the distinct values of a column chunk, if they are few. Not thread-safe. */
final class DictionaryBuilder {
  /** The most entries of a dictionary that a reader is given. */
  static final int MAX_ENTRIES = 1 << 16;

  private static final int MAX_BYTES = 1 << 20;

  /**
   * A dictionary of numbers pays if each occurs about so often: their bytes compress well without.
   * One of strings or UUIDs pays if it takes fewer bytes with the codes than the values do.
   */
  private static final int MIN_REPETITION = 3;

  /** The number of values after which a dictionary is given up if hardly any occurred twice. */
  private static final int FIRST_PROBE = 1 << 12;

  /** The number of values after which it is given up if few occurred twice. */
  private static final int SECOND_PROBE = 1 << 14;

  private final int maxEntries;

  /** Codes plus 1, by the hash of their values, or by their values less the smallest one. */
  private final int[] slots;

  private int[] codes;
  private int codeCount;
  private final long[] entryViews;
  private final GrowingBuffer entries;
  private int entryCount;

  /** The entries that are numbers. */
  private final long[] keys;

  /** The values that are numbers. */
  private long[] numbers = new long[0];

  /** Whether each entry begins with its length. */
  private boolean isString = true;

  /**
   * @param capacity how many values a column chunk has in general
   * @param maxEntries a power of two, at most {@link #MAX_ENTRIES}
   */
  DictionaryBuilder(int capacity, int maxEntries, MemoryScope memory) {
    this.codes = new int[capacity];
    this.maxEntries = maxEntries;
    this.slots = new int[2 * maxEntries];
    this.entryViews = new long[maxEntries];
    this.keys = new long[maxEntries];
    this.entries = new GrowingBuffer(memory);
  }

  /** Returns the code of each value. */
  int[] codes() {
    return codes;
  }

  /** Returns the number of values that have a code. */
  int codeCount() {
    return codeCount;
  }

  /** Returns the entries in the encoding PLAIN. */
  GrowingBuffer entries() {
    return entries;
  }

  int entryCount() {
    return entryCount;
  }

  /** Returns the place of an entry in {@link #entries}, a string with its length. */
  long entryView(int code) {
    return entryViews[code];
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

  /** Returns the entries that some values have. */
  BitSet usedEntries(int from, int to) {
    BitSet used = new BitSet(entryCount);
    for (int i = from; i < to; i++) {
      used.set(codes[i]);
    }
    return used;
  }

  /** Returns the bits of a code, at least 1. */
  int bits() {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(entryCount - 1));
  }

  /** Whether the entries and the codes take fewer bytes than the values. */
  boolean isShorterThan(long plainBytes) {
    return entries.length() + (long) codeCount * bits() / Byte.SIZE < plainBytes;
  }

  void clear() {
    Arrays.fill(slots, 0);
    entries.clear();
    entryCount = 0;
    codeCount = 0;
  }

  /** Makes a dictionary of the values; false if that does not pay. */
  boolean build(ColumnBuffer column) {
    clear();
    int count = column.valueCount();
    if (column.type().physical() == PhysicalType.BOOLEAN
        || column.type().isInterval()
        || count == 0) {
      return false;
    }
    if (codes.length < count) {
      codes = new int[count];
    }
    int width = column.type().width();
    isString = width == 0;
    MemorySegment values = column.values().segment();
    if (width == Integer.BYTES || width == Long.BYTES) {
      return buildNumbers(values, width, count);
    }
    boolean isDecimal = !isString && !column.type().isUuid();
    int limit = isDecimal ? limit(count) : maxEntries;
    long at = 0;
    for (int i = 0; i < count; i++) {
      if (isHopeless(i)) {
        return false;
      }
      int length = width > 0 ? width : Integer.BYTES + values.get(JAVA_INT_UNALIGNED, at);
      int code = code(values, at, length, limit);
      if (code < 0) {
        return false;
      }
      addCode(code);
      at += length;
    }
    return isDecimal || isShorterThan(at);
  }

  private int limit(int count) {
    return Math.min(maxEntries, count / MIN_REPETITION + 1);
  }

  /** Whether hardly any of the first values has occurred twice. */
  private boolean isHopeless(int values) {
    return values == FIRST_PROBE && entryCount > FIRST_PROBE - FIRST_PROBE / 16
        || values == SECOND_PROBE && entryCount > SECOND_PROBE - SECOND_PROBE / 4;
  }

  private boolean buildNumbers(MemorySegment values, int width, int count) {
    readNumbers(values, width, count);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, numbers[i]);
      max = Math.max(max, numbers[i]);
    }
    boolean isDense = max - min >= 0 && max - min < slots.length;
    if (!(isDense ? codeDense(min, count, limit(count)) : codeSparse(count, limit(count)))) {
      return false;
    }
    codeCount = count;
    for (int code = 0; code < entryCount; code++) {
      long at = entries.extend(width);
      if (width == Integer.BYTES) {
        entries.segment().set(JAVA_INT_UNALIGNED, at, (int) keys[code]);
      } else {
        entries.segment().set(JAVA_LONG_UNALIGNED, at, keys[code]);
      }
      entryViews[code] = StringView.of(at, width);
    }
    return true;
  }

  private void readNumbers(MemorySegment values, int width, int count) {
    if (numbers.length < count) {
      numbers = new long[Math.max(count, codes.length)];
    }
    if (width == Long.BYTES) {
      MemorySegment.copy(values, JAVA_LONG_UNALIGNED, 0, numbers, 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      numbers[i] = values.get(JAVA_INT_UNALIGNED, (long) i << 2);
    }
  }

  /** Codes numbers whose differences to the smallest one are positions in {@link #slots}. */
  private boolean codeDense(long min, int count, int limit) {
    for (int i = 0; i < count; i++) {
      int slot = (int) (numbers[i] - min);
      if (slots[slot] == 0) {
        if (entryCount == limit) {
          return false;
        }
        keys[entryCount] = numbers[i];
        slots[slot] = ++entryCount;
      }
      codes[i] = slots[slot] - 1;
    }
    return true;
  }

  private boolean codeSparse(int count, int limit) {
    int mask = slots.length - 1;
    for (int i = 0; i < count; i++) {
      if (isHopeless(i)) {
        return false;
      }
      long number = numbers[i];
      int slot = (int) (HashKernels.mix(number) >>> 32) & mask;
      int code = slots[slot];
      while (code != 0 && keys[code - 1] != number) {
        slot = slot + 1 & mask;
        code = slots[slot];
      }
      if (code == 0) {
        if (entryCount == limit) {
          return false;
        }
        keys[entryCount] = number;
        code = ++entryCount;
        slots[slot] = code;
      }
      codes[i] = code - 1;
    }
    return true;
  }

  /** Appends the code of a value. */
  void addCode(int code) {
    if (codeCount == codes.length) {
      codes = Arrays.copyOf(codes, Math.max(64, 2 * codeCount));
    }
    codes[codeCount++] = code;
  }

  /** Takes codes back. */
  void removeCodes(int toCount) {
    codeCount = toCount;
  }

  /**
   * Returns the code of a value, which becomes an entry if it is none yet; -1 if there is no room.
   *
   * @param bytes with the value in the encoding PLAIN
   */
  int code(MemorySegment bytes, long at, int length, int limit) {
    int mask = slots.length - 1;
    long hash = HashKernels.mix(HashKernels.digestBytes(bytes, StringView.of(at, length)));
    int slot = (int) (hash >>> 32) & mask;
    long view = StringView.of(at, length);
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      if (StringView.equal(bytes, view, entries.segment(), entryViews[code])) {
        return code;
      }
      slot = slot + 1 & mask;
    }
    if (entryCount == limit || entries.length() + length > MAX_BYTES) {
      return -1;
    }
    long entry = entries.extend(length);
    MemorySegment.copy(bytes, at, entries.segment(), entry, length);
    entryViews[entryCount] = StringView.of(entry, length);
    slots[slot] = ++entryCount;
    return entryCount - 1;
  }
}
