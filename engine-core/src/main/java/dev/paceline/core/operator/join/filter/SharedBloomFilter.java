package dev.paceline.core.operator.join.filter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.FilterKernels.BloomSet;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * A runtime filter that is filled while rows are written to temporary files, before anybody knows
 * how many they are. So its size is a part of the query's budget: the rows that outgrew the budget
 * are the more the greater that is.
 *
 * <p>Any worker adds; after the last, one thread completes it.
 */
public final class SharedBloomFilter {
  /**
   * The part of the budget that the filter takes: about 10 bits per row of 20 bytes if the rows
   * have outgrown the budget.
   */
  private static final int BUDGET_PARTS = 16;

  private static final long LEAST_BYTES = 32L << 10;
  private static final long MOST_BYTES = 64L << 20;

  /** A filter that passes more of the rows without a partner is not worth its tests. */
  private static final double MOST_FALSE_HITS = 0.5;

  /** How many bits a value has, each of which must be set. */
  private static final int BITS_PER_VALUE = 3;

  private final BloomSet set;
  private final boolean nullsEqual;

  @GuardedBy("this")
  private boolean sawNull;

  @GuardedBy("this")
  private boolean hasBounds = true;

  @GuardedBy("this")
  private long min = Long.MAX_VALUE;

  @GuardedBy("this")
  private long max = Long.MIN_VALUE;

  private SharedBloomFilter(BloomSet set, boolean nullsEqual) {
    this.set = set;
    this.nullsEqual = nullsEqual;
  }

  /**
   * An empty filter.
   *
   * @param memory where it lives
   * @param nullsEqual whether NULL has partners: then there is no filter if there is a NULL
   */
  public static SharedBloomFilter of(MemoryScope memory, MemoryBudget budget, boolean nullsEqual) {
    long bytes =
        Math.clamp(budget.boundBytes() / BUDGET_PARTS, LEAST_BYTES, MOST_BYTES) & -Long.BYTES;
    MemorySegment bits = memory.allocateZeroed(bytes);
    return new SharedBloomFilter(new BloomSet(bits, bytes / Long.BYTES), nullsEqual);
  }

  /**
   * Adds the keys of some rows; NULL is left out.
   *
   * @param positions 32-bit row numbers; null for the first {@code count} rows
   */
  public void add(ColumnVector keys, @Nullable MemorySegment positions, int count) {
    if (count == 0) {
      return;
    }
    boolean mayHaveNulls = keys.mayHaveNulls();
    boolean whole = keys.type().family() == TypeFamily.INTEGRAL;
    boolean isNull = false;
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int row = positions == null ? i : positions.get(ValueLayout.JAVA_INT, (long) i << 2);
      if (mayHaveNulls && keys.isNull(row)) {
        isNull = true;
        continue;
      }
      set.addConcurrently(BloomFilter.digest(keys, row));
      if (whole) {
        long key = keys.getLong(row);
        whole = keys.getHigh(row) == key >> 63;
        least = Math.min(least, key);
        most = Math.max(most, key);
      }
    }
    synchronized (this) {
      sawNull |= isNull;
      hasBounds &= whole;
      min = Math.min(min, least);
      max = Math.max(max, most);
    }
  }

  /** The filter of all that has been added; null if it would drop too little. */
  public synchronized @Nullable RuntimeFilter complete() {
    if (nullsEqual && sawNull || Math.pow(set.fill(), BITS_PER_VALUE) > MOST_FALSE_HITS) {
      return null;
    }
    return new BloomFilter(set, null, hasBounds, min, max);
  }
}
