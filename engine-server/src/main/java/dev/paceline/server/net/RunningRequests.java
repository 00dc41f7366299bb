package dev.paceline.server.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Counts the requests that have no answer yet, lets a limited number of them be worked on at a
 * time, and waits for the end of all. Thread-safe.
 */
final class RunningRequests {
  private final Semaphore permits;

  @GuardedBy("this")
  private int unanswered;

  /**
   * @param limit how many may be worked on at a time
   */
  RunningRequests(int limit) {
    this.permits = new Semaphore(limit, true);
  }

  /** A request has arrived. */
  synchronized void arrived() {
    unanswered++;
  }

  /** Waits for its turn to be worked on; a virtual thread calls it. */
  void beginWork() {
    permits.acquireUninterruptibly();
  }

  /** Its answer is known. Sending it takes no one's turn, however slowly the client reads. */
  void endWork() {
    permits.release();
  }

  /** Its answer has been sent, or nobody is there to read it. */
  synchronized void answered() {
    unanswered--;
    if (unanswered == 0) {
      notifyAll();
    }
  }

  /** Waits until no request is left, or the time is over. */
  synchronized void awaitEnd(Duration longest) {
    long end = System.nanoTime() + longest.toNanos();
    try {
      for (long left; unanswered > 0 && (left = end - System.nanoTime()) > 0; ) {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
