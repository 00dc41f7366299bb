package dev.paceline.storage.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The records that a scan left out because they did not fit, each with its place and the reason.
 * Thread-safe.
 */
public final class RejectedRecords {
  /** The number of records that are usually kept; further ones are only counted. */
  private static final int MOST_KEPT = 1000;

  private final long most;
  private final long mostKept;

  @GuardedBy("this")
  private final List<RejectedRecord> records = new ArrayList<>();

  @GuardedBy("this")
  private long count;

  /**
   * @param most one more fails the scan
   */
  public RejectedRecords(long most) {
    this(most, MOST_KEPT);
  }

  /**
   * @param most one more fails the scan
   * @param mostKept the number of records that are kept; further ones are only counted
   */
  public RejectedRecords(long most, long mostKept) {
    this.most = most;
    this.mostKept = mostKept;
  }

  /** Returns those of several scans together, as they are now. */
  static RejectedRecords of(List<RejectedRecords> parts) {
    RejectedRecords all = new RejectedRecords(Long.MAX_VALUE);
    synchronized (all) {
      for (RejectedRecords part : parts) {
        all.count += part.count();
        all.records.addAll(part.records());
      }
    }
    return all;
  }

  /**
   * Leaves a record out.
   *
   * @param record says what is wrong; called only if it is kept
   * @throws PacelineException INVALID_FILE if too many are left out
   */
  public void add(Supplier<RejectedRecord> record) {
    long number;
    synchronized (this) {
      count++;
      number = count;
    }
    if (number > most) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE,
          "more than "
              + most
              + " records do not fit (max_errors); the last one: "
              + record.get().message());
    }
    if (number <= mostKept) {
      RejectedRecord kept = record.get();
      synchronized (this) {
        records.add(kept);
      }
    }
  }

  /** Returns the number of records that were left out. */
  public synchronized long count() {
    return count;
  }

  /** Returns the reasons of the first of them, in the order in which they were found. */
  public List<String> messages() {
    return records().stream().map(RejectedRecord::message).toList();
  }

  /** Returns the first of them, in the order in which they were found. */
  public synchronized List<RejectedRecord> records() {
    return List.copyOf(records);
  }
}
