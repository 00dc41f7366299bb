package dev.paceline.core.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.UnreadLanes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Loops that build and probe join tables. Keys are one long a row, rows are 32-bit numbers, -1
 * means none. Only native segments.
 *
 * <p>A <b>direct table</b> is an array of 32-bit numbers, row + 1 at the packed key, 0 for none.
 *
 * <p>A <b>tagged table</b> is an open-addressing array of 64-bit entries with linear probing. The
 * low {@code rowBits} bits of an entry hold row + 1, the others hold the tag: the packed key itself
 * where it fits, else the high bits of the hash, after which a match is only likely. An empty entry
 * is 0.
 *
 * <p>A <b>keyed table</b> is one of pairs of 64-bit words, the packed key and row + 1, which is 0
 * in an empty slot. A match is certain however long the packed keys are.
 *
 * <p>Rows with equal keys (or tags) form a chain: the table holds the first, {@code next} leads to
 * the others.
 *
 * <p>Loops that gain by it copy what they read or write row by row to or from arrays, which are
 * much faster than segments until C2 has compiled a loop. Calls that find rows take at most 2,048
 * of them, as do those that change found rows.
 */
public final class JoinKernels {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private JoinKernels() {}

  /**
   * Returns how many rows can be in chains, 0 if there are no chains. Loops compare row numbers
   * with it instead of testing a flag: the JIT would move the test of a flag out of the loop, and
   * would discard the compiled loop whenever the test fails, although few rows depend on it.
   */
  private static long chainedRows(MemorySegment next) {
    return UnreadLanes.isReadable(next) ? next.byteSize() >>> 2 : 0;
  }

  /**
   * Puts rows in front of the chains of their keys, the last row first.
   *
   * @param packed keys, negative for rows to leave out
   * @param rows their row numbers
   * @param next per row the row behind it, or {@link UnreadLanes}
   * @return 0 when done; else how many of the first rows remain, since {@code next} is missing
   */
  public static int insertDirect(
      MemorySegment packed,
      MemorySegment rows,
      int count,
      MemorySegment heads,
      MemorySegment next) {
    long chainedRows = chainedRows(next);
    return insertInParts(
        packed,
        rows,
        count,
        (scratch, part) -> insertDirect(scratch, part, heads, next, chainedRows));
  }

  /** Inserts the rows whose keys and numbers are in the arrays. */
  private interface Insertion {
    /** Returns what {@link #insertTagged} returns, for the rows in the arrays. */
    int insert(ScratchArrays scratch, int count);
  }

