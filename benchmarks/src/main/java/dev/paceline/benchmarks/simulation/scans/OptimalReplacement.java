package dev.paceline.benchmarks.simulation.scans;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes how many bytes a run reads at least with MIN, the replacement that knows the future: it
 * replaces the block whose next use is furthest away. The order in which scans get their chunks
 * stays as it was in the run, so the difference to what the run has read is due to replacement.
 *
 * <p>Blocks differ in size, and choosing whole blocks optimally is NP-hard. This MIN may therefore
 * keep a part of a block and reads only the missing bytes later. The result is a lower bound for
 * every replacement of whole blocks. With blocks of one size and memory for a whole number of them
 * it is Bélády's MIN. All units of the chunk that a scan gets are in memory at the same time. Units
 * that other scans hold meanwhile, or that were read ahead, need not be.
 *
 * <p>Source: Bélády 1966; Świtakowski, VectorWise thesis 2011, section 4.
 */
public final class OptimalReplacement {
  private static final int NEVER = Integer.MAX_VALUE;

  private final long capacity;
  private final int[] nextUse;

  /** The bytes in memory of each block, by the position of its next use. */
  private final TreeMap<Integer, Long> kept = new TreeMap<>();

  private long used;
  private long read;

  private record Block(SimulatedTable table, int chunk, int unit) {}

  private OptimalReplacement(long capacity, int[] nextUse) {
    this.capacity = capacity;
    this.nextUse = nextUse;
  }

  /**
   * Returns a lower bound of the bytes that any replacement reads. The memory is empty at first.
   *
   * @param references the chunks that scans get, in this order
   * @param poolBytes the memory for chunks, in bytes
   * @throws IllegalArgumentException if a chunk is larger than the memory
   */
  public static long leastBytes(List<ChunkReference> references, long poolBytes) {
    OptimalReplacement replacement = new OptimalReplacement(poolBytes, nextUses(references));
    int position = 0;
    for (ChunkReference reference : references) {
      replacement.use(reference, position);
      position += Long.bitCount(reference.units());
    }
    return replacement.read;
  }

  /** Returns for every use of a block, in order, the position of the next use of the same block. */
  private static int[] nextUses(List<ChunkReference> references) {
    List<Block> uses = new ArrayList<>();
    for (ChunkReference reference : references) {
      for (long left = reference.units(); left != 0; left &= left - 1) {
        int unit = Long.numberOfTrailingZeros(left);
        uses.add(new Block(reference.table(), reference.chunk(), unit));
      }
    }
    Map<Block, Integer> next = new HashMap<>();
    int[] nextUse = new int[uses.size()];
    for (int i = nextUse.length - 1; i >= 0; i--) {
      Integer later = next.put(uses.get(i), i);
      nextUse[i] = later == null ? NEVER : later;
    }
    return nextUse;
  }

  /**
   * Uses all units of a chunk.
   *
   * @param position the position of the use of its first unit
   */
  private void use(ChunkReference reference, int position) {
    long[] unitBytes = reference.table().unitBytes();
    long needed = 0;
    int use = position;
    for (long left = reference.units(); left != 0; left &= left - 1) {
      Long before = kept.remove(use++);
      long there = before == null ? 0 : before;
      long bytes = unitBytes[Long.numberOfTrailingZeros(left)];
      needed += bytes;
      used -= there;
      read += bytes - there;
    }
    makeRoom(needed);
    use = position;
    for (long left = reference.units(); left != 0; left &= left - 1) {
      int next = nextUse[use++];
      if (next != NEVER) {
        long bytes = unitBytes[Long.numberOfTrailingZeros(left)];
        kept.put(next, bytes);
        used += bytes;
      }
    }
  }

  private void makeRoom(long bytes) {
    if (bytes > capacity) {
      throw new IllegalArgumentException(bytes + " bytes at once do not fit into " + capacity);
    }
    while (used + bytes > capacity) {
      Map.Entry<Integer, Long> last = kept.pollLastEntry();
      long surplus = used + bytes - capacity;
      if (last.getValue() > surplus) {
        kept.put(last.getKey(), last.getValue() - surplus);
      }
      used -= Math.min(last.getValue(), surplus);
    }
  }
}
