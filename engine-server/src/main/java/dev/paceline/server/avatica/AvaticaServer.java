package dev.paceline.server.avatica;

import dev.paceline.server.net.HttpServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A database served to Avatica clients over HTTP on the loopback interface. Thread-safe. */
public final class AvaticaServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AvaticaServer.class);

  /** How long {@link #close} waits, after its grace, for what it has cancelled. */
  private static final Duration LONGEST_END = Duration.ofSeconds(15);

  private final Connection database;
  private final ServerOptions options;
  private final ClientConnections connections;
  private final AvaticaEndpoint endpoint;
  private final HttpServer http;

  private AvaticaServer(
      Connection database,
      String url,
      InetSocketAddress address,
      ServerOptions options,
      ClientConnections connections)
      throws SQLException {
    this.database = database;
    this.options = options;
    this.connections = connections;
    this.endpoint =
        new AvaticaEndpoint(new ServerService(new ServerMeta(url, connections)), connections);
    this.http = HttpServer.start(address, endpoint, options.grace());
    endpoint.announce("localhost:" + http.address().getPort());
  }

  /**
   * Opens a database and serves it until {@link #close}.
   *
   * @param url its JDBC URL; all connections share it, and it stays open between them
   * @param address a loopback address; port 0 takes any free one
   * @throws SQLException if the database cannot be opened
   * @throws dev.paceline.core.error.PacelineException if the address cannot be served
   */
  public static AvaticaServer start(String url, InetSocketAddress address, ServerOptions options)
      throws SQLException {
    HttpServer.requireLoopback(address);
    Connection database = DriverManager.getConnection(url);
    ClientConnections connections = new ClientConnections(options);
    try {
      return new AvaticaServer(database, url, address, options, connections);
    } catch (SQLException | RuntimeException e) {
      connections.close();
      database.close();
      throw e;
    }
  }

  /** Opens a database and serves it with {@link ServerOptions#DEFAULT}. */
  public static AvaticaServer start(String url, InetSocketAddress address) throws SQLException {
    return start(url, address, ServerOptions.DEFAULT);
  }

  /** The address on which it listens. */
  public InetSocketAddress address() {
    return http.address();
  }

  /** The URL for Avatica's JDBC driver. */
  public String clientUrl() {
    return "jdbc:avatica:remote:url=http://localhost:" + address().getPort();
  }

  /**
   * Lets running requests finish while there is grace, cancels the others, then closes all
   * connections and the database. Returns in bounded time: what has not ended a while after it was
   * cancelled goes on in threads that do not keep the process alive. Idempotent.
   */
  @Override
  public void close() throws SQLException {
    endpoint.stop();
    http.close();
    FutureTask<Void> end =
        new FutureTask<>(
            () -> {
              connections.close();
              database.close();
              return null;
            });
    Thread.ofPlatform().daemon().name("paceline-close").start(end);
    try {
      end.get(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.error(
          "The database was not closed {} after the grace of {}: a statement does not end",
          LONGEST_END,
          options.grace());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case SQLException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }
}
