package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.adapter.ConnectionUrl.Property;
import dev.paceline.calcite.session.Session;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for {@code jdbc:paceline:} URLs; see docs/jdbc.md. Found by {@link DriverManager}
 * without further ado. Any thread may use it.
 */
public final class PacelineDriver implements Driver {
  static final int MAJOR_VERSION = 0;
  static final int MINOR_VERSION = 1;

  static {
    try {
      DriverManager.registerDriver(new PacelineDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties properties)
      throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    return SqlErrors.call(
        () -> new PacelineConnection(url, Session.open(ConnectionUrl.parse(url, properties))));
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(ConnectionUrl.PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) {
    Property[] known = Property.values();
    DriverPropertyInfo[] infos = new DriverPropertyInfo[known.length];
    for (int i = 0; i < known.length; i++) {
      String value = properties == null ? null : properties.getProperty(known[i].key());
      infos[i] = new DriverPropertyInfo(known[i].key(), value);
      infos[i].description = known[i].description();
      infos[i].required = false;
    }
    return infos;
  }

  @Override
  public int getMajorVersion() {
    return MAJOR_VERSION;
  }

  @Override
  public int getMinorVersion() {
    return MINOR_VERSION;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("java.util.logging is not used");
  }
}
