package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.kernel.GroupKernels;
import dev.paceline.core.kernel.RunKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.AffineLanes;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Exact sums of whole numbers. A sum has 64 bits as long as the bounds of the batches so far prove
 * that no group can leave them (rows × largest magnitude, added up), and 128 from then on.
 */
final class SumState extends State {

  private final long[] sums = new long[GroupNumbers.MAX_MASKS];
  private @Nullable MemorySegment runningSums;
  private boolean wide;

  /** No sum of 64 bits has a greater magnitude. */
  private long bound;

  SumState(MemoryScope scope) {
    super(scope, 8);
  }

  @Override
  protected void initialise(int from, int to) {
    int bytes = wide ? 16 : 8;
    data.asSlice((long) bytes * from, (long) bytes * (to - from)).fill((byte) 0);
  }

  @Override
  void clear(int last) {
    bound = 0;
    super.clear(last);
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    int rows = groups.rows();
    if (argument.isWide()) {
      widen();
      ColumnVector vector = argument.vector();
      MemorySegment ids = groups.ids();
      for (int i = 0; i < rows; i++) {
        add(id(ids, i), vector.getHigh(i), vector.getLong(i));
      }
      return;
    }
    AffineLanes lanes = argument.lanes();
    if (lanes.min() > lanes.max()) {
      return;
    }
    long batch = product(magnitude(lanes.min(), lanes.max()), rows);
    grow(batch);
    if (groups.isMasked() && batch < Long.MAX_VALUE) {
      addMasked(groups, lanes);
    } else if (groups.isMasked()) {
      addMaskedTo128(groups, lanes.longs(rows));
    } else if (groups.runs() > 0 && !wide) {
      addRuns(groups, lanes);
    } else if (wide) {
      GroupKernels.addTo128(groups.ids(), lanes.longs(rows), rows, data);
    } else {
      GroupKernels.add(groups.ids(), lanes.longs(rows), rows, data);
    }
  }

  private void addMasked(GroupNumbers groups, AffineLanes lanes) {
    AggregateKernels.current()
        .sums(
            lanes.data(),
            lanes.offset(),
            lanes.width(),
            groups.rows(),
            groups.masks(),
            groups.stride(),
            groups.groups(),
            sums);
    for (int g = 0; g < groups.groups(); g++) {
      long sum = lanes.multiplier() * sums[g];
      if (lanes.base() != 0) {
        sum += lanes.base() * groups.count(g);
      }
      add(groups.groupId(g), sum >> 63, sum);
    }
  }

  /** Adds the halves of the lanes apart, because sums of halves cannot overflow. */
  private void addMaskedTo128(GroupNumbers groups, MemorySegment lanes) {
    MemorySegment masks = groups.masks();
    for (int g = 0; g < groups.groups(); g++) {
      long lowHalves = 0;
      long highHalves = 0;
      for (int first = 0; first < groups.rows(); first += Long.SIZE) {
        long bits = masks.get(JAVA_LONG, g * groups.stride() + ((long) first >> 3));
        if (bits == -1) {
          for (int row = first; row < first + Long.SIZE; row++) {
            long lane = lanes.get(JAVA_LONG, (long) row << 3);
            lowHalves += lane & 0xffff_ffffL;
            highHalves += lane >> Integer.SIZE;
          }
        } else {
          for (; bits != 0; bits &= bits - 1) {
            long lane = lanes.get(JAVA_LONG, (long) first + Long.numberOfTrailingZeros(bits) << 3);
            lowHalves += lane & 0xffff_ffffL;
            highHalves += lane >> Integer.SIZE;
          }
        }
      }
      int group = groups.groupId(g);
      add(group, highHalves >> Integer.SIZE, highHalves << Integer.SIZE);
      add(group, 0, lowHalves);
    }
  }

  private void addRuns(GroupNumbers groups, AffineLanes lanes) {
    MemorySegment sumsSoFar = runningSums;
    if (sumsSoFar == null) {
      sumsSoFar = scope().allocateScratch(8L * groups.capacity());
      runningSums = sumsSoFar;
    }
    RunKernels.current()
        .add(
            lanes.data(),
            lanes.offset(),
            lanes.width(),
            lanes.base(),
            lanes.multiplier(),
            groups.rows(),
            groups.lastRows(),
            groups.runs(),
            sumsSoFar,
            data);
  }

  private static long magnitude(long min, long max) {
    return min == Long.MIN_VALUE ? Long.MAX_VALUE : Math.max(Math.abs(min), Math.abs(max));
  }

  /** Long.MAX_VALUE if it does not fit. */
  private static long product(long magnitude, int rows) {
    long product = magnitude * rows;
    return Math.multiplyHigh(magnitude, rows) != 0 || product < 0 ? Long.MAX_VALUE : product;
  }

  private void grow(long more) {
    long grown = bound + more;
    if (more == Long.MAX_VALUE || grown < 0 || grown == Long.MAX_VALUE) {
      widen();
    } else {
      bound = grown;
    }
  }

