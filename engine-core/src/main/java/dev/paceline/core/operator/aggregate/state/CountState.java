package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.kernel.GroupKernels;
import dev.paceline.core.kernel.RunKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.Masks;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * Rows of each group: all of them, or those whose argument is NULL. A count has 4 bytes, without a
 * sign, until the number of rows is so large that a count might need 8.
 */
final class CountState extends State {
  /** The largest count of 4 bytes. */
  private static final long MAX_NARROW = 0xffff_ffffL;

  private final boolean ofNulls;
  private final long maxNarrow;
  private boolean any;
  private boolean wide;

  /** No count is greater. */
  private long most;

  CountState(MemoryScope scope, boolean ofNulls) {
    this(scope, ofNulls, MAX_NARROW);
  }

  /**
   * @param maxNarrow the most that 4 bytes hold; less only in tests
   */
  CountState(MemoryScope scope, boolean ofNulls, long maxNarrow) {
    super(scope, Integer.BYTES);
    this.ofNulls = ofNulls;
    this.maxNarrow = maxNarrow;
  }

  /** Whether any group's count may be other than 0. */
  boolean any() {
    return any;
  }

  @Override
  protected void initialise(int from, int to) {
    data.asSlice((long) width() * from, (long) width() * (to - from)).fill((byte) 0);
  }

  @Override
  void clear(int last) {
    any = false;
    most = 0;
    super.clear(last);
  }

  /** Bytes of a count, 4 without a sign or 8. */
  int width() {
    return wide ? Long.BYTES : Integer.BYTES;
  }

  /** Announces that any group may get up to {@code rows} further rows. */
  private void expect(long rows) {
    most += rows;
    if (wide || most <= maxNarrow) {
      return;
    }
    MemorySegment widened = scope().allocate(8L * capacity());
    for (int group = 0; group < capacity(); group++) {
      widened.set(JAVA_LONG, 8L * group, get(group));
    }
    replace(widened, Long.BYTES);
    wide = true;
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    expect(groups.rows());
    if (ofNulls) {
      countNulls(groups, argument.vector());
      return;
    }
    any = true;
    if (groups.isMasked()) {
      for (int g = 0; g < groups.groups(); g++) {
        add(groups.groupId(g), groups.count(g));
      }
    } else if (wide) {
      MemorySegment ids = groups.ids();
      for (int i = 0; i < groups.rows(); i++) {
        add(id(ids, i), 1);
      }
    } else if (groups.runs() > 0) {
      RunKernels.current().count(groups.lastRows(), groups.runs(), data);
    } else {
      GroupKernels.count(groups.ids(), groups.rows(), data);
    }
  }

  /** Counts each distinct value of a set as one row. */
  void addDistinct(DistinctBits values, CancellationToken cancellation) {
    for (int group = 1; group <= values.lastGroup(); group++) {
      long rows = ofNulls ? values.hasNull(group) ? 1 : 0 : values.count(group, cancellation);
      expect(rows);
      add(group, rows);
      any |= rows > 0;
    }
  }

  private void countNulls(GroupNumbers groups, ColumnVector vector) {
    if (!vector.mayHaveNulls()) {
      return;
    }
    any = true;
    MemorySegment ids = groups.ids();
    MemorySegment nulls = vector.isConstant() ? null : vector.nulls();
    for (int word = 0; word << 6 < groups.rows(); word++) {
      long bits = Masks.word(nulls, vector.nullsOffset(), groups.rows(), word);
      for (; bits != 0; bits &= bits - 1) {
        add(id(ids, (word << 6) + Long.numberOfTrailingZeros(bits)), 1);
      }
    }
  }

  private void add(int group, long rows) {
    if (wide) {
      data.set(JAVA_LONG, 8L * group, data.get(JAVA_LONG, 8L * group) + rows);
    } else {
      data.set(JAVA_INT, 4L * group, data.get(JAVA_INT, 4L * group) + (int) rows);
    }
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    CountState that = (CountState) other;
    if (that.any) {
      long greatest = 0;
      for (int i = 0; i < count; i++) {
        greatest = Math.max(greatest, that.get(id(from, i)));
      }
      expect(greatest);
      any = true;
      for (int i = 0; i < count; i++) {
        add(id(to, i), that.get(id(from, i)));
      }
    }
  }

  @Override
  DataType storedType() {
    return DataType.INT64;
  }

  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      lanes.set(JAVA_LONG, (long) i << 3, get(id(ids, i)));
    }
    out.setLongs(lanes, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    long greatest = 0;
    for (int i = 0; i < count; i++) {
      greatest = Math.max(greatest, stored.getLong(i));
    }
    expect(greatest);
    any |= greatest > 0;
    for (int i = 0; i < count; i++) {
      add(i + 1, stored.getLong(i));
    }
  }

  long get(int group) {
    return wide
        ? data.get(JAVA_LONG, 8L * group)
        : Integer.toUnsignedLong(data.get(JAVA_INT, 4L * group));
  }

  /** The counts, {@link #width} bytes a group. */
  MemorySegment counts() {
    return data;
  }
}
