package dev.paceline.grammar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A reference to files where FROM expects a table: a path as a string, or a function such as {@code
 * read_csv('a.csv', header = true)}. Values of options are Boolean, Long, Double, String, List, or
 * Map from strings.
 */
public final class FileReference extends ExtensionStatement {
  /** A function whose path is followed by a column and a value. */
  private static final String BLOOM_PROBE = "parquet_bloom_probe";

  /** The functions in FROM whose arguments are files. */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "read_csv",
          "read_csv_auto",
          "read_parquet",
          "parquet_scan",
          "read_json",
          "read_json_auto",
          "read_json_objects",
          "read_json_objects_auto",
          "read_ndjson",
          "read_ndjson_auto",
          "read_ndjson_objects",
          "read_arrow",
          "read_text",
          "read_blob",
          "glob",
          "sniff_csv",
          "reject_errors",
          "parquet_metadata",
          "parquet_schema",
          "parquet_file_metadata",
          "parquet_kv_metadata",
          BLOOM_PROBE);

  private final @Nullable String function;
  private final List<String> paths;
  private final Map<String, Object> options;

  /**
   * @param function in lower case; null for a path alone
   * @param paths at least one
   * @param options by their names in lower case
   */
  public FileReference(
      SqlParserPos position,
      @Nullable String function,
      List<String> paths,
      Map<String, Object> options) {
    super(position, function == null ? "FILE" : function, List.of());
    this.function = function;
    this.paths = List.copyOf(paths);
    this.options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /** Returns whether two tokens begin a reference in FROM. */
  static boolean starts(Token first, Token second) {
    return first.kind == PacelineParserConstants.QUOTED_STRING
        || second.kind == PacelineParserConstants.LPAREN
            && FUNCTIONS.contains(first.image.toLowerCase(Locale.ROOT));
  }

  /** Returns whether the two tokens behind a word say that it is the name of an option. */
  static boolean startsOption(Token second, Token third) {
    return second.kind == PacelineParserConstants.EQ
        || second.kind == PacelineParserConstants.NAMED_ARGUMENT_ASSIGNMENT
        || second.kind == PacelineParserConstants.COLON && third.kind == PacelineParserConstants.EQ;
  }

  static SqlNode ofPath(SqlParserPos position, String path) {
    return new FileReference(position, null, List.of(path), Map.of());
  }

  /**
   * @param arguments that have no name: one path, or a list of them
   */
  static SqlNode ofFunction(
      SqlParserPos position, String function, List<Object> arguments, Map<String, Object> options) {
    List<String> paths = new ArrayList<>();
    boolean probes = function.equals(BLOOM_PROBE);
    if (probes && (arguments.size() != 3 || !options.isEmpty())) {
      throw SyntaxErrors.at(
          position, BLOOM_PROBE + " needs a path, a column and a value: ('a.parquet', 'id', 7)");
    }
    if (arguments.size() == 1 || probes) {
      Object first = arguments.getFirst();
      List<?> values = first instanceof List<?> list ? list : List.of(first);
      for (Object value : values) {
        if (value instanceof String path) {
          paths.add(path);
        }
      }
      if (paths.size() < values.size()) {
        paths.clear();
      }
    }
    if (paths.isEmpty()) {
      throw SyntaxErrors.at(
          position,
          function
              + " needs the path of a file or a list of paths, then options with names, such as "
              + function
              + "(['a.csv', 'b.csv'], header = true)");
    }
    return new FileReference(
        position,
        function,
        paths,
        probes ? Map.of("column", arguments.get(1), "value", arguments.get(2)) : options);
  }

  /** Returns whether a token begins the name of a type, and not another value of an option. */
  static boolean startsType(Token first) {
    return Character.isJavaIdentifierStart(first.image.charAt(0))
        && switch (first.kind) {
          case PacelineParserConstants.TRUE,
              PacelineParserConstants.FALSE,
              PacelineParserConstants.ON,
              PacelineParserConstants.OFF ->
              false;
          default -> true;
        };
  }

  /** Returns a name without the quotes around it. */
  static String unquoted(String name) {
    boolean quoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
    return quoted ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
  }

  static void addOption(
      Map<String, Object> options, String name, Object value, SqlParserPos position) {
    if (options.put(name, value) != null) {
      throw SyntaxErrors.at(position, "the option " + name + " is given twice");
    }
  }

  static Long wholeNumber(String image, boolean negative, SqlParserPos position) {
    try {
      return Long.valueOf((negative ? "-" : "") + image);
    } catch (NumberFormatException e) {
      throw SyntaxErrors.at(position, "the number " + image + " is too large for an option");
    }
  }

  static CalciteContextException parameter(SqlParserPos position) {
    return SyntaxErrors.at(
        position, "the path of a file cannot be a parameter; write it as a string");
  }

  @Override
  protected FileReference with(SqlParserPos position, List<SqlNode> changed) {
    return new FileReference(position, function, paths, options);
  }

  /** Returns the name of the function in lower case; null if only a path is written. */
  public @Nullable String function() {
    return function;
  }

  /** Returns the paths and patterns as they are written, at least one. */
  public List<String> paths() {
    return paths;
  }

  /** Returns the options by their names in lower case, in the order in which they are written. */
  public Map<String, Object> options() {
    return options;
  }
}
