package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Drops a table and creates another one of the same name while an append to the first one runs.
 * Acknowledged rows are present after the database is opened again, and a failed append changes
 * nothing. The test needs one thread only, because nothing happens between two calls of an
 * appender.
 */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class TableIdentityTest {
  /** Enough rows for a row group to be written before the commit. */
  private static final int ROWS = RowGroup.MAX_ROWS + 5;

  private final MemoryDirectory directory = new MemoryDirectory();

  private Database open(MemoryLedger ledger) {
    return Database.over(
        new DirectoryTableStore(directory, OpenMode.READ_WRITE, null, ledger, 64L << 20, 2),
        ledger);
  }

  private static TableDefinition table(String name, int columns) {
    return new TableDefinition(
        name,
        IntStream.range(0, columns)
            .mapToObj(i -> new ColumnDefinition("c" + i, DataType.INT64, false))
            .toList());
  }

  private static void append(Appender appender, int rows) {
    int columns = appender.definition().columnCount();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        appender.setLong(column, row + 1_000_000L * column);
      }
      appender.endRow();
    }
  }

  private static void insert(Table table, int rows) {
    try (Appender appender = table.appender()) {
      append(appender, rows);
      appender.commit();
    }
  }

  private static void check(Database database, String name, int columns, int rows) {
    Table table = database.table(name);
    assertThat(table.definition()).isEqualTo(table(name, columns));
    try (TableSnapshot snapshot = table.snapshot()) {
      assertThat(snapshot.rowCount()).isEqualTo(rows);
      for (int column = 0; column < columns; column++) {
        assertThat(snapshot.statistics(column).maxLong()).isEqualTo(rows - 1 + 1_000_000L * column);
      }
    }
  }

  /** Now, and after reopening. */
  private void checkLasting(Database database, MemoryLedger ledger, Consumer<Database> check) {
    check.accept(database);
    database.close();
    try (Database again = open(ledger)) {
      check.accept(again);
    }
    assertThat(directory.openFiles()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "3, 1", "2, 2"})
  void aTableThatIsCreatedUnderTheNameOfAnotherOneInTheMaking(
      int making, int created, MemoryLedger ledger) {
    try (Database database = open(ledger)) {
      try (Appender slow = database.newTable(table("t", making))) {
        append(slow, ROWS);
        insert(database.createTable(table("t", created)), ROWS);
        append(slow, ROWS);
        assertThatThrownBy(slow::commit)
            .hasMessageContaining("table t exists already")
            .extracting("code")
            .isEqualTo(ErrorCode.TABLE_EXISTS);
      }
      insert(database.createTable(table("u", made(created))), 7);
      checkLasting(
          database,
          ledger,
          state -> {
            check(state, "t", created, ROWS);
            check(state, "u", made(created), 7);
          });
    }
  }

  private static int made(int columns) {
    return columns + 1;
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "3, 1", "2, 2"})
  void aTableThatIsDroppedAndCreatedWhileRowsAreAppended(
      int before, int after, MemoryLedger ledger) {
    try (Database database = open(ledger)) {
      Table first = database.createTable(table("t", before));
      try (Appender slow = first.appender()) {
        append(slow, ROWS);
        database.dropTable("t");
        insert(database.createTable(table("t", after)), ROWS);
        append(slow, ROWS);
        assertThatThrownBy(slow::commit)
            .hasMessageContaining("table t was dropped meanwhile and created anew")
            .extracting("code")
            .isEqualTo(ErrorCode.UNKNOWN_TABLE);
      }
      checkLasting(database, ledger, state -> check(state, "t", after, ROWS));
    }
  }

  @Test
  void aTableThatIsDroppedWhileRowsAreAppended(MemoryLedger ledger) {
    try (Database database = open(ledger)) {
      Table table = database.createTable(table("t", 2));
      try (Appender slow = table.appender()) {
        append(slow, ROWS);
        database.dropTable(table);
        assertThatThrownBy(slow::commit)
            .hasMessageContaining("table t was dropped meanwhile; nothing was changed")
            .extracting("code")
            .isEqualTo(ErrorCode.UNKNOWN_TABLE);
      }
      assertThatThrownBy(() -> database.dropTable(table))
          .extracting("code")
          .isEqualTo(ErrorCode.UNKNOWN_TABLE);
      checkLasting(database, ledger, state -> assertThat(state.tables()).isEmpty());
      assertThat(directory.list()).containsExactly(ManifestFile.NAME);
    }
  }

  @Test
  void aTableIsDroppedByWhoMeansItOnly(MemoryLedger ledger) {
    try (Database database = open(ledger)) {
      Table old = database.createTable(table("t", 2));
      database.dropTable(old);
      insert(database.createTable(table("t", 1)), 3);
      assertThatThrownBy(() -> database.dropTable(old))
          .hasMessageContaining("created anew")
          .extracting("code")
          .isEqualTo(ErrorCode.UNKNOWN_TABLE);
      checkLasting(database, ledger, state -> check(state, "t", 1, 3));
    }
  }

  @Test
  void namesThatDifferInCaseOnlyAreTheSame(MemoryLedger ledger) {
    try (Database database = open(ledger)) {
      try (Appender slow = database.newTable(table("T", 3))) {
        append(slow, ROWS);
        insert(database.createTable(table("t", 1)), ROWS);
        assertThatThrownBy(slow::commit)
            .hasMessageContaining("table t exists already")
            .extracting("code")
            .isEqualTo(ErrorCode.TABLE_EXISTS);
      }
      checkLasting(database, ledger, state -> check(state, "t", 1, ROWS));
    }
  }

  @Test
  void twoAppendsToOneTableAndTwoTablesInTheMaking(MemoryLedger ledger) {
    try (Database database = open(ledger)) {
      Table table = database.createTable(table("t", 2));
      List<Appender> slow = new ArrayList<>();
      slow.add(table.appender());
      slow.add(table.appender());
      slow.add(database.newTable(table("u", 4)));
      slow.add(database.newTable(table("u", 1)));
      for (int round = 0; round < 2; round++) {
        slow.forEach(appender -> append(appender, RowGroup.MAX_ROWS));
      }
      for (int i = 0; i < 3; i++) {
        slow.get(i).commit();
      }
      assertThatThrownBy(() -> slow.get(3).commit())
          .extracting("code")
          .isEqualTo(ErrorCode.TABLE_EXISTS);
      slow.forEach(Appender::close);
      checkLasting(
          database,
          ledger,
          state -> {
            try (TableSnapshot snapshot = state.table("t").snapshot();
                TableSnapshot other = state.table("u").snapshot()) {
              assertThat(snapshot.rowCount()).isEqualTo(4L * RowGroup.MAX_ROWS);
              assertThat(other.rowCount()).isEqualTo(2L * RowGroup.MAX_ROWS);
              assertThat(other.columnTypes()).hasSize(4);
            }
          });
    }
  }
}
