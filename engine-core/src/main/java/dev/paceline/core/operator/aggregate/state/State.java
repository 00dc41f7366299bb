package dev.paceline.core.operator.aggregate.state;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * The states of one aggregate in all groups, as a column with a fixed number of bytes per group.
 * Group 0 takes rows that do not count. One worker uses it.
 */
public abstract class State {
  private static final int FIRST_GROUPS = 64;

  private final MemoryScope scope;
  private int groupBytes;
  private int capacity;
  protected MemorySegment data;

  /** Memory is not initialised before the first {@link #reserve}. */
  protected State(MemoryScope scope, int groupBytes) {
    this.scope = scope;
    this.groupBytes = groupBytes;
    this.data = MemorySegment.NULL;
  }

  /** Makes room for the groups 0 to {@code last} and initialises new ones. */
  final void reserve(int last) {
    if (last < capacity) {
      return;
    }
    int grown = (int) Math.min(Integer.MAX_VALUE, Math.max(FIRST_GROUPS, 2L * last));
    MemorySegment old = capacity == 0 ? null : data;
    MemorySegment next = scope.allocate((long) grown * groupBytes);
    if (old != null) {
      MemorySegment.copy(old, 0, next, 0, (long) capacity * groupBytes);
      scope.release(old);
    }
    data = next;
    initialise(capacity, grown);
    capacity = grown;
  }

  /** Forgets everything: the groups 0 to {@code last} are as they were without rows. */
  void clear(int last) {
    reserve(last);
    initialise(0, last + 1);
  }

  /** Groups there is room for. */
  protected final int capacity() {
    return capacity;
  }

  /** Replaces the layout: another number of bytes a group, in memory that has been filled. */
  protected final void replace(MemorySegment filled, int newGroupBytes) {
    if (capacity > 0) {
      scope.release(data);
    }
    data = filled;
    groupBytes = newGroupBytes;
  }

  protected final MemoryScope scope() {
    return scope;
  }

  /** Sets the groups [from, to) to what they are without rows. */
  protected abstract void initialise(int from, int to);

  /**
   * @param groups rows that count, which are not NULL
   */
  abstract void update(GroupNumbers groups, Argument argument);

  /**
   * Adds what another state of the same kind remembers.
   *
   * @param from groups there, 32-bit numbers
   * @param to for each the group here
   */
  abstract void merge(State other, MemorySegment from, MemorySegment to, int count);

  /** The type of a column that holds such states, one row a group. */
  abstract DataType storedType();

  /**
   * Makes {@code out} the states of some groups, to be given back to {@link #load}. Points it to
   * scratch of its own or to strings here.
   *
   * @param ids 32-bit numbers
   */
  abstract void store(MemorySegment ids, int count, ColumnVector out);

  /**
   * Makes the states of the groups 1 to {@code count} what was stored; they are as they were
   * without rows.
   */
  abstract void load(ColumnVector stored, int count);

  public static int id(MemorySegment ids, int i) {
    return ids.get(java.lang.foreign.ValueLayout.JAVA_INT, (long) i << 2);
  }
}
