package dev.paceline.core.memory;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger.Region;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Off-heap memory that ends together: of a query's shared state, of one worker's part in a query,
 * of a table.
 *
 * <p>Every segment starts at a multiple of 64 bytes and has {@link #PADDING_BYTES} bytes more than
 * was asked for, so that a full-vector load of the last row stays inside. Contents are undefined.
 * Segments stay valid until {@link #close} or {@link #release}.
 *
 * <p>All methods may be called from any thread.
 */
public final class MemoryScope implements AutoCloseable {
  /** Bytes that every segment has beyond what was asked for. */
  public static final long PADDING_BYTES = 64;

  private static final long ALIGNMENT_BYTES = 64;
  private static final long SMALL_BYTES = 64L << 10;

  /** The first slab is small, for most scopes hold little; each further one is twice as large. */
  private static final long FIRST_SLAB_BYTES = 32L << 10;

  private static final long LARGEST_SLAB_BYTES = 256L << 10;

  /** No slab but one for a larger segment takes more than such a part of all memory. */
  private static final int SLAB_PART = 256;

  private final MemoryLedger ledger;
  private final String owner;
  private final @Nullable MemoryBudget budget;
  private final @Nullable Throwable origin;

  /** Regions that hold one segment, by its address. */
  @GuardedBy("this")
  private final Map<Long, Region> regions = new HashMap<>();

  /** Regions that many small segments share, and which are given back when the scope ends. */
  @GuardedBy("this")
  private final List<Region> slabs = new ArrayList<>();

  @GuardedBy("this")
  private @Nullable MemorySegment slab;

  /** Bytes left in the slab. Written under the lock, read without it. */
  private volatile long slabRest;

  @GuardedBy("this")
  private boolean closed;

  private final AtomicLong bytes = new AtomicLong();

  /** Bytes of scratch memory, and of the ends of slabs that were too short for the next request. */
  private final AtomicLong noStateBytes = new AtomicLong();

  /**
   * @param budget of which the scope's memory is a part; null for none
   */
  MemoryScope(
      MemoryLedger ledger,
      String owner,
      @Nullable MemoryBudget budget,
      @Nullable Throwable origin) {
    this.ledger = ledger;
    this.owner = owner;
    this.budget = budget;
    this.origin = origin;
  }

  /** Who holds this memory, as error messages name it. */
  public String owner() {
    return owner;
  }

  public MemoryLedger ledger() {
    return ledger;
  }

  /** Bytes that this scope has reserved. */
  public long bytes() {
    return bytes.get();
  }

  /**
   * Bytes of its segments but for scratch: what keeping more rows makes grow, and what writing them
   * to a file would give back.
   */
  public long stateBytes() {
    return bytes.get() - slabRest - noStateBytes.get();
  }

  /**
   * Reserves and allocates.
   *
   * @param size bytes wanted; the segment is longer by the padding and the rounding
   * @throws PacelineException MEMORY_LIMIT if the ledger refuses
   */
  public MemorySegment allocate(long size) {
    long padded = (size + PADDING_BYTES + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    if (padded > SMALL_BYTES) {
      return own(acquire(padded, false)).asSlice(0, padded);
    }
    MemorySegment segment = carve(padded, null);
    return segment == null
        ? requireNonNull(carve(padded, acquire(slabBytes(padded), false)), "new slab")
        : segment;
  }

  /** {@link #allocate} for what {@link #release} gives back however small it is. */
  public MemorySegment allocateAlone(long size) {
    long padded = (size + PADDING_BYTES + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    return own(acquire(padded, false)).asSlice(0, padded);
  }

  /**
   * Allocates a frame: {@link #release} gives it back to the ledger whatever its size is, and while
   * others need memory that is just being reclaimed for them, they come first. It is page-aligned
   * from 32 KiB on.
   *
   * @return a segment of at least {@code size} bytes, which takes {@link #frameBytes} of them
   * @throws PacelineException MEMORY_LIMIT if the ledger refuses
   */
  public MemorySegment allocateFrame(long size) {
    return own(acquire(frameBytes(size), true));
  }

  /** Returns the bytes that {@link #allocateFrame} reserves. */
  public static long frameBytes(long size) {
    return MemoryLedger.regionBytes(size + PADDING_BYTES);
  }

  private synchronized long slabBytes(long least) {
    long largest = Math.min(LARGEST_SLAB_BYTES, ledger.limitBytes() / SLAB_PART);
    long size = FIRST_SLAB_BYTES;
    for (int i = slabs.size(); i > 0 && size < largest || size < least; i--) {
      size *= 2;
    }
    return size;
  }

  /**
   * {@link #allocate} for what serves one batch after the other: no part of the {@link
   * #stateBytes}. Such a segment is not released before the scope ends.
   */
  public MemorySegment allocateScratch(long size) {
    MemorySegment segment = allocate(size);
    noStateBytes.addAndGet(segment.byteSize());
    return segment;
  }

  /**
   * Takes a piece of the current slab; null if it has no room.
   *
   * @param newSlab takes the place of the current slab; or null
   */
  private synchronized @Nullable MemorySegment carve(long padded, @Nullable Region newSlab) {
    if (newSlab != null) {
      if (closed) {
        ledger.giveBack(newSlab);
        throw closedError();
      }
      slabs.add(newSlab);
      count(newSlab.bytes());
      noStateBytes.addAndGet(slabRest);
      slab = newSlab.segment();
      slabRest = newSlab.bytes();
    }
    MemorySegment current = slab;
    if (current == null || padded > slabRest) {
      return null;
    }
    MemorySegment segment = current.asSlice(current.byteSize() - slabRest, padded);
    slabRest -= padded;
    return segment;
  }

  /** {@link #allocate} with all bytes zero, the padding included. */
  public MemorySegment allocateZeroed(long size) {
    MemorySegment segment = allocate(size);
    segment.fill((byte) 0);
    return segment;
  }

  /**
   * Allocates {@code size} bytes, copies the old contents, and releases the old segment.
   *
   * @param old a segment of this scope, or null
   */
  public MemorySegment reallocate(@Nullable MemorySegment old, long size) {
    MemorySegment grown = allocate(size);
    if (old != null) {
      MemorySegment.copy(old, 0, grown, 0, Math.min(old.byteSize(), size));
      release(old);
    }
    return grown;
  }

  /**
   * Gives a segment back before the scope ends. Small segments share slabs and stay until {@link
   * #close}, but for those that were {@linkplain #allocateAlone allocated alone}. The segment must
   * not be used afterwards.
   */
  public void release(MemorySegment segment) {
    Region region;
    synchronized (this) {
      region = regions.remove(segment.address());
      if (region == null) {
        return;
      }
      count(-region.bytes());
    }
    ledger.giveBack(region);
  }

  /** Gives everything back. Closing twice does nothing. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      regions.values().forEach(ledger::giveBack);
      regions.clear();
      slabs.forEach(ledger::giveBack);
      slabs.clear();
      slab = null;
      slabRest = 0;
      noStateBytes.set(0);
      count(-bytes.get());
    }
    ledger.forget(this);
    if (budget != null) {
      budget.forget(this);
    }
  }

  String describe() {
    String where = MemoryLedger.originOf(origin);
    return String.format(
        Locale.ROOT, "%s: %,d bytes%s", owner, bytes(), where == null ? "" : where);
  }

  /**
   * Reserves a region. The caller must not hold the lock of this scope, since the ledger may ask
   * other scopes, which have locks of their own.
   */
  private Region acquire(long size, boolean courteous) {
    checkOpen();
    return ledger.acquire(this, size, courteous);
  }

  private MemorySegment own(Region region) {
    synchronized (this) {
      if (!closed) {
        regions.put(region.segment().address(), region);
        count(region.bytes());
        return region.segment();
      }
    }
    ledger.giveBack(region);
    throw closedError();
  }

  @GuardedBy("this")
  private void count(long more) {
    bytes.addAndGet(more);
    if (budget != null) {
      budget.add(more);
    }
  }

  private synchronized void checkOpen() {
    if (closed) {
      throw closedError();
    }
  }

  private PacelineException closedError() {
    return new PacelineException(ErrorCode.CLOSED, "the memory of " + owner + " is closed");
  }
}
