package dev.paceline.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableReader;
import dev.paceline.storage.table.TableSnapshot;
import io.trino.tpch.LineItem;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class DataSetLoaderTest {
  private static final double SCALE_FACTOR = 0.01;

  @Test
  void shouldLoadWhatTheGeneratorMakes(MemoryLedger ledger) {
    Map<String, Long> progress = new ConcurrentHashMap<>();
    try (Database database = Database.inMemory(ledger)) {
      DataSetLoader.load(
          database,
          DataSet.TPCH,
          SCALE_FACTOR,
          3,
          (table, done, total) -> progress.merge(table, done, Math::max));
      assertThat(database.tables())
          .extracting(table -> table.definition().name())
          .containsExactly(
              "customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier");
      Map<String, Long> rows = new ConcurrentHashMap<>();
      for (Table table : database.tables()) {
        try (TableSnapshot snapshot = table.snapshot()) {
          rows.put(table.definition().name(), snapshot.rowCount());
        }
      }
      assertThat(rows)
          .isEqualTo(
              Map.of(
                  "customer",
                  1500L,
                  "lineitem",
                  60_175L,
                  "nation",
                  25L,
                  "orders",
                  15_000L,
                  "part",
                  2000L,
                  "partsupp",
                  8000L,
                  "region",
                  5L,
                  "supplier",
                  100L))
          .isEqualTo(progress);
      try (TableSnapshot lineitem = Objects.requireNonNull(database.table("lineitem")).snapshot()) {
        assertColumn(lineitem, 0, LineItem::orderKey, ledger);
        assertColumn(lineitem, 4, line -> BigDecimal.valueOf(line.quantity() * 100, 2), ledger);
        assertColumn(
            lineitem, 5, line -> BigDecimal.valueOf(line.extendedPriceInCents(), 2), ledger);
        assertColumn(lineitem, 10, line -> (long) line.shipDate(), ledger);
        assertColumn(lineitem, 14, LineItem::shipMode, ledger);
        assertColumn(lineitem, 15, LineItem::comment, ledger);
        ColumnStatistics keys = lineitem.statistics(0);
        assertThat(keys.sorted()).isTrue();
        assertThat(keys.maxLong()).isEqualTo(60_000);
      }
      assertThatThrownBy(
              () -> DataSetLoader.load(database, DataSet.TPCH, SCALE_FACTOR, 1, (t, d, n) -> {}))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_EXISTS));
    }
  }

  private static void assertColumn(
      TableSnapshot snapshot, int column, Function<LineItem, Object> value, MemoryLedger ledger) {
    List<@Nullable Object> expected = new ArrayList<>();
    for (LineItem line : TpchTable.LINE_ITEM.createGenerator(SCALE_FACTOR, 1, 1)) {
      expected.add(value.apply(line));
    }
    assertThat(TableReader.column(snapshot, column, 2048, ledger)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldLoadTheStarSchemaWithAnyNumberOfThreads(int threads, MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      DataSetLoader.load(database, DataSet.SSB, 0.002, threads, (t, d, n) -> {});
      assertThat(database.tables())
          .extracting(table -> table.definition().name())
          .containsExactly("customer", "dates", "lineorder", "part", "supplier");
      for (GeneratedTable table : DataSet.SSB.tables()) {
        List<List<Object>> rows = GeneratedRows.of(table, 0.002, 5);
        String name = table.definition().name();
        try (TableSnapshot snapshot = Objects.requireNonNull(database.table(name)).snapshot()) {
          for (int i = 0; i < table.definition().columnCount(); i++) {
            int column = i;
            assertThat(TableReader.column(snapshot, column, 2048, ledger))
                .as(table.definition().column(column).name())
                .isEqualTo(rows.stream().map(row -> row.get(column)).toList());
          }
        }
      }
    }
  }

  @Test
  void shouldLeaveNothingBehindWhenMemoryEnds() {
    try (MemoryLedger small = new MemoryLedger(20 << 20)) {
      try (Database database = Database.inMemory(small)) {
        assertThatThrownBy(
                () -> DataSetLoader.load(database, DataSet.TPCH, 0.05, 2, (t, d, n) -> {}))
            .isInstanceOfSatisfying(
                PacelineException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT));
        assertThat(database.tables()).isEmpty();
        assertThat(small.usedBytes()).isZero();
      }
    }
  }

  @Test
  void shouldRefuseAScaleFactorThatMakesNoSense(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      assertThatThrownBy(
              () -> DataSetLoader.load(database, DataSet.TPCH, Double.NaN, 1, (t, d, n) -> {}))
          .isInstanceOfSatisfying(
              PacelineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
  }
}
