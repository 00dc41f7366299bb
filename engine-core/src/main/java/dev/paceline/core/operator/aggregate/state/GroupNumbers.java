package dev.paceline.core.operator.aggregate.state;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.RunKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.Masks;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Which group each row of a batch belongs to: as masks, one for each of a few groups, as runs of
 * neighbouring rows, or as one group number a row, 0 for rows that do not count. From masks and
 * runs the numbers can be had too.
 *
 * <p>Restrictions (a FILTER, an argument that is NULL) make children of the same kind, which are
 * kept until the next batch. One worker uses it.
 */
public final class GroupNumbers {
  /** The most groups that masks are used for. */
  public static final int MAX_MASKS = 8;

  private final MemoryScope scope;
  private final int capacity;
  private final long stride;
  private final GroupNumbers[] byFilter;
  private final GroupNumbers[] byArgument;

  private int rows;
  private boolean masked;
  private int runs;
  private int groups;
  private final int[] groupIds = new int[MAX_MASKS];
  private final long[] counts = new long[MAX_MASKS];
  private boolean counted;
  private @Nullable MemorySegment masks;
  private @Nullable MemorySegment ids;
  private MemorySegment lastRows = MemorySegment.NULL;
  private boolean numbered;
  private boolean valid;

  /**
   * @param capacity the most rows of a batch
   * @param columns of the input
   */
  public GroupNumbers(MemoryScope scope, int capacity, int columns) {
    this.scope = scope;
    this.capacity = capacity;
    this.stride = Bitmaps.bytes(capacity);
    this.byFilter = new GroupNumbers[columns];
    this.byArgument = new GroupNumbers[columns];
  }

  int rows() {
    return rows;
  }

  /** The most rows of a batch. */
  int capacity() {
    return capacity;
  }

  /** Whether {@link #masks} tell the groups; else only {@link #ids} do. */
  boolean isMasked() {
    return masked;
  }

  /** Masks in use. */
  int groups() {
    return groups;
  }

  int groupId(int mask) {
    return groupIds[mask];
  }

  public long stride() {
    return stride;
  }

  /** Starts a batch that is told by masks, which the caller writes. */
  public MemorySegment startMasks(int rows, int groups, int[] ids) {
    start(rows);
    masked = true;
    this.groups = groups;
    System.arraycopy(ids, 0, groupIds, 0, groups);
    return masks();
  }

  /** Starts a batch that is told by numbers, which the caller writes. */
  public MemorySegment startIds(int rows) {
    start(rows);
    masked = false;
    numbered = true;
    return ownIds();
  }

  /**
   * Starts a batch all of whose rows count, and whose groups 1 to {@code newRuns} are neighbours,
   * one group behind the other.
   *
   * @param newLastRows the last row of each group, 32 bits at its number; of the caller
   */
  public void startRuns(int rows, int newRuns, MemorySegment newLastRows) {
    start(rows);
    masked = false;
    runs = newRuns;
    lastRows = newLastRows;
  }

  /** Groups of a batch that is told by runs; 0 for others. */
  int runs() {
    return runs;
  }

  /** The last row of each run, 32 bits at its number. */
  MemorySegment lastRows() {
    return lastRows;
  }

  private void start(int newRows) {
    rows = newRows;
    runs = 0;
    counted = false;
    numbered = false;
    valid = true;
    forget(byFilter);
    forget(byArgument);
  }

  private static void forget(@Nullable GroupNumbers[] children) {
    for (GroupNumbers child : children) {
      if (child != null) {
        child.valid = false;
      }
    }
  }

  MemorySegment masks() {
    MemorySegment current = masks;
    if (current == null) {
      current = scope.allocateScratch(stride * MAX_MASKS);
      masks = current;
    }
    return current;
  }

