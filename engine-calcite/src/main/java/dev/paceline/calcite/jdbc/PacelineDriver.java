package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.adapter.ProductVersion;
import dev.paceline.calcite.session.Session;
import dev.paceline.calcite.settings.Setting;
import dev.paceline.calcite.settings.Settings;
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
 * The JDBC driver for {@code jdbc:paceline:} URLs; see docs/jdbc.md. {@link DriverManager} finds it
 * by its entry in META-INF/services. Any thread may use it.
 */
public final class PacelineDriver implements Driver {
  static final int MAJOR_VERSION = ProductVersion.MAJOR;
  static final int MINOR_VERSION = ProductVersion.MINOR;

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
    return Settings.ALL.stream()
        .map(setting -> propertyInfo(setting, properties))
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo propertyInfo(
      Setting<?> setting, @Nullable Properties properties) {
    String value = null;
    if (properties != null) {
      for (String name : properties.stringPropertyNames()) {
        if (Settings.isName(setting, name)) {
          value = properties.getProperty(name);
        }
      }
    }
    DriverPropertyInfo info = new DriverPropertyInfo(setting.name(), value);
    info.description = setting.description() + " Default: " + setting.defaultValue() + ".";
    info.required = false;
    if (!setting.type().choices().isEmpty()) {
      info.choices = setting.type().choices().toArray(String[]::new);
    }
    return info;
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
