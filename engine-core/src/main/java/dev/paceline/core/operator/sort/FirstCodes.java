package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/**
 * The smallest codes of each of some groups, at most a fixed number of them, as unsigned numbers.
 * One thread at a time.
 */
final class FirstCodes {
  /** Larger than all codes or equal to the largest one; in the places that have no code yet. */
  private static final long NONE = -1L;

  private final MemoryScope memory;
  private final int wanted;

  /** A binary heap of each group, with the largest code at the root. */
  private MemorySegment heaps;

  private int groups;

  /**
   * @param wanted codes of a group
   * @param memory where the codes are; their memory ends with it
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

  /** Makes room for groups numbered from 0. */
  void reserve(int count) {
    if (count > groups) {
      int next = Math.max(count, 2 * groups);
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
