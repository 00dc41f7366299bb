package dev.paceline.calcite.file;

import dev.paceline.calcite.settings.MemorySize;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a COPY statement, with the names of PostgreSQL and DuckDB. Immutable.
 *
 * @param format the name of the format; null if the suffix of the file decides
 * @param values the other options, with the names that the formats have for them
 */
public record CopyOptions(@Nullable String format, Map<String, Object> values) {
  /** The names of PostgreSQL for options of reading that have others here. */
  private static final Map<String, String> READING_NAMES =
      Map.of("delimiter", "delim", "sep", "delim", "null", "nullstr");

  /** Options whose values are numbers of bytes, such as {@code '100MB'}. */
  private static final List<String> SIZES = List.of("file_size_bytes", "row_group_size_bytes");

  /** Options that promise something which is true of every COPY here. */
  private static final List<String> NEEDLESS =
      List.of("freeze", "log_verbosity", "preserve_order", "return_stats", "use_tmp_file");

  /**
   * Reads options.
   *
   * @param reads whether they are of COPY … FROM
   * @throws PacelineException INVALID_ARGUMENT for a value that does not fit
   */
  public static CopyOptions of(Map<String, Object> given, boolean reads) {
    Map<String, Object> values = new LinkedHashMap<>();
    String format = null;
    for (Map.Entry<String, Object> option : given.entrySet()) {
      String name = option.getKey();
      Object value = option.getValue();
      if (name.equals("format")) {
        format = value.toString();
      } else if (reads && name.equals("on_error")) {
        values.put("ignore_errors", ignoresErrors(value.toString()));
      } else if (reads && name.equals("header") && "match".equalsIgnoreCase(value.toString())) {
        values.put(name, true);
      } else if (SIZES.contains(name) && value instanceof String size) {
        values.put(name, MemorySize.parse(name, size, 1));
      } else if (!NEEDLESS.contains(name)) {
        values.put(reads ? READING_NAMES.getOrDefault(name, name) : name, value);
      }
    }
    return new CopyOptions(format, values);
  }

  /** Returns those of the options of writing that reading the files again needs. */
  public Map<String, Object> readingOptions(FileCatalog files, String formatName) {
    List<String> known = files.formats().reader(formatName).optionNames();
    Map<String, Object> reading = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          String readingName = READING_NAMES.getOrDefault(name, name);
          if (known.contains(readingName)) {
            reading.put(readingName, value);
          }
        });
    return reading;
  }

  private static boolean ignoresErrors(String value) {
    return switch (value) {
      case "ignore" -> true;
      case "stop" -> false;
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT, "on_error is stop or ignore, not " + value);
    };
  }

  /**
   * Returns the name of the format of a file.
   *
   * @param path null for a stream, which is CSV unless a format is given
   */
  public String formatOf(@Nullable String path) {
    if (format != null) {
      return format;
    }
    return path == null ? "csv" : FileFormats.bySuffix(path, "an option such as (FORMAT csv)");
  }
}
