package dev.paceline.calcite.session.backup;

import dev.paceline.calcite.file.OptionText;
import dev.paceline.calcite.sql.MentionedNames;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.grammar.CreateViewStatement;
import dev.paceline.grammar.definition.CommentStatement;
import dev.paceline.grammar.definition.CreateMacroStatement;
import dev.paceline.grammar.definition.CreateSchemaStatement;
import dev.paceline.grammar.definition.CreateSequenceStatement;
import dev.paceline.grammar.definition.CreateTypeStatement;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.ddl.SqlCreateTable;
import org.jspecify.annotations.Nullable;

/** The statements that make the tables and views of an exported database again. */
public final class DatabaseScripts {
  /** The file that makes schemas, sequences, macros, tables and views. */
  public static final String SCHEMA = "schema.sql";

  /** The file that copies the rows into the tables. */
  public static final String LOAD = "load.sql";

  private DatabaseScripts() {}

  /** Returns the CREATE TABLE of a table. */
  public static String createTable(TableDefinition table, Database database) {
    return Stream.concat(
            table.columns().stream().map(column -> column(column, database)),
            table.checks().stream()
                .map(
                    check ->
                        "CONSTRAINT "
                            + quoted(check.name())
                            + " CHECK ("
                            + check.condition()
                            + ")"))
        .collect(
            Collectors.joining(", ", "CREATE TABLE " + stored(table.qualifiedName()) + " (", ")"));
  }

  /** Returns the COMMENT ON of a table and its columns. */
  public static List<String> comments(TableDefinition table) {
    List<String> statements = new ArrayList<>();
    String name = stored(table.qualifiedName());
    addComment("TABLE", name, table.comment(), statements);
    for (ColumnDefinition column : table.columns()) {
      addComment("COLUMN", name + "." + quoted(column.name()), column.comment(), statements);
    }
    return statements;
  }

  /** Returns the COMMENT ON of views. */
  public static List<String> viewComments(List<ViewDefinition> views) {
    List<String> statements = new ArrayList<>();
    for (ViewDefinition view : views) {
      addComment("VIEW", stored(view.qualifiedName()), view.comment(), statements);
    }
    return statements;
  }

  private static void addComment(
      String kind, String name, @Nullable String comment, List<String> statements) {
    if (comment != null) {
      statements.add("COMMENT ON " + kind + " " + name + " IS " + literal(comment));
    }
  }

  /** Returns the CREATE SEQUENCE of all sequences but those of identity columns. */
  public static List<String> createSequences(Database database) {
    Set<SequenceDefinition> ofColumns =
        database.tables().stream()
            .flatMap(table -> table.definition().sequences().stream())
            .collect(Collectors.toSet());
    return database.sequences().stream()
        .filter(sequence -> !ofColumns.contains(sequence.definition()))
        .map(
            sequence ->
                "CREATE SEQUENCE "
                    + stored(sequence.definition().qualifiedName())
                    + " "
                    + options(sequence))
        .toList();
  }

  private static String options(Sequence sequence) {
    SequenceDefinition definition = sequence.definition();
    return "START WITH "
        + sequence.position().next()
        + " INCREMENT BY "
        + definition.increment()
        + " MINVALUE "
        + definition.minimum()
        + " MAXVALUE "
        + definition.maximum()
        + (definition.cycles() ? " CYCLE" : "");
  }

  private static String column(ColumnDefinition column, Database database) {
    return quoted(column.name())
        + " "
        + typeName(column.type())
        + (column.nullable() ? "" : " NOT NULL")
        + value(column.value(), database);
  }

  private static String value(@Nullable ColumnValue value, Database database) {
    if (value == null) {
      return "";
    }
    return switch (value.kind()) {
      case DEFAULT -> " DEFAULT " + value.expression();
      case GENERATED -> " GENERATED ALWAYS AS (" + value.expression() + ")";
      case IDENTITY_BY_DEFAULT -> " GENERATED BY DEFAULT AS IDENTITY" + identity(value, database);
      case IDENTITY_ALWAYS -> " GENERATED ALWAYS AS IDENTITY" + identity(value, database);
    };
  }

  /** A sequence that was dropped by now is written as it was created. */
  private static String identity(ColumnValue value, Database database) {
    SequenceDefinition definition = Objects.requireNonNull(value.sequence());
    Sequence sequence = database.sequence(definition.qualifiedName());
    return sequence == null ? "" : " (" + options(sequence) + ")";
  }

  private static String typeName(DataType type) {
    return switch (type.kind()) {
      case DECIMAL, CHAR, VARCHAR, BINARY, VARBINARY -> type.toString();
      default -> TypeNames.typeName(type);
    };
  }

  private static String createView(ViewDefinition view) {
    String columns =
        view.columns().isEmpty()
            ? ""
            : view.columns().stream()
                .map(DatabaseScripts::quoted)
                .collect(Collectors.joining(", ", " (", ")"));
    return "CREATE VIEW " + stored(view.qualifiedName()) + columns + " AS " + view.query();
  }

  /** Returns the CREATE TYPE of a name for a type. */
  public static String createType(TypeDefinition type) {
    return "CREATE TYPE " + quoted(type.name()) + " AS " + typeName(type.type());
  }

  /** Returns the CREATE MACRO of a macro. */
  public static String createMacro(MacroDefinition macro) {
    return "CREATE MACRO " + stored(ObjectName.main(macro.name())) + macro.text();
  }

