package dev.paceline.core.operator.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Neighbours, ranks and positions, beside a sorted set. */
class RankedBitsTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "63, 1",
    "64, 1",
    "65, 2",
    "128, 1",
    "2048, 3",
    "5000, 1",
    "5000, 2",
    "5000, 7",
    "5000, 5000",
    "64000, 1",
    "64000, 5",
    "64001, 300",
    "100000, 20000"
  })
  void agreesWithASortedSet(int rows, int count) {
    Random random = new Random(rows + count);
    TreeSet<Integer> expected = new TreeSet<>();
    expected.add(0);
    while (expected.size() < count) {
      expected.add(random.nextInt(rows));
    }
    MemoryLedger ledger = new MemoryLedger(1 << 24);
    try (MemoryScope memory = ledger.openScope("bits")) {
      RankedBits bits = new RankedBits(rows, memory);
      for (int position = 0; position < rows; position += 64) {
        bits.setWord(position, 0);
      }
      expected.forEach(bits::set);
      bits.count();

      int rank = 0;
      for (int position = 0; position < rows; position++) {
        assertThat(bits.get(position)).isEqualTo(expected.contains(position));
        assertThat(bits.rank(position)).isEqualTo(rank);
        if (expected.contains(position)) {
          assertThat(bits.select(rank++)).isEqualTo(position);
        }
        assertThat(bits.floor(position)).isEqualTo(expected.floor(position));
        Integer higher = expected.higher(position);
        assertThat(bits.higher(position)).isEqualTo(higher == null ? rows : higher);
      }
      assertThat(bits.rank(rows)).isEqualTo(count);
      assertThat(bits.select(count)).isEqualTo(rows);
    }
    assertThat(ledger.usedBytes()).isZero();
  }
}
