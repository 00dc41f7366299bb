package dev.paceline.benchmarks.bounds;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** How fast one thread reads memory from its begin to its end, whole vectors at a time. */
public final class ReadBandwidth {
  /** More than any cache holds. */
  private static final long BYTES = 256L << 20;

  private static final int ROUNDS = 12;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final double NANOS_PER_SECOND = 1e9;

  private ReadBandwidth() {}

  /** The best of several rounds. */
  public static double bytesPerSecond(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("read bandwidth")) {
      MemorySegment memory = scope.allocate(BYTES);
      for (long at = 0; at < BYTES; at += Long.BYTES) {
        memory.set(ValueLayout.JAVA_LONG, at, at);
      }
      long best = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long start = System.nanoTime();
        long sum = sum(memory);
        best = Math.min(best, System.nanoTime() - start);
        if (sum != (BYTES / Long.BYTES) * (BYTES - Long.BYTES) / 2) {
          throw new IllegalStateException("wrong sum " + sum);
        }
      }
      return BYTES * NANOS_PER_SECOND / best;
    }
  }

  private static long sum(MemorySegment memory) {
    LongVector first = LongVector.zero(LONGS);
    LongVector second = first;
    int vector = LONGS.vectorByteSize();
    for (long at = 0; at < BYTES; at += 2L * vector) {
      first = first.add(LongVector.fromMemorySegment(LONGS, memory, at, ORDER));
      second = second.add(LongVector.fromMemorySegment(LONGS, memory, at + vector, ORDER));
    }
    return first.add(second).reduceLanes(VectorOperators.ADD);
  }
}
