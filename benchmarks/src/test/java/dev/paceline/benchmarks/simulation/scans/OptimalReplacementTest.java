package dev.paceline.benchmarks.simulation.scans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the bound with results by hand, with all possible replacements and with policies. */
final class OptimalReplacementTest {
  /** The reference string of textbooks has 9 faults with three frames, and 12 under LRU. */
  @Test
  void readsNineOfTwentyPages() {
    int[] pages = {7, 0, 1, 2, 0, 3, 0, 4, 2, 3, 0, 3, 2, 1, 2, 0, 1, 7, 0, 1};
    SimulatedTable table = table(1);
    List<ChunkReference> references = new ArrayList<>();
    for (int page : pages) {
      references.add(new ChunkReference(table, page, 1));
    }

    assertThat(OptimalReplacement.leastBytes(references, 3)).isEqualTo(9);
    assertThat(leastRecentlyUsed(references, 3)).isEqualTo(12);
    assertThat(OptimalReplacement.leastBytes(references, 100)).isEqualTo(6);
    assertThat(OptimalReplacement.leastBytes(List.of(), 1)).isZero();
  }

  /** With 4 bytes, two of A's three stay while B is read, and one of B's two while A is read. */
  @Test
  void keepsBlocksInPart() {
    SimulatedTable table = table(3, 2);
    ChunkReference a = new ChunkReference(table, 0, 0b01);
    ChunkReference b = new ChunkReference(table, 0, 0b10);

    assertThat(OptimalReplacement.leastBytes(List.of(a, b, a, b), 4)).isEqualTo(3 + 2 + 1 + 1);
    assertThat(everyReplacement(List.of(a, b, a, b), 4, true)).isEqualTo(3 + 2 + 3 + 2);
  }

