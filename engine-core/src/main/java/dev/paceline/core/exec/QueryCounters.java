package dev.paceline.core.exec;

import dev.paceline.core.scan.ScanCounters;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counters of the work that a query has done. Any thread adds and reads. Workers add once per chunk
 * or order, never per row.
 */
public final class QueryCounters {
  private final List<ScanCounters> scans = new CopyOnWriteArrayList<>();
  private final Map<Integer, OrderCounters> operators = new ConcurrentHashMap<>();

  /** Returns the counters of the orders of an operator, which the scheduler numbers. */
  public OrderCounters operator(int number) {
    return operators.computeIfAbsent(number, key -> new OrderCounters());
  }

  /** Work orders that ended. */
  public long orders() {
    return operators.values().stream().mapToLong(OrderCounters::orders).sum();
  }

  /** Nanoseconds that workers have spent on the orders that ended. */
  public long busyNanos() {
    return operators.values().stream().mapToLong(OrderCounters::busyNanos).sum();
  }

  /** Counters for one more scan, which count for the query, too. */
  public ScanCounters newScan() {
    ScanCounters scan = new ScanCounters();
    scans.add(scan);
    return scan;
  }

  /** Rows of the chunks that were looked at. */
  public long rowsScanned() {
    return scans.stream().mapToLong(scan -> scan.rowsScanned.sum()).sum();
  }

  /** Rows that scans are done with, whether they looked at them or not. */
  public long rowsDone() {
    return scans.stream().mapToLong(scan -> scan.rowsDone.sum()).sum();
  }

  /** Blocks that predicates or output needed. */
  public long blocksUsed() {
    return scans.stream().mapToLong(scan -> scan.blocksUsed.sum()).sum();
  }

  /** Returns the bytes of the blocks that were used, as they are encoded in memory. */
  public long bytesUsed() {
    return scans.stream().mapToLong(scan -> scan.bytesUsed.sum()).sum();
  }

  /** Read from files for its scans. */
  public long bytesRead() {
    return scans.stream().mapToLong(scan -> scan.bytesRead.sum()).sum();
  }

  /** Blocks of chunks of which no row could match: not read, or read in vain. */
  public long blocksSkipped() {
    return scans.stream()
        .mapToLong(scan -> scan.blocksSkipped.sum() + scan.blocksExcluded.sum())
        .sum();
  }
}
