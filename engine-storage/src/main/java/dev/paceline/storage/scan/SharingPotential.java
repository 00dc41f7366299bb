package dev.paceline.storage.scan;

import java.util.Collection;

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
    ScanChunk chunk = chunks.head;
    long interest = chunks.interest & table.present();
    if (chunk == null) {
      return;
    }
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
      bytes[sharers] += chunks.size * chunk.bytes(exactly);
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
