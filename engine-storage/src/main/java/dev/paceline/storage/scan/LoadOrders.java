package dev.paceline.storage.scan;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanPolicy.Load;
import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loads that were decided and whose units are not all read, oldest first. Their memory is
 * reserved, and their units are given out to readers one by one. Guarded by the caller.
 */
@SuppressWarnings("ReferenceEquality") // chunks have identity
final class LoadOrders {
  /** The number of units of later orders that may be read before those of the oldest order. */
  private static final int MAX_OVERTAKEN = 32;

  private final List<Order> orders = new ArrayList<>();

  /** A load that was decided. */
  static final class Order {
    private final Load load;
    private final long latestScan;
    private long toStart;
    private long unfinished;
    private int overtaken;

    private Order(Load load, long latestScan) {
      this.load = load;
      this.latestScan = latestScan;
      this.toStart = load.units();
      this.unfinished = load.units();
    }

    ScanChunk chunk() {
      return load.chunk();
    }

    /** Returns the number of the scan that had registered last when this was ordered. */
    long latestScan() {
      return latestScan;
    }

    /** Returns the units that have not been given out, as a mask. */
    long toStart() {
      return toStart;
    }
  }

  /**
   * @param latestScan the number of the scan that has registered last
   */
  void add(Load load, long latestScan) {
    orders.add(new Order(load, latestScan));
  }

  int size() {
    return orders.size();
  }

  boolean isEmpty() {
    return orders.isEmpty();
  }

  /** Returns a copy of the list of all orders. */
  List<Order> all() {
    return List.copyOf(orders);
  }

  /**
   * Returns the last order of which units have not been given out. The first of all orders cannot
   * be cancelled, so that one is always carried out.
   *
   * @return null if there is none
   */
  @Nullable Order lastToCancel() {
    for (int i = orders.size() - 1; i > 0; i--) {
      if (orders.get(i).toStart != 0) {
        return orders.get(i);
      }
    }
    return null;
  }

  /** Returns whether any unit has not been given out. */
  boolean anyToStart() {
    for (Order order : orders) {
      if (order.toStart != 0) {
        return true;
      }
    }
    return false;
  }

  /** Gives out the unit that is to be read next; null if all have been given out. */
  @Nullable UnitLoad next() {
    Order best = mostUrgent();
    if (best == null) {
      return null;
    }
    int unit = Long.numberOfTrailingZeros(best.toStart);
    best.toStart &= best.toStart - 1;
    return new UnitLoad(best.chunk(), unit);
  }

  /**
   * Returns the order of which a unit is read next. Blocks of a scan that is nearly done are read
   * before the rest of a large chunk, up to a limit, so that other scans still get their chunks.
   */
  private @Nullable Order mostUrgent() {
    Order oldest = null;
    Order best = null;
    for (Order order : orders) {
      if (order.toStart != 0) {
        oldest = oldest == null ? order : oldest;
        best = best == null || urgency(order) < urgency(best) ? order : best;
      }
    }
    if (oldest == null || oldest.overtaken >= MAX_OVERTAKEN) {
      return oldest;
    }
    oldest.overtaken += oldest == best ? 0 : 1;
    return best;
  }

  /**
   * Returns how many chunks the scan still needs. An order of a scan that has left is useful to
   * other scans only, and comes last.
   */
  private static int urgency(Order order) {
    int needed = order.load.scan().needed();
    return needed == 0 ? Integer.MAX_VALUE : needed;
  }

  /**
   * Returns the unit of the same chunk that is read after one that was given out; null if there is
   * none.
   */
  @Nullable UnitLoad following(UnitLoad load) {
    for (Order order : orders) {
      long later = order.toStart & -2L << load.unit();
      if (order.chunk() == load.chunk() && later != 0) {
        return new UnitLoad(load.chunk(), Long.numberOfTrailingZeros(later));
      }
    }
    return null;
  }

  /** Counts units of a chunk, a mask, as given out. */
  void start(ScanChunk chunk, long units) {
    for (Order order : orders) {
      if (order.chunk() == chunk) {
        order.toStart &= ~units;
      }
    }
  }

  /**
   * Counts units of a chunk, a mask, as read.
   *
   * @return the order that they belong to
   * @throws PacelineException INTERNAL_ERROR if nobody has ordered them
   */
  Order finish(ScanChunk chunk, long units) {
    for (int i = 0; i < orders.size(); i++) {
      Order order = orders.get(i);
      if (order.chunk() == chunk && (order.unfinished & units) != 0) {
        order.unfinished &= ~units;
        if (order.unfinished == 0) {
          orders.remove(i);
        }
        return order;
      }
    }
    throw PacelineException.internal("a unit arrives that nobody ordered: " + chunk, null);
  }
}
