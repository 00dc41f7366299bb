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
  /** So many are kept; further ones are only counted. */
  private static final int MOST_KEPT = 1000;

  private final long most;

  @GuardedBy("this")
  private final List<String> messages = new ArrayList<>();

  @GuardedBy("this")
  private long count;

  /**
   * @param most one more fails the scan
   */
  public RejectedRecords(long most) {
    this.most = most;
  }

  /** Returns those of several scans together, as they are now. */
  static RejectedRecords of(List<RejectedRecords> parts) {
    RejectedRecords all = new RejectedRecords(Long.MAX_VALUE);
    synchronized (all) {
      for (RejectedRecords part : parts) {
        all.count += part.count();
        all.messages.addAll(part.messages());
      }
    }
    return all;
  }

  /**
   * Leaves a record out.
   *
   * @param error makes the error that it would be otherwise; called only if that is kept
   * @throws PacelineException INVALID_FILE if too many are left out
   */
  public void add(Supplier<PacelineException> error) {
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
              + error.get().getMessage());
    }
    if (number <= MOST_KEPT) {
      String message = error.get().getMessage();
      synchronized (this) {
        messages.add(message);
      }
    }
  }

  /** Returns the number of records that were left out. */
  public synchronized long count() {
    return count;
  }

  /** Returns the reasons of the first of them, in the order in which they were found. */
  public synchronized List<String> messages() {
    return List.copyOf(messages);
  }
}
