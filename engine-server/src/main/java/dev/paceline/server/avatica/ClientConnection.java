package dev.paceline.server.avatica;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.server.net.Peer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An Avatica connection: its JDBC connection, its statements, and who uses it how. It outlives the
 * TCP connections by which its requests come. Thread-safe.
 */
final class ClientConnection {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  /** More open statements than this are a client that forgets to close them. */
  static final int MAX_STATEMENTS = 10_000;

  private final String id;
  private final Connection jdbc;
  private final Map<Integer, ServerStatement> statements = new ConcurrentHashMap<>();

  /** The TCP connections by which requests came, as far as they are open. */
  @GuardedBy("this")
  private final Set<Peer> peers = new HashSet<>();

  @GuardedBy("this")
  private int requests;

  /** {@link System#nanoTime} when the last request ended. */
  @GuardedBy("this")
  private long lastUsed = System.nanoTime();

  /** {@link System#nanoTime} when the last TCP connection was seen to be gone; null if one is. */
  @GuardedBy("this")
  private @Nullable Long leftAt;

  ClientConnection(String id, Connection jdbc) {
    this.id = id;
    this.jdbc = jdbc;
  }

  String id() {
    return id;
  }

  Connection jdbc() {
    return jdbc;
  }

  /** A request for it begins. */
  synchronized void begin(Peer peer) {
    requests++;
    peers.add(peer);
    leftAt = null;
  }

  /** A request for it has ended. */
  synchronized void end() {
    requests--;
    lastUsed = System.nanoTime();
  }

  /**
   * @throws SQLException if it has too many statements
   */
  void add(int statementId, ServerStatement statement) throws SQLException {
    if (statements.size() >= MAX_STATEMENTS) {
      statement.close();
      throw new SQLException(
          "the connection has %,d open statements: close some".formatted(MAX_STATEMENTS), "54000");
    }
    statements.put(statementId, statement);
  }

  @Nullable ServerStatement statement(int statementId) {
    return statements.get(statementId);
  }

  @Nullable ServerStatement remove(int statementId) {
    return statements.remove(statementId);
  }

  /**
   * Lets go of what nobody seems to want any more; closing takes place on other threads.
   *
   * @return whether the whole connection is to be closed
   */
  boolean expire(ServerOptions options) {
    long now = System.nanoTime();
    boolean abandoned;
    synchronized (this) {
      peers.removeIf(peer -> !peer.isConnected());
      if (requests > 0) {
        return false;
      }
      if (peers.isEmpty() && leftAt == null) {
        leftAt = now;
      }
      if (now - lastUsed >= options.connectionTime().toNanos()
          || isGone(now, options.resultTime())) {
        return true;
      }
      abandoned = isGone(now, options.disconnectTime());
    }
    for (ServerStatement statement : statements.values()) {
      if (abandoned) {
        expire(statement, "its client had disconnected", options.disconnectTime());
      } else if (now - statement.lastUsed() >= options.resultTime().toNanos()) {
        expire(statement, "nobody fetched from it", options.resultTime());
      }
    }
    return false;
  }

  /** Whether no TCP connection has been left for some time. */
  @GuardedBy("this")
  private boolean isGone(long now, Duration time) {
    return leftAt != null && now - leftAt >= time.toNanos();
  }

  private void expire(ServerStatement statement, String why, Duration time) {
    if (statement.hasResult()) {
      LOG.info("Closing a result of connection {}: {} for {}", id, why, time);
      Thread.ofVirtual()
          .name("paceline-expire")
          .start(
              () ->
                  statement.giveUpIdleResult(
                      time.toNanos(),
                      "the result was closed, as %s for %s: execute the statement again"
                          .formatted(why, time)));
    }
  }

  /** Ends and closes everything of it. */
  void close() throws SQLException {
    statements.values().forEach(ServerStatement::cancel);
    try {
      for (ServerStatement statement : statements.values()) {
        statement.close();
      }
    } finally {
      statements.clear();
      jdbc.close();
    }
  }
}
