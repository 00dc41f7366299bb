package dev.paceline.benchmarks.kernel;

import static dev.paceline.benchmarks.kernel.KernelTrial.ROWS;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.kernel.GroupKernels;
import dev.paceline.core.kernel.RunKernels;
import dev.paceline.core.kernel.ScalarAggregateKernels;
import dev.paceline.core.kernel.ScalarRunKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongBinaryOperator;

/** Kernels that aggregate rows: under masks, by group numbers, and in runs of equal keys. */
final class AggregateMethods {
  static final List<KernelMethod> ALL =
      List.of(
          KernelMethod.twins("aggregate", "sums", AggregateMethods::sums)
              .with("groups", 1, 4, 8)
              .withWidths()
              .readsLanes(),
          KernelMethod.twins("aggregate", "sumDoubles", AggregateMethods::sumDoubles)
              .with("groups", 1, 4, 8)
              .reads(Double.BYTES),
          KernelMethod.twins("aggregate", "squaredDistances", AggregateMethods::squaredDistances)
              .with("groups", 1, 4, 8)
              .reads(Double.BYTES),
          KernelMethod.twins("aggregate", "extremes", AggregateMethods::extremes)
              .withWidths()
              .with("density", 0.5, 1)
              .readsLanes(),
          KernelMethod.twins("aggregate", "match", AggregateMethods::match).with("groups", 1, 4, 8),
          KernelMethod.twins("aggregate", "append", AggregateMethods::append).reads(1),
          KernelMethod.single("group", "update", AggregateMethods::update)
              .with("update", (Object[]) Update.values())
              .with("states", 16, 10_000, 1_000_000),
          KernelMethod.twins("run", "find", trial -> new Runs(trial, 1).find()),
          KernelMethod.twins("run", "add", trial -> new Runs(trial, trial.width()).add())
              .withWidths());

  private static final long STRIDE = ROWS / Byte.SIZE;
  private static final int MAX_GROUPS = 8;
  private static final double TOLERANCE = 1e-9 * ROWS;

  private AggregateMethods() {}

  /**
   * Rows of a few groups, one mask per group; the rows of all batches have the same groups.
   *
   * @param codes the group of each row; there is one group more than masks
   */
  private record Groups(
      AggregateKernels kernels, MemorySegment codes, MemorySegment masks, int count) {
    static Groups of(KernelTrial trial) {
      int count = trial.number("groups");
      Groups groups =
          new Groups(
              trial.choose(AggregateKernels.fastest(), new ScalarAggregateKernels()),
              Lanes.uniform(trial.scope(), ROWS, 1, count + 1L, 3),
              trial.scope().allocateZeroed(STRIDE * count),
              count);
      groups.match();
      return groups;
    }

    long match() {
      for (int g = 0; g < count; g++) {
        kernels.match(codes, ROWS, (byte) g, masks, g * STRIDE);
      }
      return count;
    }

    int group(int row) {
      return codes.get(ValueLayout.JAVA_BYTE, row);
    }
  }

  /** Makes the masks. */
  private static BatchCall match(KernelTrial trial) {
    Groups groups = Groups.of(trial);
    return trial.checkedRows(
        row -> groups.match(),
        (row, i) -> {
          boolean isRight = true;
          for (int g = 0; g < groups.count; g++) {
            isRight &= Bitmaps.get(groups.masks, g * STRIDE, i) == (groups.group(i) == g);
          }
          return isRight;
        });
  }

  private static BatchCall sums(KernelTrial trial) {
    Groups groups = Groups.of(trial);
    int count = groups.count;
    int width = trial.width();
    MemorySegment lanes = trial.randomLanes(width);
    long[] sums = new long[MAX_GROUPS];
    return trial.checkedBatches(
        row -> {
          groups.kernels.sums(lanes, row * width, width, ROWS, groups.masks, STRIDE, count, sums);
          return sums[0];
        },
        row -> {
          long[] expected = new long[count + 1];
          for (int i = 0; i < ROWS; i++) {
            expected[groups.group(i)] += Lanes.get(lanes, width, row + i);
          }
          return Arrays.equals(sums, 0, count, expected, 0, count);
        });
  }

