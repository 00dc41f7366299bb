package dev.paceline.server.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * The other end of one TCP connection. The event loop says when it is gone; any thread may ask.
 * Peers have identity; they are never equal by value.
 */
public final class Peer {
  @GuardedBy("this")
  private boolean gone;

  @GuardedBy("this")
  private @Nullable Runnable whenGone;

  /** Whether the TCP connection is still open, as far as this end knows. */
  public synchronized boolean isConnected() {
    return !gone;
  }

  /**
   * Sets what is to run, on a virtual thread, if the peer goes before it has its answer; at once if
   * it has gone. A peer has one request in work at a time, so there is one action, and the answer
   * removes it.
   */
  public void whenGone(Runnable action) {
    synchronized (this) {
      if (!gone) {
        whenGone = action;
        return;
      }
    }
    start(action);
  }

  /** The request in work has been answered. */
  synchronized void answered() {
    whenGone = null;
  }

  /** The TCP connection has been closed, by either end. */
  void leave() {
    Runnable action;
    synchronized (this) {
      gone = true;
      action = whenGone;
      whenGone = null;
    }
    if (action != null) {
      start(action);
    }
  }

  private static void start(Runnable action) {
    Thread.ofVirtual().name("paceline-client-gone").start(action);
  }
}
