package dev.paceline.storage.encoding.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The hash without branches is the one that stored sketches were made of. */
class StableHashTest {
  @Test
  void bothWaysToComputeItAgree() {
    Random random = new Random(11);
    byte[] bytes = new byte[1 << 10];
    random.nextBytes(bytes);
    MemorySegment heap = MemorySegment.ofArray(bytes);
    for (int length = 0; length <= 80; length++) {
      for (int offset = 0; offset < 20; offset++) {
        long view = StringView.of(offset, length);
        long expected = StableHash.of(heap, view);
        for (int words = length / Long.BYTES; words < 12; words++) {
          assertThat(StableHash.of(heap, view, words))
              .as("%d bytes at %d, %d words", length, offset, words)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void itNeverChanges() {
    MemorySegment heap =
        MemorySegment.ofArray("the quick brown fox".getBytes(StandardCharsets.UTF_8));
    assertThat(StableHash.of(heap, StringView.of(0, 19))).isEqualTo(-3531770213287068803L);
    assertThat(StableHash.of(heap, StringView.of(0, 0))).isEqualTo(-829541951099292099L);
  }
}
