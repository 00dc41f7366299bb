package dev.paceline.calcite.sql.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * Names of the columns of a table that a query stands for. The first column of a name keeps it;
 * another column {@code a} is called {@code a_1}, or has the first such number that is free, as in
 * DuckDB.
 */
public final class DistinctNames {
  private DistinctNames() {}

  /** Returns the names of which no two are equal, whatever their case. */
  public static List<String> of(List<String> names) {
    Map<String, Integer> numbers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER); // the next ones
    List<String> distinct = new ArrayList<>(names.size());
    for (String name : names) {
      String free = name;
      while (numbers.putIfAbsent(free, 1) != null) {
        free = name + "_" + (numbers.merge(name, 1, Integer::sum) - 1);
      }
      distinct.add(free);
    }
    return distinct;
  }

  /** Returns the type of the same rows whose columns have such names. */
  public static RelDataType of(RelDataType rows, RelDataTypeFactory types) {
    List<String> names = rows.getFieldNames();
    List<String> distinct = of(names);
    return distinct.equals(names)
        ? rows
        : types.createStructType(
            rows.getStructKind(),
            rows.getFieldList().stream().map(RelDataTypeField::getType).toList(),
            distinct);
  }
}
