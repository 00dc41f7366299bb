package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that commits without end: what it acknowledged is there, and nothing by halves.
 */
@ExtendWith(LedgerExtension.class)
@Timeout(120)
class KillTest {
  private static final int KILLS = 3;
  private static final int ROWS_PER_COMMIT = 7;
  private static final int MOST_COMMITS_BEFORE_KILL = 12;

  @TempDir Path folder;

  /** Adds rows to a database until it is killed, and says after each commit how many there are. */
  static final class Writer {
    public static void main(String[] arguments) {
      MemoryLedger ledger = new MemoryLedger(1 << 28);
      Database database = Database.open(Path.of(arguments[0]), ledger, OpenMode.READ_WRITE);
      for (int rows = Integer.parseInt(arguments[1]); ; rows += ROWS_PER_COMMIT) {
        SampleTable.load(database, rows, ROWS_PER_COMMIT);
        System.out.println(rows + ROWS_PER_COMMIT);
      }
    }
  }

  @Test
  void acknowledgedCommitsSurviveAndOthersAreWholeOrAbsent(MemoryLedger ledger) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int rows = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      int acknowledged = runUntilKilled(rows, 1 + random.nextInt(MOST_COMMITS_BEFORE_KILL));
      try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
        List<String> found = SampleTable.read(database, ledger);
        assertThat(found).as("seed " + seed).isNotNull();
        rows = found.size();
        assertThat(rows % ROWS_PER_COMMIT).as("seed " + seed).isZero();
        assertThat(rows).as("seed " + seed).isGreaterThanOrEqualTo(acknowledged);
        assertThat(found).as("seed " + seed).isEqualTo(SampleTable.rows(rows));
      }
    }
  }

  private int runUntilKilled(int rows, int commits) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Writer.class.getName(),
                folder.toString(),
                Integer.toString(rows))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int acknowledged = 0;
    try (BufferedReader output = writer.inputReader(StandardCharsets.UTF_8)) {
      for (int i = 0; i < commits; i++) {
        String line = output.readLine();
        assertThat(line).as("the writer goes on").isNotNull();
        acknowledged = Integer.parseInt(line);
      }
      writer.destroyForcibly();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        acknowledged = Integer.parseInt(line);
      }
    } catch (java.io.IOException e) {
      assertThat(e).as("the end of the output").hasMessageContaining("closed");
    } finally {
      writer.destroyForcibly().waitFor();
    }
    return acknowledged;
  }
}
