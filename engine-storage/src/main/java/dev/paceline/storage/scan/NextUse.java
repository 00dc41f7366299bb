package dev.paceline.storage.scan;

/** Predicts when scans that read in order will come to a unit, for {@code PredictedUse}. */
public final class NextUse {
  /** The assumed speed of a scan that has not read anything yet. */
  private static final double FIRST_ROWS_PER_SECOND = 1e7;

  private NextUse() {}

  /** Returns the seconds until the first scan needs a unit; infinite if none does. */
  public static double seconds(ChunkUnit block) {
    ScanChunk chunk = block.chunk();
    double soonest = Double.POSITIVE_INFINITY;
    for (long left = chunk.interest & chunk.table.present(); left != 0; left &= left - 1) {
      RegisteredScan scan = chunk.table.scan(Long.numberOfTrailingZeros(left));
      if ((scan.units & 1L << block.unit()) != 0) {
        double speed = scan.speed() > 0 ? scan.speed() : FIRST_ROWS_PER_SECOND;
        soonest = Math.min(soonest, scan.rowsUntil(chunk) / speed);
      }
    }
    return soonest;
  }
}
