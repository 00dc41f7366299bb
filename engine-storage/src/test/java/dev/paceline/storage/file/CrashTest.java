package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.file.MemoryDirectory.Operation;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stops at every operation on files in turn: each change is there as a whole or not at all. */
@ExtendWith(LedgerExtension.class)
@Timeout(120)
class CrashTest {
  /** Changes of a database, and how many rows of the sample table there are after each; or none. */
  private static final List<Consumer<Database>> STEPS =
      List.of(
          database -> SampleTable.load(database, 0, 5),
          database -> SampleTable.load(database, 5, 3),
          database -> database.dropTable(SampleTable.DEFINITION.name()),
          database -> database.createTable(SampleTable.DEFINITION),
          database -> SampleTable.load(database, 0, 9),
          database -> database.truncate(database.table(SampleTable.DEFINITION.name())),
          database -> SampleTable.load(database, 0, 4));

  private static final List<@Nullable List<String>> STATES = new ArrayList<>();

  static {
    STATES.add(null);
    STATES.add(SampleTable.rows(5));
    STATES.add(SampleTable.rows(8));
    STATES.add(null);
    STATES.add(SampleTable.rows(0));
    STATES.add(SampleTable.rows(9));
    STATES.add(SampleTable.rows(0));
    STATES.add(SampleTable.rows(4));
  }

  private static Database open(MemoryDirectory directory, MemoryLedger ledger) {
    return Database.over(
        new DirectoryTableStore(directory, OpenMode.READ_WRITE, null, ledger, 64L << 20, 2),
        ledger);
  }

  /** Runs the steps until one fails; returns how many were acknowledged. */
  private static int run(MemoryDirectory directory, MemoryLedger ledger) {
    int done = 0;
    try (Database database = open(directory, ledger)) {
      for (Consumer<Database> step : STEPS) {
        step.accept(database);
        done++;
        // Reading must neither fail nor see anything else.
        assertThat(SampleTable.read(database, ledger)).isEqualTo(STATES.get(done));
      }
    } catch (PacelineException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR);
    }
    assertThat(directory.openFiles()).as("open files").isZero();
    return done;
  }

  private static List<@Nullable List<String>> allowed(int done) {
    return STATES.subList(done, Math.min(done + 2, STATES.size()));
  }

  /** The operations up to the end of the steps. */
  private static int operations(MemoryLedger ledger) {
    MemoryDirectory directory = new MemoryDirectory();
    assertThat(run(directory, ledger)).isEqualTo(STEPS.size());
    assertThat(directory.list()).hasSize(2);
    return directory.operations();
  }

  /** Stops the machine at the n-th operation; returns what went wrong, or null. */
  private static @Nullable String crashAt(
      int n, boolean syncLies, Random random, MemoryLedger ledger) {
    MemoryDirectory directory = new MemoryDirectory(syncLies);
    directory.faults(
        (operation, number) -> number >= n ? new IOException("the machine stopped") : null);
    int done = run(directory, ledger);
    MemoryDirectory after = directory.afterCrash(random);
    try (Database database = open(after, ledger)) {
      List<String> rows = SampleTable.read(database, ledger);
      if (!allowed(done).contains(rows)) {
        return "after " + done + " steps there is " + rows;
      }
      // It goes on as if nothing had happened.
      if (rows == null) {
        SampleTable.load(database, 0, 2);
        assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(2));
      }
    } catch (PacelineException e) {
      return e.toString();
    }
    long files = after.list().stream().filter(name -> name.endsWith(Segment.SUFFIX)).count();
    int committed = new ManifestFile(after).read().segments().size();
    return files > committed ? "orphans are left: " + after.list() : null;
  }

  @Test
  void aCrashAtAnyOperationLeavesTheOldOrTheNewState(MemoryLedger ledger) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int operations = operations(ledger);
    for (int n = 1; n <= operations; n++) {
      for (int i = 0; i < 3; i++) {
        assertThat(crashAt(n, false, random, ledger))
            .as("crash at operation " + n + ", seed " + seed)
            .isNull();
      }
    }
  }

  @Test
  void theTestNoticesADiskThatDoesNotSync(MemoryLedger ledger) {
    Random random = new Random(1);
    int operations = operations(ledger);
    for (int n = 1; n <= operations; n++) {
      if (crashAt(n, true, random, ledger) != null) {
        return;
      }
    }
    throw new AssertionError("no crash lost anything");
  }

  @Test
  void aSingleFailureAnywhereLeavesTheOldOrTheNewState(MemoryLedger ledger) {
    int operations = operations(ledger);
    for (int n = 1; n <= operations; n++) {
      int failing = n;
      MemoryDirectory directory = new MemoryDirectory();
      directory.faults(
          (operation, number) -> number == failing ? new IOException("a bad moment") : null);
      int done = run(directory, ledger);
      try (Database database = open(directory, ledger)) {
        assertThat(allowed(done)).contains(SampleTable.read(database, ledger));
      }
    }
  }

  @Test
  void aFullDiskChangesNothingAndIsNotTheEnd(MemoryLedger ledger) {
    MemoryDirectory directory = new MemoryDirectory();
    try (Database database = open(directory, ledger)) {
      SampleTable.load(database, 0, 5);
      for (int n = 1; ; n++) {
        int failing = directory.operations() + n;
        boolean failed = false;
        directory.faults(
            (operation, number) ->
                number >= failing && operation == Operation.WRITE
                    ? new IOException("No space left on device")
                    : null);
        try {
          SampleTable.load(database, 5, 4);
        } catch (PacelineException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
          failed = true;
        }
        directory.faults((operation, number) -> null);
        if (!failed) {
          break;
        }
        assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(5));
      }
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(9));
    }
    try (Database database = open(directory, ledger)) {
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(9));
    }
  }

  @Test
  void aFailedReadFailsOneScanOnly(MemoryLedger ledger) {
    MemoryDirectory directory = new MemoryDirectory();
    try (Database database = open(directory, ledger)) {
      SampleTable.load(database, 0, 5);
    }
    try (Database database = open(directory, ledger)) {
      directory.faults(
          (operation, number) ->
              operation == Operation.READ ? new IOException("Input/output error") : null);
      assertThatThrownBy(() -> SampleTable.read(database, ledger))
          .hasMessageContaining("could not read the block of column ")
          .hasMessageContaining("00000001.segment: Input/output error")
          .extracting("code")
          .isEqualTo(ErrorCode.IO_ERROR);
      directory.faults((operation, number) -> null);
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(5));
    }
  }
}
