package dev.paceline.storage.load.json;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.csv.field.DatePattern;
import dev.paceline.storage.load.text.TextCompression;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options of reading JSON files.
 *
 * @param format of the records; null to find it out
 * @param columns types by names; null to find them out
 * @param records whether records are objects whose members are columns; null to find it out
 * @param ignoreErrors whether records that do not fit are left out
 * @param maxDepth up to which types are found out, 1 for that of columns; deeper values are strings
 * @param maxRecordBytes the longest record
 * @param date how dates are written; null for ISO 8601
 * @param timestamp how timestamps are written; null for ISO 8601
 * @param sampleRows records from which types are found out
 * @param sampleFiles files from which types are found out
 * @param minAppearance the smallest part of the members of all objects that an object of a struct
 *     has on average
 * @param mapMembers the number of different members from which objects are maps; the largest int
 *     for never
 * @param convertsStrings whether strings of digits may be found to be whole numbers
 * @param compression what {@link TextCompression#of} takes
 */
record JsonOptions(
    @Nullable RecordFormat format,
    @Nullable Map<String, DataType> columns,
    @Nullable Boolean records,
    boolean ignoreErrors,
    int maxDepth,
    int maxRecordBytes,
    @Nullable DatePattern date,
    @Nullable DatePattern timestamp,
    long sampleRows,
    int sampleFiles,
    double minAppearance,
    int mapMembers,
    boolean convertsStrings,
    String compression) {
  private static final String DATE_FORMAT = "dateformat";
  private static final String TIMESTAMP_FORMAT = "timestampformat";

  static final List<String> NAMES =
      List.of(
          "auto_detect",
          "format",
          "columns",
          "convert_strings_to_integers",
          "field_appearance_threshold",
          "records",
          "ignore_errors",
          "maximum_depth",
          "maximum_object_size",
          "maximum_sample_files",
          "map_inference_threshold",
          DATE_FORMAT,
          "date_format",
          TIMESTAMP_FORMAT,
          "timestamp_format",
          "sample_size",
          "compression");

  private static final int DEFAULT_SAMPLE_ROWS = 20_480;
  private static final int DEFAULT_SAMPLE_FILES = 32;
  private static final double DEFAULT_APPEARANCE = 0.1;
  private static final int DEFAULT_MAP_MEMBERS = 200;
  private static final int DEFAULT_MAX_RECORD_BYTES = 16 << 20;
  private static final int MAX_RECORD_BYTES = 256 << 20;
  private static final int MAX_DEPTH = 24;

  /** How records stand in a file. */
  enum RecordFormat {
    /** One a line. */
    NEWLINE_DELIMITED,
    /** In one array. */
    ARRAY,
    /** One behind the other, with any white space. */
    UNSTRUCTURED
  }

  static JsonOptions of(FileOptions options) {
    options.checkNames("json", NAMES);
    Map<String, String> typeNames = options.stringMap("columns");
    Map<String, DataType> columns = null;
    if (typeNames != null) {
      columns = new LinkedHashMap<>();
      for (Map.Entry<String, String> entry : typeNames.entrySet()) {
        columns.put(entry.getKey(), FileTypeNames.parseNested("columns", entry.getValue()));
      }
    }
    Long maxBytes = options.number("maximum_object_size", 1, MAX_RECORD_BYTES);
    Long given = options.number("maximum_depth", -1, Integer.MAX_VALUE);
    int depth = given == null || given < 0 ? MAX_DEPTH : (int) Math.min(given, MAX_DEPTH);
    Long sample = options.number("sample_size", -1, Long.MAX_VALUE);
    Long members = options.number("map_inference_threshold", -1, Integer.MAX_VALUE - 1);
    Long files = options.number("maximum_sample_files", 1, Integer.MAX_VALUE);
    if (columns == null && Boolean.FALSE.equals(options.bool("auto_detect"))) {
      throw wrong("auto_detect", "true without the option columns", false);
    }
    return new JsonOptions(
        format(options.string("format")),
        columns,
        depth == 0 ? Boolean.FALSE : records(options.value("records")),
        Boolean.TRUE.equals(options.bool("ignore_errors")),
        depth,
        maxBytes == null ? DEFAULT_MAX_RECORD_BYTES : maxBytes.intValue(),
        pattern(options, DATE_FORMAT, "date_format"),
        pattern(options, TIMESTAMP_FORMAT, "timestamp_format"),
        sample == null ? DEFAULT_SAMPLE_ROWS : sample < 0 ? Long.MAX_VALUE : Math.max(1, sample),
        files == null ? DEFAULT_SAMPLE_FILES : files.intValue(),
        appearance(options),
        members == null
            ? DEFAULT_MAP_MEMBERS
            : members < 0 ? Integer.MAX_VALUE : members.intValue(),
        Boolean.TRUE.equals(options.bool("convert_strings_to_integers")),
        Objects.requireNonNullElse(options.string("compression"), "auto"));
  }

  private static double appearance(FileOptions options) {
    return switch (options.value("field_appearance_threshold")) {
      case null -> DEFAULT_APPEARANCE;
      case Double share when share >= 0 && share <= 1 -> share;
      case Long share when share == 0 || share == 1 -> share;
      case Object other -> throw wrong("field_appearance_threshold", "from 0 to 1", other);
    };
  }

  /** Whether members that are no column or no field are errors. */
  boolean refusesOthers() {
    return columns == null && !ignoreErrors;
  }

  private static @Nullable RecordFormat format(@Nullable String name) {
    return switch (name == null ? "auto" : name.toLowerCase(Locale.ROOT)) {
      case "auto" -> null;
      case "newline_delimited", "nd" -> RecordFormat.NEWLINE_DELIMITED;
      case "array" -> RecordFormat.ARRAY;
      case "unstructured" -> RecordFormat.UNSTRUCTURED;
      default -> throw wrong("format", "auto, newline_delimited, array or unstructured", name);
    };
  }

  private static @Nullable Boolean records(@Nullable Object value) {
    return switch (String.valueOf(value).toLowerCase(Locale.ROOT)) {
      case "null", "auto" -> null;
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong("records", "auto, true or false", value);
    };
  }

  private static @Nullable DatePattern pattern(FileOptions options, String name, String alias) {
    String format = options.string(List.of(name, alias));
    return format == null || format.equalsIgnoreCase("iso") ? null : DatePattern.of(name, format);
  }

  private static PacelineException wrong(String name, String expected, @Nullable Object value) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "the option " + name + " must be " + expected + ", but is " + value);
  }

  /** Returns how a file is compressed. */
  TextCompression compression(Path file) {
    return TextCompression.of(compression, file);
  }
}
