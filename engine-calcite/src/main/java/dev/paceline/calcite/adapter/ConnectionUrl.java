package dev.paceline.calcite.adapter;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.storage.scan.ScanPolicyKind;
import dev.paceline.storage.table.DatabaseOptions;
import dev.paceline.storage.table.DatabaseOptions.DirectInput;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which database to open, and how: {@code jdbc:paceline:mem:}, {@code jdbc:paceline:mem:NAME} or
 * {@code jdbc:paceline:DIRECTORY}, then {@code ;key=value} for every property.
 *
 * @param location where the tables are
 * @param memoryBytes hard limit of off-heap memory; null for the default
 * @param workers threads that run queries; null for the default
 * @param storage how to open a directory
 * @param scanPolicy what decides which blocks are read; null to leave that as it is
 * @param schedulingPolicy how queries share the workers; null to leave that as it is
 * @param admissionBytes what running queries should need together; null to leave that as it is
 * @param temporaryDirectory where queries put what does not fit into memory; null for the default
 * @param temporaryBytes the most that they may put there; null for the default
 * @param resources of the session's queries
 * @param batchRows the most rows of a batch; only tests change it
 * @param hashBits of hashes that operators use; only tests change it
 * @param rowGroupRows the most rows of a row group that is written; only tests change it
 * @param zone the session's time zone
 * @param experiment what the session does in another way than usual
 */
