package dev.paceline.calcite.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MemorySizeTest {
  @ParameterizedTest
  @CsvSource({
    "33554432, 33554432",
    "32m, 33554432",
    "32MB, 33554432",
    "32 MiB, 33554432",
    "2g, 2147483648",
    "1T, 1099511627776"
  })
  void readsSizes(String text, long bytes) {
    assertThat(MemorySize.parse("memory", text, MemorySize.MIN_BYTES)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MB", "-1", "1.5g", "9999999999999999", "99999999T"})
  void refusesWhatIsNoSize(String text) {
    assertThatThrownBy(() -> MemorySize.parse("memory", text, 0)).hasMessageContaining("memory is");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1023, 1024, 1025, 3 << 20, 5L << 30, 7L << 40, 2L << 50})
  void writesWhatItReads(long bytes) {
    assertThat(MemorySize.parse("size", MemorySize.exact(bytes), 0)).isEqualTo(bytes);
  }

  @Test
  void defaultMemoryIsLessThanTheMachineHas() {
    assertThat(MemorySize.defaultBytes())
        .isGreaterThanOrEqualTo(MemorySize.MIN_BYTES)
        .isLessThan(MemorySize.totalBytes());
  }
}