  private static BatchCall sumDoubles(KernelTrial trial) {
    Groups groups = Groups.of(trial);
    MemorySegment lanes = trial.randomDoubles();
    double[] sums = new double[MAX_GROUPS];
    return trial.checkedBatches(
        row -> {
          groups.kernels.sumDoubles(
              lanes, row * Double.BYTES, ROWS, groups.masks, STRIDE, groups.count, sums);
          return (long) sums[0];
        },
        row -> {
          double[] expected = new double[groups.count + 1];
          for (int i = 0; i < ROWS; i++) {
            expected[groups.group(i)] += lanes.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i);
          }
          return areClose(sums, expected, groups.count);
        });
  }

  private static BatchCall squaredDistances(KernelTrial trial) {
    Groups groups = Groups.of(trial);
    MemorySegment lanes = trial.randomDoubles();
    double[] centers = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
    double[] sums = new double[MAX_GROUPS];
    return trial.checkedBatches(
        row -> {
          groups.kernels.squaredDistances(
              lanes, row * Double.BYTES, ROWS, groups.masks, STRIDE, groups.count, centers, sums);
          return (long) sums[0];
        },
        row -> {
          double[] expected = new double[groups.count + 1];
          for (int i = 0; i < ROWS; i++) {
            double value = lanes.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i);
            double distance = value - centers[groups.group(i)];
            expected[groups.group(i)] += distance * distance;
          }
          return areClose(sums, expected, groups.count);
        });
  }

  private static boolean areClose(double[] sums, double[] expected, int count) {
    boolean areClose = true;
    for (int g = 0; g < count; g++) {
      areClose &= Math.abs(sums[g] - expected[g]) < TOLERANCE;
    }
    return areClose;
  }

  /** Finds the smallest and the largest lane. */
  private static BatchCall extremes(KernelTrial trial) {
    AggregateKernels kernels =
        trial.choose(AggregateKernels.fastest(), new ScalarAggregateKernels());
    int width = trial.width();
    double density = trial.fraction("density");
    MemorySegment lanes = trial.randomLanes(width);
    MemorySegment mask = density == 1 ? null : Lanes.bitmap(trial.scope(), ROWS, density, 2);
    long[] extremes = new long[2];
    return trial.checkedBatches(
        row -> {
          kernels.extremes(lanes, row * width, width, ROWS, mask, 0, extremes);
          return extremes[0];
        },
        row -> {
          long min = Long.MAX_VALUE;
          long max = Long.MIN_VALUE;
          for (int i = 0; i < ROWS; i++) {
            if (mask == null || Bitmaps.get(mask, 0, i)) {
              min = Math.min(min, Lanes.get(lanes, width, row + i));
              max = Math.max(max, Lanes.get(lanes, width, row + i));
            }
          }
          return extremes[0] == min && extremes[1] == max;
        });
  }

  /** Makes one code of the codes of two columns. */
  private static BatchCall append(KernelTrial trial) {
    AggregateKernels kernels =
        trial.choose(AggregateKernels.fastest(), new ScalarAggregateKernels());
    int bits = 2;
    MemorySegment lanes = trial.uniformLanes(1, 1 << bits);
    MemorySegment codes = Lanes.uniform(trial.scope(), ROWS, 1, 1 << bits, 2);
    byte[] expected = codes.asSlice(0, ROWS).toArray(ValueLayout.JAVA_BYTE);
    return trial.checkedRows(
        row -> kernels.append(codes, ROWS, bits, lanes, row),
        (row, i) -> {
          expected[i] = (byte) ((expected[i] << bits) + Lanes.get(lanes, 1, row + i));
          return codes.get(ValueLayout.JAVA_BYTE, i) == expected[i];
        });
  }

  /** The call of a kernel on states. */
  private interface UpdateCall {
    void run(MemorySegment ids, MemorySegment values, int rows, MemorySegment state);
  }

  /** A kernel on states of some bytes, and the same for one row. */
  private enum Update {
    COUNT((ids, values, n, state) -> GroupKernels.count(ids, n, state), 4, (s, x) -> s + 1),
    ADD(GroupKernels::add, 8, Long::sum),
    ADD_TO_128(GroupKernels::addTo128, 16, Long::sum),
    MIN(GroupKernels::min, 8, Math::min),
    MAX(GroupKernels::max, 8, Math::max),
    AND(GroupKernels::and, 8, (s, x) -> s & x),
    OR(GroupKernels::or, 8, (s, x) -> s | x),
    XOR(GroupKernels::xor, 8, (s, x) -> s ^ x),
    PUT(GroupKernels::put, 8, (s, x) -> x);

    private final UpdateCall call;
    private final int bytes;
    private final LongBinaryOperator plain;

    Update(UpdateCall call, int bytes, LongBinaryOperator plain) {
      this.call = call;
      this.bytes = bytes;
      this.plain = plain;
    }
  }

  /** Updates the states of random groups. */
  private static BatchCall update(KernelTrial trial) {
    Update update = Update.valueOf(trial.text("update"));
    UpdateCall call = update.call;
    int states = trial.number("states");
    int rows = 1 << 16;
    trial.walk(rows);
    MemorySegment ids = Lanes.uniform(trial.scope(), rows, Integer.BYTES, states, 1);
    MemorySegment values = Lanes.random(trial.scope(), rows, Long.BYTES, 2);
    MemorySegment state = trial.scope().allocateZeroed((long) states * update.bytes);
    BatchCall run =
        row -> {
          call.run(ids.asSlice(row << 2), values.asSlice(row << 3), ROWS, state);
          return 0;
        };
    long[] expected = new long[states];
    for (int row = 0; row < rows; row++) {
      int id = ids.getAtIndex(ValueLayout.JAVA_INT, row);
      expected[id] = update.plain.applyAsLong(expected[id], Lanes.get(values, 8, row));
    }
    for (long row = 0; row < rows; row += ROWS) {
      run.run(row);
    }
    for (int group = 0; group < states; group++) {
      long at = (long) group * update.bytes;
      long actual =
          update.bytes == Integer.BYTES
              ? state.get(ValueLayout.JAVA_INT, at)
              : state.get(ValueLayout.JAVA_LONG, at);
      trial.require(actual == expected[group], group);
    }
    return run;
  }

  /** Runs of equal sorted keys of 4 bytes, four rows long on average, and codes to add up. */
  private static final class Runs {
    private static final int KEY_BYTES = 4;
    private static final int MEAN_ROWS = 4;
    private static final long BASE = 100;
    private static final long MULTIPLIER = 7;

    private final KernelTrial trial;
    private final int width;
    private final RunKernels kernels;
    private final MemorySegment keys;
    private final MemorySegment codes;
    private final MemorySegment lastRows;
    private final MemorySegment scratch;
    private final MemorySegment state;

    Runs(KernelTrial trial, int width) {
      this.trial = trial;
      this.width = width;
      kernels = trial.choose(RunKernels.fastest(), new ScalarRunKernels());
      keys = trial.target(KEY_BYTES);
      codes = Lanes.random(trial.scope(), ROWS, width, 1);
      lastRows = trial.scope().allocate((ROWS + 1L) * Integer.BYTES);
      scratch = trial.target(Long.BYTES);
      state = trial.scope().allocateZeroed((ROWS + 1L) * Long.BYTES);
      SplittableRandom random = new SplittableRandom(2);
      long key = 0;
      for (int row = 0; row < ROWS; row++) {
        key += random.nextInt(MEAN_ROWS) == 0 ? 1 : 0;
        Lanes.set(keys, KEY_BYTES, row, key);
      }
    }

    BatchCall find() {
      BatchCall call = row -> kernels.find(keys, 0, KEY_BYTES, ROWS, lastRows);
      int runs = (int) call.run(0);
      trial.require(isRight(runs, false), 0);
      return call;
    }

    /** Sums up the codes of each run. */
    BatchCall add() {
      int runs = (int) find().run(0);
      BatchCall call =
          row -> {
            kernels.add(codes, 0, width, BASE, MULTIPLIER, ROWS, lastRows, runs, scratch, state);
            return runs;
          };
      call.run(0);
      trial.require(isRight(runs, true), 0);
      return call;
    }

    private boolean isRight(int runs, boolean withSums) {
      int run = 1;
      long sum = 0;
      boolean isRight = true;
      for (int row = 0; row < ROWS; row++) {
        sum += BASE + MULTIPLIER * Lanes.get(codes, width, row);
        if (row == ROWS - 1
            || Lanes.get(keys, KEY_BYTES, row) != Lanes.get(keys, KEY_BYTES, row + 1)) {
          isRight &= Lanes.get(lastRows, Integer.BYTES, run) == row;
          isRight &= !withSums || Lanes.get(state, Long.BYTES, run) == sum;
          run++;
          sum = 0;
        }
      }
      return isRight && runs == run - 1;
    }
  }
}
