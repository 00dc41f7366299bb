package dev.paceline.core.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the scopes of one query hold together, and a soft bound of it. At the bound,
 * operators that can continue with less memory turn to temporary files. Memory that they cannot do
 * without they get nevertheless, up to the limit of the ledger.
 *
 * <p>Without a bound of its own, a query should hold its share of what the ledger has for queries:
 * three quarters of all that is not taken for good by others, like tables, divided by the number of
 * queries. So the share of a query shrinks when others begin. A query that rests (it waits to
 * begin, or is suspended) has no share, and should hold nothing.
 *
 * <p>All methods may be called from any thread.
 */
public final class MemoryBudget implements AutoCloseable {
  /** A bound that the query's share of the ledger decides. */
  public static final long FAIR_SHARE = 0;

  private final MemoryLedger ledger;
  private final long boundBytes;
  private volatile boolean resting;
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong peakBytes = new AtomicLong();

  @GuardedBy("this")
  private final Set<MemoryScope> scopes = new HashSet<>();

  @GuardedBy("this")
  private boolean closed;

  MemoryBudget(MemoryLedger ledger, long boundBytes) {
    this.ledger = ledger;
    this.boundBytes = boundBytes;
  }

  /** Opens a scope whose memory counts here, and which ends with the query if not before. */
  public synchronized MemoryScope openScope(String owner) {
    if (closed) {
      throw new PacelineException(ErrorCode.CLOSED, "the query of " + owner + " has ended");
    }
    MemoryScope scope = ledger.openScope(owner, this);
    scopes.add(scope);
    return scope;
  }

  /** Closes all scopes that are open but one. */
  public void closeAllBut(MemoryScope kept) {
    List<MemoryScope> open;
    synchronized (this) {
      open = new ArrayList<>(scopes);
    }
    for (MemoryScope scope : open) {
      if (!scope.equals(kept)) {
        scope.close();
      }
    }
  }

  synchronized void forget(MemoryScope scope) {
    scopes.remove(scope);
  }

  /** Bytes that the scopes hold. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** The largest {@link #usedBytes} so far. */
  public long peakBytes() {
    return peakBytes.get();
  }

  /** Bytes that the scopes should hold at most. */
  public long boundBytes() {
    if (resting) {
      return 0;
    }
    return isFairShare() ? ledger.fairShareBytes() : boundBytes;
  }

  /** Whether the query's share of the ledger decides the bound. */
  public boolean isFairShare() {
    return boundBytes == FAIR_SHARE;
  }

  /** Takes the query's share away, or gives it back. */
  public void setResting(boolean value) {
    resting = value;
  }

  boolean isResting() {
    return resting;
  }

  void add(long bytes) {
    long used = usedBytes.addAndGet(bytes);
    if (used > peakBytes.get()) {
      peakBytes.accumulateAndGet(used, Math::max);
    }
  }

  /** Closes all scopes. Closing twice does nothing. */
  @Override
  public void close() {
    List<MemoryScope> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(scopes);
    }
    open.forEach(MemoryScope::close);
    ledger.forget(this);
  }
}
