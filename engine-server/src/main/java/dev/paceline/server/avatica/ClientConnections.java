package dev.paceline.server.avatica;

import dev.paceline.server.net.Peer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.calcite.avatica.Meta.StatementHandle;
import org.apache.calcite.avatica.NoSuchConnectionException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Avatica connections that clients have opened. A thread of its own closes, until {@link
 * #close}, what they leave behind. Thread-safe.
 */
final class ClientConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnections.class);

  /** More open connections than this are refused. */
  static final int MAX_CONNECTIONS = 10_000;

  private static final long MIN_SWEEP_MILLIS = 10;
  private static final long MAX_SWEEP_MILLIS = 5_000;

  private final ServerOptions options;
  private final Map<String, ClientConnection> byId = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread sweeper;

  ClientConnections(ServerOptions options) {
    this.options = options;
    this.sweeper = Thread.ofPlatform().daemon().name("paceline-expiry").start(this::sweep);
  }

  /**
   * Adds one that has been opened.
   *
   * @throws SQLException if there is one of that id or there are too many; the new one is closed
   */
  void add(String id, Connection jdbc) throws SQLException {
    String refusal = null;
    if (byId.size() >= MAX_CONNECTIONS) {
      refusal = "the server has %,d connections open already".formatted(MAX_CONNECTIONS);
    } else if (byId.putIfAbsent(id, new ClientConnection(id, jdbc)) != null) {
      refusal = "there is a connection of this id already";
    }
    if (refusal != null) {
      jdbc.close();
      throw new SQLException(refusal, "08004");
    }
  }

  /** One that is open; null if there is none of that id. */
  @Nullable ClientConnection find(String id) {
    return byId.get(id);
  }

  /**
   * @throws NoSuchConnectionException if it was not opened, is closed or has expired
   */
  ClientConnection get(String id) {
    ClientConnection connection = find(id);
    if (connection == null) {
      throw new NoSuchConnectionException(id);
    }
    return connection;
  }

  /**
   * @throws NoSuchStatementException if the connection has no such statement
   */
  ServerStatement statement(StatementHandle handle) throws NoSuchStatementException {
    ServerStatement statement = get(handle.connectionId).statement(handle.id);
    if (statement == null) {
      throw new NoSuchStatementException(handle);
    }
    return statement;
  }

  /** Takes one out, for the caller to close; null if there is none. */
  @Nullable ClientConnection remove(String id) {
    return byId.remove(id);
  }

  /** A request for a connection begins; while it is in work, nothing of the connection expires. */
  RequestInWork begin(RequestTarget target, Peer peer) {
    ClientConnection connection = byId.get(target.connectionId());
    if (connection != null) {
      connection.begin(peer);
    }
    return new RequestInWork(connection, target);
  }

  private void sweep() {
    Duration shortest =
        Stream.of(options.connectionTime(), options.resultTime(), options.disconnectTime())
            .min(Comparator.naturalOrder())
            .orElseThrow();
    long pause = Math.clamp(shortest.toMillis() / 4, MIN_SWEEP_MILLIS, MAX_SWEEP_MILLIS);
    try {
      while (!closed.await(pause, TimeUnit.MILLISECONDS)) {
        byId.values().forEach(this::expire);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void expire(ClientConnection connection) {
    try {
      if (connection.expire(options) && byId.remove(connection.id(), connection)) {
        LOG.info("Closing connection {}: nobody has used it for long", connection.id());
        Thread.ofVirtual().name("paceline-expire").start(() -> close(connection));
      }
    } catch (RuntimeException e) {
      LOG.error("Could not look after connection {}", connection.id(), e);
    }
  }

  private static void close(ClientConnection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("Could not close connection {}", connection.id(), e);
    }
  }

  /** Ends and closes all that clients left open, side by side. */
  @Override
  public void close() {
    closed.countDown();
    List<Thread> closing =
        byId.values().stream()
            .map(connection -> Thread.ofVirtual().start(() -> close(connection)))
            .toList();
    byId.clear();
    try {
      for (Thread thread : closing) {
        thread.join();
      }
      sweeper.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