  @Test
  void needsAllColumnsOfAChunkTogether() {
    ChunkReference both = new ChunkReference(table(3, 2), 0, 0b11);

    assertThat(OptimalReplacement.leastBytes(List.of(both, both), 5)).isEqualTo(5);
    assertThatThrownBy(() -> OptimalReplacement.leastBytes(List.of(both), 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("5 bytes at once do not fit into 4");
  }

  @Test
  void noReplacementReadsLess() {
    for (long seed = 0; seed < 150; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean equal = random.nextBoolean();
      SimulatedTable table =
          equal ? table(1, 1) : table(1 + random.nextInt(3), 1 + random.nextInt(3));
      long largest = table.bytes(0b11) / table.chunks();
      long capacity = largest + random.nextInt(4);
      List<ChunkReference> references = new ArrayList<>();
      for (int i = random.nextInt(12); i >= 0; i--) {
        references.add(new ChunkReference(table, random.nextInt(3), 1 + random.nextInt(3)));
      }

      long least = OptimalReplacement.leastBytes(references, capacity);

      assertThat(least)
          .as("seed %d", seed)
          .isEqualTo(everyReplacement(references, capacity, false))
          .isLessThanOrEqualTo(everyReplacement(references, capacity, true))
          .isLessThanOrEqualTo(leastRecentlyUsed(references, capacity));
      if (equal) {
        assertThat(least).isEqualTo(everyReplacement(references, capacity, true));
      }
    }
  }

  /** MIN reads no more than any policy, given the order in which that policy handed chunks out. */
  @ParameterizedTest
  @EnumSource
  void noPolicyReadsLess(SimulatedPolicy policy) {
    for (int seed = 1; seed <= 2; seed++) {
      Machine machine = Workloads.machine2011(500_000_000L * seed);
      requireBound(machine, policy, Workloads.basic(seed, 16));
      requireBound(machine, policy, Workloads.fast(seed, 8, 50));
      requireBound(
          machine.withPoolBytes(3_600_000_000L),
          policy,
          Workloads.columns(seed, List.of("AB", "BC")));
      requireBound(Workloads.queueing2004(160_000_000), policy, Workloads.ranges2004(seed));
    }
    requireBound(Workloads.machine2004(), policy, Workloads.runOf2004(45, 5, 25));
  }

  private static void requireBound(
      Machine machine, SimulatedPolicy policy, List<SimulatedStream> streams) {
    SimulationResult result = Simulation.run(machine, policy, 1, streams, false);
    long chunks =
        streams.stream().flatMap(s -> s.queries().stream()).mapToInt(q -> q.chunks()).sum();
    long once = OptimalReplacement.leastBytes(result.references(), Long.MAX_VALUE / 2);

    assertThat(result.references()).hasSize((int) chunks);
    assertThat(OptimalReplacement.leastBytes(result.references(), machine.poolBytes()))
        .isBetween(once, result.bytes());
  }

  /** Returns a table of at least three chunks. */
  private static SimulatedTable table(long... unitBytes) {
    return new SimulatedTable("t", 3, 1, unitBytes);
  }

  private record Block(int chunk, int unit) {}

  private static Map<Block, Integer> blocks(ChunkReference reference) {
    Map<Block, Integer> blocks = new LinkedHashMap<>();
    for (int unit = 0; unit < reference.table().unitBytes().length; unit++) {
      if ((reference.units() & 1L << unit) != 0) {
        blocks.put(new Block(reference.chunk(), unit), (int) reference.table().unitBytes()[unit]);
      }
    }
    return blocks;
  }

  private static long leastRecentlyUsed(List<ChunkReference> references, long capacity) {
    Map<Block, Integer> memory = new LinkedHashMap<>();
    long read = 0;
    for (ChunkReference reference : references) {
      Map<Block, Integer> needed = blocks(reference);
      for (Map.Entry<Block, Integer> block : needed.entrySet()) {
        read += memory.remove(block.getKey()) == null ? block.getValue() : 0;
      }
      while (bytes(memory) + bytes(needed) > capacity) {
        memory.remove(memory.keySet().iterator().next());
      }
      memory.putAll(needed);
    }
    return read;
  }

  private static int bytes(Map<Block, Integer> blocks) {
    return blocks.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Returns the smallest number of bytes that any replacement reads, by trying all of them.
   *
   * @param whole whether blocks are replaced as a whole, not byte by byte
   */
  private static long everyReplacement(
      List<ChunkReference> references, long capacity, boolean whole) {
    Map<Map<Block, Integer>, Long> states = new HashMap<>();
    states.put(Map.of(), 0L);
    for (ChunkReference reference : references) {
      Map<Block, Integer> needed = blocks(reference);
      Map<Map<Block, Integer>, Long> next = new HashMap<>();
      states.forEach(
          (memory, read) -> {
            Map<Block, Integer> others = new HashMap<>(memory);
            long more = 0;
            for (Map.Entry<Block, Integer> block : needed.entrySet()) {
              Integer there = others.remove(block.getKey());
              more += block.getValue() - (there == null ? 0 : there);
            }
            for (Map<Block, Integer> kept : remainders(others, whole)) {
              if (bytes(kept) + bytes(needed) <= capacity) {
                kept.putAll(needed);
                next.merge(kept, read + more, Math::min);
              }
            }
          });
      states = next;
    }
    return states.values().stream().mapToLong(Long::longValue).min().orElseThrow();
  }

  private static List<Map<Block, Integer>> remainders(Map<Block, Integer> memory, boolean whole) {
    List<Map<Block, Integer>> all = new ArrayList<>();
    all.add(new HashMap<>());
    memory.forEach(
        (block, bytes) -> {
          for (Map<Block, Integer> chosen : List.copyOf(all)) {
            for (int left = whole ? bytes : 1; left <= bytes; left++) {
              Map<Block, Integer> more = new HashMap<>(chosen);
              more.put(block, left);
              all.add(more);
            }
          }
        });
    return all;
  }
}
