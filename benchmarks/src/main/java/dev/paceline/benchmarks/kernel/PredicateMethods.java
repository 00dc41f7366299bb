package dev.paceline.benchmarks.kernel;

import static dev.paceline.benchmarks.kernel.KernelTrial.ROWS;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import dev.paceline.benchmarks.kernel.KernelTrial.PairCall;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.kernel.FilterKernels;
import dev.paceline.core.kernel.FilterKernels.BitmapSet;
import dev.paceline.core.kernel.FilterKernels.BloomSet;
import dev.paceline.core.kernel.RelationKernels;
import dev.paceline.core.kernel.ScalarCompareKernels;
import dev.paceline.core.kernel.ScalarRelationKernels;
import dev.paceline.core.kernel.ScalarStringKernels;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels that find the rows of a batch with some property. */
final class PredicateMethods {
  static final List<KernelMethod> ALL =
      List.of(
          KernelMethod.twins("compare", "narrow", PredicateMethods::narrow)
              .withWidths()
              .with("selectivity", 0.1, 0.5)
              .withWorkingSets()
              .readsLanes(),
          KernelMethod.twins("compare", "narrowDoubles", PredicateMethods::narrowDoubles)
              .with("selectivity", 0.1, 0.5)
              .reads(Double.BYTES),
          KernelMethod.twins("relation", "compare", PredicateMethods::compare)
              .with("operation", (Object[]) Relation.values())
              .reads(2 * Long.BYTES),
          KernelMethod.twins("relation", "inRange", PredicateMethods::inRange)
              .withWidths()
              .readsLanes(),
          KernelMethod.twins("string", "indexOf", PredicateMethods::indexOf)
              .with("length", 10, 44, 200),
          KernelMethod.single("filter", "narrow", PredicateMethods::narrowByKeys)
              .withWidths()
              .with("wanted", 0.1, 1)
              .readsLanes(),
          KernelMethod.single("filter", "bloom", PredicateMethods::bloom)
              .with("keys", 10_000, 1_000_000));

  private static final int TENTH = 10;
  private static final byte[] NEEDLE = "special".getBytes(StandardCharsets.US_ASCII);

  private PredicateMethods() {}

  /** BETWEEN on encoded lanes, into a bitmap of which all bits are set before. */
  private static BatchCall narrow(KernelTrial trial) {
    CompareKernels kernels = trial.choose(CompareKernels.fastest(), new ScalarCompareKernels());
    int width = trial.width();
    MemorySegment lanes = trial.randomLanes(width);
    MemorySegment bitmap = trial.bitmap();
    double span = Math.pow(2, Byte.SIZE * width);
    long low = width == 8 ? Long.MIN_VALUE / 2 : (long) (span / 8);
    long high = low + (long) (span * trial.fraction("selectivity")) - 1;
    return trial.checkedRows(
        row -> {
          bitmap.fill((byte) -1);
          kernels.narrow(lanes, row * width, width, ROWS, low, high, bitmap);
        },
        (row, i) -> {
          long lane = Lanes.get(lanes, width, row + i);
          return Bitmaps.get(bitmap, 0, i) == (lane >= low && lane <= high);
        });
  }

  private static BatchCall narrowDoubles(KernelTrial trial) {
    CompareKernels kernels = trial.choose(CompareKernels.fastest(), new ScalarCompareKernels());
    double high = trial.fraction("selectivity");
    MemorySegment lanes = trial.randomDoubles();
    MemorySegment bitmap = trial.bitmap();
    return trial.checkedRows(
        row -> {
          bitmap.fill((byte) -1);
          kernels.narrowDoubles(lanes, row * Double.BYTES, ROWS, 0, high, false, bitmap);
        },
        (row, i) ->
            Bitmaps.get(bitmap, 0, i)
                == lanes.getAtIndex(ValueLayout.JAVA_DOUBLE, row + i) <= high);
  }

  /** A comparison of two lanes. */
  private interface PlainRelation {
    boolean test(long left, long right);
  }

  /** A kernel that compares two columns, and the same for one row. */
  private enum Relation {
    EQUAL_LONGS(RelationKernels::equalLongs, (a, b) -> a == b),
    LESS_LONGS(RelationKernels::lessLongs, (a, b) -> a < b),
    EQUAL_DOUBLES(
        RelationKernels::equalDoubles,
        (a, b) -> Double.longBitsToDouble(a) == Double.longBitsToDouble(b)),
    LESS_DOUBLES(
        RelationKernels::lessDoubles,
        (a, b) -> Double.longBitsToDouble(a) < Double.longBitsToDouble(b));

    private final PairCall<RelationKernels> call;
    private final PlainRelation plain;

    Relation(PairCall<RelationKernels> call, PlainRelation plain) {
      this.call = call;
      this.plain = plain;
    }
  }

