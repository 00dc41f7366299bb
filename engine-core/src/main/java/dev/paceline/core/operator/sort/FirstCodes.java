package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/**
 * Keeps the smallest codes of each group, up to a fixed number. Codes are compared as unsigned
 * numbers. One thread at a time may use it.
 */
final class FirstCodes {
  /** Fills the places that have no code yet; no code is larger. */
  private static final long NONE = -1L;

  private final MemoryScope memory;
  private final int wanted;

  /** A binary heap of each group, with the largest code at the root. */
  private MemorySegment heaps;

  private int groups;

  /**
   * @param wanted codes of a group
   * @param memory the scope in which the codes are stored
   */
  FirstCodes(int wanted, MemoryScope memory) {
    this.wanted = wanted;
    this.memory = memory;
    this.heaps = memory.allocate(groupBytes());
    this.heaps.fill((byte) NONE);
    this.groups = 1;
  }

  private long groupBytes() {
    return 8L * wanted;
  }

  /** Returns the bytes that {@link #reserve} would allocate. */
  long bytesToReserve(int count) {
    return count > groups ? groupBytes() * grown(count) : 0;
  }

  private int grown(int count) {
    return Math.max(count, 2 * groups);
  }

  /** Gives the memory back; the object must not be used any more. */
  void release() {
    memory.release(heaps);
  }

  /** Makes room for groups numbered from 0. */
  void reserve(int count) {
    if (count > groups) {
      int next = grown(count);
      MemorySegment larger = memory.reallocate(heaps, groupBytes() * next);
      larger.asSlice(groupBytes() * groups, groupBytes() * (next - groups)).fill((byte) NONE);
      heaps = larger;
      groups = next;
    }
  }

  /**
   * Adds a code of a group.
   *
   * @return false if as many codes of the group as are wanted are smaller
   */
  boolean add(int group, long code) {
    long root = groupBytes() * group;
    int order = Long.compareUnsigned(code, heaps.get(JAVA_LONG, root));
    if (order < 0) {
      replaceRoot(root, code);
    }
    return order <= 0;
  }

  private void replaceRoot(long root, long code) {
    int place = 0;
    while (true) {
      int child = 2 * place + 1;
      if (child >= wanted) {
        break;
      }
      long larger = heaps.get(JAVA_LONG, root + 8L * child);
      if (child + 1 < wanted) {
        long right = heaps.get(JAVA_LONG, root + 8L * (child + 1));
        if (Long.compareUnsigned(right, larger) > 0) {
          larger = right;
          child++;
        }
      }
      if (Long.compareUnsigned(larger, code) <= 0) {
        break;
      }
      heaps.set(JAVA_LONG, root + 8L * place, larger);
      place = child;
    }
    heaps.set(JAVA_LONG, root + 8L * place, code);
  }
}
