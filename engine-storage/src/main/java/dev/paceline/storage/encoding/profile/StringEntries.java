package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import dev.paceline.storage.block.DistinctSketch;
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

  /** The half of a hash that a slot keeps. */
  private static final long TAG = 0xffff_ffff_0000_0000L;

  /** Views found lately and their entries: rows that share a view need no look at the string. */
  private final long[] knownViews = new long[1 << LOG_KNOWN];

  /** Counted from 1. */
  private final int[] knownEntries = new int[1 << LOG_KNOWN];

  /**
   * The entries by the lowest bits of their hashes: each is the upper half of the hash above the
   * number of the entry, counted from 1. As many as {@link #slotMask} says are in use.
   */
  private long[] slots = new long[0];

  private int slotMask;

  /** The entry of each row, counted from 1; 0 for NULL. */
  private int[] rowEntries = new int[0];

  /** The codes of the rows, if they came as codes; {@link #rowEntries} is not used then. */
  private @Nullable StringCodes coded;

  /** The entry of each code, counted from 1; 0 for NULL. */
  private int[] codeEntries = new int[0];

  private long[] hashes = new long[0];
  private long[] views = new long[0];
  private int[] order = new int[0];

  /** The place in the order of the strings of each entry, counted from 1; 0 for NULL. */
  private int[] ranks = new int[0];

  private final StringSort sort = new StringSort();
  private int count;
  private long heapBytes;

  /** Returns the most entries of a dictionary that saves space for {@code rows} rows. */
  static int limit(int rows) {
    return Math.max(1, Math.min(rows, Math.max(256, rows / 2)));
  }

  /**
   * Estimates from a sample how often strings repeat.
   *
   * @return the number of distinct strings divided by the number of rows of the sample; 0 if the
   *     column has too few rows for a sample
   */
  double distinctShare(ColumnValues values) {
    int rows = values.rowCount();
    if (rows <= 4 * SAMPLE_ROWS) {
      return 0;
    }
    prepare(rows);
    int step = rows / SAMPLE_ROWS;
    addAll(values, step, null, rows);
    return (double) count / ((rows + step - 1) / step);
  }

  /**
   * Collects the entries.
   *
   * @param known the hash of each string that is not NULL; null to compute the hashes
   * @return null if they are too many to pay
   */
  @Nullable StringEntries collect(ColumnValues values, long @Nullable [] known) {
    coded = null;
    prepare(values.rowCount());
    if (!addAll(values, 1, known, limit(values.rowCount())) || count == 0) {
      return null;
    }
    sort(values.heap());
    return this;
  }

  /** Collects the entries of rows that came as codes, which are not too many to pay. */
  StringEntries collect(StringCodes codes, MemorySegment heap) {
    coded = codes;
    prepare(0);
    if (codeEntries.length <= codes.count()) {
      codeEntries = new int[Math.max(256, 2 * codes.count())];
    }
    for (int code = 1; code <= codes.count(); code++) {
      long view = codes.views()[code];
      codeEntries[code] = entry(heap, view, StableHash.of(heap, view), codes.count()) + 1;
    }
    sort(heap);
    return this;
  }

  public int count() {
    return count;
  }

  /** Gives the hashes of all entries to a sketch. */
  void addTo(DistinctSketch sketch) {
    sketch.update(hashes, count);
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

  private void prepare(int rows) {
    clearSlots(FIRST_SLOTS);
    if (rowEntries.length < rows) {
      rowEntries = new int[rows];
    }
    Arrays.fill(knownViews, NO_VIEW);
    count = 0;
    heapBytes = 0;
  }

  /**
   * Assigns an entry to every step-th row. Entries are numbered in the order in which they first
   * occur.
   *
   * @param known the hash of each string that is not NULL, if the step is 1; null to compute the
   *     hashes that are needed
   * @return whether there are not more entries than the limit
   */
  private boolean addAll(ColumnValues values, int step, long @Nullable [] known, int limit) {
    MemorySegment heap = values.heap();
    MemorySegment lanes = values.lanes();
    long[] recent = knownViews;
    int[] entries = knownEntries;
    int[] found = rowEntries;
    boolean mayHaveNulls = values.nullCount() > 0;
    int rows = values.rowCount();
    int strings = 0;
    for (int row = 0; row < rows; row += step) {
      if (mayHaveNulls && values.isNull(row)) {
        found[row] = 0;
        continue;
      }
      long view = lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
      int place = (int) (view * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - LOG_KNOWN);
      if (recent[place] != view) {
        long hash = known == null ? StableHash.of(heap, view) : known[strings];
        int entry = entry(heap, view, hash, limit);
        if (entry < 0) {
          return false;
        }
        recent[place] = view;
        entries[place] = entry + 1;
      }
      found[row] = entries[place];
      strings++;
    }
    return true;
  }

  /** The entry of a string, a new one if need be; negative if there would be too many. */
  private int entry(MemorySegment heap, long view, long hash, int limit) {
    int mask = slotMask;
    long tag = hash & TAG;
    int at = (int) hash & mask;
    long slot;
    while ((slot = slots[at]) != 0) {
      int entry = (int) slot - 1;
      if ((slot & TAG) == tag && StringView.equal(heap, views[entry], heap, view)) {
        return entry;
      }
      at = at + 1 & mask;
    }
    if (count >= limit) {
      return -1;
    }
    int entry = add(view, hash);
    slots[at] = tag | count;
    if (2 * count > mask) {
      grow();
    }
    return entry;
  }

  private void clearSlots(int size) {
    if (slots.length < size) {
      slots = new long[size];
    } else {
      Arrays.fill(slots, 0, size, 0);
    }
    slotMask = size - 1;
  }

  private void grow() {
    clearSlots(4 * (slotMask + 1));
    for (int entry = 0; entry < count; entry++) {
      int at = (int) hashes[entry] & slotMask;
      while (slots[at] != 0) {
        at = at + 1 & slotMask;
      }
      slots[at] = hashes[entry] & TAG | entry + 1;
    }
  }

  private int add(long view, long hash) {
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
    sort.sort(heap, views, order, count);
    ranks[0] = 0;
    for (int i = 0; i < count; i++) {
      ranks[order[i] + 1] = i;
    }
  }
}
