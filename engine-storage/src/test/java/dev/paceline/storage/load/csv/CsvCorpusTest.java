package dev.paceline.storage.load.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * All files of the corpus have the expected rows or the expected error. DuckDB gives the same
 * answer, unless the corpus says why not.
 */
@ExtendWith(LedgerExtension.class)
class CsvCorpusTest {
  @TempDir Path directory;

  @Test
  void filesHaveTheExpectedRows(MemoryLedger ledger) throws IOException, SQLException {
    List<CsvCorpus.Case> cases = CsvCorpus.read();
    assertThat(cases).hasSizeGreaterThanOrEqualTo(150);
    List<String> wrong = new ArrayList<>();
    Set<String> names = new HashSet<>();
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      for (CsvCorpus.Case one : cases) {
        assertThat(names.add(one.name())).as(one.name()).isTrue();
        Path file = one.write(directory);
        List<String> ours = CsvCorpus.ours(file, one.options(), ledger);
        if (!ours.equals(one.expected())) {
          wrong.add(
              "case "
                  + one.name()
                  + ": expected\n"
                  + lines(one.expected())
                  + "but was\n"
                  + lines(ours));
        }
        List<String> theirs = CsvCorpus.duckDb(duckDb, file, one.options());
        boolean same =
            ours.getFirst().startsWith("error ")
                ? theirs.equals(List.of("error"))
                : ours.equals(theirs);
        if (same != one.difference().isEmpty()) {
          wrong.add(
              "case "
                  + one.name()
                  + (same
                      ? ": DuckDB's answer is the same"
                      : ": DuckDB's answer is\n" + lines(theirs) + "and ours\n" + lines(ours)));
        }
      }
    }
    assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
  }

  private static String lines(List<String> answer) {
    return String.join("\n", answer) + "\n";
  }
}
