package dev.paceline.server.avatica;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request from when its client's connection is known until its answer is. The thread that works
 * on it opens and closes it; {@link #abandon} comes from another.
 */
final class RequestInWork implements AutoCloseable {
  /**
   * A cancellation that comes before its statement has begun to run reaches nothing, so it is
   * repeated until the request has ended.
   */
  private static final long REPEAT_MILLIS = 20;

  /** The one that this thread works on. */
  static final ScopedValue<RequestInWork> CURRENT = ScopedValue.newInstance();

  private final @Nullable ClientConnection connection;
  private final RequestTarget target;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread worker = Thread.currentThread();

  /**
   * @param connection null if there is none of the id that the request gave
   */
  RequestInWork(@Nullable ClientConnection connection, RequestTarget target) {
    this.connection = connection;
    this.target = target;
  }

  /**
   * Ends what runs for a client that is gone, and closes the result that nobody will read. Returns
   * after the request has ended.
   */
  void abandon() {
    if (target.prepares()) {
      worker.interrupt();
    }
    ServerStatement statement =
        connection == null ? null : connection.statement(target.statementId());
    if (statement == null) {
      return;
    }
    try {
      do {
        statement.cancel();
      } while (!ended.await(REPEAT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    statement.giveUpResultOf(
        this, "the result was closed, as its client disconnected while it waited");
  }

  @Override
  public void close() {
    ended.countDown();
    if (connection != null) {
      connection.end();
    }
  }
}
