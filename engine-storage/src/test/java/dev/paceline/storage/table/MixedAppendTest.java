package dev.paceline.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and batches, one behind the other in any mixture, are the rows that were given. */
@ExtendWith(LedgerExtension.class)
class MixedAppendTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT64,
          DataType.decimal(38, 0),
          DataType.FLOAT64,
          DataType.BOOLEAN,
          DataType.VARCHAR,
          DataType.VARCHAR,
          DataType.VARCHAR,
          DataType.character(12));

  private static final TableDefinition TABLE = definition();

  private static TableDefinition definition() {
    List<ColumnDefinition> columns = new ArrayList<>();
    for (int i = 0; i < TYPES.size(); i++) {
      columns.add(new ColumnDefinition("c" + i, TYPES.get(i), true));
    }
    return new TableDefinition("t", columns);
  }

  private final List<List<@Nullable Object>> expected = new ArrayList<>();

  /** Strings whose ends are equal, of all short lengths and some long ones. */
  private static String text(int number) {
    int length = number % 3 == 0 ? number % 40 : number % 151;
    char middle = (char) ('a' + number % 7);
    return "prefix of 8 bytes".repeat(9).substring(0, length / 2)
        + (length % 2 == 0 ? "" : middle)
        + "and the end of it".repeat(9).substring(0, length / 2);
  }

  private static @Nullable Object value(int column, int row, double nulls, Random random) {
    if (random.nextDouble() < nulls) {
      return null;
    }
    return switch (column) {
      case 0 -> random.nextLong() >> random.nextInt(64);
      case 1 -> // wide values come late in a row group
          row % 5000 < 4000
              ? new BigDecimal(random.nextInt(1000) - 500)
              : new BigDecimal(new BigInteger(120, random).subtract(BigInteger.ONE.shiftLeft(119)));
      case 2 -> random.nextGaussian();
      case 3 -> random.nextBoolean();
      case 4 -> text(random.nextInt(200));
      case 5 -> "row " + random.nextInt() + text(random.nextInt(50));
      case 6 -> text(row % 20_000 < 9000 ? random.nextInt(5) : random.nextInt(100_000));
      default -> {
        String value = "ä" + random.nextInt(300);
        yield value + " ".repeat(12 - value.length());
      }
    };
  }

  private static void set(Appender appender, int column, @Nullable Object value, Random random) {
    switch (value) {
      case null -> {
        if (random.nextBoolean()) {
          appender.setNull(column); // else not set, which is the same
        }
      }
      case Long number -> appender.setLong(column, number);
      case BigDecimal number -> {
        BigInteger unscaled = number.unscaledValue();
        appender.setInt128(column, unscaled.shiftRight(64).longValue(), unscaled.longValue());
      }
      case Double number -> appender.setDouble(column, number);
      case Boolean truth -> appender.setBoolean(column, truth);
      default -> {
        byte[] bytes = ((String) value).stripTrailing().getBytes(StandardCharsets.UTF_8);
        byte[] longer = new byte[bytes.length + random.nextInt(9)];
        int offset = random.nextInt(longer.length - bytes.length + 1);
        System.arraycopy(bytes, 0, longer, offset, bytes.length);
        appender.setBytes(column, longer, offset, bytes.length);
      }
    }
  }

  private void appendRow(Appender appender, Random random, double nulls) {
    for (int column = 0; column < TYPES.size(); column++) {
      Object value = value(column, expected.get(column).size(), nulls, random);
      if (value instanceof String text && column < 7) {
        value = text.stripTrailing();
      }
      set(appender, column, value, random);
      expected.get(column).add(value);
    }
    appender.endRow();
  }

  private void appendBatch(
      Appender appender, int rows, MemoryLedger ledger, Random random, double nulls) {
    try (MemoryScope scope = ledger.openScope("batch")) {
      ColumnVector[] vectors = new ColumnVector[TYPES.size()];
      for (int column = 0; column < vectors.length; column++) {
        Object[] values = new Object[rows];
        for (int i = 0; i < rows; i++) {
          values[i] = value(column, expected.get(column).size(), nulls, random);
          expected.get(column).add(values[i]);
        }
        Vectors maker = new Vectors(scope);
        vectors[column] =
            column == 4 && random.nextBoolean()
                ? maker.dictionary(TYPES.get(column), 2, random.nextBoolean(), values)
                : maker.of(TYPES.get(column), values);
      }
      appender.append(new Batch(vectors).set(rows, null));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldGiveBackAllRows(long seed, MemoryLedger ledger) {
    Random random = new Random(seed);
    double nulls = seed == 1 ? 0 : 0.2;
    TYPES.forEach(type -> expected.add(new ArrayList<>()));
    try (Database database = Database.inMemory(ledger)) {
      try (Appender appender = database.newTable(TABLE)) {
        int total = seed == 3 ? RowGroup.MAX_ROWS + 3000 : 30_000;
        while (expected.getFirst().size() < total) {
          if (random.nextInt(8) == 0) {
            appendBatch(appender, 1 + random.nextInt(3000), ledger, random, nulls);
          } else {
            for (int rows = random.nextInt(2000); rows >= 0; rows--) {
              appendRow(appender, random, nulls);
            }
          }
        }
        appender.commit();
      }
      try (TableSnapshot snapshot = database.table("t").snapshot()) {
        for (int column = 0; column < TYPES.size(); column++) {
          assertThat(TableReader.column(snapshot, column, 2048, ledger))
              .as("column %d, seed %d", column, seed)
              .isEqualTo(expected.get(column));
        }
      }
    }
  }
}