  /** Rows of the group of a mask. */
  public long count(int mask) {
    if (!counted) {
      MemorySegment bitmaps = requireNonNull(masks, "masks");
      for (int g = 0; g < groups; g++) {
        counts[g] = Bitmaps.count(bitmaps, g * stride, rows);
      }
      counted = true;
    }
    return counts[mask];
  }

  /** One 32-bit number a row; 0 for rows that do not count. */
  MemorySegment ids() {
    MemorySegment current = ownIds();
    if (!numbered && runs > 0) {
      RunKernels.current().number(lastRows, runs, current);
      numbered = true;
    } else if (!numbered) {
      MemorySegment bitmaps = masks();
      current.asSlice(0, 4L * rows).fill((byte) 0);
      for (int g = 0; g < groups; g++) {
        for (int word = 0; word << 6 < rows; word++) {
          long bits = bitmaps.get(ValueLayout.JAVA_LONG, g * stride + ((long) word << 3));
          while (bits != 0) {
            int row = (word << 6) + Long.numberOfTrailingZeros(bits);
            current.set(ValueLayout.JAVA_INT, (long) row << 2, groupIds[g]);
            bits &= bits - 1;
          }
        }
      }
      numbered = true;
    }
    return current;
  }

  private MemorySegment ownIds() {
    MemorySegment current = ids;
    if (current == null) {
      current = scope.allocateScratch(4L * capacity);
      ids = current;
    }
    return current;
  }

  /** Those rows for which a BOOLEAN column is true. */
  GroupNumbers where(int column, ColumnVector filter) {
    if (filter.isConstant() && !filter.isConstantNull() && filter.constantLong() != 0) {
      return this;
    }
    GroupNumbers child = child(byFilter, column);
    if (!child.valid) {
      if (filter.isConstant()) {
        child.excludeAll(this);
      } else {
        child.restrict(this, filter.data(), filter.offset(), false);
        MemorySegment nulls = filter.nulls();
        if (nulls != null) {
          child.restrict(child, nulls, filter.nullsOffset(), true);
        }
      }
    }
    return child;
  }

  /** Those rows for which a column is not NULL. */
  GroupNumbers notNull(int column, ColumnVector argument) {
    if (!argument.mayHaveNulls()) {
      return this;
    }
    GroupNumbers child = child(byArgument, column);
    if (!child.valid) {
      MemorySegment nulls = argument.nulls();
      if (nulls == null || argument.isConstant()) {
        child.excludeAll(this);
      } else {
        child.restrict(this, nulls, argument.nullsOffset(), true);
      }
    }
    return child;
  }

  private GroupNumbers child(GroupNumbers[] children, int column) {
    GroupNumbers child = children[column];
    if (child == null) {
      child = new GroupNumbers(scope, capacity, children.length);
      children[column] = child;
    }
    return child;
  }

  private void excludeAll(GroupNumbers parent) {
    start(parent.rows);
    masked = parent.masked;
    groups = 0;
    if (!masked) {
      ownIds().asSlice(0, 4L * rows).fill((byte) 0);
      numbered = true;
    }
  }

  /** Keeps the rows whose bit is set, or clear. */
  private void restrict(GroupNumbers parent, MemorySegment bitmap, long offset, boolean negate) {
    if (parent != this) {
      start(parent.rows);
      masked = parent.masked;
      groups = parent.groups;
      System.arraycopy(parent.groupIds, 0, groupIds, 0, groups);
    }
    if (masked) {
      Masks.and(parent.masks(), masks(), stride, groups, bitmap, offset, negate, rows);
      counted = false;
    } else {
      MemorySegment from = parent.ids();
      MemorySegment to = ownIds();
      for (int i = 0; i < rows; i++) {
        boolean keep = Bitmaps.get(bitmap, offset, i) != negate;
        int id = from.get(ValueLayout.JAVA_INT, (long) i << 2);
        to.set(ValueLayout.JAVA_INT, (long) i << 2, keep ? id : 0);
      }
      numbered = true;
    }
  }
}
