package dev.paceline.benchmarks.kernel;

import static dev.paceline.benchmarks.kernel.KernelTrial.ROWS;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.CompressKernels;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.kernel.ScalarCompressKernels;
import dev.paceline.core.kernel.ScalarDecodeKernels;
import dev.paceline.core.kernel.ScalarUnpackKernels;
import dev.paceline.core.kernel.UnpackKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Kernels that move lanes: from one width to another, from random places, from packed bits. */
final class LaneMethods {
  /** Reads all bytes once: the speed of the memory. */
  static final KernelMethod READ =
      KernelMethod.single("sequentialread", "read", LaneMethods::read)
          .withWorkingSets()
          .reads(Long.BYTES);

  static final List<KernelMethod> ALL =
      List.of(
          KernelMethod.twins("decode", "widen", LaneMethods::widen)
              .withWidths()
              .with("multiplier", 1, 100)
              .withWorkingSets()
              .readsLanes(),
          KernelMethod.single("decode", "gather", LaneMethods::gather)
              .with(KernelTrial.WIDTH, 1, 4, 8)
              .withWorkingSets(),
          KernelMethod.twins("compress", "compress", LaneMethods::compress)
              .withWidths()
              .with("density", 0.1, 0.5, 0.9)
              .readsLanes(),
          KernelMethod.single("lane", "narrowToInts", LaneMethods::narrowToInts)
              .withWidths()
              .readsLanes(),
          KernelMethod.single("lane", "encode", LaneMethods::encode).withWidths().reads(Long.BYTES),
          KernelMethod.single("lane", "bounds", LaneMethods::bounds).reads(2 * Long.BYTES),
          KernelMethod.twins("unpack", "unpack", LaneMethods::unpack)
              .withWidths()
              .with("sums", false, true));

  private LaneMethods() {}

  /** Adds up longs by a loop that the compiler vectorises. */
  private static BatchCall read(KernelTrial trial) {
    MemorySegment lanes = trial.randomLanes(Long.BYTES);
    return row -> {
      long sum = 0;
      for (int i = 0; i < ROWS; i++) {
        sum += lanes.get(ValueLayout.JAVA_LONG, (row + i) << 3);
      }
      return sum;
    };
  }

  /** Makes 64-bit values of affine codes. */
  private static BatchCall widen(KernelTrial trial) {
    DecodeKernels kernels = trial.choose(DecodeKernels.fastest(), new ScalarDecodeKernels());
    int width = trial.width();
    long multiplier = trial.number("multiplier");
    long base = -12345;
    MemorySegment lanes = trial.randomLanes(width);
    MemorySegment values = trial.target(Long.BYTES);
    return trial.checkedRows(
        row -> kernels.widen(lanes, row * width, width, base, multiplier, ROWS, values, 0),
        (row, i) ->
            Lanes.get(values, 8, i) == base + multiplier * Lanes.get(lanes, width, row + i));
  }

  /** Gathers lanes of random rows; only the scalar twin gathers. */
  private static BatchCall gather(KernelTrial trial) {
    int width = trial.width();
    int count = 1 << 16;
    long rows = trial.rowsOfWorkingSet(width);
    MemorySegment lanes = Lanes.random(trial.scope(), rows, width, 1);
    MemorySegment positions = Lanes.uniform(trial.scope(), count, Integer.BYTES, rows, 2);
    MemorySegment target = trial.target(width);
    trial.walk(count);
    return trial.checkedRows(
        row -> {
          MemorySegment batch = positions.asSlice(row << 2);
          DecodeKernels.fastest().gather(lanes, 0, width, batch, ROWS, target, 0);
        },
        (row, i) -> {
          int position = positions.getAtIndex(ValueLayout.JAVA_INT, row + i);
          return Lanes.get(target, width, i) == Lanes.get(lanes, width, position);
        });
  }

