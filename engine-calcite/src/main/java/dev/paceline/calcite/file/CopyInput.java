package dev.paceline.calcite.file;

import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files whose columns become those of a table.
 *
 * @param source the files, read with the types of the table where the format has none of its own
 * @param columns the column of the table for each column of the files
 */
public record CopyInput(FileTableSource source, int[] columns) {
  private static final String CSV = "csv";
  private static final String JSON = "json";
  private static final String HEADER = "header";
  private static final String COLUMNS = "columns";
  private static final String NAMES = "names";

  /**
   * Opens files for a table. Without a list of columns, those of the files are matched by their
   * names; the columns of a CSV file of which no name is one of the table are matched by their
   * places.
   *
   * @param table to which the rows are added
   * @param listed the columns of the table that the statement lists, which are matched by place;
   *     the names of all columns if it lists none
   * @param isList whether the statement lists columns
   * @param format the name of the format
   * @throws PacelineException UNKNOWN_COLUMN or INVALID_FILE if the columns do not match
   */
  public static CopyInput open(
      FileCatalog catalog,
      FileRequest request,
      String format,
      TableDefinition table,
      int[] listed,
      boolean isList) {
    FileTableSource source = catalog.open(request, format);
    if (!format.equalsIgnoreCase(CSV)) {
      int[] byName = byName(source.table(), table, listed);
      int[] columns = byName.length > 0 ? byName : byPlace(source.table(), table, listed);
      if (format.equalsIgnoreCase(JSON)) {
        source = catalog.open(typed(request, source.table(), table, columns, true), format);
      }
      return new CopyInput(source, columns);
    }
    if (!request.options().containsKey(HEADER)) {
      source = withFittingHeader(catalog, request, source, table, listed);
    }
    int[] columns = isList ? new int[0] : byName(source.table(), table, listed);
    if (columns.length == 0) {
      source = withLastColumn(catalog, request, source, table, listed);
      columns = byPlace(source.table(), table, listed);
    }
    return new CopyInput(
        catalog.open(typed(request, source.table(), table, columns, false), format), columns);
  }

  /**
   * Decides by the table whether the first line has names. Where all columns are strings, only the
   * names of the table tell a header from a row. A line that has no name of the table is a row if
   * its values have the types of the table.
   */
  private static FileTableSource withFittingHeader(
      FileCatalog catalog,
      FileRequest request,
      FileTableSource found,
      TableDefinition table,
      int[] listed) {
    boolean header = !Boolean.FALSE.equals(found.table().effectiveOptions().get(HEADER));
    if (header
        && found.table().columns().stream()
            .anyMatch(column -> indexOf(table, listed, column.name()) >= 0)) {
      return found;
    }
    Map<String, Object> options = new LinkedHashMap<>(found.table().effectiveOptions());
    options.put(HEADER, !header);
    options.remove(COLUMNS);
    FileTableSource other =
        catalog.open(new FileRequest(request.function(), request.patterns(), options), CSV);
    boolean better =
        header ? isTyped(other.table(), table, listed) : isMatched(other.table(), table, listed);
    return better ? other : found;
  }

  /** Whether a file without a header has other types than strings where the table has. */
  private static boolean isTyped(FileTable file, TableDefinition table, int[] listed) {
    boolean some = false;
    for (int i = 0; i < Math.min(listed.length, file.columns().size()); i++) {
      if (!TypeNames.isText(table.column(listed[i]).type())) {
        if (TypeNames.isText(file.columns().get(i).type())) {
          return false;
        }
        some = true;
      }
    }
    return some;
  }

  /**
   * Reads files that lack one column with the names of the table. Their last field is empty in the
   * sample, so that it was taken for a delimiter at the end of each line.
   */
  private static FileTableSource withLastColumn(
      FileCatalog catalog,
      FileRequest request,
      FileTableSource found,
      TableDefinition table,
      int[] listed) {
    if (found.table().columns().size() != listed.length - 1) {
      return found;
    }
    Map<String, Object> options = new LinkedHashMap<>(found.table().effectiveOptions());
    options.remove(COLUMNS);
    options.put(NAMES, names(table, listed));
    FileTableSource other =
        catalog.open(new FileRequest(request.function(), request.patterns(), options), CSV);
    return other.table().columns().size() == listed.length ? other : found;
  }