  /** Returns the CREATE VIEW of views, those first that others use. */
  public static List<String> createViews(List<ViewDefinition> views) {
    List<ViewDefinition> waiting = new ArrayList<>(views);
    List<String> statements = new ArrayList<>();
    while (!waiting.isEmpty()) {
      ViewDefinition next =
          waiting.stream()
              .filter(view -> waiting.stream().noneMatch(other -> uses(view, other)))
              .findFirst()
              .orElse(waiting.getFirst());
      waiting.remove(next);
      statements.add(createView(next));
    }
    return statements;
  }

  /** A name that is a column's only does no harm: it changes nothing but the order. */
  private static boolean uses(ViewDefinition view, ViewDefinition other) {
    return !view.equals(other)
        && MentionedNames.in(SqlFrontEnd.parse(view.query())).stream()
            .anyMatch(other.name()::equalsIgnoreCase);
  }

  /**
   * Returns the statement that undoes a CREATE of a schema, a table, a view, a macro, a type or a
   * sequence; null for a comment, which goes with what it is about.
   *
   * @throws PacelineException INVALID_STATEMENT for another statement
   */
  public static @Nullable String drop(String created) {
    return switch (SqlFrontEnd.parse(created)) {
      case SqlCreateTable table -> "DROP TABLE " + qualified(table.name);
      case CreateViewStatement view -> "DROP VIEW " + qualified(view.name());
      case CreateMacroStatement macro ->
          "DROP MACRO "
              + (macro.variants().getFirst().table() ? "TABLE " : "")
              + qualified(macro.name());
      case CreateTypeStatement type -> "DROP TYPE " + qualified(type.name());
      case CreateSequenceStatement sequence -> "DROP SEQUENCE " + qualified(sequence.name());
      case CreateSchemaStatement schema -> "DROP SCHEMA " + quoted(schema.name());
      case CommentStatement _ -> null;
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_STATEMENT,
              SCHEMA
                  + " has a statement that creates no schema, table, view, macro, type or sequence: "
                  + created);
    };
  }

  /**
   * Returns the COPY that writes the file of a table. Intervals are strings in Parquet files, whose
   * own intervals have no microseconds and no sign.
   */
  public static String save(
      TableDefinition table, Path file, String format, Map<String, Object> options) {
    boolean hasIntervals = table.columns().stream().anyMatch(DatabaseScripts::isInterval);
    return "COPY "
        + (format.equals("parquet") && hasIntervals
            ? rowsWithoutIntervals(table)
            : givenColumns(table))
        + " TO "
        + literal(file.toString())
        + " (FORMAT "
        + format
        + text(options)
        + ")";
  }

  /** Returns options behind the format. */
  private static String text(Map<String, Object> options) {
    return options.entrySet().stream()
        .map(option -> ", " + option.getKey() + " " + OptionText.of(option.getValue()))
        .collect(Collectors.joining());
  }

  private static boolean isInterval(ColumnDefinition column) {
    return column.type().kind() == TypeKind.INTERVAL;
  }

  private static String rowsWithoutIntervals(TableDefinition table) {
    return table.columns().stream()
        .filter(column -> !column.isGenerated())
        .map(
            column -> {
              String name = quoted(column.name());
              return isInterval(column) ? "CAST(" + name + " AS VARCHAR) AS " + name : name;
            })
        .collect(
            Collectors.joining(", ", "(SELECT ", " FROM " + stored(table.qualifiedName()) + ")"));
  }

  /** The table with the columns that take values; those that are generated follow from them. */
  private static String givenColumns(TableDefinition table) {
    return table.columns().stream()
        .filter(column -> !column.isGenerated())
        .map(column -> quoted(column.name()))
        .collect(Collectors.joining(", ", stored(table.qualifiedName()) + " (", ")"));
  }

  /** Returns a name that never means a temporary table or view. */
  private static String stored(ObjectName name) {
    return quoted(name.schema()) + "." + quoted(name.name());
  }

  private static String qualified(SqlIdentifier name) {
    return name.names.stream().map(DatabaseScripts::quoted).collect(Collectors.joining("."));
  }

  /** Returns the CREATE SCHEMA of a schema. */
  public static String createSchema(String name) {
    return "CREATE SCHEMA " + quoted(name);
  }

  /** Returns the COPY that reads the file of a table, whose path is relative to the directory. */
  public static String load(
      TableDefinition table, String file, String format, Map<String, Object> options) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (format.equals("csv")) {
      all.put("delim", ",");
      all.put("quote", "\"");
      all.put("escape", options.getOrDefault("quote", "\""));
      all.put("header", true);
    }
    all.putAll(options);
    return "COPY "
        + givenColumns(table)
        + " FROM "
        + literal(file)
        + " (FORMAT "
        + format
        + text(all)
        + ")";
  }

  /** Returns a name in double quotes. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns a string of SQL. */
  public static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /**
   * Returns the name of the file of a table.
   *
   * @param number tells tables apart whose names differ by other characters only
   */
  public static String fileName(String table, int number, String format) {
    return table.replaceAll("[^A-Za-z0-9_-]", "_") + "-" + number + "." + format;
  }

  /** Writes a script. */
  public static void write(Path file, List<String> statements) {
    try {
      Files.writeString(
          file, statements.stream().map(sql -> sql + ";\n").collect(Collectors.joining()));
    } catch (IOException e) {
      throw new PacelineException(
          ErrorCode.IO_ERROR, "file " + file + " cannot be written: " + e, e);
    }
  }

  /**
   * Reads a script.
   *
   * @throws PacelineException IO_ERROR if there is none
   */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new PacelineException(
          ErrorCode.IO_ERROR,
          "file "
              + file
              + " cannot be read; IMPORT DATABASE needs a directory that EXPORT DATABASE has"
              + " written: "
              + e,
          e);
    }
  }
}
