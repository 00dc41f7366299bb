package dev.paceline.core.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the scopes of one query hold together, and how much that should be. The bound is soft: it is
 * where operators that can go on with less turn to temporary files. What they must have they get
 * nevertheless, up to the limit of the ledger.
 *
 * <p>Without a bound of its own, a query should hold its share of what the ledger has for queries:
 * three quarters of all that is not taken for good by others, like tables, divided by the number of
 * queries. So the share of a query shrinks when others begin.
 *
 * <p>All methods may be called from any thread.
 */
public final class MemoryBudget implements AutoCloseable {
  /** A bound that the query's share of the ledger decides. */
  public static final long FAIR_SHARE = 0;

  private final MemoryLedger ledger;
  private final long boundBytes;
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong peakBytes = new AtomicLong();

  @GuardedBy("this")
  private boolean closed;

  MemoryBudget(MemoryLedger ledger, long boundBytes) {
    this.ledger = ledger;
    this.boundBytes = boundBytes;
  }

  /** Opens a scope whose memory counts here. */
  public MemoryScope openScope(String owner) {
    return ledger.openScope(owner, this, null);
  }

  /** Bytes that the scopes hold. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** The greatest {@link #usedBytes} so far. */
  public long peakBytes() {
    return peakBytes.get();
  }

  /** Bytes that the scopes should hold at most. */
  public long boundBytes() {
    return boundBytes == FAIR_SHARE ? ledger.fairShareBytes() : boundBytes;
  }

  void add(long bytes) {
    long used = usedBytes.addAndGet(bytes);
    if (used > peakBytes.get()) {
      peakBytes.accumulateAndGet(used, Math::max);
    }
  }

  /** Says that the query has ended; scopes that are open stay so. Closing twice does nothing. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      ledger.forget(this);
    }
  }
}
