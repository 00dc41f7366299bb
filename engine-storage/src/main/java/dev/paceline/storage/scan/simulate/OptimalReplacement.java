package dev.paceline.storage.scan.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * MIN, the replacement that knows the future: what is needed last goes first. Says how much of what
 * a run has read was due to its replacement; the rest is due to the order in which its scans were
 * given their chunks, which stays as it was.
 *
 * <p>Blocks differ in size, and to choose whole ones best is NP-hard. So MIN may keep a block in
 * part, byte by byte, and reads later only what it has given up: then what is needed last is again
 * the best choice, and the result a bound that no replacement of whole blocks can beat. With blocks
 * of one size and memory for a whole number of them it is Bélády's MIN itself. All that a scan is
 * given at a time is in memory together; what other scans hold meanwhile, or have read ahead, need
 * not be.
 *
 * <p>Source: Bélády 1966; VectorWise thesis 2011, section 4.
 */
public final class OptimalReplacement {
  private static final int NEVER = Integer.MAX_VALUE;

  private final long capacity;
  private final int[] nextUse;

  /** Bytes in memory of the block whose next use has this position. */
  private final TreeMap<Integer, Long> kept = new TreeMap<>();

  private long used;
  private long read;

  private record Block(SimulatedTable table, int chunk, int unit) {}

  private OptimalReplacement(long capacity, int[] nextUse) {
    this.capacity = capacity;
    this.nextUse = nextUse;
  }

  /**
   * The least bytes that any replacement reads, with nothing in memory at first.
   *
   * @param references what scans are given, in order
   * @param poolBytes memory for what they are given
   * @throws IllegalArgumentException if one of them does not fit
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

  /** Returns, for every use of a block, in order, the position of its next use. */
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
   * @param position of the use of its first unit
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