  /** Inserts rows in parts that fit into arrays, the last part first. */
  private static int insertInParts(
      MemorySegment keys, MemorySegment rows, int count, Insertion insertion) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int end = count; end > 0; ) {
      int first = Math.max(0, end - ScratchArrays.LANES);
      scratch.readKeysAndRows(keys, rows, first, end - first);
      int left = insertion.insert(scratch, end - first);
      if (left != 0) {
        return left > 0 ? left + first : left - first;
      }
      end = first;
    }
    return 0;
  }

  private static int insertDirect(
      ScratchArrays scratch, int count, MemorySegment heads, MemorySegment next, long chainedRows) {
    long[] keys = scratch.left;
    int[] rows = scratch.ints;
    for (int i = count - 1; i >= 0; i--) {
      long key = keys[i];
      if (key < 0) {
        continue;
      }
      int row = rows[i];
      int head = heads.get(ValueLayout.JAVA_INT, key << 2);
      if (head != 0) {
        if (row >= chainedRows) {
          return i + 1;
        }
        next.set(ValueLayout.JAVA_INT, (long) row << 2, head - 1);
      }
      heads.set(ValueLayout.JAVA_INT, key << 2, row + 1);
    }
    return 0;
  }

  /** rows[i] = the first row of packed[i], or -1; negative keys have none. */
  public static void findDirect(
      MemorySegment packed, int count, MemorySegment heads, MemorySegment rows) {
    for (int i = 0; i < count; i++) {
      long key = packed.get(ValueLayout.JAVA_LONG, (long) i << 3);
      long outside = key >> 63;
      int head = heads.get(ValueLayout.JAVA_INT, (key & ~outside) << 2);
      rows.set(ValueLayout.JAVA_INT, (long) i << 2, head - 1 | (int) outside);
    }
  }

  /**
   * {@link #findDirect} of a single key that is not packed yet: value = base + multiplier × lane,
   * packed = value - min.
   *
   * @param width bytes of a lane: 4 (unsigned) or 8
   * @param range largest value of the table minus the smallest
   */
  public static void findDirectLanes(
      MemorySegment data,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      long min,
      long range,
      MemorySegment heads,
      MemorySegment rows) {
    long start = base - min;
    if (width == 4) {
      for (int i = 0; i < count; i++) {
        long lane = data.get(ValueLayout.JAVA_INT_UNALIGNED, offset + ((long) i << 2));
        long key = start + multiplier * (lane & 0xffff_ffffL);
        long outside = (key | (range - key)) >> 63;
        int head = heads.get(ValueLayout.JAVA_INT, (key & ~outside) << 2);
        rows.set(ValueLayout.JAVA_INT, (long) i << 2, (head - 1) | (int) outside);
      }
    } else {
      for (int i = 0; i < count; i++) {
        long lane = data.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + ((long) i << 3));
        long key = start + multiplier * lane;
        long outside = (key | (range - key)) >> 63;
        int head = heads.get(ValueLayout.JAVA_INT, (key & ~outside) << 2);
        rows.set(ValueLayout.JAVA_INT, (long) i << 2, (head - 1) | (int) outside);
      }
    }
  }

  /**
   * Like {@link #insertDirect} for a tagged table.
   *
   * @param keys packed keys if exact (negative for rows to leave out), else hashes
   * @param exact whether tags are packed keys
   * @param slots entries of the table, more than there are keys
   * @param end rows are put in front of this slot
   * @param wraps whether the first slot of the table follows the one in front of {@code end}, which
   *     is the last one then
   * @return as there; or -i - 1 if there is no free slot for row i, while the rows before it remain
   */
  public static int insertTagged(
      MemorySegment keys,
      MemorySegment rows,
      int count,
      boolean exact,
      int rowBits,
      MemorySegment table,
      long slots,
      long end,
      boolean wraps,
      MemorySegment next) {
    return insertInParts(
        keys,
        rows,
        count,
        (scratch, part) ->
            insertTagged(scratch, part, exact, rowBits, table, slots, end, wraps, next));
  }

  private static int insertTagged(
      ScratchArrays scratch,
      int count,
      boolean exact,
      int rowBits,
      MemorySegment table,
      long slots,
      long end,
      boolean wraps,
      MemorySegment next) {
    long[] keys = scratch.left;
    int[] rows = scratch.ints;
    long chainedRows = chainedRows(next);
    long rowMask = (1L << rowBits) - 1;
    for (int i = count - 1; i >= 0; i--) {
      long key = keys[i];
      if (exact && key < 0) {
        continue;
      }
      int row = rows[i];
      long tag = exact ? key << rowBits : key & ~rowMask;
      long slot = taggedSlot(key, exact, slots);
      while (true) {
        long entry = table.get(ValueLayout.JAVA_LONG, slot << 3);
        if (entry == 0) {
          break;
        }
        if (((entry ^ tag) & ~rowMask) == 0) {
          if (row >= chainedRows) {
            return i + 1;
          }
          next.set(ValueLayout.JAVA_INT, (long) row << 2, (int) ((entry & rowMask) - 1));
          break;
        }
        if (++slot == end) {
          if (!wraps) {
            return -i - 1;
          }
          slot = 0;
        }
      }
      table.set(ValueLayout.JAVA_LONG, slot << 3, tag | (row + 1));
    }
    return 0;
  }

  /**
   * Like {@link #insertTagged} for a keyed table: a slot is the packed key, and row number + 1.
   *
   * @param keys packed keys; negative ones are left out
   */
  public static int insertKeyed(
      MemorySegment keys,
      MemorySegment rows,
      int count,
      MemorySegment table,
      long slots,
      long end,
      boolean wraps,
      MemorySegment next) {
    return insertInParts(
        keys,
        rows,
        count,
        (scratch, part) -> insertKeyed(scratch, part, table, slots, end, wraps, next));
  }

  private static int insertKeyed(
      ScratchArrays scratch,
      int count,
      MemorySegment table,
      long slots,
      long end,
      boolean wraps,
      MemorySegment next) {
    long[] keys = scratch.left;
    int[] rows = scratch.ints;
    long chainedRows = chainedRows(next);
    for (int i = count - 1; i >= 0; i--) {
      long key = keys[i];
      if (key < 0) {
        continue;
      }
      int row = rows[i];
      long slot = taggedSlot(key, true, slots);
      long present;
      while ((present = table.get(ValueLayout.JAVA_LONG, (slot << 4) + 8)) != 0
          && table.get(ValueLayout.JAVA_LONG, slot << 4) != key) {
        if (++slot == end) {
          if (!wraps) {
            return -i - 1;
          }
          slot = 0;
        }
      }
      if (present != 0) {
        if (row >= chainedRows) {
          return i + 1;
        }
        next.set(ValueLayout.JAVA_INT, (long) row << 2, (int) present - 1);
      }
      table.set(ValueLayout.JAVA_LONG, slot << 4, key);
      table.set(ValueLayout.JAVA_LONG, (slot << 4) + 8, row + 1L);
    }
    return 0;
  }

  /**
   * Sorts keys by the part of a direct table that they belong to; the order within a part stays.
   *
   * @param packed keys; negative ones are left out
   * @param firstRow row number of the first key
   * @param shift of a key to its part
   * @param starts gets where each part begins, and behind it where the last one ends
   */
  public static void divideDirect(
      MemorySegment packed,
      int firstRow,
      int count,
      int shift,
      int[] starts,
      MemorySegment dividedKeys,
      MemorySegment dividedRows) {
    int[] next = new int[starts.length];
    for (int i = 0; i < count; i++) {
      long key = packed.get(ValueLayout.JAVA_LONG, (long) i << 3);
      if (key >= 0) {
        next[(int) (key >>> shift)]++;
      }
    }
    toStarts(next, starts);
    for (int i = 0; i < count; i++) {
      long key = packed.get(ValueLayout.JAVA_LONG, (long) i << 3);
      if (key >= 0) {
        long at = next[(int) (key >>> shift)]++;
        dividedKeys.set(ValueLayout.JAVA_LONG, at << 3, key);
        dividedRows.set(ValueLayout.JAVA_INT, at << 2, firstRow + i);
      }
    }
  }

  /**
   * Like {@link #divideDirect} for a tagged table.
   *
   * @param shift of a slot to its part
   */
  public static void divideTagged(
      MemorySegment keys,
      int firstRow,
      int count,
      boolean exact,
      long slots,
      int shift,
      int[] starts,
      MemorySegment dividedKeys,
      MemorySegment dividedRows) {
    int[] next = new int[starts.length];
    for (int i = 0; i < count; i++) {
      long key = keys.get(ValueLayout.JAVA_LONG, (long) i << 3);
      if (!exact || key >= 0) {
        next[(int) (taggedSlot(key, exact, slots) >>> shift)]++;
      }
    }
    toStarts(next, starts);
    for (int i = 0; i < count; i++) {
      long key = keys.get(ValueLayout.JAVA_LONG, (long) i << 3);
      if (!exact || key >= 0) {
        long at = next[(int) (taggedSlot(key, exact, slots) >>> shift)]++;
        dividedKeys.set(ValueLayout.JAVA_LONG, at << 3, key);
        dividedRows.set(ValueLayout.JAVA_INT, at << 2, firstRow + i);
      }
    }
  }

  private static void toStarts(int[] counts, int[] starts) {
    int sum = 0;
    for (int part = 0; part < counts.length; part++) {
      int here = counts[part];
      counts[part] = sum;
      starts[part] = sum;
      sum += here;
    }
  }

  /** Returns the slot at which the search for a key begins. */
  private static long taggedSlot(long key, boolean exact, long slots) {
    return slot(exact ? key * SPREAD : key, slots);
  }

  /**
   * rows[i] = the first row of the chain of keys[i], or -1. One loop loads all entries, so that
   * their cache misses overlap; a second loop compares them.
   */
  public static void findTagged(
      MemorySegment keys,
      int count,
      boolean exact,
      int rowBits,
      MemorySegment table,
      long slots,
      MemorySegment rows) {
    if (exact) {
      findExact(keys, count, rowBits, table, slots, rows);
    } else {
      findLikely(keys, count, rowBits, table, slots, rows);
    }
  }

  private static void findExact(
      MemorySegment keys,
      int count,
      int rowBits,
      MemorySegment table,
      long slots,
      MemorySegment rows) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    ScratchArrays.readLongs(keys, 0, count, scratch.left);
    loadExact(scratch.left, count, table, slots, scratch.right);
    matchExact(scratch.left, count, rowBits, scratch.right, table, slots, scratch.ints);
    ScratchArrays.write(scratch.ints, count, rows, 0);
  }

  private static void loadExact(
      long[] keys, int count, MemorySegment table, long slots, long[] entries) {
    for (int i = 0; i < count; i++) {
      entries[i] = table.get(ValueLayout.JAVA_LONG, slot(keys[i] * SPREAD, slots) << 3);
    }
  }

  private static void matchExact(
      long[] keys,
      int count,
      int rowBits,
      long[] entries,
      MemorySegment table,
      long slots,
      int[] rows) {
    long rowMask = (1L << rowBits) - 1;
    for (int i = 0; i < count; i++) {
      long key = keys[i];
      long entry = entries[i];
      int row = (int) (entry & rowMask) - 1;
      if (key < 0) {
        row = -1;
      } else if (entry != 0 && entry >>> rowBits != key) {
        row = walk(table, slots, slot(key * SPREAD, slots), key << rowBits, rowMask);
      }
      rows[i] = row;
    }
  }

  private static void findLikely(
      MemorySegment hashes,
      int count,
      int rowBits,
      MemorySegment table,
      long slots,
      MemorySegment rows) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    ScratchArrays.readLongs(hashes, 0, count, scratch.left);
    loadLikely(scratch.left, count, table, slots, scratch.right);
    matchLikely(scratch.left, count, rowBits, scratch.right, table, slots, scratch.ints);
    ScratchArrays.write(scratch.ints, count, rows, 0);
  }

  private static void loadLikely(
      long[] hashes, int count, MemorySegment table, long slots, long[] entries) {
    for (int i = 0; i < count; i++) {
      entries[i] = table.get(ValueLayout.JAVA_LONG, slot(hashes[i], slots) << 3);
    }
  }

  private static void matchLikely(
      long[] hashes,
      int count,
      int rowBits,
      long[] entries,
      MemorySegment table,
      long slots,
      int[] rows) {
    long rowMask = (1L << rowBits) - 1;
    for (int i = 0; i < count; i++) {
      long hash = hashes[i];
      long entry = entries[i];
      int row = (int) (entry & rowMask) - 1;
      if (entry != 0 && ((entry ^ hash) & ~rowMask) != 0) {
        row = walk(table, slots, slot(hash, slots), hash & ~rowMask, rowMask);
      }
      rows[i] = row;
    }
  }

  /** rows[i] = the first row of the chain of keys[i] in a keyed table, or -1. */
  public static void findKeyed(
      MemorySegment keys, int count, MemorySegment table, long slots, MemorySegment rows) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    ScratchArrays.readLongs(keys, 0, count, scratch.left);
    loadKeyed(scratch.left, count, table, slots, scratch.right);
    matchKeyed(scratch.left, count, scratch.right, table, slots, scratch.ints);
    ScratchArrays.write(scratch.ints, count, rows, 0);
  }

  private static void loadKeyed(
      long[] keys, int count, MemorySegment table, long slots, long[] entries) {
    for (int i = 0; i < count; i++) {
      long key = keys[i];
      long at = slot(key * SPREAD, slots) << 4;
      long present = table.get(ValueLayout.JAVA_LONG, at + 8);
      boolean isOther = table.get(ValueLayout.JAVA_LONG, at) != key;
      entries[i] = isOther ? -present : present;
    }
  }

  private static void matchKeyed(
      long[] keys, int count, long[] entries, MemorySegment table, long slots, int[] rows) {
    for (int i = 0; i < count; i++) {
      long key = keys[i];
      long present = entries[i];
      int row = (int) present - 1;
      if (key < 0) {
        row = -1;
      } else if (present < 0) {
        row = walkKeyed(table, slots, slot(key * SPREAD, slots), key);
      }
      rows[i] = row;
    }
  }

  private static int walkKeyed(MemorySegment table, long slots, long start, long key) {
    long slot = start;
    long present;
    while ((present = table.get(ValueLayout.JAVA_LONG, (slot << 4) + 8)) != 0
        && table.get(ValueLayout.JAVA_LONG, slot << 4) != key) {
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return (int) present - 1;
  }

  private static int walk(MemorySegment table, long slots, long start, long tag, long rowMask) {
    long slot = start;
    while (true) {
      long entry = table.get(ValueLayout.JAVA_LONG, slot << 3);
      if (entry == 0) {
        return -1;
      }
      if (((entry ^ tag) & ~rowMask) == 0) {
        return (int) (entry & rowMask) - 1;
      }
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
  }

  /** Maps the high half of a hash to [0, slots). */
  private static long slot(long hash, long slots) {
    return (hash >>> 32) * slots >>> 32;
  }

  /** Makes rows -1 where a bitmap is not set. */
  public static void keepSelected(MemorySegment rows, int count, MemorySegment bitmap) {
    for (int i = 0; i < count; i++) {
      if (!Bitmaps.get(bitmap, 0, i)) {
        rows.set(ValueLayout.JAVA_INT, (long) i << 2, -1);
      }
    }
  }

  /** Makes rows -1 where a bitmap is set. */
  public static void dropNulls(
      MemorySegment rows, int count, MemorySegment nulls, long nullsOffset) {
    for (int i = 0; i < count; i++) {
      if (Bitmaps.get(nulls, nullsOffset, i)) {
        rows.set(ValueLayout.JAVA_INT, (long) i << 2, -1);
      }
    }
  }

  /** Bit i = rows[i] is not -1; returns how many are set. */
  public static int found(MemorySegment rows, int count, MemorySegment bitmap) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    scratch.readInts(rows, 0, count);
    int words = found(scratch.ints, count, scratch.left);
    ScratchArrays.write(scratch.left, words, bitmap, 0);
    int hits = 0;
    for (int word = 0; word < words; word++) {
      hits += Long.bitCount(scratch.left[word]);
    }
    return hits;
  }

  /** Returns how many words the bitmap has. */
  private static int found(int[] rows, int count, long[] bitmap) {
    int words = 0;
    for (int first = 0; first < count; first += Long.SIZE) {
      int end = Math.min(Long.SIZE, count - first);
      long bits = 0;
      for (int j = 0; j < end; j++) {
        long row = rows[first + j];
        bits |= (~row >>> 63) << j;
      }
      bitmap[words++] = bits;
    }
    return words;
  }

  /**
   * Packs the rows that are not -1 together, with their places.
   *
   * @param places per row what to write beside it
   * @return how many there are
   */
  public static int compact(
      MemorySegment rows,
      MemorySegment places,
      int count,
      MemorySegment keptRows,
      MemorySegment keptPlaces) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    scratch.readInts(rows, 0, count);
    ScratchArrays.readInts(places, 0, count, scratch.moreInts);
    int kept = compact(scratch.ints, scratch.moreInts, count);
    ScratchArrays.write(scratch.ints, kept, keptRows, 0);
    ScratchArrays.write(scratch.moreInts, kept, keptPlaces, 0);
    return kept;
  }

  private static int compact(int[] rows, int[] places, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      rows[kept] = row;
      places[kept] = places[i];
      kept += ~row >>> 31;
    }
    return kept;
  }

  /** Packs 32-bit numbers together whose bit is set, in place; returns how many. */
  public static int compact(MemorySegment numbers, int count, MemorySegment bitmap) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    scratch.readInts(numbers, 0, count);
    ScratchArrays.readLongs(bitmap, 0, (count + Long.SIZE - 1) / Long.SIZE, scratch.left);
    int kept = compact(scratch.ints, count, scratch.left);
    ScratchArrays.write(scratch.ints, kept, numbers, 0);
    return kept;
  }

  private static int compact(int[] numbers, int count, long[] bitmap) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      numbers[kept] = numbers[i];
      kept += (int) (bitmap[i >>> 6] >>> i) & 1;
    }
    return kept;
  }

  /** Makes -1 a 0, so that the rows can be gathered. */
  public static void clamp(MemorySegment rows, int count) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    int[] clamped = scratch.ints;
    scratch.readInts(rows, 0, count);
    for (int i = 0; i < count; i++) {
      clamped[i] = Math.max(clamped[i], 0);
    }
    ScratchArrays.write(scratch.ints, count, rows, 0);
  }

  /** Writes 0, 1, 2, …. */
  public static void iota(MemorySegment numbers, int count) {
    iota(numbers, 0, count);
  }

  /** Writes first, first + 1, first + 2, …. */
  public static void iota(MemorySegment numbers, int first, int count) {
    for (int i = 0; i < count; i++) {
      numbers.set(ValueLayout.JAVA_INT, (long) i << 2, first + i);
    }
  }

  /** marks[rows[i]] = 1, one byte a mark. */
  public static void mark(MemorySegment rows, int count, MemorySegment marks) {
    for (int i = 0; i < count; i++) {
      marks.set(ValueLayout.JAVA_BYTE, rows.get(ValueLayout.JAVA_INT, (long) i << 2), (byte) 1);
    }
  }
}
