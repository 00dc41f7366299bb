package dev.paceline.core.operator.aggregate.index;

import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Numbers distinct byte strings from 0 in order of arrival, so that string keys become whole
 * numbers. Owns copies of the bytes. One worker uses it; after that anyone may read.
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
  private MemorySegment views;
  private MemorySegment heap;
  private long heapUsed;
  private int size;

  /**
   * @param hashMask bits of hashes that are used; all but in tests
   */
  StringTable(MemoryScope scope, long hashMask) {
    this.scope = scope;
    this.hashMask = hashMask;
    this.slots = scope.allocateZeroed(8L * FIRST_SLOTS);
    this.views = scope.allocate(8L * FIRST_SLOTS);
    this.heap = scope.allocate(16L * FIRST_SLOTS);
  }

  int size() {
    return size;
  }

  long view(int number) {
    return views.get(ValueLayout.JAVA_LONG, (long) number << 3);
  }

  /** Returns the heap of the strings' bytes; adding strings may replace it. */
  MemorySegment heap() {
    return heap;
  }

  /** The number of a string, a new one if it is new. */
  int number(MemorySegment from, long view) {
    long hash = HashKernels.digestBytes(from, view) & hashMask;
    long tag = hash & TAG;
    int slot = first(hash);
    while (true) {
      long entry = slots.get(ValueLayout.JAVA_LONG, (long) slot << 3);
      if (entry == 0) {
        return add(from, view, slot, tag);
      }
      int number = (int) entry - 1;
      if ((entry & TAG) == tag && StringView.equal(heap, view(number), from, view)) {
        return number;
      }
      slot = (slot + 1) & slotMask;
    }
  }

  /** Returns the slot at which the search for a hash begins. */
  private int first(long hash) {
    return (int) (hash >>> Integer.SIZE) & slotMask;
  }

  private int add(MemorySegment from, long view, int slot, long tag) {
    int length = StringView.length(view);
    if (heapUsed + length > heap.byteSize()) {
      heap = scope.reallocate(heap, Math.max(2 * heap.byteSize(), heapUsed + length));
    }
    StringView.copy(from, view, heap, heapUsed);
    if ((size + 1L) << 3 > views.byteSize()) {
      views = scope.reallocate(views, 2 * views.byteSize());
    }
    views.set(ValueLayout.JAVA_LONG, (long) size << 3, StringView.of(heapUsed, length));
    heapUsed += length;
    size++;
    slots.set(ValueLayout.JAVA_LONG, (long) slot << 3, tag | size);
    if (size > slotMask >> 1) {
      resize(2 * (slotMask + 1));
    }
    return size - 1;
  }

  /** Makes room for so many strings all in all. */
  void expect(int most) {
    int count = Integer.highestOneBit(Math.max(1, 2 * most - 1)) << 1;
    if (count > slotMask + 1) {
      resize(count);
    }
    if (8L * most > views.byteSize()) {
      views = scope.reallocate(views, 8L * most);
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
