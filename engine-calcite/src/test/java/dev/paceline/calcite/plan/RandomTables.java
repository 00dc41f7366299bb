package dev.paceline.calcite.plan;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/**
 * The same random rows, with NULLs and duplicates, in a table of the engine and in one of
 * Calcite's.
 */
final class RandomTables {
  private static final List<ColumnDefinition> COLUMNS =
      List.of(
          new ColumnDefinition("id", DataType.INT32, false),
          new ColumnDefinition("k", DataType.INT32, true),
          new ColumnDefinition("big", DataType.INT64, true),
          new ColumnDefinition("price", DataType.decimal(9, 2), true),
          new ColumnDefinition("name", DataType.varchar(20), true),
          new ColumnDefinition("code", DataType.character(3), true),
          new ColumnDefinition("born", DataType.DATE, true),
          new ColumnDefinition("ratio", DataType.FLOAT64, true),
          new ColumnDefinition("flag", DataType.BOOLEAN, true));

  private static final String[] NAMES = {
    "", "anna", "Bert", "carl", "dora%", "émile", "anna maria"
  };

  private RandomTables() {}

  /** Adds a table of the same name to a database and to two schemas. */
  static void add(
      String name, int rows, Random random, Database database, SchemaPlus ours, SchemaPlus theirs) {
    List<@Nullable Object[]> values = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      values.add(row(i, random));
    }
    Table table = database.createTable(new TableDefinition(name, COLUMNS));
    try (Appender appender = table.appender()) {
      for (Object[] row : values) {
        append(appender, row);
      }
      appender.commit();
    }
    PacelineTable stored = new PacelineTable(new StoredTable(table));
    ours.add(name, stored);
    theirs.add(name, new ListTable(stored, values));
  }

  private static @Nullable Object[] row(int id, Random random) {
    @Nullable Object[] row = {
      id,
      random.nextInt(12),
      (long) random.nextInt(5) * 1_000_000_000_000L - 1_000_000_000_000L,
      BigDecimal.valueOf(random.nextInt(2_000) - 500, 2),
      NAMES[random.nextInt(NAMES.length)],
      new String[] {"x  ", "yy ", "zzz"}[random.nextInt(3)],
      random.nextInt(60),
      random.nextInt(8) / 4.0,
      random.nextBoolean()
    };
    for (int i = 1; i < row.length; i++) {
      if (random.nextInt(8) == 0) {
        row[i] = null;
      }
    }
    return row;
  }

  private static void append(Appender appender, @Nullable Object[] row) {
    for (int i = 0; i < row.length; i++) {
      switch (row[i]) {
        case null -> appender.setNull(i);
        case Integer value -> appender.setLong(i, value);
        case Long value -> appender.setLong(i, value);
        case BigDecimal value -> appender.setLong(i, value.unscaledValue().longValueExact());
        case Double value -> appender.setDouble(i, value);
        case Boolean value -> appender.setBoolean(i, value);
        default -> appender.setBytes(i, row[i].toString().getBytes(StandardCharsets.UTF_8));
      }
    }
    appender.endRow();
  }

  private record StoredTable(Table table) implements TableSource {
    @Override
    public String name() {
      return table.definition().name();
    }

    @Override
    public List<Column> columns() {
      return table.definition().columns().stream()
          .map(column -> new Column(column.name(), column.type(), column.nullable()))
          .toList();
    }

    @Override
    public ScanTarget snapshot() {
      return table.snapshot();
    }

    @Override
    public long rowCount() {
      try (TableSnapshot snapshot = table.snapshot()) {
        return snapshot.rowCount();
      }
    }

    @Override
    public ColumnStatistics statistics(int column) {
      try (TableSnapshot snapshot = table.snapshot()) {
        return snapshot.statistics(column);
      }
    }
  }

  private static final class ListTable extends AbstractTable implements ScannableTable {
    private final PacelineTable type;
    private final List<@Nullable Object[]> rows;

    ListTable(PacelineTable type, List<@Nullable Object[]> rows) {
      this.type = type;
      this.rows = rows;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
      return type.getRowType(typeFactory);
    }

    @Override
    public Enumerable<@Nullable Object[]> scan(DataContext root) {
      return Linq4j.asEnumerable(rows);
    }
  }
}
