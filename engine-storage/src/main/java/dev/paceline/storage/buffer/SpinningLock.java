package dev.paceline.storage.buffer;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for critical sections of about a microsecond. A thread that finds it held looks again for
 * a few microseconds before it sleeps, because to sleep and to be woken takes 50 microseconds and
 * more, in which nobody may hold the lock although others wait for it.
 */
public final class SpinningLock extends ReentrantLock {
  private static final long serialVersionUID = 1L;

  /** Looks at the lock before a thread sleeps; each takes 10 to 50 nanoseconds. */
  private static final int LOOKS = 200;

  @Override
  public void lock() {
    for (int i = 0; i < LOOKS; i++) {
      if (!isLocked() && tryLock()) {
        return;
      }
      Thread.onSpinWait();
    }
    super.lock();
  }
}
