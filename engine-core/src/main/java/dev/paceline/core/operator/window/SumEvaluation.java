package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFunction;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * SUM of whole numbers: the difference of two sums of prefixes, whatever the frame is. Sums of
 * prefixes have 64 bits if the column's bounds prove that no sum can leave them, else 128; each
 * range of positions begins anew, so that all workers add at once.
 */
final class SumEvaluation implements Evaluation {
  private static final int RANGE_SHIFT = Integer.numberOfTrailingZeros(PositionRanges.ROWS);

  private final WindowCall call;
  private final SortedRows rows;
  private final ArgumentRows argument;
  private final boolean wide;

  /** The sum of a position and those before it in its range, by position. */
  private final MemorySegment sums;

  /** The sum of all positions before a range, low and high word, by range. */
  private final long[] before;

  SumEvaluation(WindowCall call, SortedRows rows, ArgumentRows argument, MemoryScope memory) {
    this.call = call;
    this.rows = rows;
    this.argument = argument;
    this.wide = mayLeaveLong(rows.store().column(argument.column()), rows.count());
    this.sums = memory.allocate((wide ? 16L : 8L) * rows.count());
    this.before = new long[2 * ((rows.count() >>> RANGE_SHIFT) + 2)];
  }

  private static boolean mayLeaveLong(ColumnVector column, int count) {
    if (!column.hasBounds() || column.min() == Long.MIN_VALUE) {
      return true;
    }
    long magnitude = Math.max(Math.abs(column.min()), Math.abs(column.max()));
    return Math.multiplyHigh(magnitude, count) != 0 || magnitude * count < 0;
  }

  @Override
  public FinishPhase phases() {
    return PositionRanges.phase(rows, this::add).thenRun(this::addRanges);
  }

  private void add(int from, int to, BatchReader reader) {
    long[] running = new long[2];
    reader.read(
        argument.column(),
        from,
        to,
        (values, at, count) -> {
          if (wide) {
            addWide(values, at, count, running);
          } else {
            running[0] = addLongs(values, at, count, running[0]);
          }
        });
    int next = 2 * ((from >>> RANGE_SHIFT) + 1);
    before[next] = running[0];
    before[next + 1] = wide ? running[1] : running[0] >> 63;
  }

  private long addLongs(ColumnVector values, int at, int count, long start) {
    long sum = start;
    RankedBits counted = argument.bits();
    for (int i = 0; i < count; i++) {
      if (counted == null || counted.get(at + i)) {
        sum += values.getLong(i);
      }
      sums.set(JAVA_LONG, (long) (at + i) << 3, sum);
    }
    return sum;
  }

  private void addWide(ColumnVector values, int at, int count, long[] running) {
    for (int i = 0; i < count; i++) {
      if (argument.counts(at + i)) {
        add(running, 0, values.getLong(i), values.getHigh(i));
      }
      sums.set(JAVA_LONG, (long) (at + i) << 4, running[0]);
      sums.set(JAVA_LONG, ((long) (at + i) << 4) + 8, running[1]);
    }
  }

