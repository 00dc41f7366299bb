package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a commit does to a directory, however much there is in it already. */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class CommitCostTest {
  private static final int COMMITS = 10;

  private record Cost(long bytes, int operations) {}

  private static void insert(Database database, String table, long value) {
    try (Appender appender = database.table(table).appender()) {
      appender.setLong(0, value);
      appender.endRow();
      appender.commit();
    }
  }

  /** The least of some commits of one row each: now and then one writes the whole manifest. */
  private static Cost leastCost(int tables, MemoryLedger ledger) {
    MemoryDirectory directory = new MemoryDirectory();
    try (Database database =
        Database.over(
            new DirectoryTableStore(directory, OpenMode.READ_WRITE, null, ledger, 64L << 20, 2),
            ledger)) {
      for (int i = 0; i < tables; i++) {
        String name = "table_" + (1000 + i);
        database.createTable(
            new TableDefinition(name, List.of(new ColumnDefinition("c", DataType.INT64, false))));
        insert(database, name, i);
      }
      Cost least = new Cost(Long.MAX_VALUE, Integer.MAX_VALUE);
      for (int i = 0; i < COMMITS; i++) {
        long bytes = directory.writtenBytes();
        int operations = directory.operations();
        // The second row group of a table: none are merged.
        insert(database, "table_" + (1000 + i), i);
        least =
            new Cost(
                Math.min(least.bytes(), directory.writtenBytes() - bytes),
                Math.min(least.operations(), directory.operations() - operations));
      }
      return least;
    }
  }

  @Test
  void aCommitWritesWhatItChanges(MemoryLedger ledger) {
    Cost few = leastCost(COMMITS, ledger);
    Cost many = leastCost(400, ledger);
    assertThat(many.operations()).isEqualTo(few.operations());
    assertThat(many.bytes()).isBetween(few.bytes(), few.bytes() + 32);
    assertThat(many.bytes()).isLessThan(2048);
  }
}
