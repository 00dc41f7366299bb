package dev.paceline.storage.load;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.column.ColumnCast;
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
 * each directory called {@code name=value}, whose types are found out unless {@code hive_types}
 * gives them or {@code hive_types_autocast} is false, and {@code union_by_name} allows files of
 * different columns, which are matched by their names.
 */
public final class FileTables {
  private static final String HIVE_TYPES = "hive_types";

  /** The names of these options. */
  public static final List<String> OPTIONS =
      List.of("filename", "hive_partitioning", HIVE_TYPES, "hive_types_autocast", "union_by_name");

  private static final String TYPES = "types";
  private static final String COLUMNS = "columns";

  private FileTables() {}

  /** {@link FileFormat#open} with the options of the format and those that all formats share. */
  public static FileTable open(
      FileFormat format, FileSet files, FileOptions options, FileCache cache) {
    Map<String, Object> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    own.putAll(options.values());
    OPTIONS.forEach(own::remove);
    String fileColumn = fileColumn(options);
    boolean union = Boolean.TRUE.equals(options.bool("union_by_name"));
    Map<String, DataType> keyTypes = keyTypes(options);
    Boolean partitioned = options.bool("hive_partitioning");
    List<String> keys =
        partitionKeys(
            files, partitioned == null && !keyTypes.isEmpty() ? Boolean.TRUE : partitioned);
    checkKeys(keyTypes, keys);
    boolean findsTypes = !Boolean.FALSE.equals(options.bool("hive_types_autocast"));
    if (fileColumn == null && keys.isEmpty() && !union) {
      return format.open(files, new FileOptions(own), cache);
    }
    List<FileTable> tables = open(format, files, own, union, cache);
    Map<String, ColumnDefinition> columns = columns(tables);
    if (fileColumn != null) {
      columns.keySet().removeIf(fileColumn::equalsIgnoreCase);
      columns.put(fileColumn, new ColumnDefinition(fileColumn, DataType.VARCHAR, false));
    }
    for (String key : keys) {
      columns.keySet().removeIf(key::equalsIgnoreCase); // the path says what the rows may not
      DataType given = keyTypes.get(key);
      DataType type =
          given != null ? given : findsTypes ? partitionType(files, key) : DataType.VARCHAR;
      columns.put(key, new ColumnDefinition(key, type, true));
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

  /** Returns the names of the columns in a path, in their alphabetical order. */
  private static List<String> keys(FileSet.Entry file) {
    return HivePath.values(file.path()).keySet().stream().sorted().toList();
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
    List<String> keys = keys(files.files().getFirst());
    for (FileSet.Entry file : files.files()) {
      if (!keys.equals(keys(file))) {
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

  /** Returns the types of columns of paths that the statement gives. */
  private static Map<String, DataType> keyTypes(FileOptions options) {
    Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Map<String, String> given = options.stringMap(HIVE_TYPES);
    if (given != null) {
      given.forEach((key, name) -> types.put(key, FileTypeNames.parse(HIVE_TYPES, name)));
    }
    return types;
  }

  private static void checkKeys(Map<String, DataType> types, List<String> keys) {
    types.forEach(
        (key, type) -> {
          if (keys.stream().noneMatch(key::equalsIgnoreCase)) {
            throw new PacelineException(
                ErrorCode.INVALID_ARGUMENT,
                "the option hive_types names "
                    + key
                    + ", which no directory of the files does; their columns are "
                    + keys);
          }
          boolean isWhole = type.family() == TypeFamily.INTEGRAL && type.fitsLong();
          if (!type.equals(DataType.VARCHAR)
              && !type.equals(DataType.DATE)
              && !(isWhole && isNumber(type) && type.scale() == 0)) {
            throw new PacelineException(
                ErrorCode.INVALID_ARGUMENT,
                "the option hive_types has the type "
                    + FileTypeNames.of(type)
                    + "; columns of directories are whole numbers, DATE or VARCHAR");
          }
        });
  }

  /** Returns a type that has the values, and their text again. */
  private static DataType partitionType(FileSet files, String key) {
    DataType type = DataType.INT64;
    for (FileSet.Entry file : files.files()) {
      String value = HivePath.values(file.path()).get(key);
      if (value != null && isPadded(value)) {
        return DataType.VARCHAR;
      }
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

  /** Whether a number has zeros in front, or a plus. */
  private static boolean isPadded(String value) {
    return value.matches("[+-]?0\\d+|\\+\\d+");
  }

  /**
   * Returns the value of a column of a path.
   *
   * @throws PacelineException INVALID_FILE if it is not of the type that the statement gives
   */
  private static Object value(Path path, ColumnDefinition column, String text) {
    if (column.type().equals(DataType.VARCHAR)) {
      return text;
    }
    Long number = number(text, column.type());
    if (number == null
        || column.type().family() == TypeFamily.INTEGRAL
            && !column.type().equals(DataType.DATE)
            && (number < column.type().minLong() || number > column.type().maxLong())) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE,
          "the value '"
              + text
              + "' of "
              + column.name()
              + " in the path "
              + path
              + " is not of type "
              + FileTypeNames.of(column.type())
              + "; give another type by hive_types");
    }
    return number;
  }

  /** Returns the value of a whole number or a DATE; null if it is none. */
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

  /**
   * Opens those files again whose types are narrower than those of the others, if their format can
   * read other types. Others are cast when they are read.
   */
  private static List<FileTable> sameTypes(
      FileFormat format,
      FileSet files,
      Map<String, Object> options,
      List<FileTable> tables,
      FileCache cache) {
    Map<String, ColumnDefinition> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    columns.putAll(columns(tables));
    boolean hasTypes = format.optionNames().contains(TYPES);
    List<FileTable> same = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      FileSet.Entry file = files.files().get(i);
      Map<String, String> changed = new LinkedHashMap<>();
      for (ColumnDefinition column : tables.get(i).columns()) {
        DataType wider = requireNonNull(columns.get(column.name())).type();
        boolean widens = hasTypes && isNumber(wider) && isNumber(column.type());
        if (!wider.equals(column.type()) && (format.isText() || widens)) {
          changed.put(column.name(), FileTypeNames.of(wider));
        } else if (!wider.equals(column.type()) && !ColumnCast.isTo(wider)) {
          throw new PacelineException(
              ErrorCode.INVALID_FILE,
              "column "
                  + column.name()
                  + " of file "
                  + file.path()
                  + " has the type "
                  + FileTypeNames.of(column.type())
                  + ", which cannot become "
                  + FileTypeNames.of(wider)
                  + " as in other files");
        }
      }
      if (changed.isEmpty()) {
        same.add(tables.get(i));
        continue;
      }
      if (!hasTypes && format.optionNames().contains(COLUMNS)) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (ColumnDefinition column : tables.get(i).columns()) {
          all.put(
              column.name(), FileTypeNames.of(requireNonNull(columns.get(column.name())).type()));
        }
        Map<String, Object> wider = new LinkedHashMap<>(options);
        wider.put(COLUMNS, all);
        same.add(
            format.open(
                new FileSet(file.path().toString(), List.of(file)), new FileOptions(wider), cache));
        continue;
      }
      if (!hasTypes || options.get(TYPES) instanceof List<?>) {
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
    if (left.kind() == TypeKind.DATE && right.kind() == TypeKind.TIMESTAMP
        || left.kind() == TypeKind.TIMESTAMP && right.kind() == TypeKind.DATE) {
      return DataType.TIMESTAMP;
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
        constants[i] = value == null ? null : value(path, column, value);
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
