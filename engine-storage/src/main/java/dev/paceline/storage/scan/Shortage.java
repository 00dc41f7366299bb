package dev.paceline.storage.scan;

/**
 * A scan for whose next chunk there is no room, because others use or fill what is in memory. The
 * others are held back, so that they give room back; if they do not, some of their loads may pass,
 * and then they are held back for twice as long. So neither does a scan that keeps its chunks for
 * ever stop all others, nor do small loads keep a large one out for ever.
 */
final class Shortage {
  /** Loads of others that may pass between two times of holding them back. */
  private static final int MAY_PASS = 16;

  private static final int MAX_DOUBLINGS = 16;

  /** When there was no room for the first time. */
  final long since;

  private long heldSince;
  private int passed;
  private int doublings;

  Shortage(long now) {
    this.since = now;
    this.heldSince = now;
  }

  /** When the others need no longer be held back if nothing else happens until then. */
  long heldUntil(long lastReturn, long patienceNanos) {
    return Math.max(heldSince, lastReturn) + (patienceNanos << doublings);
  }

  /** A load of another goes first. */
  void pass(long now) {
    if (++passed > MAY_PASS) {
      passed = 0;
      heldSince = now;
      doublings = Math.min(doublings + 1, MAX_DOUBLINGS);
    }
  }
}
