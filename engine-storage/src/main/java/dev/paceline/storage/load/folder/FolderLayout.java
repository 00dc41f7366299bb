package dev.paceline.storage.load.folder;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which files of a directory rows are written to.
 *
 * @param keys positions of the columns whose values are the names of directories
 * @param columns positions of the columns that files contain, at least one
 * @param fileBytes the length from which a file is followed by another one
 * @param existing what becomes of files that exist
 * @param names the names of files without their suffix; {@code {i}} is a number, and {@code {uuid}}
 *     a random identifier
 * @param suffix of files, without a point
 */
public record FolderLayout(
    List<Integer> keys,
    List<Integer> columns,
    long fileBytes,
    Existing existing,
    String names,
    String suffix) {
  private static final String PARTITION_BY = "partition_by";
  private static final String PER_THREAD_OUTPUT = "per_thread_output";
  private static final String FILE_SIZE_BYTES = "file_size_bytes";
  private static final String WRITE_PARTITION_COLUMNS = "write_partition_columns";
  private static final String FILENAME_PATTERN = "filename_pattern";
  private static final String FILE_EXTENSION = "file_extension";
  private static final List<String> EXISTING =
      List.of("overwrite", "overwrite_or_ignore", "append");

  /** Formats whose files have parts that are compressed, and their usual suffix. */
  private static final List<String> COMPRESSED_INSIDE = List.of("parquet", "arrow");

  /** The options that only directories have. */
  private static final List<String> OPTIONS =
      Stream.concat(
              Stream.of(
                  PARTITION_BY,
                  PER_THREAD_OUTPUT,
                  FILE_SIZE_BYTES,
                  WRITE_PARTITION_COLUMNS,
                  FILENAME_PATTERN,
                  FILE_EXTENSION),
              EXISTING.stream())
          .toList();

  static final String NUMBER = "{i}";
  static final String UUID = "{uuid}";

  /** The treatment of a directory that is not empty. */
  public enum Existing {
    /** It is an error. */
    REFUSED,
    /** All of it is removed. */
    REMOVED,
    /** Files of the same names are replaced, others stay. */
    REPLACED,
    /** All files stay. */
    KEPT
  }

  /**
   * Reads the options of a statement.
   *
   * @param columns of the rows
   * @param format the name of the format
   * @return null if the rows go to one file
   * @throws PacelineException INVALID_ARGUMENT for options that do not fit
   */
  public static @Nullable FolderLayout of(
      FileOptions options, List<ColumnDefinition> columns, String format) {
    List<String> keyNames = Objects.requireNonNullElse(options.strings(PARTITION_BY), List.of());
    Long bytes = options.number(FILE_SIZE_BYTES, 1, Long.MAX_VALUE);
    boolean isFolder =
        options.has(PARTITION_BY)
            || bytes != null
            || Boolean.TRUE.equals(options.bool(PER_THREAD_OUTPUT));
    if (!isFolder) {
      for (String name : OPTIONS) {
        if (options.has(name) && !Boolean.FALSE.equals(options.value(name))) {
          throw invalid(
              "the option "
                  + name
                  + " needs a directory of files: add PARTITION_BY, PER_THREAD_OUTPUT or"
                  + " FILE_SIZE_BYTES");
        }
      }
      return null;
    }
    List<Integer> keys = keys(keyNames, columns);
    boolean writesKeys = Boolean.TRUE.equals(options.bool(WRITE_PARTITION_COLUMNS));
    List<Integer> written = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (writesKeys || !keys.contains(i)) {
        written.add(i);
      }
    }
    if (written.isEmpty()) {
      throw invalid("files have no column: name a column that is not in PARTITION_BY");
    }
    Existing existing = existing(options);
    return new FolderLayout(
        keys,
        List.copyOf(written),
        bytes == null ? Long.MAX_VALUE : bytes,
        existing,
        names(options.string(FILENAME_PATTERN), existing),
        suffix(options, format));
  }

  /** Returns the options of the format. */
  public static FileOptions ofFormat(FileOptions options) {
    Map<String, Object> rest = new LinkedHashMap<>(options.values());
    rest.keySet().removeIf(name -> OPTIONS.contains(name.toLowerCase(Locale.ROOT)));
    return new FileOptions(rest);
  }

  private static List<Integer> keys(List<String> names, List<ColumnDefinition> columns) {
    List<Integer> keys = new ArrayList<>();
    for (String name : names) {
      int found = -1;
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).name().equalsIgnoreCase(name)) {
          found = i;
        }
      }
      if (found < 0) {
        throw invalid("PARTITION_BY names " + name + ", which is no column");
      }
      if (keys.contains(found)) {
        throw invalid("PARTITION_BY names the column " + name + " twice");
      }
      if (columns.get(found).type().isNested()) {
        throw invalid(
            "PARTITION_BY names "
                + name
                + " of the type "
                + columns.get(found).type()
                + "; the names of directories are single values");
      }
      keys.add(found);
    }
    return List.copyOf(keys);
  }

  private static Existing existing(FileOptions options) {
    List<String> given =
        EXISTING.stream().filter(name -> Boolean.TRUE.equals(options.bool(name))).toList();
    if (given.size() > 1) {
      throw invalid("the options " + String.join(" and ", given) + " exclude each other");
    }
    return switch (given.isEmpty() ? "" : given.getFirst()) {
      case "overwrite" -> Existing.REMOVED;
      case "overwrite_or_ignore" -> Existing.REPLACED;
      case "append" -> Existing.KEPT;
      default -> Existing.REFUSED;
    };
  }

  private static String names(@Nullable String given, Existing existing) {
    if (given == null) {
      return existing == Existing.KEPT ? "data_" + UUID : "data_" + NUMBER;
    }
    String fixed = given.replace(NUMBER, "").replace(UUID, "");
    if (given.isEmpty() || fixed.matches(".*[/\\\\{}].*")) {
      throw invalid(
          "FILENAME_PATTERN is the name of a file, in which {i} is a number and {uuid} a random"
              + " identifier, not '"
              + given
              + "'");
    }
    if (existing == Existing.KEPT && !given.contains(UUID)) {
      throw invalid("FILENAME_PATTERN needs {uuid} for APPEND, so that names are new");
    }
    return given.contains(NUMBER) || given.contains(UUID) ? given : given + NUMBER;
  }

  private static String suffix(FileOptions options, String format) {
    String given = options.string(FILE_EXTENSION);
    if (given != null) {
      String suffix = given.startsWith(".") ? given.substring(1) : given;
      if (!suffix.matches("[A-Za-z0-9_.-]+")) {
        throw invalid("FILE_EXTENSION is a suffix such as csv, not '" + given + "'");
      }
      return suffix;
    }
    Object compression = COMPRESSED_INSIDE.contains(format) ? null : options.value("compression");
    return switch (String.valueOf(compression).toLowerCase(Locale.ROOT)) {
      case "gzip", "gz" -> format + ".gz";
      case "zstd" -> format + ".zst";
      case "lz4" -> format + ".lz4";
      default -> format;
    };
  }

  private static PacelineException invalid(String message) {
    return new PacelineException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
