package dev.paceline.storage.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A device that serves one read after the other, at a bandwidth of its own, with a time of access
 * for each that does not go on where the last one ended: it makes the disk-bound regime of other
 * machines on this one. Any thread may call any method.
 */
final class DeviceThrottle {
  /** Blocks are aligned, so one that follows the last begins a little after it. */
  private static final long GAP_BYTES = SegmentLayout.BLOCK_ALIGNMENT;

  private static final double NANOS = 1e9;

  private final long bytesPerSecond;
  private final long accessNanos;

  @GuardedBy("this")
  private Object lastFile = this;

  @GuardedBy("this")
  private long lastEnd;

  @GuardedBy("this")
  private long freeAt = System.nanoTime();

  /**
   * @param bytesPerSecond 0 for no limit
   * @param access time to the first byte
   */
  DeviceThrottle(long bytesPerSecond, Duration access) {
    this.bytesPerSecond = bytesPerSecond;
    this.accessNanos = access.toNanos();
  }

  /** The time at which a read that arrives now is served, in {@link System#nanoTime}. */
  @SuppressWarnings("ReferenceEquality") // the same open file
  synchronized long reserve(Object file, long position, long bytes) {
    long gap = position - lastEnd;
    boolean goesOn = file == lastFile && gap >= 0 && gap < GAP_BYTES;
    lastFile = file;
    lastEnd = position + bytes;
    long transfer = bytesPerSecond == 0 ? 0 : (long) (bytes * NANOS / bytesPerSecond);
    long now = System.nanoTime();
    freeAt = (freeAt - now > 0 ? freeAt : now) + (goesOn ? 0 : accessNanos) + transfer;
    return freeAt;
  }

  /** Waits until a read would have been served. */
  void awaitEnd(long end) {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
