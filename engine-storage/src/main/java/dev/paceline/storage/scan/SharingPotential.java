package dev.paceline.storage.scan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The bytes that scans still want, by the number of scans that want them. It tells what can be
 * saved by reading them once for several scans.
 *
 * <p>One chunk of each class stands for all of the class, so the cost does not depend on the number
 * of chunks.
 *
 * <p>Source: the sharing potential of the VectorWise thesis (2011, figure 6.1).
 */
public final class SharingPotential {
  /** The bytes that this many scans or more want are counted together. */
  public static final int MANY = 5;

  private final long[] bytes = new long[MANY];

  private SharingPotential() {}

  /**
   * The bytes that both of two scans of a table want.
   *
   * @param first the number of a scan
   * @param second the number of another scan, which is larger; or the same number, for all that the
   *     first scan wants
   * @param bytes the bytes, in memory or not
   */
  public record Pair(String table, long first, long second, long bytes) {}

  /**
   * Returns what each pair of scans of a table both want, and what each scan wants. Pairs that
   * share nothing are left out.
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

  /** Returns the bytes of some units of all chunks of a class. */
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
   * Returns the bytes that a number of scans want, in memory or not.
   *
   * @param scans from 1 to {@link #MANY}, which includes larger numbers
   */
  public long bytes(int scans) {
    return bytes[scans - 1];
  }
}
