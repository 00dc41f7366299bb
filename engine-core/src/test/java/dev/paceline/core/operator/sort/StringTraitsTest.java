package dev.paceline.core.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class StringTraitsTest {
  private static final int ROUNDS = 20_000;

  @Test
  void tellsWhatStringsHaveInCommon(MemoryLedger ledger) {
    try (MemoryScope memory = ledger.openScope("test")) {
      ColumnVector column =
          new Vectors(memory).of(DataType.VARCHAR, null, "abc", "ab", null, "abdef", "ab");
      StringTraits traits = new StringTraits(column, 6);
      traits.look(3, 6);
      traits.look(0, 3);
      assertThat(traits.sharedBytes()).isEqualTo(2);
      assertThat(traits.longest()).isEqualTo(5);
      StringRanks ranks = traits.ranks();
      assertThat(ranks).isNotNull();
      assertThat(ranks.bits()).isEqualTo(2);
      assertThat(ranks.rank(column, 2)).isEqualTo(0);
      assertThat(ranks.rank(column, 1)).isEqualTo(1);
      assertThat(ranks.rank(column, 4)).isEqualTo(2);
    }
  }

  /** Ranks of some of the values would be looked through for the others for ever. */
  @Test
  void manyValuesHaveNoRanksHoweverThreadsMeet(MemoryLedger ledger) throws Exception {
    int few = StringRanks.MAX_VALUES / 2;
    Object[] values = new Object[few + 3];
    for (int row = 0; row < few; row++) {
      values[row] = "value " + row;
    }
    for (int row = few; row < values.length; row++) {
      values[row] = "x".repeat(StringRanks.MAX_BYTES + 1);
    }
    try (MemoryScope memory = ledger.openScope("test");
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      ColumnVector column = new Vectors(memory).of(DataType.VARCHAR, values);
      CyclicBarrier barrier = new CyclicBarrier(2);
      for (int round = 0; round < ROUNDS; round++) {
        StringTraits traits = new StringTraits(column, values.length);
        Future<?> other =
            threads.submit(
                () -> {
                  barrier.await();
                  traits.look(0, few);
                  return null;
                });
        Future<?> last =
            threads.submit(
                () -> {
                  barrier.await();
                  traits.look(few, values.length);
                  return null;
                });
        other.get();
        last.get();
        assertThat(traits.ranks()).as("round " + round).isNull();
      }
    }
  }
}
