package dev.paceline.core.operator.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class RowStoreTest {
  private static final DataType WIDE = DataType.decimal(38, 2);
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT32,
          DataType.INT64,
          WIDE,
          DataType.FLOAT64,
          DataType.BOOLEAN,
          DataType.VARCHAR,
          DataType.VARCHAR,
          DataType.VARCHAR);

  @Test
  void givesBackWhatWasAppended(MemoryLedger ledger) {
    int[] sizes = {0, 1, 3, 63, 64, 65, 2047, 2048, 2049, 5000, 9001};
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      int rows = sizes[random.nextInt(sizes.length)];
      int batchRows = rows > 100 ? 2048 : 1 + random.nextInt(70);
      try (QueryContext query = open(ledger, batchRows);
          WorkerContexts workers = new WorkerContexts(ledger, query, 1 + random.nextInt(3))) {
        appendAndRead(query, workers, rows, random, seed);
      }
    }
  }

  private static void appendAndRead(
      QueryContext query, WorkerContexts workers, int rows, Random random, int seed) {
    RowCollector collector = new RowCollector(TYPES, query, "test");
    List<RowPart> parts = new ArrayList<>();
    List<List<List<@Nullable Object>>> expected = new ArrayList<>();
    for (WorkerContext context : workers.contexts) {
      parts.add(collector.newPart(context));
      expected.add(new ArrayList<>());
    }
    int nullPercent = random.nextInt(3) * 20;
    boolean flatText = random.nextBoolean();
    for (int at = 0; at < rows; ) {
      int worker = random.nextInt(parts.size());
      int count = Math.min(rows - at, 1 + random.nextInt(query.batchRows()));
      Vectors vectors = new Vectors(workers.contexts.get(worker).memory());
      List<ColumnVector> columns = new ArrayList<>();
      List<List<@Nullable Object>> values = new ArrayList<>();
      for (int column = 0; column < TYPES.size(); column++) {
        Object[] data = new Object[count];
        for (int i = 0; i < count; i++) {
          data[i] = random.nextInt(100) < nullPercent ? null : value(column, random);
        }
        DataType type = TYPES.get(column);
        boolean constant = random.nextInt(8) == 0;
        if (constant) {
          java.util.Arrays.fill(data, data[0]);
        }
        columns.add(
            constant
                ? vectors.constant(type, data[0])
                : column == 0
                    ? vectors.affine(type, 2, -5, 3, data)
                    : column == 5 || column == 6 && !flatText
                        ? vectors.dictionary(type, 4, false, data)
                        : vectors.of(type, data));
        values.add(java.util.Arrays.asList(data));
      }
      Selection selection = new Selection(workers.contexts.get(worker).memory(), query.batchRows());
      Bitmaps.zero(selection.bitmap(), 0, count);
      boolean all = random.nextBoolean();
      List<List<@Nullable Object>> target = expected.get(worker);
      for (int i = 0; i < count; i++) {
        if (all || random.nextBoolean()) {
          Bitmaps.set(selection.bitmap(), 0, i);
          List<@Nullable Object> row = new ArrayList<>();
          for (List<@Nullable Object> column : values) {
            row.add(column.get(i));
          }
          target.add(row);
        }
      }
      int selected = selection.update(count);
      if (selected > 0) {
        parts
            .get(worker)
            .append(
                new Batch(columns.toArray(ColumnVector[]::new))
                    .set(count, selected == count ? null : selection));
      }
      at += count;
    }
    List<List<@Nullable Object>> all = expected.stream().flatMap(List::stream).toList();
    assertThat(collector.rowCount()).isEqualTo(all.size());
    for (FinishOrder order : collector.combine()) {
      order.run(workers.contexts.getFirst());
    }
    check(collector.store(), all, query, workers.contexts.getFirst(), random, seed);
  }

  private static void check(
      RowStore store,
      List<List<@Nullable Object>> rows,
      QueryContext query,
      WorkerContext context,
      Random random,
      int seed) {
    assertThat(store.rowCount()).isEqualTo(rows.size());
    if (rows.isEmpty()) {
      return;
    }
    int capacity = query.batchRows();
    for (int column = 0; column < TYPES.size(); column++) {
      int index = column;
      IntFunction<@Nullable Object> expected = row -> rows.get(row).get(index);
      ColumnVector out = new ColumnVector(TYPES.get(column), context.memory());
      for (int trial = 0; trial < 4; trial++) {
        int from = random.nextInt(rows.size());
        int count = Math.min(capacity, rows.size() - from);
        store.window(column, from, count, out);
        for (int i = 0; i < count; i++) {
          assertThat(out.getObject(i))
              .as("window at %d, row %d, column %d, seed %d", from, i, column, seed)
              .isEqualTo(expected.apply(from + i));
        }
        MemorySegment ids = context.memory().allocate(4L * capacity);
        MemorySegment missing = context.memory().allocateZeroed(Bitmaps.bytes(capacity));
        for (int i = 0; i < capacity; i++) {
          ids.set(ValueLayout.JAVA_INT, 4L * i, random.nextInt(rows.size()));
          if (random.nextInt(5) == 0) {
            Bitmaps.set(missing, 0, i);
          }
        }
        store.gather(column, ids, trial == 0 ? null : missing, capacity, out, capacity);
        for (int i = 0; i < capacity; i++) {
          int id = ids.get(ValueLayout.JAVA_INT, 4L * i);
          boolean isMissing = trial != 0 && Bitmaps.get(missing, 0, i);
          assertThat(out.getObject(i))
              .as("gathered row %d, column %d, seed %d", id, column, seed)
              .isEqualTo(isMissing ? null : expected.apply(id));
        }
        store.constant(column, from, out);
        assertThat(out.getObject(0)).as("seed %d", seed).isEqualTo(expected.apply(from));
      }
      ColumnVector whole = store.column(column);
      if (whole.hasBounds()) {
        List<Object> present = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
          if (expected.apply(row) != null) {
            present.add(whole.getLong(row));
          }
        }
        assertThat(whole.min())
            .as("seed %d", seed)
            .isEqualTo(present.stream().mapToLong(value -> (Long) value).min().orElseThrow());
        assertThat(whole.max())
            .as("seed %d", seed)
            .isEqualTo(present.stream().mapToLong(value -> (Long) value).max().orElseThrow());
      }
    }
  }

  private static Object value(int column, Random random) {
    return switch (column) {
      case 0 -> -5L + 3 * random.nextInt(60_000);
      case 1 -> random.nextBoolean() ? random.nextLong() : (Long) 3L;
      case 2 ->
          random.nextInt(50) == 0
              ? new BigDecimal("-12345678901234567890123.45")
              : new BigDecimal("7.25");
      case 3 -> random.nextDouble();
      case 4 -> random.nextBoolean();
      case 5 -> "entry " + random.nextInt(12);
      case 6 -> "text " + random.nextInt(500);
      default -> "x".repeat(random.nextInt(30));
    };
  }

  @Test
  void lanesBecomeAsNarrowAsTheValues(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 16);
        WorkerContexts workers = new WorkerContexts(ledger, query, 1)) {
      WorkerContext context = workers.contexts.getFirst();
      Vectors vectors = new Vectors(context.memory());
      List<DataType> types =
          List.of(DataType.INT64, DataType.INT64, DataType.INT64, WIDE, DataType.VARCHAR);
      RowCollector collector = new RowCollector(types, query, "test");
      BigDecimal some = new BigDecimal("5.00");
      collector
          .newPart(context)
          .append(
              new Batch(
                      vectors.of(DataType.INT64, 1_000_000L, 1_000_255L),
                      vectors.of(DataType.INT64, -5L, 60_000L),
                      vectors.of(DataType.INT64, Long.MIN_VALUE, Long.MAX_VALUE),
                      vectors.int128s(WIDE, some, some),
                      vectors.dictionary(DataType.VARCHAR, 4, true, "a", "b"))
                  .set(2, null));
      RowStore store = collector.combineNow();
      assertThat(store.column(0).width()).isEqualTo(1);
      assertThat(store.column(1).width()).isEqualTo(2);
      assertThat(store.column(2).width()).isEqualTo(8);
      assertThat(store.column(3).width()).isEqualTo(1);
      assertThat(store.column(4).form()).isEqualTo(Form.DICTIONARY);
    }
  }

  private static QueryContext open(MemoryLedger ledger, int batchRows) {
    return QueryContext.open("rows", ledger, new CancellationToken(), batchRows, 0, ZoneOffset.UTC);
  }

  private static final class WorkerContexts implements AutoCloseable {
    private final List<WorkerContext> contexts = new ArrayList<>();

    WorkerContexts(MemoryLedger ledger, QueryContext query, int count) {
      for (int i = 0; i < count; i++) {
        contexts.add(new WorkerContext(query, ledger.openScope("worker " + i)));
      }
    }

    @Override
    public void close() {
      contexts.forEach(context -> context.memory().close());
    }
  }
}
