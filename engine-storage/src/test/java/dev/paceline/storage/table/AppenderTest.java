package dev.paceline.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class AppenderTest {
  private static TableDefinition table(String name, DataType type, boolean nullable) {
    return new TableDefinition(name, List.of(new ColumnDefinition("c", type, nullable)));
  }

  private static void insert(Table table, long from, long count) {
    try (Appender appender = table.appender()) {
      for (long value = from; value < from + count; value++) {
        appender.setLong(0, value);
        appender.endRow();
      }
      appender.commit();
    }
  }

  private static List<@Nullable Object> rows(Table table, MemoryLedger ledger) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return TableReader.column(snapshot, 0, 2048, ledger);
    }
  }

  private static List<@Nullable Object> numbers(long count) {
    return new ArrayList<>(LongStream.range(0, count).boxed().toList());
  }

  @Test
  void shouldMergeSmallAppendsIntoFewRowGroupsInOrder(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      Table table = database.createTable(table("t", DataType.INT64, false));
      assertThat(rows(table, ledger)).isEmpty();
      for (int i = 0; i < 300; i++) {
        insert(table, i, 1);
      }
      insert(table, 300, 140_000);
      insert(table, 140_300, 7);
      assertThat(rows(table, ledger)).isEqualTo(numbers(140_307));
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowGroupCount()).isLessThanOrEqualTo(12);
        assertThat(snapshot.statistics(0).maxLong()).isEqualTo(140_306);
        assertThat(snapshot.statistics(0).sorted()).isTrue();
        assertThat(snapshot.statistics(0).distinctEstimate()).isBetween(125_000L, 140_307L);
      }
    }
  }

  /** By batches, by single rows and by merges of small row groups. */
  @Test
  void shouldKeepRowGroupsAsSmallAsItIsTold(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      database.setRowGroupRows(700);
      Table table = database.createTable(table("t", DataType.INT32, true));
      insert(table, 0, 5_000);
      for (int i = 0; i < 200; i++) {
        insert(table, 5_000 + i * 7, 7);
      }
      assertThat(rows(table, ledger)).isEqualTo(numbers(6_400));
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowGroupCount()).isBetween(10, 30);
      }
    }
  }

  @Test
  void shouldTellTheRangeOfAllRowGroups(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      Table table = database.createTable(table("t", DataType.decimal(9, 2), true));
      assertThat(range(table)).isNull();
      try (Appender appender = table.appender()) {
        for (int i = 0; i < RowGroup.MAX_ROWS; i++) {
          appender.endRow(); // a row group of NULLs
        }
        appender.commit();
      }
      assertThat(range(table)).isNull();
      insert(table, 500, RowGroup.MAX_ROWS);
      insert(table, -3, 10);
      assertThat(range(table)).isEqualTo(new ValueRange(-3, 499 + RowGroup.MAX_ROWS));

      Table text = database.createTable(table("s", DataType.varchar(3), true));
      try (Appender appender = text.appender()) {
        appender.endRow();
        appender.setBytes(0, new byte[] {'x'});
        appender.endRow();
        appender.commit();
      }
      assertThat(range(text)).isNull();
    }
  }

  private static @Nullable ValueRange range(Table table) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return snapshot.range(0);
    }
  }

  @Test
  void shouldAppendBatchesWithSelectionsAcrossRowGroups(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger);
        MemoryScope scope = ledger.openScope("test")) {
      Table table = database.createTable(table("t", DataType.INT32, true));
      Object[] values = new Object[2000];
      for (int i = 0; i < values.length; i++) {
        values[i] = i % 7 == 0 ? null : (Object) (long) i;
      }
      ColumnVector vector = new Vectors(scope).of(DataType.INT32, values);
      Selection even = new Selection(scope, values.length);
      even.selectAll(values.length);
      for (int i = 1; i < values.length; i += 2) {
        dev.paceline.core.column.Bitmaps.clear(even.bitmap(), 0, i);
      }
      even.update(values.length);
      List<@Nullable Object> expected = new ArrayList<>();
      try (Appender appender = table.appender()) {
        for (int i = 0; i < 140; i++) {
          appender.append(new Batch(vector).set(values.length, i % 2 == 0 ? even : null));
          for (int row = 0; row < values.length; row += i % 2 == 0 ? 2 : 1) {
            expected.add(values[row]);
          }
        }
        assertThat(appender.rowCount()).isEqualTo(expected.size());
        appender.commit();
      }
      assertThat(rows(table, ledger)).isEqualTo(expected);
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowGroupCount()).isEqualTo(2);
      }
    }
  }

  @Test
  void shouldKeepThePartsOfAParallelAppendInOrder(MemoryLedger ledger) throws Exception {
    try (Database database = Database.inMemory(ledger);
        Appender appender = database.newTable(table("t", DataType.INT64, false))) {
      appender.setLong(0, 0);
      appender.endRow();
      try (var executor = Executors.newFixedThreadPool(3)) {
        for (int part = 0; part < 8; part++) {
          Appender rows = appender.fork();
          long from = 1 + part * 1000L;
          executor.submit(
              () -> {
                for (long value = from; value < from + 1000; value++) {
                  rows.setLong(0, value);
                  rows.endRow();
                }
                rows.finish();
              });
        }
      }
      assertThat(database.table("t")).isNull();
      appender.commit();
      Table table = database.table("t");
      assertThat(table).isNotNull();
      assertThat(rows(table, ledger)).isEqualTo(numbers(8001));
    }
  }

  @Test
  void shouldChangeNothingWithoutACommit(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      Table table = database.createTable(table("t", DataType.INT64, false));
      insert(table, 0, 10);
      try (Appender appender = table.appender()) {
        for (int i = 0; i < 200_000; i++) {
          appender.setLong(0, i);
          appender.endRow();
        }
        appender.fork().finish();
      }
      assertThat(rows(table, ledger)).isEqualTo(numbers(10));
    }
  }

  @Test
  void shouldLeaveTheDatabaseAsItWasWhenMemoryEnds() {
    try (MemoryLedger small = new MemoryLedger(6 << 20)) {
      try (Database database = Database.inMemory(small)) {
        Table table = database.createTable(table("t", DataType.INT64, false));
        insert(table, 0, 10);
        assertThatThrownBy(() -> insertNoise(table))
            .isInstanceOfSatisfying(
                PacelineException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT));
        assertThat(rows(table, small)).isEqualTo(numbers(10));
      }
      assertThat(small.usedBytes()).isZero();
    }
  }

  private static void insertNoise(Table table) {
    try (Appender appender = table.appender()) {
      for (long i = 0; i < 1_000_000; i++) {
        appender.setLong(0, i * 0x9E3779B97F4A7C15L);
        appender.endRow();
      }
      appender.commit();
    }
  }

  @Test
  void shouldKeepRowsForOpenSnapshotsAndScans(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      Table table = database.createTable(table("t", DataType.INT64, false));
      insert(table, 0, 100);
      TableSnapshot before = table.snapshot();
      insert(table, 100, 100);
      database.dropTable("t");
      assertThatThrownBy(table::snapshot)
          .isInstanceOfSatisfying(
              PacelineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
      assertThat(TableReader.column(before, 0, 64, ledger)).isEqualTo(numbers(100));
      ChunkSource scan = before.openScan(new int[] {0}, List.of(), new BitSet());
      before.close();
      before.close();
      Chunk chunk = scan.next();
      assertThat(chunk).isNotNull();
      scan.close();
      assertThat(ledger.usedBytes()).isPositive();
      scan.release(chunk);
      assertThat(ledger.usedBytes()).isZero();
      assertThatThrownBy(() -> before.openScan(new int[] {0}, List.of(), new BitSet()))
          .hasMessageContaining("closed");
    }
  }

  @Test
  void shouldRefuseTablesThatExistAndTablesThatDoNot(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      database.createTable(table("b", DataType.INT64, false));
      database.createTable(table("a", DataType.INT64, false));
      assertThat(database.tables())
          .extracting(t -> t.definition().name())
          .containsExactly("a", "b");
      assertCode(
          () -> database.createTable(table("a", DataType.INT64, true)), ErrorCode.TABLE_EXISTS);
      assertCode(() -> database.newTable(table("a", DataType.INT64, true)), ErrorCode.TABLE_EXISTS);
      assertCode(() -> database.dropTable("A"), ErrorCode.UNKNOWN_TABLE);
      try (Appender late = database.newTable(table("c", DataType.INT64, true))) {
        database.createTable(table("c", DataType.INT64, false));
        late.setNull(0);
        late.endRow();
        assertCode(late::commit, ErrorCode.TABLE_EXISTS);
      }
    }
  }

  private static void assertCode(Runnable action, ErrorCode code) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(PacelineException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** Appends rows, the last of which must fail with this code and name its place. */
  private static void assertRefused(
      MemoryLedger ledger,
      DataType type,
      boolean nullable,
      ErrorCode code,
      java.util.function.Consumer<Appender> good,
      java.util.function.Consumer<Appender> bad) {
    try (Database database = Database.inMemory(ledger)) {
      Table table = database.createTable(table("t", type, nullable));
      try (Appender appender = table.appender()) {
        for (int i = 0; i < 3; i++) {
          good.accept(appender);
          appender.endRow();
        }
        assertThatThrownBy(
                () -> {
                  bad.accept(appender);
                  appender.endRow();
                  appender.commit();
                })
            .hasMessageContaining("table t, column c, row 4")
            .isInstanceOfSatisfying(
                PacelineException.class, e -> assertThat(e.code()).isEqualTo(code));
        assertThatThrownBy(appender::commit).hasMessageContaining("failed");
      }
      assertThat(rows(table, ledger)).isEmpty();
    }
  }

  @Test
  void shouldNameThePlaceOfValuesThatDoNotFit(MemoryLedger ledger) {
    assertRefused(
        ledger, DataType.INT64, false, ErrorCode.NOT_NULL_VIOLATION, a -> a.setLong(0, 1), a -> {});
    assertRefused(
        ledger,
        DataType.INT8,
        true,
        ErrorCode.NUMERIC_OVERFLOW,
        a -> a.setLong(0, -128),
        a -> a.setLong(0, 128));
    assertRefused(
        ledger,
        DataType.INT32,
        true,
        ErrorCode.NUMERIC_OVERFLOW,
        a -> a.setLong(0, 5),
        a -> a.setInt128(0, 1, 0));
    assertRefused(
        ledger,
        DataType.decimal(4, 2),
        true,
        ErrorCode.NUMERIC_OVERFLOW,
        a -> a.setLong(0, -9999),
        a -> a.setLong(0, 10_000));
    assertRefused(
        ledger,
        DataType.decimal(20, 0),
        true,
        ErrorCode.NUMERIC_OVERFLOW,
        a -> a.setInt128(0, 5, 7),
        a -> a.setInt128(0, 6, 0));
    assertRefused(
        ledger,
        DataType.FLOAT32,
        true,
        ErrorCode.NUMERIC_OVERFLOW,
        a -> a.setDouble(0, 1),
        a -> a.setDouble(0, 1e300));
    assertRefused(
        ledger,
        DataType.varchar(2),
        true,
        ErrorCode.STRING_TOO_LONG,
        a -> text(a, "äö  "),
        a -> text(a, "äöü"));
    assertRefused(
        ledger,
        DataType.character(1),
        true,
        ErrorCode.STRING_TOO_LONG,
        a -> text(a, "x"),
        a -> text(a, "xy"));
  }

  private static void text(Appender appender, String value) {
    appender.setBytes(0, value.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldCutBlanksPadCharactersAndRoundReals(MemoryLedger ledger) {
    try (Database database = Database.inMemory(ledger)) {
      Table table =
          database.createTable(
              new TableDefinition(
                  "t",
                  List.of(
                      new ColumnDefinition("v", DataType.varchar(3), true),
                      new ColumnDefinition("c", DataType.character(3), true),
                      new ColumnDefinition("f", DataType.FLOAT32, true))));
      try (Appender appender = table.appender()) {
        for (String value : new String[] {"", "ä", "äöü", "äöü    "}) {
          text(appender, value);
          appender.setBytes(1, value.getBytes(StandardCharsets.UTF_8));
          appender.setDouble(2, 0.1);
          appender.endRow();
        }
        appender.endRow();
        appender.commit();
      }
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(TableReader.column(snapshot, 0, 64, ledger))
            .containsExactly("", "ä", "äöü", "äöü", null);
        assertThat(TableReader.column(snapshot, 1, 64, ledger))
            .containsExactly("   ", "ä  ", "äöü", "äöü", null);
        assertThat(TableReader.column(snapshot, 2, 64, ledger)).containsOnly((double) 0.1f, null);
      }
    }
  }
}
