package dev.paceline.server.avatica;

import dev.paceline.server.net.HttpServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.apache.calcite.avatica.remote.LocalService;

/** A database served to Avatica clients over HTTP on the loopback interface. Thread-safe. */
public final class AvaticaServer implements AutoCloseable {
  /** How long {@link #close} waits for running requests. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final Connection database;
  private final ServerMeta meta;
  private final AvaticaEndpoint endpoint;
  private final HttpServer http;

  private AvaticaServer(Connection database, ServerMeta meta, InetSocketAddress address) {
    this.database = database;
    this.meta = meta;
    this.endpoint = new AvaticaEndpoint(new LocalService(meta));
    this.http = HttpServer.start(address, endpoint, GRACE);
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
  public static AvaticaServer start(String url, InetSocketAddress address) throws SQLException {
    HttpServer.requireLoopback(address);
    Connection database = DriverManager.getConnection(url);
    try {
      return new AvaticaServer(database, new ServerMeta(url), address);
    } catch (SQLException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return http.address();
  }

  /** The URL for Avatica's JDBC driver. */
  public String clientUrl() {
    return "jdbc:avatica:remote:url=http://localhost:" + address().getPort();
  }

  /** Lets running requests finish, then closes all connections and the database. Idempotent. */
  @Override
  public void close() throws SQLException {
    endpoint.stop();
    http.close();
    meta.close();
    database.close();
  }
}