  private static boolean isMatched(FileTable file, TableDefinition table, int[] listed) {
    return file.columns().size() == listed.length
        && file.columns().stream().allMatch(column -> indexOf(table, listed, column.name()) >= 0);
  }

  /** The column of the table for each of the files; empty if no name is one of the table. */
  private static int[] byName(FileTable file, TableDefinition table, int[] listed) {
    List<ColumnDefinition> columns = file.columns();
    int[] found = new int[columns.size()];
    String missing = null;
    int matches = 0;
    for (int i = 0; i < found.length; i++) {
      found[i] = indexOf(table, listed, columns.get(i).name());
      if (found[i] >= 0) {
        matches++;
      } else {
        missing = columns.get(i).name();
      }
    }
    if (matches == 0) {
      return new int[0];
    }
    if (missing != null) {
      List<String> names = table.columns().stream().map(ColumnDefinition::name).toList();
      throw new PacelineException(
          ErrorCode.UNKNOWN_COLUMN,
          file.name()
              + " has a column "
              + missing
              + " that table "
              + table.name()
              + " does not have"
              + NameSuggestion.of(missing, names)
              + "; list the columns in the order of the file to match them by place: COPY "
              + table.name()
              + " ("
              + String.join(", ", names)
              + ") FROM …");
    }
    if (matches < listed.length) {
      throw wrongCount(file, table, listed);
    }
    return found;
  }

  private static int[] byPlace(FileTable file, TableDefinition table, int[] listed) {
    if (file.columns().size() != listed.length) {
      throw wrongCount(file, table, listed);
    }
    return listed;
  }

  private static PacelineException wrongCount(FileTable file, TableDefinition table, int[] listed) {
    List<String> wanted = names(table, listed);
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        "%s has %d columns (%s) for %d columns of table %s (%s); list the columns that the file has: COPY %s (…) FROM …"
            .formatted(
                file.name(),
                file.columns().size(),
                String.join(", ", file.columns().stream().map(ColumnDefinition::name).toList()),
                listed.length,
                table.name(),
                String.join(", ", wanted),
                table.name()));
  }

  private static List<String> names(TableDefinition table, int[] listed) {
    List<String> names = new ArrayList<>();
    for (int column : listed) {
      names.add(table.column(column).name());
    }
    return names;
  }

  private static int indexOf(TableDefinition table, int[] listed, String name) {
    for (int column : listed) {
      if (table.column(column).name().equalsIgnoreCase(name)) {
        return column;
      }
    }
    return -1;
  }

  /** The same files, with the names that were found and the types of the table. */
  private static FileRequest typed(
      FileRequest request, FileTable file, TableDefinition table, int[] columns, boolean isJson) {
    Map<String, Object> types = new LinkedHashMap<>();
    for (int i = 0; i < columns.length; i++) {
      DataType type = table.column(columns[i]).type();
      types.put(
          file.columns().get(i).name(),
          type.isNested() && !isJson ? TypeKind.VARCHAR.name() : FileTypeNames.of(readable(type)));
    }
    Map<String, Object> options = new LinkedHashMap<>(file.effectiveOptions());
    options.put(COLUMNS, types);
    return new FileRequest(request.function(), request.patterns(), options);
  }

  /** The type as a reader knows it; what it does not know is cast from a string. */
  private static DataType readable(DataType type) {
    if (type.unsigned() || type.isEnum()) {
      return DataType.VARCHAR;
    }
    return switch (type.kind()) {
      case CHAR, VARCHAR, BINARY, VARBINARY, UUID -> DataType.VARCHAR;
      case LIST -> DataType.list(readable(type.elementType()));
      case MAP -> DataType.map(readable(type.keyType()), readable(type.valueType()));
      case STRUCT ->
          DataType.struct(
              type.fields().stream()
                  .map(field -> new StructField(field.name(), readable(field.type())))
                  .toList());
      default -> type;
    };
  }
}
