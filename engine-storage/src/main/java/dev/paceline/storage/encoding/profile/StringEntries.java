package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the distinct strings of a column: one code a row, in the order of the strings. Its arrays
 * are reused; a result is valid until the next one is asked for. One thread at a time.
 */
public final class StringEntries {
  /** Rows that are looked at before all rows are. */
  private static final int SAMPLE_ROWS = 1024;

  private static final int FIRST_SLOTS = 1 << 12;
  private static final int LOG_KNOWN = 10;
  private static final long NO_VIEW = -1;

  /** Views found lately and their entries: rows that share a view need no look at the string. */
  private final long[] knownViews = new long[1 << LOG_KNOWN];

  /** Counted from 1. */
  private final int[] knownEntries = new int[1 << LOG_KNOWN];

  /** Entries by their hash, counted from 1; as many as {@link #slotMask} says are in use. */
  private int[] slots = new int[0];

  private int slotMask;

  /** The entry of each row, counted from 1; 0 for NULL. */
  private int[] rowEntries = new int[0];

  /** The codes of the rows, if they came as codes; {@link #rowEntries} is not used then. */
  private @Nullable StringCodes coded;

  /** The entry of each code, counted from 1; 0 for NULL. */
  private int[] codeEntries = new int[0];

  private int[] hashes = new int[0];
  private long[] views = new long[0];
  private int[] order = new int[0];

  /** The place in the order of the strings of each entry, counted from 1; 0 for NULL. */
  private int[] ranks = new int[0];

  private int count;
  private long heapBytes;

  /**
   * Collects the entries.
   *
   * @return null if they are too many to pay
   */
  @Nullable StringEntries collect(ColumnValues values) {
    int rows = values.rowCount();
    int limit = Math.max(1, Math.min(rows, Math.max(256, rows / 2)));
    coded = values.codes();
    if (coded != null) {
      collect(coded, values.heap());
      return this;
    }
    if (rows > 4 * SAMPLE_ROWS && !samplePromises(values)) {
      return null;
    }
    prepare(rows);
    if (!addAll(values, 1, limit) || count == 0) {
      return null;
    }
    sort(values.heap());
    return this;
  }

  private void collect(StringCodes codes, MemorySegment heap) {
    prepare(0);
    if (codeEntries.length <= codes.count()) {
      codeEntries = new int[Math.max(256, 2 * codes.count())];
    }
    for (int code = 1; code <= codes.count(); code++) {
      codeEntries[code] = entry(heap, codes.views()[code], codes.count()) + 1;
    }
    sort(heap);
  }

  public int count() {
    return count;
  }

  /** Bytes of all entries. */
  public long heapBytes() {
    return heapBytes;
  }

  /** The view of an entry, in the order of the strings. */
  public long view(int code) {
    return views[order[code]];
  }

  /**
   * Writes the codes of rows; that of NULL is 0.
   *
   * @param width bytes of a code: 1, 2 or 4
   */
  public void writeCodes(MemorySegment target, long at, int width, int rows) {
    StringCodes strings = coded;
    if (strings != null) {
      writeCodes(strings, target, at, width, rows);
      return;
    }
    int[] codes = ranks;
    int[] entries = rowEntries;
    switch (width) {
      case 1 -> {
        for (int row = 0; row < rows; row++) {
          target.set(ValueLayout.JAVA_BYTE, at + row, (byte) codes[entries[row]]);
        }
      }
      case 2 -> {
        for (int row = 0; row < rows; row++) {
          target.set(ValueLayout.JAVA_SHORT, at + 2L * row, (short) codes[entries[row]]);
        }
      }
      default -> {
        for (int row = 0; row < rows; row++) {
          target.set(ValueLayout.JAVA_INT, at + 4L * row, codes[entries[row]]);
        }
      }
    }
  }

  private void writeCodes(StringCodes strings, MemorySegment target, long at, int width, int rows) {
    int[] codes = new int[strings.count() + 1];
    for (int code = 1; code < codes.length; code++) {
      codes[code] = ranks[codeEntries[code]];
    }
    if (width == 1) {
      for (int row = 0; row < rows; row++) {
        target.set(ValueLayout.JAVA_BYTE, at + row, (byte) codes[strings.code(row)]);
      }
    } else {
      for (int row = 0; row < rows; row++) {
        target.set(ValueLayout.JAVA_SHORT, at + 2L * row, (short) codes[strings.code(row)]);
      }
    }
  }

