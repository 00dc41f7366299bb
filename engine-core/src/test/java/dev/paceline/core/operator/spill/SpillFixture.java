package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A query with temporary files, and rows of all types. */
final class SpillFixture implements AutoCloseable {
  static final List<DataType> TYPES =
      List.of(
          DataType.BOOLEAN,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.DATE,
          DataType.TIMESTAMP,
          DataType.decimal(9, 2),
          DataType.decimal(18, 2),
          DataType.decimal(38, 3),
          DataType.FLOAT64,
          DataType.VARCHAR,
          DataType.VARCHAR);

  final TemporaryStorage storage;
  final QueryContext query;

  SpillFixture(MemoryLedger ledger, Path directory, int batchRows) {
    storage = new TemporaryStorage(directory, 1L << 30);
    query =
        QueryContext.open(
            "spill test",
            ledger.openBudget(1),
            storage,
            new CancellationToken(),
            batchRows,
            0,
            ZoneOffset.UTC,
            Set.of());
  }

  WorkerContext worker() {
    return new WorkerContext(query, query.memory());
  }

  @Override
  public void close() {
    query.close();
  }

  /**
   * Rows of {@link #TYPES}.
   *
   * @param longStrings whether some have more than 64 KB
   */
  static List<@Nullable Object[]> rows(Random random, int count, boolean longStrings) {
    boolean constants = random.nextInt(3) == 0;
    int nulls = random.nextInt(3);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      @Nullable Object[] row = {
        random.nextBoolean(),
        (long) (byte) random.nextInt(),
        (long) (short) random.nextInt(),
        i % 7 == 0 ? Integer.MIN_VALUE + random.nextLong(3) : (long) random.nextInt(),
        i % 7 == 1 ? Long.MAX_VALUE - random.nextInt(3) : random.nextLong(),
        9000L + random.nextInt(200),
        1_700_000_000_000L + random.nextInt(),
        BigDecimal.valueOf(random.nextInt(), 2).remainder(BigDecimal.valueOf(9_999_999)),
        BigDecimal.valueOf(random.nextLong() >> 5, 2),
        new BigDecimal(new BigInteger(random.nextInt(120), random), 3)
            .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1)),
        switch (random.nextInt(8)) {
          case 0 -> Double.NaN;
          case 1 -> -0.0;
          case 2 -> Double.NEGATIVE_INFINITY;
          default -> random.nextGaussian();
        },
        longStrings && random.nextInt(40) == 0
            ? "long".repeat(17_000 + random.nextInt(9_000))
            : "text " + random.nextInt(40),
        random.nextInt(3) == 0 ? "" : "é".repeat(random.nextInt(40)),
      };
      for (int column = 0; column < row.length; column++) {
        if (nulls > 0 && random.nextInt(nulls == 1 ? 8 : 2) == 0) {
          row[column] = null;
        }
        if (constants && column % 2 == 0 && i > 0) {
          row[column] = rows.getFirst()[column];
        }
      }
      rows.add(row);
    }
    return rows;
  }

  /** What holds for every vector, beside its values. */
  static void checkContract(Batch batch) {
    for (int i = 0; i < batch.columnCount(); i++) {
      ColumnVector vector = batch.column(i);
      for (int row = 0; row < batch.rowCount(); row++) {
        if (vector.type().family() == TypeFamily.INTEGRAL) {
          checkBounds(vector, row);
        } else if (vector.type().family() == TypeFamily.BYTES) {
          // also under NULLs
          long view = vector.getView(row);
          if (StringView.offset(view) + StringView.length(view) > vector.valueHeap().byteSize()) {
            throw new AssertionError("row " + row + " has a view outside its heap: " + vector);
          }
        }
      }
    }
  }

  private static void checkBounds(ColumnVector vector, int row) {
    if (!vector.hasBounds() || vector.isNull(row)) {
      return;
    }
    long value = vector.getLong(row);
    if (vector.getHigh(row) != value >> 63 || value < vector.min() || value > vector.max()) {
      throw new AssertionError("row " + row + " is outside its vector's bounds: " + vector);
    }
  }
}