  private void widen() {
    if (wide) {
      return;
    }
    wide = true;
    bound = 0;
    MemorySegment widened = scope().allocate(16L * capacity());
    for (int group = 0; group < capacity(); group++) {
      long sum = data.get(JAVA_LONG, 8L * group);
      widened.set(JAVA_LONG, 16L * group, sum);
      widened.set(JAVA_LONG, 16L * group + 8, sum >> 63);
    }
    replace(widened, 16);
  }

  private void add(int group, long high, long low) {
    if (!wide) {
      data.set(JAVA_LONG, 8L * group, data.get(JAVA_LONG, 8L * group) + low);
      return;
    }
    long at = 16L * group;
    long oldLow = data.get(JAVA_LONG, at);
    long oldHigh = data.get(JAVA_LONG, at + 8);
    long sumLow = oldLow + low;
    long sumHigh = oldHigh + high + (Long.compareUnsigned(sumLow, oldLow) < 0 ? 1 : 0);
    if (((oldHigh ^ sumHigh) & (high ^ sumHigh)) < 0 && group != 0) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW,
          "SUM leaves 128 bits; sum a narrower DECIMAL or a DOUBLE instead");
    }
    data.set(JAVA_LONG, at, sumLow);
    data.set(JAVA_LONG, at + 8, sumHigh);
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    SumState that = (SumState) other;
    if (that.wide) {
      widen();
    } else {
      grow(that.bound);
    }
    for (int i = 0; i < count; i++) {
      int group = id(from, i);
      add(id(to, i), that.high(group), that.low(group));
    }
  }

  @Override
  DataType storedType() {
    return DataType.decimal(38, 0);
  }

  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(16L * count);
    for (int i = 0; i < count; i++) {
      int group = id(ids, i);
      lanes.set(JAVA_LONG, (long) i << 4, low(group));
      lanes.set(JAVA_LONG, ((long) i << 4) + 8, high(group));
    }
    out.setInt128s(lanes, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    long greatest = 0;
    for (int i = 0; i < count; i++) {
      long low = stored.getLong(i);
      boolean narrow = stored.getHigh(i) == low >> 63;
      greatest = Math.max(greatest, narrow ? magnitude(low, low) : Long.MAX_VALUE);
    }
    grow(greatest);
    for (int i = 0; i < count; i++) {
      add(i + 1, stored.getHigh(i), stored.getLong(i));
    }
  }

  private long low(int group) {
    return data.get(JAVA_LONG, (wide ? 16L : 8L) * group);
  }

  private long high(int group) {
    return wide ? data.get(JAVA_LONG, 16L * group + 8) : low(group) >> 63;
  }

  /**
   * Points {@code out} at the sums of some groups, in 64-bit lanes with bounds if all fit.
   *
   * @throws PacelineException NUMERIC_OVERFLOW if a sum does not fit the type of {@code out}
   */
  void emit(int from, int count, ColumnVector out) {
    DataType type = out.type();
    if (!wide) {
      out.setLongs(data, 8L * from);
    } else if (allFitLong(from, count)) {
      MemorySegment lanes = out.scratch(8L * count);
      for (int i = 0; i < count; i++) {
        lanes.set(JAVA_LONG, (long) i << 3, low(from + i));
      }
      out.setLongs(lanes, 0);
    } else {
      for (int i = 0; i < count; i++) {
        check(high(from + i), low(from + i), type);
      }
      out.setInt128s(data, 16L * from);
      return;
    }
    long[] extremes = new long[2];
    AggregateKernels.current().extremes(out.data(), out.offset(), 8, count, null, 0, extremes);
    if (type.fitsLong() && (extremes[0] < type.minLong() || extremes[1] > type.maxLong())) {
      throw overflow(
          BigInteger.valueOf(extremes[0] < type.minLong() ? extremes[0] : extremes[1]), type);
    }
    out.setBounds(extremes[0], extremes[1]);
  }

  private boolean allFitLong(int from, int count) {
    for (int i = 0; i < count; i++) {
      if (high(from + i) != low(from + i) >> 63) {
        return false;
      }
    }
    return true;
  }

  private static void check(long high, long low, DataType type) {
    if (high == low >> 63 && !type.fitsLong()) {
      return;
    }
    BigInteger sum =
        BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(low)));
    boolean fits =
        type.fitsLong()
            ? sum.bitLength() < 64
                && sum.longValue() >= type.minLong()
                && sum.longValue() <= type.maxLong()
            : sum.abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0;
    if (!fits) {
      throw overflow(sum, type);
    }
  }

  private static PacelineException overflow(BigInteger sum, DataType type) {
    String value = new java.math.BigDecimal(sum, type.scale()).toPlainString();
    return new PacelineException(
        ErrorCode.NUMERIC_OVERFLOW,
        "SUM is " + value + ", which is no " + type + "; cast the argument to a wider type");
  }
}
