package dev.paceline.storage.buffer;

/**
 * How many reads a device is given at a time: found by trying, from the bytes that come in a while.
 * The depth doubles as long as that makes the device faster, and goes back when it does not; later
 * it is tried again now and then, for devices and their other users change.
 *
 * <p>Only time in which as many reads were under way as may be tells anything. Guarded by whoever
 * uses it.
 */
public final class ReadDepth {
  /** The depth to begin with. */
  private static final int FIRST = 4;

  private static final int LEAST = 2;

  /** The largest depth that is tried. */
  static final int MOST = 32;

  /** The smallest ratio of speeds at which a greater depth is kept. */
  private static final double WORTH = 1.1;

  /** The smallest ratio of speeds at which a smaller depth is kept. */
  private static final double LITTLE = 0.95;

  /** The fewest reads of a try for each one that is under way. */
  private static final int READS_PER_DEPTH = 8;

  private static final long WINDOW_NANOS = 20_000_000;

  /** Windows at the depth that was found before another is tried. */
  private static final int SETTLED_WINDOWS = 64;

  private final boolean fixed;
  private int depth;

  /** The depth that was best so far, and what it brought; 0 if not measured yet. */
  private int best;

  private double bestRate;

  /** Whether greater depths are being tried, or smaller ones. */
  private boolean upwards;

  private int settled;

  private int underWay;
  private long requests;

  /** How long all reads so far took, added up. */
  private long requestNanos;

  /** When {@link #underWay} last changed. */
  private long changed;

  private long windowBegan = -1;
  private long windowBytes;
  private int windowReads;

  /**
   * @param depth 0 to find it out
   */
  public ReadDepth(int depth) {
    this.fixed = depth > 0;
    this.depth = fixed ? depth : FIRST;
    this.best = this.depth;
  }

  /** Returns the number of reads that may be under way at a time. */
  public int depth() {
    return depth;
  }

  /** Returns the number of reads that are under way. */
  public int underWay() {
    return underWay;
  }

  /** Returns the number of reads that have begun. */
  public long requests() {
    return requests;
  }

  /**
   * Seconds that all reads took until one last began or ended, added up: in relation to the time
   * that has passed, how many were under way on average.
   */
  public double requestSeconds() {
    return requestNanos / 1e9;
  }

  /** Bytes in a second at the depth that was best; 0 if not measured yet. */
  public double bestBytesPerSecond() {
    return bestRate;
  }

  /** A read begins. */
  public void begins(long now) {
    pass(now);
    requests++;
    underWay++;
    if (underWay >= depth && windowBegan < 0) {
      windowBegan = now;
      windowBytes = 0;
      windowReads = 0;
    }
  }

  private void pass(long now) {
    requestNanos += underWay * (now - changed);
    changed = now;
  }

  /** There is less to read than may be read at a time: that says nothing of the device. */
  public void idles() {
    windowBegan = -1;
  }

  /** A read has ended. */
  public void ended(long bytes, long now) {
    pass(now);
    underWay--;
    if (windowBegan < 0 || fixed) {
      return;
    }
    windowBytes += bytes;
    windowReads++;
    if (windowReads >= READS_PER_DEPTH * depth && now - windowBegan >= WINDOW_NANOS) {
      decide(windowBytes * 1e9 / (now - windowBegan));
      windowBegan = -1;
    }
  }

  /** Decides about the depth after a period at one depth. */
  private void decide(double rate) {
    if (depth == best) {
      bestRate = rate;
      if (settled > 0) {
        settled--;
      } else {
        upwards = best < MOST;
        depth = next();
      }
    } else if (rate > (upwards ? WORTH : LITTLE) * bestRate) {
      best = depth;
      bestRate = rate;
      depth = next();
      settled = depth == best ? SETTLED_WINDOWS : 0;
    } else if (upwards && best / 2 >= LEAST && depth == 2 * best) {
      upwards = false;
      depth = next();
    } else {
      depth = best;
      settled = SETTLED_WINDOWS;
    }
  }

  private int next() {
    return upwards ? Math.min(MOST, 2 * best) : Math.max(LEAST, best / 2);
  }
}
