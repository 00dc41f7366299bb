package dev.paceline;

import dev.paceline.calcite.adapter.ConnectionUrl;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The database to open, and its settings. Immutable: every method returns new options.
 *
 * <pre>{@code
 * Paceline.open(ConnectionOptions.of("/data/shop").memory("4GB").workers(8));
 * }</pre>
 *
 * <p>A location is {@code mem:} for a database in memory that nobody else sees, {@code mem:NAME}
 * for one that the whole process shares, or a directory.
 */
public final class ConnectionOptions {
  private final String location;
  private final Map<String, String> settings;

  private ConnectionOptions(String location, Map<String, String> settings) {
    this.location = location;
    this.settings = settings;
  }

  /** Returns the defaults for a location. */
  public static ConnectionOptions of(String location) {
    return new ConnectionOptions(location, Map.of());
  }

  /** Returns the defaults for a database in a directory, which is created if it does not exist. */
  public static ConnectionOptions of(Path directory) {
    return of(directory.toString());
  }

  /**
   * Sets the hard limit of off-heap memory for all users of the database.
   *
   * @param size a number with a unit, such as {@code 512MB} or {@code 4GB}
   */
  public ConnectionOptions memory(String size) {
    return with("memory", size);
  }

  /** Sets the number of threads that run the queries of all users of the database. */
  public ConnectionOptions workers(int count) {
    return with("workers", Integer.toString(count));
  }

  /** Sets whether the database is read-only. Several processes may open a directory read-only. */
  public ConnectionOptions readOnly(boolean value) {
    return with("readOnly", Boolean.toString(value));
  }

  /**
   * Sets any setting of a connection by its name; docs/settings.md lists them. Names and values are
   * checked when the database is opened.
   */
  public ConnectionOptions with(String name, String value) {
    Map<String, String> changed = new TreeMap<>(settings);
    changed.put(name, value);
    return new ConnectionOptions(location, changed);
  }

  /** Returns {@code jdbc:paceline:} and the location, for JDBC. */
  public String url() {
    return ConnectionUrl.PREFIX + location;
  }

  /** Returns the settings, to be given to JDBC beside the {@link #url}. */
  public Properties properties() {
    Properties properties = new Properties();
    properties.putAll(settings);
    return properties;
  }

  ConnectionUrl parse() {
    return ConnectionUrl.parse(url(), properties());
  }

  /** Returns the location and the settings, as a JDBC URL holds them. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(location);
    settings.forEach((name, value) -> text.append(';').append(name).append('=').append(value));
    return text.toString();
  }
}
