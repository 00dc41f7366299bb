package dev.paceline.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No value of a sequence is given twice: not by threads, and not after a crash. */
final class SequenceTest {
  private static SequenceDefinition counter(String name) {
    return new SequenceDefinition("main", name, 1, 1, 1, Long.MAX_VALUE, false);
  }

  private static List<Long> take(Sequence sequence, int count) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lanes = arena.allocate((long) Long.BYTES * count, Long.BYTES);
      sequence.next(lanes, count);
      List<Long> values = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        values.add(lanes.getAtIndex(ValueLayout.JAVA_LONG, i));
      }
      return values;
    }
  }

  @Test
  void threadsGetDifferentValues() throws InterruptedException {
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        Database database = Database.inMemory(ledger)) {
      database.createSequence(counter("s"), false);
      Sequence sequence = database.sequences().getFirst();
      Set<Long> seen = ConcurrentHashMap.newKeySet();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int count = 1 + 7 * i;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int j = 0; j < 1000; j++) {
                        seen.addAll(take(sequence, count));
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      int total = 1000 * (1 + 8 + 15 + 22);
      assertThat(seen).hasSize(total).contains(1L, (long) total);
    }
  }

  @Test
  void valuesAfterACrashAreNew(@TempDir Path directory) throws IOException {
    Path original = directory.resolve("original");
    Database.createDirectory(original);
    int number = 0;
    try (MemoryLedger ledger = new MemoryLedger(1 << 24);
        Database database = Database.open(original, ledger, OpenMode.READ_WRITE)) {
      database.createSequence(counter("s"), false);
      Sequence sequence = database.sequences().getFirst();
      long last = 0;
      for (int count : new int[] {1, 31, 1, 100, 5000}) {
        last = take(sequence, count).getLast();
        Path copy = directory.resolve("copy" + number++);
        copy(original, copy);
        try (Database crashed = Database.open(copy, ledger, OpenMode.READ_WRITE)) {
          assertThat(take(crashed.sequences().getFirst(), 1).getFirst()).isGreaterThan(last);
        }
      }
      assertThat(last).isEqualTo(5133);
    }
    try (MemoryLedger ledger = new MemoryLedger(1 << 24);
        Database database = Database.open(original, ledger, OpenMode.READ_WRITE)) {
      assertThat(take(database.sequences().getFirst(), 1)).containsExactly(5134L);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(path -> !path.toString().endsWith("lock")).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void positionsEndAtTheLimits() {
    SequenceDefinition all =
        new SequenceDefinition(
            "main", "s", Long.MIN_VALUE, 1, Long.MIN_VALUE, Long.MAX_VALUE, false);
    assertThat(SequencePosition.before(all).remaining(all)).isEqualTo(Long.MAX_VALUE);
    SequenceDefinition few = new SequenceDefinition("main", "s", 1, 3, 1, 9, true);
    SequencePosition start = SequencePosition.before(few);
    assertThat(start.remaining(few)).isEqualTo(3);
    assertThat(start.after(2, few)).isEqualTo(new SequencePosition(7, false));
    assertThat(start.after(3, few)).isEqualTo(start);
    SequenceDefinition down = new SequenceDefinition("main", "s", 0, -4, -8, 5, false);
    assertThat(SequencePosition.before(down).remaining(down)).isEqualTo(3);
    assertThat(SequencePosition.before(down).after(3, down).ended()).isTrue();
    assertThatThrownBy(() -> new SequenceDefinition("main", "s", 1, 0, 1, 9, false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDroppedSequenceGivesNoFurtherValues() {
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        Database database = Database.inMemory(ledger)) {
      database.createSequence(counter("s"), false);
      Sequence sequence = database.sequences().getFirst();
      database.dropSequence(sequence, List.of());
      assertThatThrownBy(() -> take(sequence, 1))
          .isInstanceOf(PacelineException.class)
          .hasMessageContaining("dropped");
    }
  }
}
