package dev.paceline.core.operator.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class QuickSelectTest {
  private static final int[] SIZES = {1, 2, 24, 25, 1000, 5000};

  private final Random random = new Random(3);

  @Test
  void selectsAsSortingDoes() {
    checkAll(i -> random.nextLong());
    checkAll(i -> random.nextInt(3));
    checkAll(i -> i);
    checkAll(i -> -i);
    checkAll(i -> Long.MAX_VALUE);
    checkAll(i -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
  }

  private void checkAll(LongUnaryOperator values) {
    for (int size : SIZES) {
      check(size, values);
    }
  }

  /** Selects among the values between two others, which must stay where they are. */
  private void check(int size, LongUnaryOperator values) {
    long[] rows = new long[size + 2];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = values.applyAsLong(i);
    }
    long first = rows[0];
    long last = rows[size + 1];
    long[] sorted = Arrays.copyOfRange(rows, 1, size + 1);
    Arrays.sort(sorted);
    QuickSelect select = new QuickSelect(MemorySegment.ofArray(rows), new CancellationToken());
    for (int position : new int[] {0, size / 3, size / 2, size - 1}) {
      assertThat(select.select(1, size + 1, position + 1)).isEqualTo(sorted[position]);
      assertThat(rows[position + 1]).isEqualTo(sorted[position]);
      if (position + 1 < size) {
        assertThat(select.smallest(position + 2, size + 1)).isEqualTo(sorted[position + 1]);
      }
    }
    select.sort(1, size + 1);
    assertThat(Arrays.copyOfRange(rows, 1, size + 1)).isEqualTo(sorted);
    assertThat(rows[0]).isEqualTo(first);
    assertThat(rows[size + 1]).isEqualTo(last);
  }

  @Test
  void isCancelledWithinOnePass() {
    long[] rows = random.longs(2 * QuickSelect.CHECKED).toArray();
    CancellationToken cancelled = new CancellationToken();
    cancelled.cancel();
    QuickSelect select = new QuickSelect(MemorySegment.ofArray(rows), cancelled);
    assertThatThrownBy(() -> select.select(0, rows.length, 7))
        .isInstanceOf(PacelineException.class);
    assertThatThrownBy(() -> select.smallest(0, rows.length)).isInstanceOf(PacelineException.class);
    assertThatThrownBy(() -> select.sort(0, rows.length)).isInstanceOf(PacelineException.class);
  }
}
