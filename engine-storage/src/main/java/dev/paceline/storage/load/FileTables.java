package dev.paceline.storage.load;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Opens files with the options that all formats share: {@code filename} adds a column with the name
 * of each row's file (true, or the name of the column), {@code hive_partitioning} adds a column for
 * each directory called {@code name=value}, and {@code union_by_name} allows files of different
 * columns, which are matched by their names.
 */
public final class FileTables {
  /** The names of these options. */
  public static final List<String> OPTIONS =
      List.of("filename", "hive_partitioning", "union_by_name");

  private static final String TYPES = "types";

  private FileTables() {}

  /** {@link FileFormat#open} with the options of the format and those that all formats share. */
  public static FileTable open(
      FileFormat format, FileSet files, FileOptions options, FileCache cache) {
    Map<String, Object> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    own.putAll(options.values());
    OPTIONS.forEach(own::remove);
    String fileColumn = fileColumn(options);
    boolean union = Boolean.TRUE.equals(options.bool("union_by_name"));
    List<String> keys = partitionKeys(files, options.bool("hive_partitioning"));
    if (fileColumn == null && keys.isEmpty() && !union) {
      return format.open(files, new FileOptions(own), cache);
    }
    List<FileTable> tables = open(format, files, own, union, cache);
    Map<String, ColumnDefinition> columns = columns(tables);
    for (String key : keys) {
      columns.keySet().removeIf(key::equalsIgnoreCase); // the path says what the rows may not
      columns.put(key, new ColumnDefinition(key, partitionType(files, key), true));
    }
    if (fileColumn != null) {
      columns.keySet().removeIf(fileColumn::equalsIgnoreCase);
      columns.put(fileColumn, new ColumnDefinition(fileColumn, DataType.VARCHAR, false));
    }
    List<ColumnDefinition> all = List.copyOf(columns.values());
    List<UnitedFile> united = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      united.add(united(tables.get(i), files.files().get(i).path(), all, keys, fileColumn));
    }
    Map<String, Object> shared = new LinkedHashMap<>();
    OPTIONS.stream().filter(options::has).forEach(name -> shared.put(name, options.value(name)));
    return new UnitedTable(files, united, all, shared, cache.ledger());
  }

  private static @Nullable String fileColumn(FileOptions options) {
    Object value = options.value("filename");
    if (value instanceof String name
        && !name.equalsIgnoreCase("true")
        && !name.equalsIgnoreCase("false")) {
      return name;
    }
    return Boolean.TRUE.equals(options.bool("filename")) ? "filename" : null;
  }

  /**
   * Returns the names of the columns in the paths.
   *
   * @param wanted null to take them if all paths have the same ones
   */
  private static List<String> partitionKeys(FileSet files, @Nullable Boolean wanted) {
    if (Boolean.FALSE.equals(wanted)) {
      return List.of();
    }
    List<String> keys = List.copyOf(HivePath.values(files.files().getFirst().path()).keySet());
    for (FileSet.Entry file : files.files()) {
      if (!keys.equals(List.copyOf(HivePath.values(file.path()).keySet()))) {
        if (wanted == null) {
          return List.of();
        }
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the directories of "
                + file.path()
                + " are not "
                + keys
                + " as those of "
                + files.files().getFirst().path()
                + "; set hive_partitioning=false");
      }
    }
    return keys;
  }

  private static DataType partitionType(FileSet files, String key) {
    DataType type = DataType.INT64;
    for (FileSet.Entry file : files.files()) {
      String value = HivePath.values(file.path()).get(key);
      if (value != null && type.equals(DataType.INT64) && number(value, type) == null) {
        type = DataType.DATE;
      }
    }
    for (FileSet.Entry file : files.files()) {
      String value = HivePath.values(file.path()).get(key);
      if (value != null && number(value, type) == null) {
        return DataType.VARCHAR;
      }
    }
    return type;
  }

  /** Returns the value of a BIGINT or a DATE; null if it is none. */
  private static @Nullable Long number(String value, DataType type) {
    try {
      return type.equals(DataType.DATE) ? DateTimeText.parseDate(value) : Long.valueOf(value);
    } catch (NumberFormatException | PacelineException e) {
      return null;
    }
  }

  /** Opens each file alone; without a union as the first one is found to be. */
  private static List<FileTable> open(
      FileFormat format,
      FileSet files,
      Map<String, Object> options,
      boolean union,
      FileCache cache) {
    List<FileTable> tables = new ArrayList<>();
    Map<String, Object> current = options;
    for (FileSet.Entry file : files.files()) {
      FileTable table =
          format.open(
              new FileSet(file.path().toString(), List.of(file)), new FileOptions(current), cache);
      if (!union) {
        current = table.effectiveOptions();
        if (!tables.isEmpty() && !table.columns().equals(tables.getFirst().columns())) {
          throw new PacelineException(
              ErrorCode.INVALID_FILE,
              "file "
                  + file.path()
                  + " has other columns than "
                  + files.files().getFirst().path()
                  + "; set union_by_name=true");
        }
      }
      tables.add(table);
    }
    return union ? sameTypes(format, files, options, tables, cache) : tables;
  }

  /** Opens those files again whose types are narrower than those of the others. */
  private static List<FileTable> sameTypes(
      FileFormat format,
      FileSet files,
      Map<String, Object> options,
      List<FileTable> tables,
      FileCache cache) {
    Map<String, ColumnDefinition> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    columns.putAll(columns(tables));
    List<FileTable> same = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      FileSet.Entry file = files.files().get(i);
      Map<String, String> changed = new LinkedHashMap<>();
      for (ColumnDefinition column : tables.get(i).columns()) {
        DataType wider = requireNonNull(columns.get(column.name())).type();
        if (!wider.equals(column.type())) {
          changed.put(column.name(), FileTypeNames.of(wider));
        }
      }
      if (changed.isEmpty()) {
        same.add(tables.get(i));
        continue;
      }
      if (!format.optionNames().contains(TYPES) || options.get(TYPES) instanceof List<?>) {
        throw new PacelineException(
            ErrorCode.INVALID_FILE,
            "file " + file.path() + " has columns of other types than other files: " + changed);
      }
      Map<String, Object> wider = new LinkedHashMap<>(options);
      Map<String, Object> types = new LinkedHashMap<>(changed);
      if (options.get(TYPES) instanceof Map<?, ?> given) {
        given.forEach((name, type) -> types.put((String) name, type));
      }
      wider.put(TYPES, types);
      same.add(
          format.open(
              new FileSet(file.path().toString(), List.of(file)), new FileOptions(wider), cache));
    }
    return same;
  }

  /** Returns the columns of all files by their names, each of the widest type. */
  private static Map<String, ColumnDefinition> columns(List<FileTable> tables) {
    Map<String, ColumnDefinition> columns = new LinkedHashMap<>();
    Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (FileTable table : tables) {
      for (ColumnDefinition column : table.columns()) {
        String name = names.computeIfAbsent(column.name(), same -> same);
        ColumnDefinition before = columns.get(name);
        DataType type = before == null ? column.type() : widest(before.type(), column.type());
        columns.put(name, new ColumnDefinition(name, type, true));
      }
    }
    return columns;
  }

  private static DataType widest(DataType left, DataType right) {
    if (left.equals(right)) {
      return left;
    }
    boolean numbers = isNumber(left) && isNumber(right);
    if (numbers && (left.kind() == TypeKind.DECIMAL || right.kind() == TypeKind.DECIMAL)) {
      return widestDecimal(left, right);
    }
    boolean floating =
        left.family() == TypeFamily.FLOATING || right.family() == TypeFamily.FLOATING;
    return numbers && floating
        ? DataType.FLOAT64
        : numbers && left.scale() == 0 && right.scale() == 0 && left.fitsLong() && right.fitsLong()
            ? DataType.INT64
            : DataType.VARCHAR;
  }

  /** Returns a decimal that holds all values of two types, or DOUBLE if there is none. */
  private static DataType widestDecimal(DataType left, DataType right) {
    if (left.family() == TypeFamily.FLOATING || right.family() == TypeFamily.FLOATING) {
      return DataType.FLOAT64;
    }
    int scale = Math.max(left.scale(), right.scale());
    int precision = scale + Math.max(digits(left), digits(right));
    return precision > DataType.MAX_DECIMAL_PRECISION
        ? DataType.FLOAT64
        : DataType.decimal(precision, scale);
  }

  /** Returns the digits before the point that an exact number of a type may have. */
  public static int digits(DataType type) {
    return switch (type.kind()) {
      case INT8 -> 3;
      case INT16 -> 5;
      case INT32 -> 10;
      case INT64 -> 19;
      default -> type.precision() - type.scale();
    };
  }

  private static boolean isNumber(DataType type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, DECIMAL, FLOAT32, FLOAT64 -> true;
      default -> false;
    };
  }

  private static UnitedFile united(
      FileTable table,
      Path path,
      List<ColumnDefinition> columns,
      List<String> keys,
      @Nullable String fileColumn) {
    int[] sources = new int[columns.size()];
    Arrays.fill(sources, -1);
    @Nullable Object[] constants = new Object[columns.size()];
    Map<String, @Nullable String> values = HivePath.values(path);
    for (int i = 0; i < sources.length; i++) {
      ColumnDefinition column = columns.get(i);
      if (column.name().equals(fileColumn)) {
        constants[i] = path.toString();
      } else if (keys.contains(column.name())) {
        String value = values.get(column.name());
        constants[i] =
            value == null || column.type().equals(DataType.VARCHAR)
                ? value
                : number(value, column.type());
      } else {
        sources[i] = indexOf(table, column.name());
      }
    }
    return new UnitedFile(table, sources, constants);
  }

  private static int indexOf(FileTable table, String name) {
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }
}