  /** Compares two columns that are equal in a tenth of the rows. */
  private static BatchCall compare(KernelTrial trial) {
    RelationKernels kernels = trial.choose(RelationKernels.fastest(), new ScalarRelationKernels());
    Relation relation = Relation.valueOf(trial.text("operation"));
    PairCall<RelationKernels> call = relation.call;
    long rows = trial.walkWorkingSet(2 * Long.BYTES);
    // Small positive numbers are small positive doubles, too.
    MemorySegment left = Lanes.uniform(trial.scope(), rows, Long.BYTES, TENTH, 1);
    MemorySegment right = Lanes.uniform(trial.scope(), rows, Long.BYTES, TENTH, 2);
    MemorySegment target = trial.bitmap();
    return trial.checkedRows(
        row -> call.run(kernels, left, row << 3, right, row << 3, ROWS, target),
        (row, i) ->
            Bitmaps.get(target, 0, i)
                == relation.plain.test(Lanes.get(left, 8, row + i), Lanes.get(right, 8, row + i)));
  }

  /** Finds the lanes in a range, a tenth of all. */
  private static BatchCall inRange(KernelTrial trial) {
    RelationKernels kernels = trial.choose(RelationKernels.fastest(), new ScalarRelationKernels());
    int width = trial.width();
    MemorySegment lanes = trial.randomLanes(width);
    MemorySegment target = trial.bitmap();
    long high = (long) (Math.pow(2, Byte.SIZE * width) / TENTH);
    return trial.checkedRows(
        row -> kernels.inRange(lanes, row * width, width, 1, high, ROWS, target),
        (row, i) -> {
          long lane = Lanes.get(lanes, width, row + i);
          return Bitmaps.get(target, 0, i) == (lane >= 1 && lane <= high);
        });
  }

  /** LIKE '%needle%' on strings of random small letters; hardly any has the needle. */
  private static BatchCall indexOf(KernelTrial trial) {
    StringKernels kernels = trial.choose(StringKernels.fastest(), new ScalarStringKernels());
    int length = trial.number("length");
    SplittableRandom random = new SplittableRandom(1);
    MemorySegment heap = trial.target(length);
    for (long at = 0; at < heap.byteSize(); at++) {
      heap.set(ValueLayout.JAVA_BYTE, at, (byte) ('a' + random.nextInt(26)));
    }
    for (int row = 0; row < ROWS; row += 64) {
      long place = (long) row * length + random.nextInt(length - NEEDLE.length + 1);
      MemorySegment.copy(NEEDLE, 0, heap, ValueLayout.JAVA_BYTE, place, NEEDLE.length);
    }
    long sumOfPlaces = 0;
    for (int row = 0; row < ROWS; row++) {
      byte[] text = heap.asSlice((long) row * length, length).toArray(ValueLayout.JAVA_BYTE);
      int index =
          new String(text, StandardCharsets.US_ASCII)
              .indexOf(new String(NEEDLE, StandardCharsets.US_ASCII));
      sumOfPlaces += index < 0 ? -1 : (long) row * length + index;
    }
    BatchCall search =
        batch -> {
          long sum = 0;
          for (int row = 0; row < ROWS; row++) {
            long from = (long) row * length;
            sum += kernels.indexOf(heap, from, from + length, NEEDLE);
          }
          return sum;
        };
    trial.require(search.run(0) == sumOfPlaces, 0);
    return search;
  }

  /** Looks up random keys of a dense range, of which every tenth is in an exact bitmap. */
  private static BatchCall narrowByKeys(KernelTrial trial) {
    int width = trial.width();
    long range = width > 2 ? 200_000 : 1L << Byte.SIZE * width;
    MemorySegment lanes = trial.uniformLanes(width, range);
    MemorySegment candidates = Lanes.bitmap(trial.scope(), ROWS, trial.fraction("wanted"), 2);
    MemorySegment bitmap = trial.bitmap();
    MemorySegment bits = trial.scope().allocateZeroed(Bitmaps.bytes((int) range));
    BitmapSet filled = new BitmapSet(0, range - 1, bits);
    for (long key = 0; key < range; key += TENTH) {
      filled.add(key);
    }
    BitmapSet set = filled.complete();
    return trial.checkedRows(
        row -> {
          MemorySegment.copy(candidates, 0, bitmap, 0, ROWS / Byte.SIZE);
          FilterKernels.fastest().narrow(lanes, row * width, width, 0, 1, ROWS, set, bitmap);
        },
        (row, i) ->
            Bitmaps.get(bitmap, 0, i)
                == (Bitmaps.get(candidates, 0, i)
                    && Lanes.get(lanes, width, row + i) % TENTH == 0));
  }

  /** Looks up random keys of a wide range, of which every tenth is in a Bloom filter. */
  private static BatchCall bloom(KernelTrial trial) {
    int keys = trial.number("keys");
    MemorySegment lanes = trial.uniformLanes(Long.BYTES, (long) keys * TENTH);
    long words = BloomSet.words(keys);
    BloomSet set = new BloomSet(trial.scope().allocateZeroed(words << 3), words);
    for (long key = 0; key < keys; key++) {
      set.add(key * TENTH);
    }
    BatchCall probe =
        row -> {
          long hits = 0;
          for (int i = 0; i < ROWS; i++) {
            hits += set.mayContain(Lanes.get(lanes, 8, row + i)) ? 1 : 0;
          }
          return hits;
        };
    trial.checkedBatches(probe, row -> probe.run(row) < ROWS / 4);
    return trial.checkedRows(
        probe::run,
        (row, i) -> {
          long key = Lanes.get(lanes, 8, row + i);
          return key % TENTH != 0 || set.mayContain(key);
        });
  }
}
