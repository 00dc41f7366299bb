package dev.paceline.core.operator.aggregate.index;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.WordLayout.Field;
import java.lang.foreign.MemorySegment;

/**
 * Stores the keys of a {@link GroupIndex} and finds the number of a key. Where each key is itself
 * the number of its group, it stores nothing. Where keys are dense, an array is indexed by the key.
 * Otherwise, a hash table with open addressing has slots of 16 bytes.
 *
 * <pre>
 *  0                                8                16
 *  +--------------------------------+----------------+
 *  | the key if it has one word,    | number,        |
 *  | else its hash                  | 0 if empty     |
 *  +--------------------------------+----------------+
 * </pre>
 */
public final class GroupTable {
  /** Arrays of at most this many entries are always used. */
  private static final long SMALL_ARRAY = 1L << 12;

  /** The most entries per row seen of larger arrays that fit the cache. */
  private static final long CACHED_ENTRIES_PER_ROW = 32;

  private static final long CACHED_ARRAY = 1L << 18;

  /** The same for arrays that do not fit it: a hash table takes no less memory. */
  public static final long ENTRIES_PER_ROW = 8;

  /** The same for arrays in place of a table that has outgrown the cache. */
  private static final long PREFERRED_ENTRIES_PER_ROW = 32;

  private static final long LARGEST_ARRAY = 1L << 30;

  /** The most keys for which room is made before they arrive. */
  private static final long MOST_EXPECTED = 1L << 16;

  private final MemoryScope scope;
  private final long hashMask;
  private final int capacity;

  private int words = 1;
  private int size;
  private long expected;

  /** Word w of key g is long g × words + w. */
  private MemorySegment keys;

  /** Whether the key of each group is the group's number: there are no keys and no slots then. */
  private boolean numbered;

  private boolean direct;
  private long entriesPerRow = ENTRIES_PER_ROW;
  private long codes;
  private MemorySegment slots = MemorySegment.NULL;
  private long slotCount;

  /** Hashes of the rows of a batch, if keys have several words. */
  private MemorySegment hashes = MemorySegment.NULL;

  GroupTable(MemoryScope scope, int capacity, long hashMask) {
    this.scope = scope;
    this.capacity = capacity;
    this.hashMask = hashMask;
    this.keys = scope.allocate(8L * (capacity + 1));
  }

  int size() {
    return size;
  }

  /** Whether the table is an array indexed by the key. */
  boolean isDirect() {
    return direct;
  }

  /** Lets arrays be taken from now on even if they need some more memory than a hash table. */
  void preferDirect() {
    entriesPerRow = PREFERRED_ENTRIES_PER_ROW;
  }

  /** Makes room for up to {@code most} keys in total, when the first keys arrive. */
  void expect(long most) {
    expected = Math.min(most, MOST_EXPECTED) / 4;
  }

  /** Lets the table, when it has to grow, grow at once to hold {@code keys} further keys. */
  void expectNew(long keys) {
    expected = size + keys;
  }

  boolean isNull(int group, Field field) {
    if (field.full()) {
      return (word(group, field.nullWord()) >>> field.nullShift() & 1) != 0;
    }
    return (word(group, field.word()) >>> field.shift() & field.mask()) == 0;
  }

  long value(int group, Field field) {
    long bits = word(group, field.word()) >>> field.shift() & field.mask();
    return field.full() ? bits : bits - 1 + field.base();
  }

  /**
   * Reads a field of some keys; what it gives for NULLs is not defined.
   *
   * @param ids 32-bit numbers of the keys
   * @param lanes gets 64-bit values
   */
  void values(Field field, MemorySegment ids, int count, MemorySegment lanes) {
    if (numbered) {
      numbers(field, ids, count, lanes);
      return;
    }
    MemorySegment stored = keys;
    long stride = (long) words << 3;
    long first = (long) field.word() << 3;
    int shift = field.shift();
    long mask = field.mask();
    long base = field.full() ? 0 : field.base() - 1; // a code of 0 is NULL
    for (int i = 0; i < count; i++) {
      long word = stored.get(JAVA_LONG, ids.get(JAVA_INT, (long) i << 2) * stride + first);
      lanes.set(JAVA_LONG, (long) i << 3, (word >>> shift & mask) + base);
    }
  }

