package dev.paceline.core.operator.transfer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.memory.MemoryBudget;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The blocks between producers and consumers. Full blocks gather until there are as many as the
 * unit of transfer wants; then all of them may be consumed.
 *
 * <p>Blocks hold no more than a part of the query's budget. At that limit, and when the query as a
 * whole is beyond its budget, those that have gathered are handed on at once, and producers wait
 * until the consumers have taken them: also with {@link UnitOfTransfer#ALL}, which under a budget
 * that is too small becomes a unit of what fits. A block in an empty queue is always accepted, so
 * that there is progress with any budget.
 *
 * <p>Of the blocks that may be consumed, no more are out at a time than the {@linkplain
 * UnitOfTransfer#consumers upper limit} says, and one only while those that are out and those that
 * may be taken reach the lower limit together. That limit ends where it could keep producers from
 * going on: when they have ended, and at the limit of the memory until all blocks have been taken.
 *
 * <p>All methods may be called from any thread.
 */
final class BlockQueue {
  /** Blocks of a limited unit hold at most so much, or two units if those are more. */
  private static final long MAX_HELD_BYTES = 64L << 20;

  /** The part of the budget that blocks of a limited unit may take. */
  private static final int LIMITED_PART = 8;

  /** The part that everything that producers produce may take. */
  private static final int WHOLE_PART = 2;

  private final UnitOfTransfer unit;
  private final MemoryBudget budget;

  @GuardedBy("this")
  private final ArrayDeque<TransferBlock> gathering = new ArrayDeque<>();

  @GuardedBy("this")
  private final ArrayDeque<TransferBlock> available = new ArrayDeque<>();

  /** Bytes of all blocks, including those that are being consumed. */
  @GuardedBy("this")
  private long heldBytes;

  /** Blocks that are out. */
  @GuardedBy("this")
  private int consumers;

  /** Whether blocks are given however few there are, because producers wait for their memory. */
  @GuardedBy("this")
  private boolean pressed;

  @GuardedBy("this")
  private boolean complete;

  /** Set under the lock. */
  private volatile boolean closed;

  private volatile Runnable onAvailable = () -> {};

  BlockQueue(UnitOfTransfer unit, QueryContext query) {
    this.unit = unit;
    this.budget = query.budget();
  }

  void onAvailable(Runnable wakeUp) {
    onAvailable = wakeUp;
  }

  /** Takes a block, which it owns from now on. */
  void add(TransferBlock block) {
    boolean full = isFull(block.bytes());
    boolean handedOn = false;
    synchronized (this) {
      if (closed) {
        block.memory().close();
        return;
      }
      heldBytes += block.bytes();
      gathering.add(block);
      pressed |= full;
      if (full || gathering.size() >= unit.blocks()) {
        handedOn = handOn();
      }
    }
    if (handedOn) {
      onAvailable.run();
    }
  }

  /** Whether producers may go on; if not, consumers may take all there is. */
  boolean hasRoom() {
    if (!isFull(0)) {
      return true;
    }
    boolean mayGoOn;
    boolean empty;
    synchronized (this) {
      mayGoOn = handOn() || !pressed && !available.isEmpty();
      pressed = true;
      empty = heldBytes == 0;
    }
    if (mayGoOn) {
      onAvailable.run();
    }
    return empty;
  }

  private boolean isFull(long more) {
    long bound = budget.boundBytes();
    return heldBytes() + more >= limitBytes(bound) || budget.usedBytes() > bound;
  }

  private long limitBytes(long bound) {
    if (unit.isAll()) {
      return bound / WHOLE_PART;
    }
    return Math.min(
        bound / LIMITED_PART, Math.max(MAX_HELD_BYTES, 2L * unit.blocks() * unit.blockBytes()));
  }

  synchronized long heldBytes() {
    return heldBytes;
  }

  @GuardedBy("this")
  private boolean handOn() {
    boolean any = !gathering.isEmpty();
    available.addAll(gathering);
    gathering.clear();
    return any;
  }

  /** There will be no more blocks. */
  void complete() {
    synchronized (this) {
      complete = true;
      handOn();
    }
    onAvailable.run();
  }

  /** A block that may be consumed, or null; the caller releases it. */
  synchronized @Nullable TransferBlock poll() {
    ConsumerLimits limits = unit.consumers();
    boolean enough = complete || pressed || consumers + available.size() >= limits.min();
    TransferBlock block = enough && consumers < limits.max() ? available.poll() : null;
    consumers += block == null ? 0 : 1;
    pressed &= !available.isEmpty();
    return block;
  }

  /** Whether all blocks there will be have been taken. */
  synchronized boolean isExhausted() {
    return complete && available.isEmpty();
  }

  /** A block that {@link #poll} gave has been consumed: frees it. */
  void release(TransferBlock block) {
    free(block);
    synchronized (this) {
      consumers--;
    }
  }

  private void free(TransferBlock block) {
    long bytes = block.bytes();
    block.memory().close();
    synchronized (this) {
      heldBytes -= bytes;
    }
  }

  /** Nobody wants blocks any more: frees those that are here and all that come. */
  void close() {
    ArrayDeque<TransferBlock> unwanted = new ArrayDeque<>();
    synchronized (this) {
      closed = true;
      handOn();
      unwanted.addAll(available);
      available.clear();
    }
    unwanted.forEach(this::free);
  }

  boolean isClosed() {
    return closed;
  }
}
