package dev.paceline;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.jdbc.PacelineDriver;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * JDBC connections to one database, with or without a pool in front of it. The database stays open,
 * with its caches warm, from the first connection until {@link #close}, even while nobody is
 * connected; all connections see the same tables, also those of {@code jdbc:paceline:mem:}, which
 * belongs to this data source alone.
 *
 * <p>This is a bean with the properties {@code url} and {@code properties}. A change of them takes
 * effect when the data source next opens a database. Connections are cheap to open, so that a pool
 * is not needed for speed. Thread-safe.
 */
public final class PacelineDataSource implements DataSource, AutoCloseable {
  private static final String PRIVATE_URL = ConnectionUrl.PREFIX + "mem:";

  @GuardedBy("this")
  private String url = PRIVATE_URL;

  @GuardedBy("this")
  private Properties properties = new Properties();

  /** Keeps the database open; null before the first connection and after closing. */
  @GuardedBy("this")
  private @Nullable Connection keeper;

  /** The URL of the open database. */
  @GuardedBy("this")
  private String openUrl = PRIVATE_URL;

  /** The name of the open database if it is in memory and belongs to this data source. */
  @GuardedBy("this")
  private @Nullable String privateName;

  /** Makes a data source of a database in memory, until {@link #setUrl} names another one. */
  public PacelineDataSource() {}

  /** Makes a data source of a database. */
  public PacelineDataSource(ConnectionOptions options) {
    url = options.url();
    properties = options.properties();
  }

  /** Returns the JDBC URL of the database. */
  public synchronized String getUrl() {
    return url;
  }

  /**
   * Sets the JDBC URL of the database.
   *
   * @param url {@code jdbc:paceline:} and a location, then {@code ;name=value} for every setting
   */
  public synchronized void setUrl(String url) {
    this.url = url;
  }

  /** Returns a copy of the settings that the URL does not contain. */
  public synchronized Properties getProperties() {
    return copy(properties);
  }

  /** Sets the settings that the URL does not contain. */
  public synchronized void setProperties(Properties properties) {
    this.properties = copy(properties);
  }

  private static Properties copy(Properties properties) {
    Properties copy = new Properties();
    properties.stringPropertyNames().forEach(n -> copy.setProperty(n, properties.getProperty(n)));
    return copy;
  }

  @Override
  public synchronized Connection getConnection() throws SQLException {
    if (keeper == null) {
      open();
    }
    return connect(openUrl);
  }

  @GuardedBy("this")
  private void open() throws SQLException {
    String name = null;
    String wanted = url;
    if (wanted.equals(PRIVATE_URL) || wanted.startsWith(PRIVATE_URL + ";")) {
      name = "datasource-" + UUID.randomUUID();
      wanted = PRIVATE_URL + name + wanted.substring(PRIVATE_URL.length());
    }
    keeper = connect(wanted);
    openUrl = wanted;
    privateName = name;
  }

  @GuardedBy("this")
  private Connection connect(String place) throws SQLException {
    Connection connection = new PacelineDriver().connect(place, properties);
    if (connection == null) {
      throw new SQLException(
          "'" + place + "' is no URL of Paceline: it begins with " + ConnectionUrl.PREFIX);
    }
    return connection;
  }

  /** Like {@link #getConnection()}: databases have no users. */
  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  /**
   * Lets go of the database, which closes when the last connection to it is closed; the next
   * connection opens it again. Idempotent.
   */
  @Override
  public synchronized void close() throws SQLException {
    Connection open = keeper;
    String name = privateName;
    keeper = null;
    privateName = null;
    if (open != null) {
      open.close();
    }
    if (name != null) {
      Paceline.closeMemory(name);
    }
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  /** Ignored: messages go to SLF4J. */
  @Override
  public void setLogWriter(PrintWriter out) {}

  /** Ignored: opening a database waits for nobody. */
  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("java.util.logging is not used");
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    if (isWrapperFor(wanted)) {
      return wanted.cast(this);
    }
    throw new SQLException("this is no " + wanted.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }
}
