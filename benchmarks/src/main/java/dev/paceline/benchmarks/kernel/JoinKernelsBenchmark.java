package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.kernel.JoinKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Building and probing of join tables with unique keys. */
public class JoinKernelsBenchmark extends KernelBenchmark {
  /** How a table finds a key. */
  public enum Table {
    /** An array with the key as its index. */
    DIRECT,
    /** Open addressing; the entry has the whole key. */
    EXACT,
    /** Open addressing; the entry has a part of the hash. */
    LIKELY
  }

  /** In which order rows look keys up. */
  public enum Order {
    CLUSTERED,
    SHUFFLED
  }

  /** A table of the even numbers up to twice the number of keys, and rows that look numbers up. */
  @State(Scope.Thread)
  public static class Keys extends BatchState {
    private static final int PROBES = 1 << 18;

    @Param private Table kind;
    @Param private Order order;

    @Param({"10000", "1000000"})
    private int keys;

    private int rowBits;
    private long slots;
    private MemorySegment table;
    private MemorySegment built;
    private MemorySegment probes;
    private MemorySegment entries;
    private MemorySegment rows;

    @Setup
    public void fill() {
      walk(PROBES);
      rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(keys);
      slots = 2L * keys;
      table = scope.allocate(kind == Table.DIRECT ? slots << 2 : slots << 3);
      entries = scope.allocate((long) ROWS * Long.BYTES);
      rows = scope.allocate((long) ROWS * Integer.BYTES);
      built = scope.allocate((long) keys * Long.BYTES);
      for (int row = 0; row < keys; row++) {
        built.setAtIndex(ValueLayout.JAVA_LONG, row, encode(2L * row));
      }
      build();
      MemorySegment numbers = Lanes.uniform(scope, PROBES, Long.BYTES, slots, 1);
      probes = scope.allocate((long) PROBES * Long.BYTES);
      for (int row = 0; row < PROBES; row++) {
        if (order == Order.CLUSTERED) {
          Lanes.set(numbers, 8, row, row % slots);
        }
        Lanes.set(probes, 8, row, encode(Lanes.get(numbers, 8, row)));
      }
      for (long row = 0; row < checkedRows(); row += ROWS) {
        probe(row);
        for (int i = 0; i < ROWS; i++) {
          long number = Lanes.get(numbers, 8, row + i);
          int found = rows.getAtIndex(ValueLayout.JAVA_INT, i);
          check(found, number % 2 == 0 ? number / 2 : -1, "row of the table", row + i);
        }
      }
    }

    private long encode(long number) {
      return kind == Table.LIKELY ? HashKernels.mix(number) : number;
    }

    void build() {
      table.fill((byte) 0);
      MemorySegment numbers = scope.allocate((long) keys * Integer.BYTES);
      JoinKernels.iota(numbers, keys);
      int rest =
          kind == Table.DIRECT
              ? JoinKernels.insertDirect(built, numbers, keys, table, MemorySegment.NULL)
              : JoinKernels.insertTagged(
                  built,
                  numbers,
                  keys,
                  kind == Table.EXACT,
                  rowBits,
                  table,
                  slots,
                  slots,
                  true,
                  MemorySegment.NULL);
      check(rest == 0, "number of rows that are not unique", rest);
    }

    void probe(long row) {
      MemorySegment batch = probes.asSlice(row << 3);
      if (kind == Table.DIRECT) {
        JoinKernels.findDirect(batch, ROWS, table, rows);
      } else {
        JoinKernels.findTagged(
            batch, ROWS, kind == Table.EXACT, rowBits, table, slots, entries, rows);
      }
    }
  }

  @Benchmark
  public void probe(Keys keys) {
    keys.probe(keys.nextRow());
  }
}
