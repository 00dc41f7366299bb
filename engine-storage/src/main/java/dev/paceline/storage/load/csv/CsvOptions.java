package dev.paceline.storage.load.csv;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.csv.field.DatePattern;
import dev.paceline.storage.load.text.TextEncoding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of a statement for reading CSV files; options that it leaves out are detected. */
final class CsvOptions {
  static final List<String> NAMES =
      List.of(
          "all_varchar",
          "allow_quoted_nulls",
          "auto_detect",
          "auto_type_candidates",
          "buffer_size",
          "column_names",
          "column_types",
          "columns",
          "comment",
          "compression",
          "dateformat",
          "date_format",
          "decimal_separator",
          "delim",
          "delimiter",
          "dtypes",
          "encoding",
          "escape",
          "files_to_sniff",
          "force_not_null",
          "header",
          "ignore_errors",
          "max_errors",
          "rejects_limit",
          "max_line_size",
          "maximum_line_size",
          "names",
          "new_line",
          "normalize_names",
          "null",
          "null_padding",
          "nullstr",
          "parallel",
          "quote",
          "sample_size",
          "sep",
          "skip",
          "store_rejects",
          "strict_mode",
          "thousands",
          "timestampformat",
          "timestamp_format",
          "types");

  private static final Set<String> LINE_ENDS = Set.of("\n", "\r", "\r\n");
  private static final int DEFAULT_LINE_BYTES = 32 << 20;
  private static final int MOST_LINE_BYTES = 1 << 30;
  private static final int DEFAULT_SAMPLE_ROWS = 20_480;

  private final FileOptions options;

  /**
   * @throws PacelineException INVALID_ARGUMENT for an option that is unknown
   */
  CsvOptions(FileOptions options) {
    options.checkNames("csv", NAMES);
    this.options = options;
    checkNeedless();
  }

  /** Returns the delimiter; -1 if it is to be found out. */
  int delimiter() {
    String text = string("delim", "sep", "delimiter");
    if (text != null && text.isEmpty()) {
      throw invalid("delim", "one ASCII character", text);
    }
    String otherwise = isDetecting() ? null : ",";
    return character("delim", text == null ? otherwise : text.equals("\\t") ? "\t" : text);
  }

  /** Returns the quote, 0 for none; -1 if it is to be found out. */
  int quote() {
    String text = options.string("quote");
    return character("quote", text == null && !isDetecting() ? "\"" : text);
  }

  /** Returns the escape; -1 if it is to be found out. */
  int escape() {
    return character("escape", options.string("escape"));
  }

  /** Returns what begins a comment; 0 if nothing does. */
  byte comment() {
    return (byte) Math.max(0, character("comment", options.string("comment")));
  }

  /** Returns the character between whole digits and fraction; -1 if it is to be found out. */
  int decimalSeparator() {
    String text = options.string("decimal_separator");
    if (text != null && !text.equals(".") && !text.equals(",")) {
      throw invalid("decimal_separator", "'.' or ','", text);
    }
    return character("decimal_separator", text);
  }

  byte thousands() {
    return (byte) Math.max(0, character("thousands", options.string("thousands")));
  }

  /** Whether the first record names the columns; null if that is to be found out. */
  @Nullable Boolean header() {
    Boolean given = options.bool("header");
    return given == null && !isDetecting() ? Boolean.FALSE : given;
  }

  /** Whether what the statement does not say is found out, and not the usual form of CSV. */
  private boolean isDetecting() {
    return flag("auto_detect", true);
  }

  List<String> nullStrings() {
    List<String> strings = options.strings("nullstr");
    strings = strings == null ? options.strings("null") : strings;
    return strings == null ? List.of("") : strings;
  }

  /** Whether what is written for NULL is NULL in quotes, too. */
  boolean quotedNulls() {
    return flag("allow_quoted_nulls", false);
  }

  /** Returns the columns of strings, in lower case, in which nothing is written for NULL. */
  Set<String> notNull() {
    List<String> names = options.strings("force_not_null");
    Set<String> lower = new LinkedHashSet<>();
    if (names != null) {
      names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
    }
    return lower;
  }

