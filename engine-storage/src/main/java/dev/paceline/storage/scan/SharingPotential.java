package dev.paceline.storage.scan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What scans still want, by the number of scans that want it: what there is to gain by reading it
 * once for all of them.
 *
 * <p>Counted by class, one chunk standing for all of its class, so that the cost does not depend on
 * the number of chunks.
 *
 * <p>Source: the sharing potential of the VectorWise thesis (2011, figure 6.1).
 */
public final class SharingPotential {
  /** What this many scans or more want is counted together. */
  public static final int MANY = 5;

  private final long[] bytes = new long[MANY];

  private SharingPotential() {}

  /**
   * What two scans of a table want, both of them.
   *
   * @param first the number of a scan
   * @param second a number that is not smaller; the same for all that the first scan wants
   * @param bytes in memory or not
   */
  public record Pair(String table, long first, long second, long bytes) {}

  /**
   * Returns what each two scans of a table have in common: the pairs that share nothing are left
   * out, scans themselves are not.
   */
  static List<Pair> pairs(Collection<ScanTable> tables) {
    List<Pair> pairs = new ArrayList<>();
    for (ScanTable table : tables) {
      long[][] shared = new long[ScanTable.MAX_SCANS][ScanTable.MAX_SCANS];
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        ChunkClass chunks = classes.get(i);
        for (long left = chunks.interest & table.present(); left != 0; left &= left - 1) {
          int slot = Long.numberOfTrailingZeros(left);
          for (long others = left; others != 0; others &= others - 1) {
            int other = Long.numberOfTrailingZeros(others);
            shared[slot][other] += bytes(chunks, table.scan(slot).units & table.scan(other).units);
          }
        }
      }
      for (long left = table.present(); left != 0; left &= left - 1) {
        int slot = Long.numberOfTrailingZeros(left);
        for (long others = left; others != 0; others &= others - 1) {
          int other = Long.numberOfTrailingZeros(others);
          long first = table.scan(slot).number();
          long second = table.scan(other).number();
          if (shared[slot][other] > 0 || slot == other) {
            pairs.add(
                new Pair(
                    table.toString(),
                    Math.min(first, second),
                    Math.max(first, second),
                    shared[slot][other]));
          }
        }
      }
    }
    return pairs;
  }

  /** Bytes of some units of all chunks of a class, of which one stands for all. */
  private static long bytes(ChunkClass chunks, long units) {
    ScanChunk chunk = chunks.head;
    return chunk == null || units == 0 ? 0 : chunks.size * chunk.bytes(units);
  }

  static SharingPotential of(Collection<ScanTable> tables) {
    SharingPotential potential = new SharingPotential();
    for (ScanTable table : tables) {
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        potential.add(table, classes.get(i));
      }
    }
    return potential;
  }

  private void add(ScanTable table, ChunkClass chunks) {
    long interest = chunks.interest & table.present();
    // The units that at least 1, 2, … scans want.
    long[] wanted = new long[MANY];
    for (long left = interest; left != 0; left &= left - 1) {
      long units = table.scan(Long.numberOfTrailingZeros(left)).units;
      for (int sharers = MANY - 1; sharers > 0; sharers--) {
        wanted[sharers] |= wanted[sharers - 1] & units;
      }
      wanted[0] |= units;
    }
    for (int sharers = 0; sharers < MANY && wanted[sharers] != 0; sharers++) {
      long exactly = sharers + 1 < MANY ? wanted[sharers] & ~wanted[sharers + 1] : wanted[sharers];
      bytes[sharers] += bytes(chunks, exactly);
    }
  }

  /**
   * Bytes that so many scans want, in memory or not.
   *
   * @param scans from 1 to {@link #MANY}, which stands for more, too
   */
  public long bytes(int scans) {
    return bytes[scans - 1];
  }
}