  private static void numbers(Field field, MemorySegment ids, int count, MemorySegment lanes) {
    long base = field.base() - 1;
    for (int i = 0; i < count; i++) {
      lanes.set(JAVA_LONG, (long) i << 3, ids.get(JAVA_INT, (long) i << 2) + base);
    }
  }

  private long word(int group, int word) {
    return numbered ? group : keys.get(JAVA_LONG, ((long) group * words + word) << 3);
  }

  boolean wouldBeDirect(WordLayout layout, long rowsSeen) {
    return isDense(layout.codes(), rowsSeen);
  }

  private boolean isDense(long codes, long rowsSeen) {
    long cached = Math.min(CACHED_ARRAY, SMALL_ARRAY + CACHED_ENTRIES_PER_ROW * rowsSeen);
    return codes > 0
        && codes <= LARGEST_ARRAY
        && codes <= Math.max(cached, entriesPerRow * rowsSeen);
  }

  /** Lets the keys be the numbers of the groups until {@link #relayout}, before there are any. */
  void startNumbered() {
    numbered = true;
  }

  boolean isNumbered() {
    return numbered;
  }

  /**
   * Numbers keys that are the numbers of their groups.
   *
   * @param lanes the keys less one, 64 bits each
   * @param largest no key of the batch is larger, and all up to it have come
   */
  void takeNumbers(MemorySegment lanes, int rows, int largest, MemorySegment ids) {
    for (int i = 0; i < rows; i++) {
      ids.set(JAVA_INT, (long) i << 2, (int) lanes.get(JAVA_LONG, (long) i << 3) + 1);
    }
    size = Math.max(size, largest);
  }

  /** Chooses the kind of table for a layout and fills it with the keys there are. */
  void start(WordLayout layout, long rowsSeen) {
    words = layout.words();
    codes = layout.codes();
    if (words > 1 && hashes.byteSize() == 0) {
      hashes = scope.allocateScratch(8L * capacity);
    }
    direct = wouldBeDirect(layout, rowsSeen);
    rebuild(direct ? codes : hashSlots(Math.max(size + (long) capacity, expected)));
  }

  /** Packs the stored keys in another layout. */
  void relayout(WordLayout from, WordLayout to, long rowsSeen) {
    MemorySegment packed = scope.allocate(8L * to.words() * (size + 1L + capacity));
    packed.asSlice(0, 8L * to.words() * (size + 1L)).fill((byte) 0);
    for (int i = 0; i < from.fieldCount(); i++) {
      Field old = from.field(i);
      Field field = to.field(i);
      for (int group = 1; group <= size; group++) {
        long at = ((long) group * to.words()) << 3;
        if (isNull(group, old)) {
          if (field.full()) {
            or(packed, at + ((long) field.nullWord() << 3), 1L << field.nullShift());
          }
        } else {
          long value = value(group, old);
          long bits = field.full() ? value : value - field.base() + 1;
          or(packed, at + ((long) field.word() << 3), bits << field.shift());
        }
      }
    }
    scope.release(keys);
    keys = packed;
    numbered = false;
    start(to, rowsSeen);
  }

  private static void or(MemorySegment target, long at, long bits) {
    target.set(JAVA_LONG, at, target.get(JAVA_LONG, at) | bits);
  }

