package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LedgerExtension.class)
@Timeout(60)
class DatabaseDirectoryTest {
  private static final TableDefinition PEOPLE =
      new TableDefinition(
          "ıPeople",
          List.of(
              new ColumnDefinition("id", DataType.INT64, false),
              new ColumnDefinition("Größe", DataType.decimal(38, 6), true),
              new ColumnDefinition("name", DataType.varchar(20), true),
              new ColumnDefinition("text", DataType.VARCHAR, true)));

  @TempDir Path folder;

  /** Holds the lock of a database until its input ends. */
  static final class Holder {
    public static void main(String[] arguments) throws IOException {
      try (MemoryLedger ledger = new MemoryLedger(1 << 24);
          Database database = Database.open(Path.of(arguments[0]), ledger, OpenMode.READ_WRITE)) {
        System.out.println("open " + database.directory());
        System.in.read();
      }
    }
  }

  private Database open(Path directory, MemoryLedger ledger) {
    return Database.open(directory, ledger, OpenMode.READ_WRITE);
  }

  @Test
  void tablesAreThereAfterReopening(MemoryLedger ledger) {
    Path directory = folder.resolve("new").resolve("database");
    try (Database database = open(directory, ledger)) {
      assertThat(database.tables()).isEmpty();
      database.createTable(PEOPLE);
      database.createTable(new TableDefinition("second", PEOPLE.columns()));
      database.dropTable("second");
    }
    for (OpenMode mode : OpenMode.values()) {
      try (Database database = Database.open(directory, ledger, mode)) {
        assertThat(database.tables()).extracting(Table::definition).containsExactly(PEOPLE);
        assertThat(database.directory()).isEqualTo(directory);
      }
    }
  }

  @Test
  void readersNeedNoLockAndChangeNothing(MemoryLedger ledger) {
    try (Database writer = open(folder, ledger);
        Database reader = Database.open(folder, ledger, OpenMode.READ_ONLY)) {
      assertThatThrownBy(() -> reader.createTable(PEOPLE))
          .extracting("code")
          .isEqualTo(ErrorCode.READ_ONLY);
      writer.createTable(PEOPLE);
      assertThat(reader.tables()).isEmpty();
    }
  }

  @Test
  void theSecondWriterOfAProcessIsTurnedAway(MemoryLedger ledger) {
    try (Database first = open(folder, ledger)) {
      assertThatThrownBy(() -> open(folder, ledger))
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("open it for reading only")
          .extracting("code")
          .isEqualTo(ErrorCode.DATABASE_LOCKED);
      first.createTable(PEOPLE);
    }
    open(folder, ledger).close();
  }

  @Test
  void theWriterOfAnotherProcessKeepsThisOneOut(MemoryLedger ledger) throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Holder.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = holder.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine()).isEqualTo("open " + folder);
      assertThatThrownBy(() -> open(folder, ledger))
          .hasMessageContaining("process " + holder.pid() + " on ")
          .extracting("code")
          .isEqualTo(ErrorCode.DATABASE_LOCKED);
      Database.open(folder, ledger, OpenMode.READ_ONLY).close();
      holder.destroyForcibly().waitFor();
      open(folder, ledger).close();
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void placesThatCannotBeADatabaseAreNamed(MemoryLedger ledger) throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> open(file, ledger))
        .hasMessageContaining(file + " is a file")
        .extracting("code")
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThatThrownBy(() -> open(folder, ledger))
        .hasMessageContaining("holds file but no database")
        .extracting("code")
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(folder).isDirectoryNotContaining("glob:**lock");
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> Database.open(missing, ledger, OpenMode.READ_ONLY))
        .hasMessageContaining("there is no database " + missing);
    assertThat(missing).doesNotExist();
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> Database.open(empty, ledger, OpenMode.READ_ONLY))
        .hasMessageContaining("there is no database in " + empty);
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void whatACrashLeftBehindIsDeletedByTheNextWriter(MemoryLedger ledger) throws IOException {
    open(folder, ledger).close();
    Path orphan = Files.writeString(folder.resolve("00000009.segment"), "half a load");
    Path half = Files.writeString(folder.resolve("manifest.new"), "half a manifest");
    Path own = Files.writeString(folder.resolve("notes.txt"), "somebody's own");
    Database.open(folder, ledger, OpenMode.READ_ONLY).close();
    assertThat(orphan).exists();
    open(folder, ledger).close();
    assertThat(orphan).doesNotExist();
    assertThat(half).doesNotExist();
    assertThat(own).exists();
  }

  @Test
  void aLostManifestIsNoEmptyDatabase(MemoryLedger ledger) throws IOException {
    open(folder, ledger).close();
    Files.writeString(folder.resolve("00000001.segment"), "data");
    Files.delete(folder.resolve("manifest"));
    assertThatThrownBy(() -> open(folder, ledger))
        .hasMessageContaining("has lost its manifest")
        .extracting("code")
        .isEqualTo(ErrorCode.CORRUPT_DATA);
    assertThat(folder.resolve("00000001.segment")).exists();
  }
}
