package dev.paceline.benchmarks.frame;

import dev.paceline.benchmarks.knobs.KnobUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Connections that are closed together. */
public final class Connections implements AutoCloseable {
  private final List<Connection> open = new ArrayList<>();

  /** Opens a connection of a URL that may contain knobs. */
  public Connection open(String url) throws SQLException {
    return add(KnobUrl.connect(url));
  }

  /** Adds an open connection. */
  public Connection add(Connection connection) {
    open.add(connection);
    return connection;
  }

  /** Returns all connections in the order in which they were added. */
  public List<Connection> all() {
    return List.copyOf(open);
  }

  @Override
  public void close() throws SQLException {
    SQLException failure = null;
    for (Connection connection : open) {
      try {
        connection.close();
      } catch (SQLException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
