package dev.paceline.server.net;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Counts the requests in work, holds back those above a limit, and waits for the end of all. */
final class RunningRequests {
  private final int limit;
  private final Semaphore permits;

  RunningRequests(int limit) {
    this.limit = limit;
    this.permits = new Semaphore(limit, true);
  }

  /** Waits for a place; a virtual thread calls it. */
  void begin() {
    permits.acquireUninterruptibly();
  }

  void end() {
    permits.release();
  }

  /** Waits until none is left, or the time is over. */
  void awaitEnd(Duration longest) {
    try {
      if (permits.tryAcquire(limit, longest.toMillis(), TimeUnit.MILLISECONDS)) {
        permits.release(limit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