public record ConnectionUrl(
    Location location,
    @Nullable Long memoryBytes,
    @Nullable Integer workers,
    DatabaseOptions storage,
    @Nullable ScanPolicyKind scanPolicy,
    @Nullable SchedulingPolicyKind schedulingPolicy,
    @Nullable Long admissionBytes,
    @Nullable Path temporaryDirectory,
    @Nullable Long temporaryBytes,
    QueryResources resources,
    int batchRows,
    int hashBits,
    int rowGroupRows,
    ZoneId zone,
    Experiment experiment) {
  /** What all our URLs begin with. */
  public static final String PREFIX = "jdbc:paceline:";

  private static final String MEMORY_PREFIX = "mem:";
  private static final int MAX_LATENCY_MILLIS = 10_000;
  private static final String COST_ORDER = "cost";
  private static final String RANDOM_ORDER = "random:";

  /** Sent by pools and tools; we have no users to tell apart. */
  private static final Set<String> IGNORED = Set.of("user", "password");

  /** A property of a connection. */
  public enum Property {
    MEMORY("memory", "hard limit of off-heap memory, e.g. 2g or 512MB"),
    ADMISSION_MEMORY(
        "admissionMemory",
        "what running queries should need together, others wait, as SET admission_memory"),
    WORKERS("workers", "threads that run queries (default: the number of processors)"),
    READ_ONLY("readOnly", "true: refuse changes; several processes may read a directory"),
    BUFFER_POOL("bufferPool", "room for blocks of a stored database (default: 3/4 of memory)"),
    DIRECT_INPUT(
        "directInput",
        "on, off or auto: read past the page cache (default: if the pool is smaller)"),
    READ_DEPTH(
        "readDepth",
        "how many reads the device is given at a time, up to 64 (default: found by trying)"),
    READ_BANDWIDTH("readBandwidth", "the most bytes to read in a second, e.g. 200MB"),
    READ_LATENCY("readLatency", "for experiments: milliseconds that each random read takes more"),
    SCAN_POLICY(
        "scanPolicy", "what decides which blocks are read, as SET scan_policy (default: auto)"),
    SCHEDULING_POLICY(
        "schedulingPolicy", "how queries share the workers, as SET scheduling_policy"),
    QUERY_MEMORY(
        "queryMemory",
        "what a query should hold in memory, e.g. 1g; the rest goes to temporary files (default:"
            + " its share of memory)"),
    QUERY_WORKERS("queryWorkers", "the most workers that a query has at once (default: all)"),
    TEMPORARY_DIRECTORY(
        "temporaryDirectory",
        "folder of temporary files (default: the database's, or that of the system)"),
    TEMPORARY_LIMIT(
        "temporaryLimit",
        "the most bytes of temporary files; 0 for none (default: 3/4 of the free space)"),
    UNIT_OF_TRANSFER(
        "unitOfTransfer", "how rows go from operator to operator, as SET unit_of_transfer"),
    TRANSFER_BLOCK(
        "transferBlock", "size of the blocks between operators, e.g. 4MB (default: 2MB)"),
    TRANSFER_CONSUMERS(
        "transferConsumers",
        "how many workers take such blocks at once, as SET transfer_consumers, e.g. 2..4"),
    PRIORITY("priority", "how important the connection's queries are, from 1 on (default: 1)"),
    TIME_ZONE("timeZone", "zone of CURRENT_TIMESTAMP and of TIMESTAMP WITH LOCAL TIME ZONE"),
    BATCH_ROWS("batchRows", "for tests: the most rows that operators handle at once, 1 to 2048"),
    HASH_BITS("hashBits", "for tests: bits of hashes that operators use, 0 to 64"),
    ROW_GROUP_ROWS(
        "rowGroupRows", "for tests: the most rows of a row group that is written, 1 to 131072"),
    WITHOUT("without", "for experiments: techniques to do without, such as lookahead,direct"),
    JOIN_ORDER("joinOrder", "for experiments: cost, or random:SEED for any valid order");

    private final String key;
    private final String description;

    Property(String key, String description) {
      this.key = key;
      this.description = description;
    }

    public String key() {
      return key;
    }

    public String description() {
      return description;
    }

    static Property of(String key) {
      for (Property property : values()) {
        if (property.key.equalsIgnoreCase(key)) {
          return property;
        }
      }
      List<String> keys = Arrays.stream(values()).map(Property::key).toList();
      throw invalid(
          "unknown property "
              + key
              + NameSuggestion.of(key, keys)
              + "; known are "
              + String.join(", ", keys));
    }
  }

  /** The place of a database's tables. */
  public sealed interface Location {}

  /** In memory, for this connection alone. */
  public record PrivateMemory() implements Location {}

  /** In memory, shared by all connections of this process that name it. */
  public record SharedMemory(String name) implements Location {}

  /** In a directory. */
  public record Directory(Path path) implements Location {}

  /**
   * @param properties what the URL does not say itself; null for nothing
   * @throws PacelineException INVALID_ARGUMENT that names what is wrong
   */
  public static ConnectionUrl parse(String url, @Nullable Properties properties) {
    if (!url.startsWith(PREFIX)) {
      throw invalid("a URL of Paceline begins with " + PREFIX + ", not like " + url);
    }
    List<String> parts = new ArrayList<>(List.of(url.substring(PREFIX.length()).split(";")));
    String place = parts.removeFirst().strip();
    Map<Property, String> values = new EnumMap<>(Property.class);
    if (properties != null) {
      for (String key : properties.stringPropertyNames()) {
        put(values, key, properties.getProperty(key));
      }
    }
    for (String part : parts) {
      int equals = part.indexOf('=');
      if (!part.isBlank()) {
        if (equals < 0) {
          throw invalid("'" + part + "' in the URL " + url + " is not of the form key=value");
        }
        put(values, part.substring(0, equals).strip(), part.substring(equals + 1).strip());
      }
    }
    return of(location(place), values);
  }

  /** Like {@link #parse}, but takes the place and the properties separately. */
  public static ConnectionUrl of(Location location, Map<Property, String> values) {
    String workers = values.get(Property.WORKERS);
    String policy = values.get(Property.SCAN_POLICY);
    String scheduling = values.get(Property.SCHEDULING_POLICY);
    return new ConnectionUrl(
        location,
        size(Property.MEMORY, values.get(Property.MEMORY), MemorySize.MIN_BYTES),
        workers == null ? null : number(Property.WORKERS, workers, 1, 1024),
        storage(values),
        policy == null ? null : ScanPolicyKind.parse(Property.SCAN_POLICY.key(), policy),
        scheduling == null
            ? null
            : SchedulingPolicyKind.parse(Property.SCHEDULING_POLICY.key(), scheduling),
        size(Property.ADMISSION_MEMORY, values.get(Property.ADMISSION_MEMORY), 1),
        path(values.get(Property.TEMPORARY_DIRECTORY)),
        size(Property.TEMPORARY_LIMIT, values.get(Property.TEMPORARY_LIMIT), 0),
        resources(values),
        number(
            Property.BATCH_ROWS,
            values.getOrDefault(
                Property.BATCH_ROWS, Integer.toString(QueryContext.DEFAULT_BATCH_ROWS)),
            1,
            QueryContext.DEFAULT_BATCH_ROWS),
        number(
            Property.HASH_BITS,
            values.getOrDefault(Property.HASH_BITS, Integer.toString(Long.SIZE)),
            0,
            Long.SIZE),
        number(
            Property.ROW_GROUP_ROWS,
            values.getOrDefault(Property.ROW_GROUP_ROWS, Integer.toString(RowGroup.MAX_ROWS)),
            1,
            RowGroup.MAX_ROWS),
        zone(values.get(Property.TIME_ZONE)),
        new Experiment(
            Technique.parse(values.getOrDefault(Property.WITHOUT, "")),
            joinOrderSeed(values.getOrDefault(Property.JOIN_ORDER, COST_ORDER))));
  }

  private static @Nullable Long size(Property property, @Nullable String text, long min) {
    return text == null ? null : (Long) MemorySize.parse(property.key(), text, min);
  }

  private static @Nullable Path path(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw invalid("'" + text + "' is no path of a directory: " + e.getReason());
    }
  }

  private static QueryResources resources(Map<Property, String> values) {
    QueryResources resources = QueryResources.DEFAULT;
    String priority = values.get(Property.PRIORITY);
    if (priority != null) {
      resources = resources.withPriority(number(Property.PRIORITY, priority, 1, Integer.MAX_VALUE));
    }
    String workers = values.get(Property.QUERY_WORKERS);
    if (workers != null) {
      resources =
          resources.withWorkers(number(Property.QUERY_WORKERS, workers, 1, Integer.MAX_VALUE));
    }
    Long memory = size(Property.QUERY_MEMORY, values.get(Property.QUERY_MEMORY), 1);
    if (memory != null) {
      resources = resources.withMemory(memory);
    }
    String unit = values.get(Property.UNIT_OF_TRANSFER);
    if (unit != null) {
      resources =
          resources.withUnitOfTransfer(UnitOfTransfer.parse(Property.UNIT_OF_TRANSFER.key(), unit));
    }
    Long block = size(Property.TRANSFER_BLOCK, values.get(Property.TRANSFER_BLOCK), 1);
    if (block != null) {
      resources = resources.withTransferBlock(block);
    }
    String consumers = values.get(Property.TRANSFER_CONSUMERS);
    return consumers == null
        ? resources
        : resources.withTransferConsumers(
            ConsumerLimits.parse(Property.TRANSFER_CONSUMERS.key(), consumers));
  }

  private static DatabaseOptions storage(Map<Property, String> values) {
    boolean readOnly = flag(Property.READ_ONLY, values.get(Property.READ_ONLY));
    String bandwidth = values.get(Property.READ_BANDWIDTH);
    return new DatabaseOptions(
        readOnly ? OpenMode.READ_ONLY : OpenMode.READ_WRITE,
        size(Property.BUFFER_POOL, values.get(Property.BUFFER_POOL), 0),
        directInput(values.getOrDefault(Property.DIRECT_INPUT, "auto")),
        bandwidth == null ? 0 : MemorySize.parse(Property.READ_BANDWIDTH.key(), bandwidth, 1),
        Duration.ofMillis(
            number(
                Property.READ_LATENCY,
                values.getOrDefault(Property.READ_LATENCY, "0"),
                0,
                MAX_LATENCY_MILLIS)),
        number(
            Property.READ_DEPTH,
            values.getOrDefault(Property.READ_DEPTH, "0"),
            0,
            DatabaseOptions.MOST_READ_DEPTH));
  }

  private static DirectInput directInput(String text) {
    for (DirectInput choice : DirectInput.values()) {
      if (choice.name().equalsIgnoreCase(text)) {
        return choice;
      }
    }
    throw invalid("directInput is on, off or auto, not '" + text + "'");
  }

  /** Whether changes are refused. */
  public boolean readOnly() {
    return storage.mode() == OpenMode.READ_ONLY;
  }

  private static void put(Map<Property, String> values, String key, String value) {
    if (!IGNORED.contains(key)) {
      values.put(Property.of(key), value);
    }
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
    return new Directory(requireNonNull(path(place), "path"));
  }

  private static int number(Property property, String text, int min, int max) {
    try {
      int number = Integer.parseInt(text.strip());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw invalid(
        property.key() + " is a number from " + min + " to " + max + ", not '" + text + "'");
  }

  private static boolean flag(Property property, @Nullable String text) {
    if (text == null || "false".equalsIgnoreCase(text)) {
      return false;
    }
    if ("true".equalsIgnoreCase(text)) {
      return true;
    }
    throw invalid(property.key() + " is true or false, not '" + text + "'");
  }

  private static @Nullable Long joinOrderSeed(String text) {
    if (text.equalsIgnoreCase(COST_ORDER)) {
      return null;
    }
    if (text.regionMatches(true, 0, RANDOM_ORDER, 0, RANDOM_ORDER.length())) {
      try {
        return Long.valueOf(text.substring(RANDOM_ORDER.length()));
      } catch (NumberFormatException e) {
        // reported below
      }
    }
    throw invalid("joinOrder is cost, or random: and a number, not '" + text + "'");
  }

  private static ZoneId zone(@Nullable String text) {
    try {
      return text == null ? ZoneId.systemDefault() : ZoneId.of(text);
    } catch (DateTimeException e) {
      throw invalid("timeZone is a zone like Europe/Berlin or UTC, not '" + text + "'");
    }
  }

  private static PacelineException invalid(String message) {
    return new PacelineException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
