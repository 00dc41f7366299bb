package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.AffineLanes;
import dev.paceline.core.operator.aggregate.state.DistinctSet.PairConsumer;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The distinct whole numbers of each group as bits: for group g those from (g - 1) × span on, the
 * first one for NULL, then one for each value from the base on. Covers what has come so far, and
 * declines what would make it large for so few rows. One worker uses it; when it is full, anyone
 * may read.
 */
final class DistinctBits {
  /** Bitmaps of at most this many bytes are always used, because they stay in the cache. */
  private static final long SMALL_BYTES = 2L << 20;

  /** The most bytes that larger bitmaps may take per row: less than a slot of a hash table. */
  private static final long BYTES_PER_ROW = 8;

  private static final long MOST_SPAN = 1L << 36;

  /** Bits of a group between two checks of the cancellation. */
  private static final long CHECKED_BITS = 1L << 19;

  private final DataType type;
  private final MemoryScope scope;
  private final int capacity;
  private final AffineLanes lanes;

  private MemorySegment bits = MemorySegment.NULL;

  /** Groups that there is room for. */
  private int groups;

  /** The last group that has come. */
  private int lastGroup;

  private long base;

  /** Bits of a group, a multiple of 64. */
  private long span = Long.SIZE;

  private boolean hasValues;
  private long rowsSeen;

  /**
   * @param type of the values, INTEGRAL, which fit longs
   * @param capacity the most rows of a batch
   */
  DistinctBits(DataType type, MemoryScope scope, int capacity) {
    this.type = type;
    this.scope = scope;
    this.capacity = capacity;
    this.lanes = new AffineLanes(scope, capacity);
  }

  /**
   * Adds values without a selection; those of group 0 do not count.
   *
   * @param ids one 32-bit group number a row
   * @return false if that would take too much memory; nothing has happened then
   */
  boolean add(MemorySegment ids, ColumnVector values, int rows) {
    if (values.isConstantNull()) {
      lanes.setConstantNull();
    } else if (values.isConstant()) {
      lanes.setConstant(values.constantLong());
    } else {
      lanes.setIntegers(values, rows);
    }
    int last = 0;
    for (int i = 0; i < rows; i++) {
      last = Math.max(last, State.id(ids, i));
    }
    rowsSeen += rows;
    if (!covers(last, lanes.min(), lanes.max()) && !grow(last, lanes.min(), lanes.max())) {
      return false;
    }
    lastGroup = Math.max(lastGroup, last);
    if (lanes.isConstantNull()) {
      addNulls(ids, rows);
    } else if (lanes.nulls() == null) {
      addValues(ids, rows);
    } else {
      addNullable(ids, rows);
    }
    return true;
  }

  private boolean covers(int last, long least, long most) {
    boolean inRange = least > most || hasValues && least >= base && most <= base + span - 2;
    return last <= groups && inRange;
  }

  /** Makes room for more groups and values, with some to spare if that is not too much. */
  private boolean grow(int last, long least, long most) {
    long min = hasValues ? base : Long.MAX_VALUE;
    long max = hasValues ? base + span - 2 : Long.MIN_VALUE;
    long newMin = Math.min(min, least);
    long newMax = Math.max(max, most);
    boolean hasRange = newMin <= newMax;
    long distance = hasRange ? newMax - newMin : 0;
    if (distance < 0 || distance > MOST_SPAN) {
      return false;
    }
    long room = hasValues && distance > max - min ? distance / 2 : 0;
    long roomyMin = newMin < min && newMin > Long.MIN_VALUE + room ? newMin - room : newMin;
    long roomyMax = newMax > max && newMax < Long.MAX_VALUE - room ? newMax + room : newMax;
    int newGroups = Math.max(last, groups);
    int roomyGroups = newGroups > groups && groups > 0 ? newGroups + newGroups / 2 : newGroups;
    if (hasRange
        && fits(roomyGroups, roomyMax - roomyMin)
        && resize(roomyGroups, roomyMin, roomyMax - roomyMin)) {
      hasValues = true;
      return true;
    }
    if (!fits(newGroups, distance) || !resize(newGroups, hasRange ? newMin : 0, distance)) {
      return false;
    }
    hasValues = hasRange;
    return true;
  }

