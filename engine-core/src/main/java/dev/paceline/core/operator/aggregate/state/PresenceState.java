package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/**
 * Which groups have had a value that counts. As long as no NULL has come, every group has: then
 * nothing is remembered. One byte a group.
 */
final class PresenceState extends State {
  private final boolean always;
  private final IntSupplier groupsBefore;
  private boolean active;

  /**
   * @param always whether groups may be without a row that counts even if no argument is NULL
   * @param groupsBefore groups that there were before the present batch or merge
   */
  PresenceState(MemoryScope scope, boolean always, IntSupplier groupsBefore) {
    super(scope, 1);
    this.always = always;
    this.active = always;
    this.groupsBefore = groupsBefore;
  }

  boolean all() {
    return !active;
  }

  boolean has(int group) {
    return !active || data.get(JAVA_BYTE, group) != 0;
  }

  /** Says whether a group has a value; for one that remembers it from the beginning. */
  void set(int group, boolean present) {
    data.set(JAVA_BYTE, group, (byte) (present ? 1 : 0));
  }

  @Override
  protected void initialise(int from, int to) {
    data.asSlice(from, to - from).fill((byte) 0);
  }

  @Override
  void clear(int last) {
    active = always;
    super.clear(last);
  }

  private void activate() {
    active = true;
    data.asSlice(1, groupsBefore.getAsInt()).fill((byte) 1);
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    if (!active) {
      if (!argument.vector().mayHaveNulls()) {
        return;
      }
      activate();
    }
    if (groups.isMasked()) {
      for (int g = 0; g < groups.groups(); g++) {
        if (groups.count(g) > 0) {
          data.set(JAVA_BYTE, groups.groupId(g), (byte) 1);
        }
      }
    } else {
      MemorySegment ids = groups.ids();
      for (int i = 0; i < groups.rows(); i++) {
        data.set(JAVA_BYTE, id(ids, i), (byte) 1);
      }
    }
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    PresenceState that = (PresenceState) other;
    if (!active && !that.active) {
      return;
    }
    if (!active) {
      activate();
    }
    for (int i = 0; i < count; i++) {
      if (that.has(id(from, i))) {
        data.set(JAVA_BYTE, id(to, i), (byte) 1);
      }
    }
  }

  @Override
  DataType storedType() {
    return DataType.BOOLEAN;
  }

  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment bits = out.scratch(Bitmaps.bytes(count));
    Bitmaps.zero(bits, 0, count);
    for (int i = 0; i < count; i++) {
      if (has(id(ids, i))) {
        Bitmaps.set(bits, 0, i);
      }
    }
    out.setBits(bits, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    for (int i = 0; i < count; i++) {
      boolean present = stored.getBoolean(i);
      active |= !present;
      data.set(JAVA_BYTE, i + 1L, (byte) (present ? 1 : 0));
    }
  }
}
