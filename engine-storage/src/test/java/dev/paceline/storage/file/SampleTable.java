package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table with many kinds of columns and blocks, whose rows follow from their number. */
final class SampleTable {
  private static final int BATCH = 100;

  static final TableDefinition DEFINITION =
      new TableDefinition(
          "sample",
          List.of(
              new ColumnDefinition("id", DataType.INT64, false),
              new ColumnDefinition("flag", DataType.BOOLEAN, true),
              new ColumnDefinition("price", DataType.decimal(12, 2), true),
              new ColumnDefinition("wide", DataType.decimal(38, 6), true),
              new ColumnDefinition("ratio", DataType.FLOAT64, true),
              new ColumnDefinition("day", DataType.DATE, false),
              new ColumnDefinition("status", DataType.varchar(10), true),
              new ColumnDefinition("comment", DataType.VARCHAR, true),
              new ColumnDefinition("nothing", DataType.INT32, true)));

  private SampleTable() {}

  /**
   * The values of a row, as {@link ColumnVector#getObject} gives them, but unscaled and as text.
   */
  private static @Nullable Object value(int row, int column) {
    boolean isNull = column != 0 && column != 5 && (row * 7 + column) % 5 == 0;
    return switch (column) {
      case 0 -> 1_000_000_007L * row;
      case 1 -> isNull ? null : row % 3 == 0;
      case 2 -> isNull ? null : 100L * row - 250;
      case 3 -> isNull ? null : BigInteger.ONE.shiftLeft(90).multiply(BigInteger.valueOf(row - 3L));
      case 4 -> isNull ? null : row / 7.0;
      case 5 -> 10_000L + row % 4;
      case 6 -> isNull ? null : List.of("new", "paid", "größer").get(row % 3);
      case 7 -> isNull ? null : "comment on row " + row * 31;
      default -> null;
    };
  }

  static void append(Appender appender, int from, int count) {
    for (int row = from; row < from + count; row++) {
      for (int column = 0; column < DEFINITION.columnCount(); column++) {
        switch (value(row, column)) {
          case null -> appender.setNull(column);
          case Boolean flag -> appender.setBoolean(column, flag);
          case Long number -> appender.setLong(column, number);
          case BigInteger number ->
              appender.setInt128(column, number.shiftRight(64).longValue(), number.longValue());
          case Double number -> appender.setDouble(column, number);
          case Object text ->
              appender.setBytes(column, text.toString().getBytes(StandardCharsets.UTF_8));
        }
      }
      appender.endRow();
    }
  }

  /** Appends rows to the table, which is created if need be, and commits. */
  static void load(Database database, int from, int count) {
    var table = database.table(DEFINITION.name());
    try (Appender appender = table == null ? database.newTable(DEFINITION) : table.appender()) {
      append(appender, from, count);
      appender.commit();
    }
  }

  /** The first rows as {@link #read} would give them. */
  static List<String> rows(int count) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < DEFINITION.columnCount(); column++) {
        text.append(value(row, column)).append('|');
      }
      rows.add(text.toString());
    }
    rows.sort(null);
    return rows;
  }

  /** All rows, sorted; null if there is no such table. Fails if the scan hangs. */
  static @Nullable List<String> read(Database database, MemoryLedger ledger) {
    var table = database.table(DEFINITION.name());
    if (table == null) {
      return null;
    }
    List<String> rows = new ArrayList<>();
    Semaphore available = new Semaphore(0);
    int[] columns = IntStream.range(0, DEFINITION.columnCount()).toArray();
    try (TableSnapshot snapshot = table.snapshot();
        MemoryScope scope = ledger.openScope("reader");
        ChunkSource scan = snapshot.openScan(columns, List.of(), new BitSet())) {
      scan.onAvailable(available::release);
      while (!scan.exhausted()) {
        Chunk chunk = scan.next();
        if (chunk == null) {
          awaitMore(available);
          continue;
        }
        try {
          read(chunk, scope, rows);
        } finally {
          scan.release(chunk);
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  private static void awaitMore(Semaphore available) {
    try {
      assertThat(available.tryAcquire(20, TimeUnit.SECONDS)).as("the scan goes on").isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void read(Chunk chunk, MemoryScope scope, List<String> rows) {
    int columnCount = DEFINITION.columnCount();
    ColumnVector[] vectors = new ColumnVector[columnCount];
    for (int column = 0; column < columnCount; column++) {
      vectors[column] = new ColumnVector(DEFINITION.column(column).type(), scope);
    }
    for (int from = 0; from < chunk.rowCount(); from += BATCH) {
      int count = Math.min(BATCH, chunk.rowCount() - from);
      for (int column = 0; column < columnCount; column++) {
        chunk.column(column).read(from, count, vectors[column]);
      }
      for (int row = 0; row < count; row++) {
        StringBuilder text = new StringBuilder();
        for (ColumnVector vector : vectors) {
          text.append(text(vector, row)).append('|');
        }
        rows.add(text.toString());
      }
    }
  }

  private static String text(ColumnVector vector, int row) {
    if (vector.isNull(row)) {
      return "null";
    }
    return switch (vector.type().family()) {
      case BOOLEAN -> String.valueOf(vector.getBoolean(row));
      case FLOATING -> String.valueOf(vector.getDouble(row));
      case BYTES -> new String(vector.getBytes(row), StandardCharsets.UTF_8);
      case INTEGRAL ->
          vector.getObject(row) instanceof BigDecimal decimal
              ? decimal.unscaledValue().toString()
              : String.valueOf(vector.getLong(row));
    };
  }
}