  /**
   * Adds the values of groups of another set.
   *
   * @param numbers for each group there the 32-bit number here, 0 to leave it out
   * @param cancellation checked every few thousand words
   * @return false if that would take too much memory; nothing has happened then
   */
  boolean merge(DistinctBits other, MemorySegment numbers, CancellationToken cancellation) {
    int last = 0;
    for (int group = 1; group <= other.lastGroup; group++) {
      last = Math.max(last, State.id(numbers, group));
    }
    if (last == 0) {
      return true;
    }
    rowsSeen += other.rowsSeen;
    long least = other.hasValues ? other.base : Long.MAX_VALUE;
    long most = other.hasValues ? other.base + other.span - 2 : Long.MIN_VALUE;
    if (!covers(last, least, most) && !grow(last, least, most)) {
      rowsSeen -= other.rowsSeen;
      return false;
    }
    lastGroup = Math.max(lastGroup, last);
    long shift = other.hasValues ? other.base - base : 0;
    for (int group = 1; group <= other.lastGroup; group++) {
      int number = State.id(numbers, group);
      if (number != 0) {
        merge(other, (group - 1) * other.span, (number - 1) * span, shift, cancellation);
      }
    }
    return true;
  }

  /**
   * Adds the bits of one group of another set. They are shifted by the distance of the two bases,
   * except the first one, which stands for NULL.
   */
  private void merge(
      DistinctBits other, long from, long to, long shift, CancellationToken cancellation) {
    int low = (int) (shift & Long.SIZE - 1);
    for (long word = 0; word < other.span; word += Long.SIZE) {
      if (word % CHECKED_BITS == 0) {
        cancellation.check();
      }
      long rest = other.bits.get(JAVA_LONG, from + word >>> 3);
      if (word == 0) {
        if ((rest & 1) != 0) {
          set(bits, to);
        }
        rest &= -2;
      }
      if (rest != 0) {
        long at = to + word + shift >>> 6 << 3;
        bits.set(JAVA_LONG, at, bits.get(JAVA_LONG, at) | rest << low);
        long carried = low == 0 ? 0 : rest >>> Long.SIZE - low;
        if (carried != 0) {
          bits.set(JAVA_LONG, at + 8, bits.get(JAVA_LONG, at + 8) | carried);
        }
      }
    }
  }

  /** Returns the largest number of a group that has values. */
  int lastGroup() {
    return lastGroup;
  }

  /**
   * Returns the number of distinct values of a group, NULL included.
   *
   * @param cancellation checked every few thousand words
   */
  long count(int group, CancellationToken cancellation) {
    long count = 0;
    for (long at = 0; at < span; at += Long.SIZE) {
      if (at % CHECKED_BITS == 0) {
        cancellation.check();
      }
      count += Long.bitCount(bits.get(JAVA_LONG, (group - 1) * span + at >>> 3));
    }
    return count;
  }

  /** Returns whether NULL is a value of a group. */
  boolean hasNull(int group) {
    return (bits.get(JAVA_LONG, (group - 1) * span >>> 3) & 1) != 0;
  }

  private boolean fits(int newGroups, long distance) {
    long most = Math.max(SMALL_BYTES, BYTES_PER_ROW * rowsSeen);
    return distance >= 0
        && distance <= MOST_SPAN
        && (double) newGroups * (distance + 2) / Byte.SIZE <= most;
  }

  /** Moves the bits; false if the new layout does not cover the old one. */
  private boolean resize(int newGroups, long newBase, long distance) {
    long newSpan = (distance + 2 + Long.SIZE - 1) & -Long.SIZE;
    if (newBase > Long.MAX_VALUE - newSpan) {
      return false; // the last bits would stand for no long
    }
    MemorySegment grown = scope.allocateZeroed(newGroups * (newSpan >>> 3));
    long shift = hasValues ? base - newBase : 0;
    for (int group = 0; group < groups; group++) {
      long from = group * span;
      long to = group * newSpan;
      for (long word = 0; word < span; word += Long.SIZE) {
        long rest = bits.get(JAVA_LONG, from + word >>> 3);
        while (rest != 0) {
          long bit = word + Long.numberOfTrailingZeros(rest);
          set(grown, to + (bit == 0 ? 0 : bit + shift));
          rest &= rest - 1;
        }
      }
    }
    release();
    bits = grown;
    groups = newGroups;
    base = newBase;
    span = newSpan;
    return true;
  }