  /**
   * @throws PacelineException INVALID_ARGUMENT if force_not_null names something else
   */
  void checkNotNull(List<String> columns) {
    for (String name : notNull()) {
      if (columns.stream().noneMatch(name::equalsIgnoreCase)) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the option force_not_null names the column "
                + name
                + ", which the file does not have"
                + NameSuggestion.of(name, columns));
      }
    }
  }

  /** Whether names of columns are changed to words in lower case. */
  boolean normalizesNames() {
    return flag("normalize_names", false);
  }

  /** Whether lines that begin with # may be found to be comments. */
  boolean findsComments() {
    return isDetecting() && !options.has("comment") && columns() == null;
  }

  /**
   * Returns the types that columns may be found to have beside VARCHAR; null for the usual ones.
   */
  @Nullable List<DataType> candidates() {
    List<String> names = options.strings("auto_type_candidates");
    return names == null
        ? null
        : names.stream()
            .map(name -> FileTypeNames.parse("auto_type_candidates", name))
            .filter(type -> type.kind() != TypeKind.VARCHAR)
            .sorted(Comparator.comparing(DataType::kind))
            .toList();
  }

  /** Checks the options that change nothing: the kind of line ends, and sizes of samples. */
  private void checkNeedless() {
    String lineEnd = options.string("new_line");
    if (lineEnd != null && !LINE_ENDS.contains(lineEnd.replace("\\r", "\r").replace("\\n", "\n"))) {
      throw invalid("new_line", "\\n, \\r or \\r\\n", lineEnd);
    }
    options.number("files_to_sniff", -1, Integer.MAX_VALUE);
    options.number("buffer_size", 1, Long.MAX_VALUE);
    if (!flag("strict_mode", true)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "strict_mode=false is not supported; set null_padding=true for records with fewer fields,"
              + " ignore_errors=true to leave out records that do not fit, or quote=''");
    }
  }

  int skippedLines() {
    return (int) number("skip", 0, Integer.MAX_VALUE, 0);
  }

  /** Returns the names and types of all columns; null if they are to be found out. */
  @Nullable Map<String, DataType> columns() {
    Map<String, String> columns = options.stringMap("columns");
    if (columns == null && !isDetecting()) {
      throw invalid("auto_detect", "true without the option columns", "false");
    }
    if (columns != null && columns.isEmpty()) {
      throw invalid("columns", "a list of at least one name with its type", "{}");
    }
    return columns == null ? null : typed("columns", columns);
  }

  /** Returns the types of some columns by their names; empty if none is given by name. */
  Map<String, DataType> typesByName() {
    String option = typesOption();
    return option != null && options.value(option) instanceof Map<?, ?>
        ? typed(option, java.util.Objects.requireNonNull(options.stringMap(option)))
        : Map.of();
  }

  /** Returns the types of the first columns; empty if none is given by place. */
  List<DataType> typesByPlace() {
    String option = typesOption();
    if (option == null || options.value(option) instanceof Map<?, ?>) {
      return List.of();
    }
    List<DataType> types = new ArrayList<>();
    List<String> names = options.strings(option);
    for (String name : names == null ? List.<String>of() : names) {
      types.add(FileTypeNames.parseNested(option, name));
    }
    return types;
  }

  private @Nullable String typesOption() {
    for (String option : List.of("types", "dtypes", "column_types")) {
      if (options.has(option)) {
        return option;
      }
    }
    return null;
  }

  private static Map<String, DataType> typed(String option, Map<String, String> names) {
    Map<String, DataType> types = new LinkedHashMap<>();
    names.forEach((name, type) -> types.put(name, FileTypeNames.parseNested(option, type)));
    return types;
  }

  /** Returns the names of the first columns. */
  List<String> names() {
    List<String> names = options.strings("names");
    names = names == null ? options.strings("column_names") : names;
    return names == null ? List.of() : names;
  }

  @Nullable DatePattern datePattern() {
    return pattern("dateformat", "date_format");
  }

  @Nullable DatePattern timestampPattern() {
    return pattern("timestampformat", "timestamp_format");
  }

  private @Nullable DatePattern pattern(String option, String alias) {
    String format = string(option, alias);
    return format == null ? null : DatePattern.of(option, format);
  }

  /** Returns the encoding; null if it is to be found out. */
  @Nullable TextEncoding encoding() {
    String name = options.string("encoding");
    if (name == null) {
      return null;
    }
    TextEncoding encoding = TextEncoding.of(name);
    if (encoding == null) {
      throw invalid("encoding", "utf-8, utf-16, utf-16be or latin-1", name);
    }
    return encoding;
  }

  String compression() {
    String name = options.string("compression");
    return name == null ? "auto" : name;
  }

  /** Returns how many records are looked at to find out types; -1 for all that fit a sample. */
  int sampleRows() {
    return (int) number("sample_size", -1, Integer.MAX_VALUE, DEFAULT_SAMPLE_ROWS);
  }

  boolean allVarchar() {
    return flag("all_varchar", false);
  }

  boolean ignoreErrors() {
    return flag("ignore_errors", false)
        || flag("store_rejects", false)
        || options.has("max_errors");
  }

  /** Returns the number of records that are left out and kept for a report. */
  long mostKeptRejects() {
    return number("rejects_limit", 1, 1_000_000, 1000);
  }

  long mostErrors() {
    return number("max_errors", 0, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  boolean nullPadding() {
    return flag("null_padding", false);
  }

  boolean parallel() {
    return flag("parallel", true);
  }

  int maxLineBytes() {
    long given = number("max_line_size", 1, MOST_LINE_BYTES, -1);
    return (int)
        (given > 0 ? given : number("maximum_line_size", 1, MOST_LINE_BYTES, DEFAULT_LINE_BYTES));
  }

  private boolean flag(String name, boolean otherwise) {
    Boolean value = options.bool(name);
    return value == null ? otherwise : value;
  }

  private long number(String name, long min, long max, long otherwise) {
    Long value = options.number(name, min, max);
    return value == null ? otherwise : value;
  }

  /**
   * @throws PacelineException INVALID_ARGUMENT if an option is given by two of its names
   */
  private @Nullable String string(String... aliases) {
    return options.string(List.of(aliases));
  }

  private static int character(String option, @Nullable String text) {
    if (text == null) {
      return -1;
    }
    if (text.isEmpty()) {
      return 0;
    }
    if (text.length() != 1 || text.charAt(0) > 127 || text.equals("\n") || text.equals("\r")) {
      throw invalid(option, "one ASCII character", text);
    }
    return text.charAt(0);
  }

  private static PacelineException invalid(String option, String expected, String value) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "the option " + option + " must be " + expected + ", but is '" + value + "'");
  }
}
