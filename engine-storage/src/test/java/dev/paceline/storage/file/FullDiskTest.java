package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A device without a free byte: dropping tables works there, and makes room. */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class FullDiskTest {
  private MemoryDirectory directory = new MemoryDirectory();

  private Database open(MemoryLedger ledger) {
    return Database.over(
        new DirectoryTableStore(directory, OpenMode.READ_WRITE, null, ledger, 64L << 20, 2),
        ledger);
  }

  private static TableDefinition table(String name) {
    return new TableDefinition(name, List.of(new ColumnDefinition("c", DataType.INT64, false)));
  }

  private static void assertNoRoom(Runnable change) {
    assertThatThrownBy(change::run).extracting("code").isEqualTo(ErrorCode.DISK_FULL);
  }

  @Test
  void dropTableWorksAndMakesRoom(MemoryLedger ledger) {
    for (boolean reopened : new boolean[] {false, true}) {
      directory = new MemoryDirectory();
      Database database = open(ledger);
      try {
        SampleTable.load(database, 0, 5000);
        database.createTable(table("other"));
        if (reopened) {
          database.close();
          database = open(ledger);
        }
        Database now = database;
        directory.fill();
        assertNoRoom(() -> SampleTable.load(now, 5000, 5000));
        long used = directory.usedBytes();
        now.dropTable(SampleTable.DEFINITION.name());
        assertThat(directory.usedBytes()).isLessThan(used);
        SampleTable.load(now, 0, 4000);
        assertThat(SampleTable.read(now, ledger)).isEqualTo(SampleTable.rows(4000));
      } finally {
        database.close();
      }
      try (Database again = open(ledger)) {
        assertThat(SampleTable.read(again, ledger)).isEqualTo(SampleTable.rows(4000));
        assertThat(again.table("other")).isNotNull();
      }
    }
  }

  /** Inserts leave a reserve in the manifest, however many of them there are. */
  @Test
  void inNoStateOfTheManifestDropTableNeedsRoom(MemoryLedger ledger) {
    try (Database database = open(ledger)) {
      for (int i = 0; i < 150; i++) {
        database.createTable(table("t" + i));
      }
      int tables = 150;
      for (int commit = 0; commit < 700; commit++) {
        String name = "a table with quite a long name, so that the room in the manifest ends soon";
        database.createTable(table(name));
        if (commit % 5 == 0 && tables > 0) {
          directory.fill();
          database.dropTable("t" + --tables);
          directory.hasRoomAgain();
        }
        database.dropTable(name);
      }
      assertThat(database.tables()).hasSize(tables);
    }
    try (Database again = open(ledger)) {
      assertThat(again.tables()).hasSize(10);
    }
  }

  @Test
  void aCrashWhileATableIsDroppedLeavesItOrDoesNot(MemoryLedger ledger) {
    Random random = new Random(5);
    try (Database database = open(ledger)) {
      SampleTable.load(database, 0, 300);
    }
    for (int n = 1; ; n++) {
      MemoryDirectory crashing = directory.copy();
      boolean dropped = true;
      directory = crashing;
      Database database = open(ledger);
      crashing.fill();
      int failing = crashing.operations() + n;
      crashing.faults(
          (operation, number) -> number >= failing ? new IOException("the machine stopped") : null);
      try {
        database.dropTable(SampleTable.DEFINITION.name());
      } catch (PacelineException e) {
        dropped = false;
      }
      boolean done = crashing.operations() < failing;
      database.close();
      for (int i = 0; i < 10; i++) {
        directory = crashing.afterCrash(random);
        try (Database after = open(ledger)) {
          List<String> rows = SampleTable.read(after, ledger);
          if (dropped) {
            assertThat(rows).isNull();
          } else if (rows != null) {
            assertThat(rows).isEqualTo(SampleTable.rows(300));
          }
        }
      }
      if (done) {
        return;
      }
      directory = new MemoryDirectory();
      try (Database fresh = open(ledger)) {
        SampleTable.load(fresh, 0, 300);
      }
    }
  }
}
