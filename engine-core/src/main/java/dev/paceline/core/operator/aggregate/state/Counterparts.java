package dev.paceline.core.operator.aggregate.state;

import java.lang.foreign.MemorySegment;

/**
 * Groups of another worker that are merged into groups here.
 *
 * @param theirs the number there of each group here; 0 for none, and groups behind the last element
 *     have none either
 */
record Counterparts(int[] theirs) {
  /**
   * @param theirIds of the groups there that are merged, 32-bit numbers
   * @param mapping for each group there the one here
   */
  static Counterparts of(MemorySegment theirIds, MemorySegment mapping) {
    int groups = (int) (theirIds.byteSize() >>> 2);
    int last = 0;
    for (int i = 0; i < groups; i++) {
      last = Math.max(last, State.id(mapping, State.id(theirIds, i)));
    }
    int[] theirs = new int[last + 1];
    for (int i = 0; i < groups; i++) {
      int group = State.id(theirIds, i);
      theirs[State.id(mapping, group)] = group;
    }
    return new Counterparts(theirs);
  }

  /** Returns the counterpart of a group; 0, a group without values, if there is none. */
  int of(int ours) {
    return ours < theirs.length ? theirs[ours] : 0;
  }
}
