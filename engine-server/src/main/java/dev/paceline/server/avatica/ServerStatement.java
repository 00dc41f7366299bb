package dev.paceline.server.avatica;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.calcite.avatica.Meta.Frame;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a remote client and the reader of its result. While the client works on one frame,
 * a thread of its own reads the next, so that the two work side by side.
 *
 * <p>Requests for one statement are served one after the other, by {@link #serve}. The reading
 * thread touches nothing but the result set, and nobody else touches that before it is done.
 * Cancelling, giving up and stopping may come from any thread at any time.
 */
final class ServerStatement {
  /** A cancellation that comes before the statement runs reaches nothing, so it is repeated. */
  private static final long REPEAT_MILLIS = 20;

  private final Statement jdbc;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private @Nullable ResultSet result;

  @GuardedBy("lock")
  private @Nullable FrameReader reader;

  @GuardedBy("lock")
  private @Nullable WireFormat format;

  /** The next frame, on its way. */
  @GuardedBy("lock")
  private @Nullable FutureTask<Frame> ahead;

  /** Why there is no result any more although the client has not asked for its end. */
  @GuardedBy("lock")
  private @Nullable String givenUp;

  /** The request that used it last. */
  @GuardedBy("lock")
  private @Nullable RequestInWork user;

  private volatile long lastUsed = System.nanoTime();
  private volatile boolean hasResult;

  /** Set once, before the statement is closed. */
  private volatile boolean stopped;

  ServerStatement(Statement jdbc) {
    this.jdbc = jdbc;
  }

  /** The work for one request. */
  @FunctionalInterface
  interface Work<T> {
    T run(Statement jdbc) throws SQLException;
  }

  /**
   * Serves one request after those before it.
   *
   * @throws RemoteFailure with what the work throws
   */
  <T> T serve(Work<T> work) {
    lock.lock();
    try {
      if (stopped) {
        throw new SQLException("the statement is closed", ErrorCode.OBJECT_CLOSED.sqlState());
      }
      user = RequestInWork.CURRENT.get();
      return work.run(jdbc);
    } catch (SQLException e) {
      throw new RemoteFailure(e);
    } finally {
      lastUsed = System.nanoTime();
      lock.unlock();
    }
  }

  /** {@link System#nanoTime} of the end of the last request. */
  long lastUsed() {
    return lastUsed;
  }

  /** Whether it has a result that may hold memory of queries. */
  boolean hasResult() {
    return hasResult;
  }

  /** Takes the result of an execution; inside {@link #serve}. */
  void begin(ResultSet rows) {
    lock.lock();
    try {
      result = rows;
      hasResult = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Its next rows; inside {@link #serve}.
   *
   * @param wanted the format of the answer; the same for all frames of a result
   */
  Frame nextFrame(WireFormat wanted) throws SQLException {
    lock.lock();
    try {
      ResultSet rows = result;
      if (rows == null) {
        throw new SQLException(givenUp == null ? "the statement has no result" : givenUp, "24000");
      }
      if (reader == null) {
        reader = wanted.frames(rows);
        format = wanted;
      } else if (format != wanted) {
        throw new SQLException(
            "the rows of a query are fetched in the format in which it was sent, " + format,
            ErrorCode.NOT_SUPPORTED.sqlState());
      }
      FrameReader frames = reader;
      FutureTask<Frame> next = ahead == null ? new FutureTask<>(frames::next) : ahead;
      if (ahead == null) {
        next.run();
      }
      ahead = null;
      Frame frame = awaitOrGiveUp(next);
      if (frame.done) {
        hasResult = false;
      } else {
        ahead = new FutureTask<>(frames::next);
        Thread.ofVirtual().name("paceline-read-ahead").start(ahead);
      }
      return frame;
    } finally {
      lock.unlock();
    }
  }

  /** Closes a result that failed: nobody can read more of it, however long it stays open. */
  @GuardedBy("lock")
  private Frame awaitOrGiveUp(FutureTask<Frame> reading) throws SQLException {
    try {
      return await(reading);
    } catch (SQLException | RuntimeException | Error e) {
      try {
        giveUp("the result was closed, as its query failed");
      } catch (RemoteFailure closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private static Frame await(FutureTask<Frame> reading) throws SQLException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return reading.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case SQLException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Forgets its result and gives up the rows that are being read; inside {@link #serve}. */
  void forgetResult() {
    lock.lock();
    try {
      endReadingAhead();
      result = null;
      reader = null;
      givenUp = null;
      hasResult = false;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void endReadingAhead() {
    FutureTask<Frame> reading = ahead;
    ahead = null;
    if (reading == null) {
      return;
    }
    if (!reading.isDone()) {
      cancel();
    }
    try {
      await(reading);
    } catch (SQLException | RuntimeException unasked) {
      // Nobody waits for these rows.
    }
  }

  /** Cancels what runs for it now. */
  void cancel() {
    try {
      jdbc.cancel();
    } catch (SQLException closed) {
      // Then nothing runs any more.
    }
  }

  /** Closes the result that a request was to fetch or to make, unless another one used it since. */
  void giveUpResultOf(RequestInWork request, String why) {
    lock.lock();
    try {
      if (user == request) {
        giveUp(why);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closes the result unless a request has used it for less than some time. */
  void giveUpIdleResult(long idleNanos, String why) {
    lock.lock();
    try {
      if (System.nanoTime() - lastUsed >= idleNanos) {
        giveUp(why);
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void giveUp(String why) {
    ResultSet rows = result;
    forgetResult();
    givenUp = why;
    if (rows != null) {
      try {
        rows.close();
      } catch (SQLException e) {
        throw new RemoteFailure(e);
      }
    }
  }

  /** Ends what runs for it, the reading ahead included, and closes it; from any thread. */
  void close() throws SQLException {
    stopped = true;
    boolean interrupted = false;
    cancel();
    while (true) {
      try {
        if (lock.tryLock(REPEAT_MILLIS, TimeUnit.MILLISECONDS)) {
          break;
        }
        cancel();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    try {
      forgetResult();
      jdbc.close();
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