  /** Copies the lanes that a bitmap selects. */
  private static BatchCall compress(KernelTrial trial) {
    CompressKernels kernels = trial.choose(CompressKernels.fastest(), new ScalarCompressKernels());
    int width = trial.width();
    MemorySegment lanes = trial.randomLanes(width);
    int rows = (int) trial.rowsOfWorkingSet(width);
    MemorySegment selection = Lanes.bitmap(trial.scope(), rows, trial.fraction("density"), 2);
    MemorySegment target = trial.target(width);
    BatchCall call =
        row -> {
          MemorySegment bits = selection.asSlice(row / Byte.SIZE);
          return kernels.compress(lanes, row * width, width, bits, ROWS, target);
        };
    return trial.checkedBatches(
        call,
        row -> {
          long count = call.run(row);
          int next = 0;
          boolean isRight = true;
          for (long i = row; i < row + ROWS; i++) {
            if (Bitmaps.get(selection, 0, (int) i)) {
              isRight &= Lanes.get(target, width, next++) == Lanes.get(lanes, width, i);
            }
          }
          return isRight && count == next;
        });
  }

  /** Makes 32-bit values of codes; the compiler vectorises the loop. */
  private static BatchCall narrowToInts(KernelTrial trial) {
    int base = 1000;
    int width = trial.width();
    MemorySegment lanes = trial.randomLanes(width);
    MemorySegment target = trial.target(Integer.BYTES);
    return trial.checkedRows(
        row -> LaneKernels.narrowToInts(lanes, row * width, width, base, 3, ROWS, target, 0),
        (row, i) ->
            target.getAtIndex(ValueLayout.JAVA_INT, i)
                == (int) (base + 3 * Lanes.get(lanes, width, row + i)));
  }

  /** Makes codes of 64-bit values; the compiler vectorises the loop. */
  private static BatchCall encode(KernelTrial trial) {
    long base = 7;
    int width = trial.width();
    long mask = width == 8 ? -1 : (1L << Byte.SIZE * width) - 1;
    MemorySegment values = trial.randomLanes(Long.BYTES);
    MemorySegment codes = trial.target(width);
    return trial.checkedRows(
        row -> LaneKernels.encode(values.asSlice(row << 3), 8, ROWS, base, width, codes, 0),
        (row, i) -> Lanes.get(codes, width, i) == (Lanes.get(values, 8, row + i) - base & mask));
  }

  /** Finds the smallest and the largest value, in two passes. */
  private static BatchCall bounds(KernelTrial trial) {
    MemorySegment values = trial.randomLanes(Long.BYTES);
    BatchCall call =
        row ->
            LaneKernels.minLong(values, row << 3, ROWS)
                ^ LaneKernels.maxLong(values, row << 3, ROWS);
    return trial.checkedBatches(
        call,
        row -> {
          long min = Long.MAX_VALUE;
          long max = Long.MIN_VALUE;
          for (int i = 0; i < ROWS; i++) {
            min = Math.min(min, Lanes.get(values, 8, row + i));
            max = Math.max(max, Lanes.get(values, 8, row + i));
          }
          return call.run(row) == (min ^ max);
        });
  }

  /** Unpacks lanes of 5 of 8 bits, as blocks are read. */
  private static BatchCall unpack(KernelTrial trial) {
    UnpackKernels kernels = trial.choose(UnpackKernels.fastest(), new ScalarUnpackKernels());
    int width = trial.width();
    int bits = 5 * width;
    boolean sums = Boolean.parseBoolean(trial.text("sums"));
    int rowBytes = UnpackKernels.ROW_BYTES;
    int laneRows = ROWS * width / rowBytes;
    int packedBytes = UnpackKernels.packedBytes(laneRows, width, bits);
    long batches = trial.walkWorkingSet(width) / ROWS;
    MemorySegment packed =
        Lanes.random(trial.scope(), batches * packedBytes / Long.BYTES, Long.BYTES, 1);
    MemorySegment target = trial.scope().allocateZeroed(rowBytes + (long) ROWS * width);
    BatchCall call =
        row -> {
          long from = row / ROWS * packedBytes;
          kernels.unpack(packed, from, laneRows, width, bits, 1, sums, target, rowBytes);
          return laneRows;
        };
    call.run(0);
    long mask = (1L << bits) - 1;
    for (int lane = 0; lane < rowBytes / width; lane++) {
      long first = Lanes.get(target, width, lane + rowBytes / width);
      trial.require(first == (Lanes.get(packed, width, lane) & mask) + 1, lane);
    }
    return call;
  }
}
