package dev.paceline.calcite.adapter;

import static java.util.Objects.requireNonNullElse;

import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.settings.Setting;
import dev.paceline.calcite.settings.SettingValues;
import dev.paceline.calcite.settings.Settings;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.table.DatabaseOptions;
import dev.paceline.storage.table.DatabaseOptions.DirectInput;
import dev.paceline.storage.table.OpenMode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which database to open, and how: {@code jdbc:paceline:mem:}, {@code jdbc:paceline:mem:NAME} or
 * {@code jdbc:paceline:DIRECTORY}, then {@code ;name=value} for every setting.
 *
 * @param location where the tables are
 * @param settings the values that are given; see {@link Settings}
 * @param knobs the knobs of a test or benchmark; URLs leave them at the default
 */
public record ConnectionUrl(Location location, SettingValues settings, EngineKnobs knobs) {
  /** The beginning of all URLs of Paceline. */
  public static final String PREFIX = "jdbc:paceline:";

  private static final String MEMORY_PREFIX = "mem:";

  /** Sent by pools and tools; we have no users to tell apart. */
  private static final Set<String> IGNORED = Set.of("user", "password");

  /** Options as other drivers write them, which would become a part of the name otherwise. */
  private static final Pattern OPTIONS_AS_QUERY = Pattern.compile("\\?\\w+=");

  /** The place of a database's tables. */
  public sealed interface Location {}

  /** In memory, for this connection alone. */
  public record PrivateMemory() implements Location {}

  /** In memory, shared by all connections of this process that name it. */
  public record SharedMemory(String name) implements Location {}

  /** In a directory. */
  public record Directory(Path path) implements Location {}

  /**
   * Reads a URL.
   *
   * @param properties what the URL does not say itself; null for nothing
   * @throws PacelineException INVALID_ARGUMENT that names what is wrong
   */
  public static ConnectionUrl parse(String url, @Nullable Properties properties) {
    if (!url.startsWith(PREFIX)) {
      throw invalid("a URL of Paceline begins with " + PREFIX + ", not like " + url);
    }
    List<String> parts = new ArrayList<>(List.of(url.substring(PREFIX.length()).split(";")));
    String place = parts.removeFirst().strip();
    if (OPTIONS_AS_QUERY.matcher(place).find()) {
      throw invalid(
          "options of a URL follow a semicolon, not a question mark: write "
              + PREFIX
              + place.replaceFirst("\\?", ";").replace('&', ';'));
    }
    List<Map.Entry<String, String>> entries = new ArrayList<>();
    if (properties != null) {
      for (String name : properties.stringPropertyNames()) {
        entries.add(Map.entry(name, properties.getProperty(name)));
      }
    }
    for (String part : parts) {
      int equals = part.indexOf('=');
      if (!part.isBlank()) {
        if (equals < 0) {
          throw invalid("'" + part + "' in the URL " + url + " is not of the form key=value");
        }
        entries.add(
            Map.entry(part.substring(0, equals).strip(), part.substring(equals + 1).strip()));
      }
    }
    entries.removeIf(entry -> IGNORED.contains(entry.getKey()));
    return new ConnectionUrl(
        location(place), new SettingValues(entries), EngineKnobs.of(properties));
  }

  /** Returns the URL of a place and settings; a later entry replaces an earlier one. */
  public static ConnectionUrl of(Location location, List<Map.Entry<String, String>> settings) {
    return new ConnectionUrl(location, new SettingValues(settings), EngineKnobs.DEFAULT);
  }

  private <T> @Nullable T get(Setting<T> setting) {
    return settings.get(setting);
  }

  /** Returns the hard limit of off-heap memory; null for the default. */
  public @Nullable Long memoryBytes() {
    return get(Settings.MEMORY);
  }

  /** Returns the number of threads that run queries; null for the default. */
  public @Nullable Integer workers() {
    return get(Settings.WORKERS);
  }

  /** Returns the directory of temporary files; null for the default. */
  public @Nullable Path temporaryDirectory() {
    return get(Settings.TEMPORARY_DIRECTORY);
  }

  /** Returns the largest size of temporary files; null for the default. */
  public @Nullable Long temporaryBytes() {
    return get(Settings.TEMPORARY_LIMIT);
  }

  /** Returns whether changes are refused. */
  public boolean readOnly() {
    return requireNonNullElse(get(Settings.READ_ONLY), false);
  }

  /** Returns the session's time zone. */
  public ZoneId zone() {
    return requireNonNullElse(get(Settings.TIME_ZONE), ZoneId.systemDefault());
  }

  /** Returns which files statements may read and write. */
  public FileAccess fileAccess() {
    return requireNonNullElse(get(Settings.FILE_ACCESS), FileAccess.ALL);
  }

  /** Returns how to open a directory. */
  public DatabaseOptions storage() {
    return new DatabaseOptions(
        readOnly() ? OpenMode.READ_ONLY : OpenMode.READ_WRITE,
        get(Settings.BUFFER_POOL),
        requireNonNullElse(get(Settings.DIRECT_INPUT), DirectInput.AUTO),
        requireNonNullElse(get(Settings.READ_BANDWIDTH), 0L),
        knobs.readLatency(),
        requireNonNullElse(get(Settings.READ_DEPTH), 0));
  }

  /** The place that a URL without its prefix and properties names. */
  public static Location location(String place) {
    if (place.isEmpty()) {
      throw invalid(
          "the URL names no database; write "
              + PREFIX
              + "mem: for one in memory or "
              + PREFIX
              + "/some/directory for a stored one");
    }
    if (place.startsWith(MEMORY_PREFIX)) {
      String name = place.substring(MEMORY_PREFIX.length());
      return name.isEmpty() ? new PrivateMemory() : new SharedMemory(name);
    }
    return new Directory(path(place));
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw invalid("'" + text + "' is no path of a directory: " + e.getReason());
    }
  }

  private static PacelineException invalid(String message) {
    return new PacelineException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
