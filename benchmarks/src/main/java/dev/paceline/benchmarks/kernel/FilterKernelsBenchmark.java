package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.FilterKernels;
import dev.paceline.core.kernel.FilterKernels.BitmapSet;
import dev.paceline.core.kernel.FilterKernels.BloomSet;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Look-ups of keys in sets, as a semi-join does. */
public class FilterKernelsBenchmark extends KernelBenchmark {
  private static final int TENTH = 10;

  /** Random keys of a dense range, of which every tenth is in an exact bitmap. */
  @State(Scope.Thread)
  public static class Exact extends BatchState {
    private static final long KEYS = 200_000;

    @Param({"1", "2", "4", "8"})
    private int width;

    @Param({"0.1", "1"})
    private double wanted;

    private MemorySegment lanes;
    private MemorySegment candidates;
    private MemorySegment bitmap;
    private BitmapSet set;

    @Setup
    public void fill() {
      long range = width > 2 ? KEYS : 1L << Byte.SIZE * width;
      long rows = WorkingSet.CACHE.rows(width);
      walk(rows);
      lanes = Lanes.uniform(scope, rows, width, range, 1);
      candidates = Lanes.bitmap(scope, ROWS, wanted, 2);
      bitmap = scope.allocate(Bitmaps.bytes(ROWS));
      set = new BitmapSet(0, range - 1, scope.allocateZeroed(Bitmaps.bytes((int) range)));
      for (long key = 0; key < range; key += TENTH) {
        set.add(key);
      }
      set = set.complete();
      for (long row = 0; row < checkedRows(); row += ROWS) {
        narrow(row);
        for (int i = 0; i < ROWS; i++) {
          boolean stays =
              Bitmaps.get(candidates, 0, i) && Lanes.get(lanes, width, row + i) % TENTH == 0;
          check(Bitmaps.get(bitmap, 0, i) == stays, "bit", row + i);
        }
      }
    }

    void narrow(long row) {
      MemorySegment.copy(candidates, 0, bitmap, 0, ROWS / Byte.SIZE);
      FilterKernels.INSTANCE.narrow(lanes, row * width, width, 0, 1, ROWS, set, bitmap);
    }
  }

  /** Random keys of a wide range, of which some are in a Bloom filter. */
  @State(Scope.Thread)
  public static class Likely extends BatchState {
    @Param({"10000", "1000000"})
    private int keys;

    private MemorySegment lanes;
    private BloomSet set;

    @Setup
    public void fill() {
      long rows = WorkingSet.CACHE.rows(Long.BYTES);
      walk(rows);
      lanes = Lanes.uniform(scope, rows, Long.BYTES, (long) keys * TENTH, 1);
      long words = BloomSet.words(keys);
      set = new BloomSet(scope.allocateZeroed(words << 3), words);
      for (long key = 0; key < keys; key++) {
        set.add(key * TENTH);
      }
      long hits = 0;
      for (long row = 0; row < checkedRows(); row += ROWS) {
        hits += probe(row);
        for (int i = 0; i < ROWS; i++) {
          long key = Lanes.get(lanes, 8, row + i);
          check(key % TENTH != 0 || set.mayContain(key), "key", row + i);
        }
      }
      check(hits < checkedRows() / 4, "number of hits", hits);
    }

    int probe(long row) {
      int hits = 0;
      for (int i = 0; i < ROWS; i++) {
        hits += set.mayContain(Lanes.get(lanes, 8, row + i)) ? 1 : 0;
      }
      return hits;
    }
  }

  @Benchmark
  @BytesRead(lanes = 1)
  public void narrow(Exact exact) {
    exact.narrow(exact.nextRow());
  }

  @Benchmark
  public int bloom(Likely likely) {
    return likely.probe(likely.nextRow());
  }
}
