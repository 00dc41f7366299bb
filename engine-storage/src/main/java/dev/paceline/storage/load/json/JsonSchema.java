package dev.paceline.storage.load.json;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.json.JsonOptions.RecordFormat;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How the files of a table are read. Immutable.
 *
 * @param columns of the table
 * @param keys the member of a record that each column has; without records, a record itself is the
 *     only column
 * @param format of the first file
 */
record JsonSchema(
    List<ColumnDefinition> columns, List<String> keys, boolean hasRecords, RecordFormat format) {
  /** The column of a table whose records are no objects. */
  private static final String WHOLE = "json";

  /** The schema of records that are values of one column. */
  static JsonSchema ofWhole(DataType type, RecordFormat format) {
    return ofWhole(Map.of(WHOLE, type), format);
  }

  /**
   * The schema of records that are values of one column.
   *
   * @param types that of the column by its name
   * @throws PacelineException INVALID_ARGUMENT if there are several
   */
  static JsonSchema ofWhole(Map<String, DataType> types, RecordFormat format) {
    if (types.size() != 1) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the option columns must have one name with its type where records=false, but has "
              + types.size());
    }
    Map.Entry<String, DataType> only = types.entrySet().iterator().next();
    ColumnDefinition whole = new ColumnDefinition(only.getKey(), only.getValue(), true);
    return new JsonSchema(List.of(whole), List.of(only.getKey()), false, format);
  }

  /** The schema of records whose members are columns, with their types. */
  static JsonSchema of(Map<String, DataType> types, RecordFormat format) {
    List<ColumnDefinition> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    types.forEach(
        (key, type) -> {
          String name = key;
          for (int i = 1; !names.add(name.toLowerCase(Locale.ROOT)); i++) {
            name = key + "_" + i;
          }
          columns.add(new ColumnDefinition(name, type, true));
        });
    return new JsonSchema(List.copyOf(columns), List.copyOf(types.keySet()), true, format);
  }
}