  /**
   * Adds a number of 128 bits.
   *
   * @param target its words are at {@code index}, the low one first
   */
  private static void add(long[] target, int index, long low, long high) {
    long sumLow = target[index] + low;
    long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
    long oldHigh = target[index + 1];
    long sumHigh = oldHigh + high + carry;
    if (((oldHigh ^ sumHigh) & (high ^ sumHigh)) < 0) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW,
          "SUM of all rows leaves 128 bits; sum a narrower DECIMAL or a DOUBLE instead");
    }
    target[index] = sumLow;
    target[index + 1] = sumHigh;
  }

  private void addRanges() {
    for (int i = 2; i < before.length; i += 2) {
      add(before, i, before[i - 2], before[i - 1]);
    }
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    Frames frames = batch.frames(call);
    return wide ? out -> evaluateWide(batch, frames, out) : out -> evaluate(batch, frames, out);
  }

  /** The sum of all positions before one. */
  private long prefix(int position) {
    return position == 0
        ? 0
        : before[(position - 1) >>> RANGE_SHIFT << 1]
            + sums.get(JAVA_LONG, (long) (position - 1) << 3);
  }

  private void evaluate(WindowBatch batch, Frames frames, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    int count = batch.count();
    for (int range = 0; range < frames.ranges(); range++) {
      int[] starts = frames.starts(range);
      int[] ends = frames.ends(range);
      for (int i = 0; i < count; i++) {
        long sum = prefix(ends[i]) - prefix(starts[i]);
        long rest = range == 0 ? 0 : lanes.get(JAVA_LONG, (long) i << 3);
        lanes.set(JAVA_LONG, (long) i << 3, rest + sum);
      }
    }
    DataType type = out.type();
    if (type.fitsLong()) {
      for (int i = 0; i < count; i++) {
        long sum = lanes.get(JAVA_LONG, (long) i << 3);
        if (sum < type.minLong() || sum > type.maxLong()) {
          throw overflow(BigInteger.valueOf(sum), type);
        }
      }
    }
    out.setLongs(lanes, 0);
    setNulls(batch, frames, out);
  }

  private void evaluateWide(WindowBatch batch, Frames frames, ColumnVector out) {
    MemorySegment lanes = out.scratch(16L * batch.capacity());
    DataType type = out.type();
    boolean narrow = true;
    for (int i = 0; i < batch.count(); i++) {
      long low = 0;
      long high = 0;
      for (int range = 0; range < frames.ranges(); range++) {
        int start = frames.starts(range)[i];
        int end = frames.ends(range)[i];
        if (start < end) {
          // differences of numbers of 128 bits that do not leave them, modulo 2^128
          long endLow = prefixLow(end);
          long startLow = prefixLow(start);
          long difference = endLow - startLow;
          long borrow = Long.compareUnsigned(endLow, startLow) < 0 ? 1 : 0;
          long sumLow = low + difference;
          long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
          high += prefixHigh(end) - prefixHigh(start) - borrow + carry;
          low = sumLow;
        }
      }
      check(high, low, type);
      narrow &= high == low >> 63;
      lanes.set(JAVA_LONG, (long) i << 4, low);
      lanes.set(JAVA_LONG, ((long) i << 4) + 8, high);
    }
    if (narrow) {
      for (int i = 0; i < batch.count(); i++) {
        lanes.set(JAVA_LONG, (long) i << 3, lanes.get(JAVA_LONG, (long) i << 4));
      }
      out.setLongs(lanes, 0);
    } else {
      out.setInt128s(lanes, 0);
    }
    setNulls(batch, frames, out);
  }

  private long prefixLow(int position) {
    return position == 0
        ? 0
        : before[(position - 1) >>> RANGE_SHIFT << 1]
            + sums.get(JAVA_LONG, (long) (position - 1) << 4);
  }

  private long prefixHigh(int position) {
    if (position == 0) {
      return 0;
    }
    int range = (position - 1) >>> RANGE_SHIFT << 1;
    long low = sums.get(JAVA_LONG, (long) (position - 1) << 4);
    long carry = Long.compareUnsigned(before[range] + low, low) < 0 ? 1 : 0;
    return before[range + 1] + sums.get(JAVA_LONG, ((long) (position - 1) << 4) + 8) + carry;
  }

  /** NULL where the frame has no value; SUM0 is 0 there. */
  private void setNulls(WindowBatch batch, Frames frames, ColumnVector out) {
    if (call.function() == WindowFunction.SUM) {
      EmptyFrames.setNulls(batch, frames, argument, 1, out);
    }
  }

  private static void check(long high, long low, DataType type) {
    boolean small = high == low >> 63;
    boolean fits =
        type.fitsLong()
            ? small && low >= type.minLong() && low <= type.maxLong()
            : small || value(high, low).abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0;
    if (!fits) {
      throw overflow(value(high, low), type);
    }
  }

  private static BigInteger value(long high, long low) {
    return BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(low)));
  }

  private static PacelineException overflow(BigInteger sum, DataType type) {
    return new PacelineException(
        ErrorCode.NUMERIC_OVERFLOW,
        "SUM is "
            + new BigDecimal(sum, type.scale()).toPlainString()
            + ", which is no "
            + type
            + "; cast the argument to a wider type");
  }
}
