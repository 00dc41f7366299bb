package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DoubleOrder;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one row of a group: the row with the smallest or the largest value of a second column, or
 * the first or the last row that comes. Of rows with equal values it chooses the first one. Other
 * states keep the value of the chosen row; they see the chosen rows only, of which the last counts.
 */
final class ExtremeRowState extends FixedBytesState {
  private static final int BYTES = 16;
  private static final int CHOSEN = 8;

  /** Which row of a group is chosen. */
  enum Choice {
    SMALLEST,
    LARGEST,
    FIRST,
    LAST;

    /** Returns whether rows are compared; otherwise their order counts, and NULLs do, too. */
    boolean comparesRows() {
      return this == SMALLEST || this == LARGEST;
    }

    /** Returns which of the strings in the second column a state keeps. */
    LongState.Operation ofStrings() {
      return this == SMALLEST ? LongState.Operation.MIN : LongState.Operation.MAX;
    }
  }

  private final Choice choice;
  private final @Nullable Argument compared;
  private final @Nullable DataType comparedType;
  private final @Nullable BytesState strings;
  private final State value;
  private final PresenceState presence;
  private final GroupNumbers chosen;
  private @Nullable MemorySegment betterFrom;
  private @Nullable MemorySegment betterTo;

  /**
   * @param compared the second column, pointed at each batch; null for the first and the last row
   * @param strings the smallest or largest strings of the second column; null for other types
   * @param value puts each value that it sees in the place of the one before
   * @param presence says for which groups the value is not NULL
   * @param capacity the most rows of a batch
   */
  ExtremeRowState(
      MemoryScope scope,
      Choice choice,
      @Nullable Argument compared,
      @Nullable DataType comparedType,
      @Nullable BytesState strings,
      State value,
      PresenceState presence,
      int capacity) {
    super(scope, BYTES);
    this.choice = choice;
    this.compared = compared;
    this.comparedType = comparedType;
    this.strings = strings;
    this.value = value;
    this.presence = presence;
    this.chosen = new GroupNumbers(scope, capacity, 1);
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    int rows = groups.rows();
    MemorySegment ids = groups.ids();
    MemorySegment kept = chosen.startIds(rows);
    if (compared == null || comparedType == null) {
      for (int i = 0; i < rows; i++) {
        choose(ids, kept, i, 0);
      }
    } else if (compared.vector().isConstantNull()) {
      return;
    } else if (strings != null) {
      MemorySegment heap = compared.vector().valueHeap();
      for (int i = 0; i < rows; i++) {
        int group = id(ids, i);
        boolean better = group != 0 && strings.join(group, heap, compared.vector().getView(i));
        kept.set(JAVA_INT, (long) i << 2, better ? group : 0);
        if (better) {
          put(0, group);
        }
      }
    } else if (comparedType.family() == TypeFamily.FLOATING) {
      MemorySegment doubles = compared.doubles();
      long offset = compared.doublesOffset();
      for (int i = 0; i < rows; i++) {
        double key = doubles.get(JAVA_DOUBLE_UNALIGNED, offset + ((long) i << 3));
        choose(ids, kept, i, DoubleOrder.encode(key));
      }
    } else {
      MemorySegment longs = compared.lanes().longs(rows);
      for (int i = 0; i < rows; i++) {
        choose(ids, kept, i, longs.get(JAVA_LONG, (long) i << 3));
      }
    }
    ColumnVector vector = argument.vector();
    for (int i = 0; i < rows; i++) {
      int group = id(kept, i);
      if (group != 0) {
        presence.set(group, !vector.isNull(i));
      }
    }
    if (!vector.isConstantNull()) {
      value.update(chosen.notNull(0, vector), argument);
    }
  }

  private void choose(MemorySegment ids, MemorySegment kept, int row, long key) {
    int group = id(ids, row);
    boolean better = group != 0 && isBetter(key, group);
    kept.set(JAVA_INT, (long) row << 2, better ? group : 0);
    if (better) {
      put(key, group);
    }
  }

  /** Whether a row takes the place of the one that is chosen, if there is one. */
  private boolean isBetter(long key, int group) {
    if (!hasRow(group)) {
      return true;
    }
    return switch (choice) {
      case SMALLEST -> key < key(group);
      case LARGEST -> key > key(group);
      case FIRST -> false;
      case LAST -> true;
    };
  }

  private void put(long key, int group) {
    data.set(JAVA_LONG, (long) BYTES * group, key);
    data.set(JAVA_LONG, (long) BYTES * group + CHOSEN, 1);
  }

  private long key(int group) {
    return data.get(JAVA_LONG, (long) BYTES * group);
  }

  private boolean hasRow(int group) {
    return data.get(JAVA_LONG, (long) BYTES * group + CHOSEN) != 0;
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    ExtremeRowState that = (ExtremeRowState) other;
    betterFrom = withRoom(betterFrom, count);
    betterTo = withRoom(betterTo, count);
    int better = 0;
    for (int i = 0; i < count; i++) {
      int theirs = id(from, i);
      int ours = id(to, i);
      if (that.hasRow(theirs) && takesOver(that, theirs, ours)) {
        put(that.key(theirs), ours);
        presence.set(ours, that.presence.has(theirs));
        if (that.presence.has(theirs)) {
          betterFrom.set(JAVA_INT, (long) better << 2, theirs);
          betterTo.set(JAVA_INT, (long) better << 2, ours);
          better++;
        }
      }
    }
    value.merge(that.value, betterFrom, betterTo, better);
  }

  private boolean takesOver(ExtremeRowState that, int theirs, int ours) {
    return strings == null || that.strings == null
        ? isBetter(that.key(theirs), ours)
        : strings.joinOther(ours, that.strings, theirs);
  }

  private MemorySegment withRoom(@Nullable MemorySegment ids, int count) {
    return ids == null || ids.byteSize() < 4L * count ? scope().allocate(4L * count) : ids;
  }
}
