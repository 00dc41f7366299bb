package dev.paceline.server.avatica;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.jdbc.StatementInfo;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a remote client and the reader of its result. While the client works on one frame,
 * a thread of its own reads the next, so that the two work side by side.
 *
 * <p>Requests for one statement are served one after the other: callers hold its monitor. The
 * reading thread touches nothing but the result set, and nobody else touches that before it is
 * done.
 */
final class ServerStatement extends StatementInfo {
  private final String connectionId;
  private final Statement jdbc;

  @GuardedBy("this")
  private @Nullable FrameReader reader;

  @GuardedBy("this")
  private @Nullable WireFormat format;

  /** The next frame, on its way. */
  @GuardedBy("this")
  private @Nullable FutureTask<Frame> ahead;

  /** Set once, before the statement is closed. */
  private volatile boolean stopped;

  ServerStatement(String connectionId, Statement jdbc) {
    super(jdbc);
    this.connectionId = connectionId;
    this.jdbc = jdbc;
  }

  String connectionId() {
    return connectionId;
  }

  Statement jdbc() {
    return jdbc;
  }

  /**
   * Its next rows.
   *
   * @param wanted the format of the answer; the same for all frames of a result
   */
  synchronized Frame nextFrame(WireFormat wanted) throws SQLException {
    if (stopped) {
      throw new SQLException("the statement is closed", ErrorCode.CLOSED.sqlState());
    }
    ResultSet rows = getResultSet();
    if (rows == null) {
      throw new SQLException("the statement has no result", "24000");
    }
    if (reader == null) {
      reader = wanted.frames(rows);
      format = wanted;
    } else if (format != wanted) {
      throw new SQLException(
          "the rows of a query are fetched in the format in which it was sent, " + format, "0A000");
    }
    FrameReader frames = reader;
    FutureTask<Frame> next = ahead == null ? new FutureTask<>(frames::next) : ahead;
    if (ahead == null) {
      next.run();
    }
    ahead = null;
    Frame frame = await(next);
    if (!frame.done) {
      ahead = new FutureTask<>(frames::next);
      Thread.ofVirtual().name("paceline-read-ahead").start(ahead);
    }
    return frame;
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

  /** Ends what runs for it, the reading ahead included; from any thread, before it is closed. */
  void stop() {
    stopped = true;
    cancel();
    synchronized (this) {
      endReadingAhead();
    }
  }

  /** Forgets its result and gives up the rows that are being read; before it is executed again. */
  synchronized void forgetResult() {
    endReadingAhead();
    setResultSet(null);
  }

  private synchronized void endReadingAhead() {
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

  private void cancel() {
    try {
      jdbc.cancel();
    } catch (SQLException closed) {
      // Then nothing runs any more.
    }
  }

  @Override
  public synchronized void setResultSet(@Nullable ResultSet rows) {
    super.setResultSet(rows);
    reader = null;
  }
}
