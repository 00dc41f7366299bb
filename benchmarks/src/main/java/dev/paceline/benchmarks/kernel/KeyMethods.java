package dev.paceline.benchmarks.kernel;

import static dev.paceline.benchmarks.kernel.KernelTrial.ROWS;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.kernel.KeyKernels;
import dev.paceline.core.kernel.KeyKernels.Digit;
import dev.paceline.core.memory.UnreadLanes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongConsumer;

/** Kernels on the keys of joins and groups: packing, hashing, and tables of unique keys. */
final class KeyMethods {
  static final List<KernelMethod> ALL =
      List.of(
          KernelMethod.single("key", "pack", KeyMethods::pack).withWidths().readsLanes(),
          KernelMethod.single("hash", "hash", KeyMethods::hash).reads(Long.BYTES),
          KernelMethod.single("hash", "combine", KeyMethods::combine).reads(2 * Long.BYTES),
          KernelMethod.single("hash", "digestBytes", KeyMethods::digestBytes)
              .with("length", 10, 44),
          KernelMethod.single("join", "probe", trial -> new KeyTable(trial).probe())
              .with("kind", (Object[]) TableKind.values())
              .with("order", "CLUSTERED", "SHUFFLED")
              .with("keys", 10_000, 1_000_000));

  private KeyMethods() {}

  /** Packs keys of two columns into longs. */
  private static BatchCall pack(KernelTrial trial) {
    int range = 200;
    int width = trial.width();
    Digit first = new Digit(0, range, 0, 1, true);
    Digit second = new Digit(0, range - 2, 0, range + 1, false);
    MemorySegment lanes = trial.uniformLanes(width, range);
    MemorySegment packed = trial.target(Long.BYTES);
    return trial.checkedRows(
        row -> {
          KeyKernels.pack(lanes, row * width, width, 0, 1, ROWS, first, packed);
          KeyKernels.pack(lanes, row * width, width, 0, 1, ROWS, second, packed);
        },
        (row, i) -> {
          long lane = Lanes.get(lanes, width, row + i);
          return Lanes.get(packed, 8, i)
              == (lane > range - 2 ? KeyKernels.OUTSIDE : lane + lane * (range + 1));
        });
  }

  private static BatchCall hash(KernelTrial trial) {
    MemorySegment digests = Lanes.random(trial.scope(), ROWS, Long.BYTES, 1);
    MemorySegment hashes = trial.target(Long.BYTES);
    return trial.checkedRows(
        row -> HashKernels.hash(digests, ROWS, hashes),
        (row, i) -> Lanes.get(hashes, 8, i) == HashKernels.mix(Lanes.get(digests, 8, i)));
  }

  private static BatchCall combine(KernelTrial trial) {
    MemorySegment digests = Lanes.random(trial.scope(), ROWS, Long.BYTES, 1);
    MemorySegment hashes = trial.target(Long.BYTES);
    return trial.checkedRows(
        row -> HashKernels.combine(digests, ROWS, hashes),
        (row, i) -> Lanes.get(hashes, 8, i) == HashKernels.combine(0, Lanes.get(digests, 8, i)));
  }

  /** Hashes strings of one length. */
  private static BatchCall digestBytes(KernelTrial trial) {
    int length = trial.number("length");
    MemorySegment heap = Lanes.random(trial.scope(), (long) ROWS * length, 1, 1);
    byte[] bytes = "the same bytes elsewhere".getBytes(StandardCharsets.US_ASCII);
    MemorySegment copies = trial.scope().allocate(2L * bytes.length + 1);
    MemorySegment.copy(bytes, 0, copies, ValueLayout.JAVA_BYTE, 0, bytes.length);
    MemorySegment.copy(bytes, 0, copies, ValueLayout.JAVA_BYTE, bytes.length + 1L, bytes.length);
    trial.require(
        HashKernels.digestBytes(copies, StringView.of(0, bytes.length))
            == HashKernels.digestBytes(copies, StringView.of(bytes.length + 1L, bytes.length)),
        0);
    return batch -> {
      long all = 0;
      for (int row = 0; row < ROWS; row++) {
        all ^= HashKernels.digestBytes(heap, StringView.of((long) row * length, length));
      }
      return all;
    };
  }

  /** How a table finds a key. */
  private enum TableKind {
    /** An array with the key as its index. */
    DIRECT,
    /** Open addressing; the entry has the whole key. */
    EXACT,
    /** Open addressing; the entry has a part of the hash. */
    LIKELY
  }

  /** A table of the even numbers up to twice the number of keys, and rows that look numbers up. */
  private static final class KeyTable {
    private static final int PROBES = 1 << 18;

    private final KernelTrial trial;
    private final TableKind kind;
    private final int keys;
    private final int rowBits;
    private final long slots;
    private final MemorySegment table;

    KeyTable(KernelTrial trial) {
      this.trial = trial;
      kind = TableKind.valueOf(trial.text("kind"));
      keys = trial.number("keys");
      rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(keys);
      slots = 2L * keys;
      table = trial.scope().allocateZeroed(kind == TableKind.DIRECT ? slots << 2 : slots << 3);
      build();
    }

    private long encode(long number) {
      return kind == TableKind.LIKELY ? HashKernels.mix(number) : number;
    }

    private void build() {
      MemorySegment built = trial.scope().allocate((long) keys * Long.BYTES);
      for (int row = 0; row < keys; row++) {
        built.setAtIndex(ValueLayout.JAVA_LONG, row, encode(2L * row));
      }
      MemorySegment numbers = trial.scope().allocate((long) keys * Integer.BYTES);
      JoinKernels.iota(numbers, keys);
      boolean exact = kind == TableKind.EXACT;
      MemorySegment none = UnreadLanes.SEGMENT;
      int duplicates =
          kind == TableKind.DIRECT
              ? JoinKernels.insertDirect(built, numbers, keys, table, none)
              : JoinKernels.insertTagged(
                  built, numbers, keys, exact, rowBits, table, slots, slots, true, none);
      trial.require(duplicates == 0, duplicates);
    }

    BatchCall probe() {
      trial.walk(PROBES);
      MemorySegment numbers = Lanes.uniform(trial.scope(), PROBES, Long.BYTES, slots, 1);
      MemorySegment probes = trial.scope().allocate((long) PROBES * Long.BYTES);
      for (int row = 0; row < PROBES; row++) {
        if (trial.text("order").equals("CLUSTERED")) {
          Lanes.set(numbers, 8, row, row % slots);
        }
        Lanes.set(probes, 8, row, encode(Lanes.get(numbers, 8, row)));
      }
      MemorySegment rows = trial.target(Integer.BYTES);
      boolean exact = kind == TableKind.EXACT;
      LongConsumer direct =
          row -> JoinKernels.findDirect(probes.asSlice(row << 3), ROWS, table, rows);
      LongConsumer tagged =
          row -> {
            MemorySegment batch = probes.asSlice(row << 3);
            JoinKernels.findTagged(batch, ROWS, exact, rowBits, table, slots, rows);
          };
      return trial.checkedRows(
          kind == TableKind.DIRECT ? direct : tagged,
          (row, i) -> {
            long number = Lanes.get(numbers, 8, row + i);
            return rows.getAtIndex(ValueLayout.JAVA_INT, i) == (number % 2 == 0 ? number / 2 : -1);
          });
    }
  }
}
