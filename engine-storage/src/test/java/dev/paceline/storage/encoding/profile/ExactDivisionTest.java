package dev.paceline.storage.encoding.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactDivisionTest {
  private static final long SEED = 37;

  @Test
  void shouldAgreeWithDivision() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      long divisor = round < 300 ? round + 1 : random.nextLong() >>> 1 + random.nextInt(62);
      divisor = Math.max(1, divisor);
      ExactDivision division = new ExactDivision(divisor);
      long number = random.nextLong() >>> random.nextInt(64);
      assertThat(division.isExact(number))
          .as("%d / %d, seed %d", number, divisor, SEED)
          .isEqualTo(Long.remainderUnsigned(number, divisor) == 0);
      long quotient = Long.divideUnsigned(number, divisor);
      assertThat(division.isExact(quotient * divisor)).isTrue();
      int low = (int) (quotient * divisor >>> division.shift()) * division.lowFactor();
      assertThat(low)
          .as("%d / %d, seed %d", quotient * divisor, divisor, SEED)
          .isEqualTo((int) quotient);
    }
  }
}
