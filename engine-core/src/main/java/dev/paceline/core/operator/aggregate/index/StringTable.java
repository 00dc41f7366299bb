package dev.paceline.core.operator.aggregate.index;

import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Numbers distinct byte strings from 0 in order of arrival, so that string keys become whole
 * numbers. Owns copies of the bytes, which lie one behind the other. One worker uses it; after that
 * anyone may read.
 *
 * <p>Open addressing; a slot is a long: the upper half of the hash above number + 1, 0 if empty.
 * The upper half also says where to look first, so that growing does not look at the strings.
 */
final class StringTable {
  private static final int FIRST_SLOTS = 1 << 10;
  private static final long TAG = 0xffff_ffff_0000_0000L;

  private final MemoryScope scope;
  private final long hashMask;
  private MemorySegment slots;
  private int slotMask = FIRST_SLOTS - 1;

  /** The offsets at which the strings begin, and the end of the last one. */
  private MemorySegment starts;

  private MemorySegment heap;
  private long end;
  private int size;
  private long[] hashes = new long[0];
  private long[] entries = new long[0];
  private long[] candidates = new long[0];
  private long[] prefixes = new long[0];

  /**
   * @param hashMask bits of hashes that are used; all but in tests
   */
  StringTable(MemoryScope scope, long hashMask) {
    this.scope = scope;
    this.hashMask = hashMask;
    this.slots = scope.allocateZeroed(8L * FIRST_SLOTS);
    this.starts = scope.allocateZeroed(8L * FIRST_SLOTS);
    this.heap = scope.allocate(16L * FIRST_SLOTS);
  }

  int size() {
    return size;
  }

  long view(int number) {
    long start = start(number);
    return StringView.of(start, (int) (start(number + 1) - start));
  }

  /** Returns where a string begins in the heap. */
  long start(int number) {
    return starts.get(ValueLayout.JAVA_LONG, (long) number << 3);
  }

  /** Returns the heap of the strings' bytes; adding strings may replace it. */
  MemorySegment heap() {
    return heap;
  }

  /** Makes room for {@code length} bytes behind the last string, and returns the heap. */
  private MemorySegment room(long length) {
    if (end + length > heap.byteSize()) {
      heap = scope.reallocate(heap, Math.max(2 * heap.byteSize(), end + length));
    }
    return heap;
  }

  /** The number of a string, a new one if it is new. */
  int number(MemorySegment from, long view) {
    long at = StringView.offset(view);
    int length = StringView.length(view);
    return number(from, at, length, hash(from, at, length));
  }

  private int number(MemorySegment from, long at, int length, long hash) {
    int slot = find(hash, from, at, length);
    long entry = entry(slot);
    if (entry != 0) {
      return (int) entry - 1;
    }
    StringView.copyWithSlack(from, at, room(length + StringView.SLACK), end, length);
    return add(length, slot, hash);
  }

  /**
   * Looks up the numbers of many strings, and gives new strings new numbers. It works in passes
   * over all strings, each with one access to memory that may miss the cache and no branch that
   * waits for it, so that the processor overlaps the misses of many strings.
   *
   * @param from the heap of the strings
   * @param numbers gets the numbers; may be {@code views}
   */
  void number(MemorySegment from, long[] views, int count, long[] numbers) {
    if (hashes.length < count) {
      hashes = new long[count];
      entries = new long[count];
      candidates = new long[count];
      prefixes = new long[count];
    }
    for (int i = 0; i < count; i++) {
      long view = views[i];
      hashes[i] = hash(from, StringView.offset(view), StringView.length(view));
    }
    for (int i = 0; i < count; i++) {
      entries[i] = entry(first(hashes[i]));
    }
    for (int i = 0; i < count; i++) {
      candidates[i] = view(Math.max((int) entries[i] - 1, 0));
    }
    for (int i = 0; i < count; i++) {
      prefixes[i] = StringView.prefix(heap, candidates[i]);
    }
    for (int i = 0; i < count; i++) {
      numbers[i] = number(from, views[i], i);
    }
  }

  /** Returns the number of a string that is a candidate's in most cases. */
  private int number(MemorySegment from, long view, int i) {
    long hash = hashes[i];
    long entry = entries[i];
    long candidate = candidates[i];
    long at = StringView.offset(view);
    int length = StringView.length(view);
    if (entry != 0
        && ((entry ^ hash) & TAG) == 0
        && length == StringView.length(candidate)
        && prefixes[i] == StringView.prefix(from, view)
        && (length <= Long.BYTES
            || StringView.equal(heap, StringView.offset(candidate), from, at, length))) {
      return (int) entry - 1;
    }
    return number(from, at, length, hash);
  }

  private long hash(MemorySegment from, long at, long length) {
    return HashKernels.digestBytes(from, at, length) & hashMask;
  }

  /** Returns the slot of a string, an empty one if it is new. */
  private int find(long hash, MemorySegment from, long at, long length) {
    long tag = hash & TAG;
    int slot = first(hash);
    while (true) {
      long entry = entry(slot);
      if (entry == 0 || (entry & TAG) == tag && isEqual((int) entry - 1, from, at, length)) {
        return slot;
      }
      slot = (slot + 1) & slotMask;
    }
  }

  private boolean isEqual(int number, MemorySegment from, long at, long length) {
    long start = start(number);
    return start(number + 1) - start == length && StringView.equal(heap, start, from, at, length);
  }

  private long entry(int slot) {
    return slots.get(ValueLayout.JAVA_LONG, (long) slot << 3);
  }

  /** Returns the slot at which the search for a hash begins. */
  private int first(long hash) {
    return (int) (hash >>> Integer.SIZE) & slotMask;
  }

  /** Keeps the string of which the bytes are at the end of the heap. */
  private int add(long length, int slot, long hash) {
    end += length;
    size++;
    if ((size + 1L) << 3 > starts.byteSize()) {
      starts = scope.reallocate(starts, 2 * starts.byteSize());
    }
    starts.set(ValueLayout.JAVA_LONG, (long) size << 3, end);
    slots.set(ValueLayout.JAVA_LONG, (long) slot << 3, hash & TAG | size);
    if (size > slotMask >> 1) {
      resize(2 * (slotMask + 1));
    }
    return size - 1;
  }

  /** Makes room for {@code most} strings in total. */
  void expect(int most) {
    int count = Integer.highestOneBit(Math.max(1, 2 * most - 1)) << 1;
    if (count > slotMask + 1) {
      resize(count);
    }
    if (8L * (most + 1) > starts.byteSize()) {
      starts = scope.reallocate(starts, 8L * (most + 1));
    }
  }

  private void resize(int count) {
    MemorySegment grown = scope.allocateZeroed(8L * count);
    int oldCount = slotMask + 1;
    slotMask = count - 1;
    for (int i = 0; i < oldCount; i++) {
      long entry = slots.get(ValueLayout.JAVA_LONG, (long) i << 3);
      if (entry != 0) {
        int slot = first(entry);
        while (grown.get(ValueLayout.JAVA_LONG, (long) slot << 3) != 0) {
          slot = (slot + 1) & slotMask;
        }
        grown.set(ValueLayout.JAVA_LONG, (long) slot << 3, entry);
      }
    }
    scope.release(slots);
    slots = grown;
  }
}