  private boolean samplePromises(ColumnValues values) {
    prepare(values.rowCount());
    addAll(values, values.rowCount() / SAMPLE_ROWS, SAMPLE_ROWS + 1);
    return count <= SAMPLE_ROWS - SAMPLE_ROWS / 64;
  }

  private void prepare(int rows) {
    clearSlots(FIRST_SLOTS);
    if (rowEntries.length < rows) {
      rowEntries = new int[rows];
    }
    Arrays.fill(knownViews, NO_VIEW);
    count = 0;
    heapBytes = 0;
  }

  /** Gives every step-th row an entry, in the order of appearance. */
  private boolean addAll(ColumnValues values, int step, int limit) {
    MemorySegment heap = values.heap();
    MemorySegment lanes = values.lanes();
    long[] recent = knownViews;
    int[] entries = knownEntries;
    int[] found = rowEntries;
    boolean mayHaveNulls = values.nullCount() > 0;
    int rows = values.rowCount();
    for (int row = 0; row < rows; row += step) {
      if (mayHaveNulls && values.isNull(row)) {
        found[row] = 0;
        continue;
      }
      long view = lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
      int known = (int) (view * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - LOG_KNOWN);
      if (recent[known] != view) {
        int entry = entry(heap, view, limit);
        if (entry < 0) {
          return false;
        }
        recent[known] = view;
        entries[known] = entry + 1;
      }
      found[row] = entries[known];
    }
    return true;
  }

  /** The entry of a string, a new one if need be; negative if there would be too many. */
  private int entry(MemorySegment heap, long view, int limit) {
    int mask = slotMask;
    int hash = (int) (StableHash.of(heap, view) >>> 32);
    int slot = hash & mask;
    int entry;
    while ((entry = slots[slot] - 1) >= 0
        && !(hashes[entry] == hash && StringView.equal(heap, views[entry], heap, view))) {
      slot = slot + 1 & mask;
    }
    if (entry < 0 && count < limit) {
      entry = add(view, hash);
      slots[slot] = count;
      if (2 * count > mask) {
        grow();
      }
    }
    return entry;
  }

  private void clearSlots(int size) {
    if (slots.length < size) {
      slots = new int[size];
    } else {
      Arrays.fill(slots, 0, size, 0);
    }
    slotMask = size - 1;
  }

  private void grow() {
    clearSlots(4 * (slotMask + 1));
    for (int entry = 0; entry < count; entry++) {
      int slot = hashes[entry] & slotMask;
      while (slots[slot] != 0) {
        slot = slot + 1 & slotMask;
      }
      slots[slot] = entry + 1;
    }
  }

  private int add(long view, int hash) {
    if (count == views.length) {
      int capacity = Math.max(256, 2 * count);
      views = Arrays.copyOf(views, capacity);
      hashes = Arrays.copyOf(hashes, capacity);
    }
    views[count] = view;
    hashes[count] = hash;
    heapBytes += StringView.length(view);
    return count++;
  }

  /** Orders the entries. */
  private void sort(MemorySegment heap) {
    if (order.length < count) {
      order = new int[views.length];
      ranks = new int[views.length + 1];
    }
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    mergeSort(heap, order, ranks, 0, count);
    ranks[0] = 0;
    for (int i = 0; i < count; i++) {
      ranks[order[i] + 1] = i;
    }
  }

  private void mergeSort(MemorySegment heap, int[] array, int[] buffer, int from, int to) {
    if (to - from < 12) {
      for (int i = from + 1; i < to; i++) {
        int entry = array[i];
        int j = i;
        while (j > from && compare(heap, array[j - 1], entry) > 0) {
          array[j] = array[j - 1];
          j--;
        }
        array[j] = entry;
      }
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(heap, array, buffer, from, middle);
    mergeSort(heap, array, buffer, middle, to);
    if (compare(heap, array[middle - 1], array[middle]) <= 0) {
      return;
    }
    System.arraycopy(array, from, buffer, from, middle - from);
    int left = from;
    int right = middle;
    for (int i = from; left < middle; i++) {
      boolean takeRight = right < to && compare(heap, buffer[left], array[right]) > 0;
      array[i] = takeRight ? array[right++] : buffer[left++];
    }
  }

  private int compare(MemorySegment heap, int left, int right) {
    return StringView.compare(heap, views[left], heap, views[right]);
  }
}
