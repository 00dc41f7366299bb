package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.HashKernels;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Hashes of whole numbers and of texts. */
public class HashKernelsBenchmark extends KernelBenchmark {
  /** One long a row. */
  @State(Scope.Thread)
  public static class Digests extends BatchState {
    private MemorySegment digests;
    private MemorySegment hashes;

    @Setup
    public void fill() {
      digests = Lanes.random(scope, ROWS, Long.BYTES, 1);
      hashes = scope.allocate((long) ROWS * Long.BYTES);
      HashKernels.hash(digests, ROWS, hashes);
      HashKernels.combine(digests, ROWS, hashes);
      for (int i = 0; i < ROWS; i++) {
        long digest = Lanes.get(digests, 8, i);
        long expected = HashKernels.combine(HashKernels.mix(digest), digest);
        check(Lanes.get(hashes, 8, i), expected, "hash", i);
      }
    }
  }

  /** Texts of one length, one behind the other. */
  @State(Scope.Thread)
  public static class Texts extends BatchState {
    @Param({"10", "44"})
    private int length;

    private MemorySegment heap;

    @Setup
    public void fill() {
      heap = Lanes.random(scope, (long) ROWS * length, 1, 1);
      byte[] same = "the same bytes elsewhere".getBytes(StandardCharsets.US_ASCII);
      MemorySegment copy = scope.allocate(same.length + 1L);
      MemorySegment.copy(MemorySegment.ofArray(same), 0, copy, 1, same.length);
      long expected = digest(copy, 1, same.length);
      MemorySegment.copy(MemorySegment.ofArray(same), 0, copy, 0, same.length);
      check(digest(copy, 0, same.length), expected, "digest", 0);
    }

    private static long digest(MemorySegment heap, long offset, int length) {
      return HashKernels.digestBytes(heap, StringView.of(offset, length));
    }

    long digestAll() {
      long all = 0;
      for (int row = 0; row < ROWS; row++) {
        all ^= digest(heap, (long) row * length, length);
      }
      return all;
    }
  }

  @Benchmark
  @BytesRead(bytes = Long.BYTES)
  public void hash(Digests digests) {
    HashKernels.hash(digests.digests, BatchState.ROWS, digests.hashes);
  }

  @Benchmark
  @BytesRead(bytes = 2 * Long.BYTES)
  public void combine(Digests digests) {
    HashKernels.combine(digests.digests, BatchState.ROWS, digests.hashes);
  }

  @Benchmark
  public long digestBytes(Texts texts) {
    return texts.digestAll();
  }
}
