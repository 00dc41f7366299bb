package dev.paceline.storage.load.json;

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

  static JsonSchema of(Map<String, DataType> types, boolean hasRecords, RecordFormat format) {
    if (!hasRecords) {
      ColumnDefinition whole = new ColumnDefinition(WHOLE, DataType.VARCHAR, true);
      return new JsonSchema(List.of(whole), List.of(WHOLE), false, format);
    }
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
