package dev.paceline.benchmarks.variants;

import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.time.LocalDate;
import java.util.Set;
import java.util.SplittableRandom;

/** The changes of variants to the columns of a row. */
final class ColumnChanges {
  private static final int ROWS_A_NULL = 10;

  private static final long OUTLYING_KEY = 900_000_000_000_000_000L;
  private static final int OUTLYING_INT_KEY = 2_000_000_000;
  private static final long OUTLYING_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  /** The largest DECIMAL(15,2). */
  private static final long OUTLYING_PRICE = 999_999_999_999_999L;

  /** Factors of prices are smaller, or products would leave 38 digits. */
  private static final long OUTLYING_FACTOR = 99_999_999L;

  private static final Set<String> FACTORS = Set.of("l_quantity", "l_discount", "l_tax");

  private static final Set<String> PRIMARY_KEYS =
      Set.of(
          "r_regionkey",
          "n_nationkey",
          "s_suppkey",
          "c_custkey",
          "p_partkey",
          "ps_partkey",
          "ps_suppkey",
          "o_orderkey",
          "l_orderkey",
          "l_linenumber");

  /** Or a query in ten, which asks for one of them by name, would have an empty answer. */
  private static final Set<String> WITHOUT_NULLS = Set.of("nation", "region");

  private ColumnChanges() {}

  static void addNulls(TableDefinition table, BufferedRow row, SplittableRandom random) {
    if (WITHOUT_NULLS.contains(table.name())) {
      return;
    }
    for (int i = 0; i < table.columnCount(); i++) {
      if (!PRIMARY_KEYS.contains(table.column(i).name()) && random.nextInt(ROWS_A_NULL) == 0) {
        row.setNull(i);
      }
    }
  }

  static void shiftKeys(TableDefinition table, BufferedRow row) {
    for (int i = 0; i < table.columnCount(); i++) {
      if (isKey(table.column(i))) {
        row.setNumber(i, row.number(i) - outlyingKey(table.column(i)));
      }
    }
  }

  static void moveOut(TableDefinition table, BufferedRow row) {
    for (int i = 0; i < table.columnCount(); i++) {
      ColumnDefinition column = table.column(i);
      DataType type = column.type();
      if (isKey(column)) {
        row.setNumber(i, outlyingKey(column));
      } else if (type.equals(DataType.DATE)) {
        row.setNumber(i, OUTLYING_DAY);
      } else if (type.equals(DataType.INT32)) {
        row.setNumber(i, Integer.MAX_VALUE);
      } else if (FACTORS.contains(column.name())) {
        row.setNumber(i, OUTLYING_FACTOR);
      } else {
        row.setNumber(i, OUTLYING_PRICE);
      }
    }
  }

  private static boolean isKey(ColumnDefinition column) {
    return column.name().endsWith("key");
  }

  /** The same wherever a key occurs, so that the outliers of two tables join. */
  private static long outlyingKey(ColumnDefinition key) {
    return key.type().equals(DataType.INT32) ? OUTLYING_INT_KEY : OUTLYING_KEY;
  }
}
