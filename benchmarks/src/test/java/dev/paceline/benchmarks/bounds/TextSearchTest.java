package dev.paceline.benchmarks.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextSearchTest {
  private static final List<String> WORDS =
      List.of("ab", "aab", "aaab", "b", "special", "spec", "ial", "requests", "re", " ", "xq", "");

  @Test
  void automatonFindsNeedlesInOrder() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<String> needles = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        needles.add(letters(random, 1 + random.nextInt(5)));
      }
      NeedleAutomaton automaton = automaton(needles);
      for (int i = 0; i < 200; i++) {
        String text = letters(random, random.nextInt(20));
        int state = 0;
        for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
          state = automaton.next(state, value & 0xff);
        }
        assertThat(state == automaton.accepting())
            .as("seed %d, %s in %s", seed, needles, text)
            .isEqualTo(contains(text, needles));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void findsTheRowsOfCompressedText(long seed, @TempDir Path folder) {
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < 20_000 + random.nextInt(100); row++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(row % 1000 == 7 ? 200 : 8); i > 0; i--) {
        text.append(WORDS.get(random.nextInt(WORDS.size())));
        if (random.nextInt(40) == 0) {
          text.append((char) (33 + random.nextInt(90)));
        }
      }
      texts.add(text.toString());
    }
    List<List<String>> searches =
        List.of(
            List.of("special", "requests"),
            List.of("aab"),
            List.of("abaab", "b"),
            List.of("q~"),
            List.of("ialspec"),
            List.of("b", "b", "b"),
            List.of("x", "special"));
    try (MemoryLedger ledger = new MemoryLedger(256 << 20);
        Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      load(database, texts);
      for (List<String> needles : searches) {
        assertThat(search(database, needles))
            .as("seed %d, %s", seed, needles)
            .isEqualTo(expected(texts, needles));
      }
    }
  }

  private static List<Integer> search(Database database, List<String> needles) {
    List<Integer> found = new ArrayList<>();
    try (BlockReader reader = new BlockReader(database)) {
      reader.scan(
          "texts",
          List.of("text"),
          blocks -> {
            int[] hits = new int[blocks.rows()];
            CompressedText text = CompressedText.of("text", blocks.encoded(0).block());
            int count = new TextSearch(automaton(needles), text).hits(hits);
            Arrays.stream(hits, 0, count).forEach(found::add);
          });
    }
    return found;
  }

  private static List<Integer> expected(List<String> texts, List<String> needles) {
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < texts.size(); row++) {
      if (contains(texts.get(row), needles)) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static void load(Database database, List<String> texts) {
    TableDefinition table =
        new TableDefinition(
            "texts", List.of(new ColumnDefinition("text", DataType.VARCHAR, false)));
    try (Appender appender = database.newTable(table)) {
      for (String text : texts) {
        appender.setBytes(0, text.getBytes(StandardCharsets.UTF_8));
        appender.endRow();
      }
      appender.commit();
    }
  }

  private static NeedleAutomaton automaton(List<String> needles) {
    return NeedleAutomaton.of(needles.toArray(String[]::new));
  }

  private static String letters(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(2)));
    }
    return text.toString();
  }

  private static boolean contains(String text, List<String> needles) {
    int from = 0;
    for (String needle : needles) {
      int at = text.indexOf(needle, from);
      if (at < 0) {
        return false;
      }
      from = at + needle.length();
    }
    return true;
  }
}