  /** Fails if {@code rows} new keys might need numbers that are too large for an int. */
  void checkRoom(int rows) {
    if (size + 1L + rows > Integer.MAX_VALUE - 8) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, "more than 2 billion groups on one worker; raise workers=");
    }
  }

  /** Makes room for {@code rows} new keys. */
  void reserve(int rows, long rowsSeen) {
    long wanted = size + 1L + rows;
    if (8L * words * wanted > keys.byteSize()) {
      keys = scope.reallocate(keys, Math.max(8L * words * wanted, 2 * keys.byteSize()));
    }
    if (!direct && isDense(codes, rowsSeen)) {
      direct = true;
      rebuild(codes);
    } else if (!direct && 2 * wanted > slotCount) {
      grow(hashSlots(Math.max(wanted + wanted / 2, expected)));
    }
  }

  /**
   * Moves the entries of the hash table to a larger one in the order of their slots. An entry of
   * old slot s goes to slot s, or to s plus a multiple of the old number of slots, so that the new
   * table is filled at few ascending positions and writes stay in the cache.
   */
  private void grow(long count) {
    MemorySegment from = slots;
    long fromCount = slotCount;
    slotCount = count;
    slots = scope.allocateZeroed(count << 4);
    for (long slot = 0; slot < fromCount; slot++) {
      long group = from.get(JAVA_LONG, (slot << 4) + 8);
      if (group != 0) {
        insert(from.get(JAVA_LONG, slot << 4), group);
      }
    }
    if (fromCount > 0) {
      scope.release(from);
    }
  }

  private static long hashSlots(long keys) {
    return Math.max(1024, Long.highestOneBit(2 * keys) << 1);
  }

  private void rebuild(long count) {
    if (slotCount > 0) {
      scope.release(slots);
    }
    slotCount = count;
    slots = scope.allocateZeroed(count * (direct ? 4 : 16));
    for (int group = 1; group <= size; group++) {
      if (direct) {
        slots.set(JAVA_INT, word(group, 0) << 2, group);
      } else {
        insert(words == 1 ? word(group, 0) : hashOf(group), group);
      }
    }
  }

  /** Adds an entry of a key that the hash table does not have yet. */
  private void insert(long entry, long group) {
    long slot = (words == 1 ? hash(entry) : entry) & (slotCount - 1);
    while (slots.get(JAVA_LONG, (slot << 4) + 8) != 0) {
      slot = (slot + 1) & (slotCount - 1);
    }
    slots.set(JAVA_LONG, slot << 4, entry);
    slots.set(JAVA_LONG, (slot << 4) + 8, group);
  }

  /** Numbers packed keys; {@link #reserve} has made room. */
  void find(MemorySegment[] packed, int rows, MemorySegment ids) {
    if (direct) {
      findDirect(packed[0], rows, ids);
    } else if (words == 1) {
      findPacked(packed[0], rows, ids);
    } else {
      findWide(packed, rows, ids);
    }
  }

  private void findDirect(MemorySegment packed, int rows, MemorySegment ids) {
    MemorySegment numbers = slots;
    MemorySegment stored = keys;
    int count = size;
    for (int i = 0; i < rows; i++) {
      long key = packed.get(JAVA_LONG, (long) i << 3);
      int group = numbers.get(JAVA_INT, key << 2);
      if (group == 0) {
        group = ++count;
        numbers.set(JAVA_INT, key << 2, group);
        stored.set(JAVA_LONG, (long) group << 3, key);
      }
      ids.set(JAVA_INT, (long) i << 2, group);
    }
    size = count;
  }

  private void findPacked(MemorySegment packed, int rows, MemorySegment ids) {
    MemorySegment table = slots;
    long mask = slotCount - 1;
    int count = size;
    for (int i = 0; i < rows; i++) {
      long key = packed.get(JAVA_LONG, (long) i << 3);
      long slot = hash(key) & mask;
      int group;
      while (true) {
        group = (int) table.get(JAVA_LONG, (slot << 4) + 8);
        if (group == 0) {
          group = ++count;
          table.set(JAVA_LONG, slot << 4, key);
          table.set(JAVA_LONG, (slot << 4) + 8, group);
          keys.set(JAVA_LONG, (long) group << 3, key);
          break;
        }
        if (table.get(JAVA_LONG, slot << 4) == key) {
          break;
        }
        slot = (slot + 1) & mask;
      }
      ids.set(JAVA_INT, (long) i << 2, group);
    }
    size = count;
  }

  /**
   * Numbers keys of several words. It works in passes over all rows: each reads one place per row
   * that may not be in the cache and has no branch that waits for it, so that the processor
   * overlaps the misses of many rows. Rows whose key is not in the first slot of its hash, among
   * them all new keys, are looked up one by one at the end, when that slot is in the cache.
   */
  private void findWide(MemorySegment[] packed, int rows, MemorySegment ids) {
    HashKernels.hash(packed[0], rows, hashes);
    for (int w = 1; w < words; w++) {
      HashKernels.combine(packed[w], rows, hashes);
    }
    findCandidates(rows, ids);
    for (int w = 0; w < words; w++) {
      dropUnequal(packed[w], w, rows, ids);
    }
    for (int i = 0; i < rows; i++) {
      if (ids.get(JAVA_INT, (long) i << 2) == 0) {
        ids.set(JAVA_INT, (long) i << 2, findWide(packed, i));
      }
    }
  }

  /** Gives each row the group of its first slot, or 0 if that has another hash. */
  private void findCandidates(int rows, MemorySegment ids) {
    MemorySegment table = slots;
    MemorySegment rowHashes = hashes;
    long mask = slotCount - 1;
    for (int i = 0; i < rows; i++) {
      long hash = rowHashes.get(JAVA_LONG, (long) i << 3) & hashMask;
      long slot = (hash & mask) << 4;
      long group = table.get(JAVA_LONG, slot + 8);
      ids.set(JAVA_INT, (long) i << 2, ifZero(table.get(JAVA_LONG, slot) ^ hash, (int) group));
    }
  }

  /** Sets groups to 0 of which one word differs from that of the row. */
  private void dropUnequal(MemorySegment packed, int word, int rows, MemorySegment ids) {
    MemorySegment stored = keys;
    long stride = (long) words << 3;
    long first = (long) word << 3;
    for (int i = 0; i < rows; i++) {
      int group = ids.get(JAVA_INT, (long) i << 2);
      long key = stored.get(JAVA_LONG, group * stride + first);
      long difference = key ^ packed.get(JAVA_LONG, (long) i << 3);
      ids.set(JAVA_INT, (long) i << 2, ifZero(difference, group));
    }
  }

  /** Returns a group if a difference is zero, else 0, without a branch. */
  private static int ifZero(long difference, int group) {
    return group & (int) ~((difference | -difference) >> 63);
  }

  private int findWide(MemorySegment[] packed, int row) {
    MemorySegment table = slots;
    long mask = slotCount - 1;
    long hash = hashes.get(JAVA_LONG, (long) row << 3) & hashMask;
    long slot = hash & mask;
    while (true) {
      int group = (int) table.get(JAVA_LONG, (slot << 4) + 8);
      if (group == 0) {
        group = ++size;
        table.set(JAVA_LONG, slot << 4, hash);
        table.set(JAVA_LONG, (slot << 4) + 8, group);
        for (int w = 0; w < words; w++) {
          long word = packed[w].get(JAVA_LONG, (long) row << 3);
          keys.set(JAVA_LONG, ((long) group * words + w) << 3, word);
        }
        return group;
      }
      if (table.get(JAVA_LONG, slot << 4) == hash && equal(group, packed, row)) {
        return group;
      }
      slot = (slot + 1) & mask;
    }
  }

  private boolean equal(int group, MemorySegment[] packed, int row) {
    for (int w = 0; w < words; w++) {
      if (word(group, w) != packed[w].get(JAVA_LONG, (long) row << 3)) {
        return false;
      }
    }
    return true;
  }

  private long hash(long key) {
    return HashKernels.mix(key) & hashMask;
  }

  private long hashOf(int group) {
    long hash = 0;
    for (int w = 0; w < words; w++) {
      hash = HashKernels.combine(hash, word(group, w));
    }
    return hash & hashMask;
  }
}