  private void addValues(MemorySegment ids, int rows) {
    MemorySegment values = lanes.longs(rows);
    MemorySegment target = bits;
    long first = base - 1;
    long width = span;
    for (int i = 0; i < rows; i++) {
      int group = ids.get(JAVA_INT, (long) i << 2);
      if (group != 0) {
        set(target, (group - 1) * width + values.get(JAVA_LONG, (long) i << 3) - first);
      }
    }
  }

  private void addNullable(MemorySegment ids, int rows) {
    MemorySegment values = lanes.longs(rows);
    MemorySegment nulls = lanes.nulls();
    for (int i = 0; i < rows; i++) {
      int group = ids.get(JAVA_INT, (long) i << 2);
      if (group != 0) {
        boolean isNull = nulls != null && Bitmaps.get(nulls, lanes.nullsOffset(), i);
        long bit = isNull ? 0 : values.get(JAVA_LONG, (long) i << 3) - base + 1;
        set(bits, (group - 1) * span + bit);
      }
    }
  }

  private void addNulls(MemorySegment ids, int rows) {
    for (int i = 0; i < rows; i++) {
      int group = ids.get(JAVA_INT, (long) i << 2);
      if (group != 0) {
        set(bits, (group - 1) * span);
      }
    }
  }

  private static void set(MemorySegment target, long bit) {
    long at = bit >>> 6 << 3;
    target.set(JAVA_LONG, at, target.get(JAVA_LONG, at) | 1L << bit);
  }

  /**
   * Gives values, at most a batch at a time.
   *
   * @param numbers for each group the 32-bit number that it gets, 0 to leave it out; null for its
   *     own
   */
  void forEach(@Nullable MemorySegment numbers, PairConsumer out) {
    MemorySegment owners = scope.allocateScratch(4L * capacity);
    MemorySegment values = scope.allocateScratch(8L * capacity);
    MemorySegment nulls = scope.allocateScratch(Bitmaps.bytes(capacity));
    ColumnVector vector = new ColumnVector(type, scope);
    int count = 0;
    for (int group = 1; group <= lastGroup; group++) {
      long from = (group - 1) * span;
      int number = numbers == null ? group : State.id(numbers, group);
      for (long word = 0; number != 0 && word < span; word += Long.SIZE) {
        long rest = bits.get(JAVA_LONG, from + word >>> 3);
        while (rest != 0) {
          if (count == capacity) {
            give(owners, values, nulls, count, vector, out);
            count = 0;
          }
          long bit = word + Long.numberOfTrailingZeros(rest);
          if (count == 0) {
            Bitmaps.zero(nulls, 0, capacity);
          }
          if (bit == 0) {
            Bitmaps.set(nulls, 0, count);
          }
          owners.set(JAVA_INT, (long) count << 2, number);
          values.set(JAVA_LONG, (long) count << 3, bit == 0 ? base : base + bit - 1);
          count++;
          rest &= rest - 1;
        }
      }
    }
    if (count > 0) {
      give(owners, values, nulls, count, vector, out);
    }
  }

  private void give(
      MemorySegment owners,
      MemorySegment values,
      MemorySegment nulls,
      int count,
      ColumnVector vector,
      PairConsumer out) {
    vector.setLongs(values, 0);
    vector.setBounds(base, base + span - 2);
    if (Bitmaps.count(nulls, 0, count) > 0) {
      vector.setNulls(nulls, 0);
    }
    out.accept(owners, vector, count);
  }

  /** Gives the memory of the bits back. */
  void release() {
    if (groups > 0) {
      scope.release(bits);
    }
    bits = MemorySegment.NULL;
    groups = 0;
  }
}
