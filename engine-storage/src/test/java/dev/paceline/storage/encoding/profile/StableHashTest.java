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
    for (int longest = 0; longest <= 80; longest++) {
      long[] views = new long[100];
      long[] hashes = new long[views.length];
      for (int i = 0; i < views.length; i++) {
        views[i] =
            StringView.of(random.nextInt(900), i == 0 ? longest : random.nextInt(longest + 1));
      }
      for (int words = longest / Long.BYTES; words < 12; words++) {
        StableHash.all(heap, views, views.length, words, hashes);
        for (int i = 0; i < views.length; i++) {
          assertThat(hashes[i])
              .as("%d bytes, %d words", StringView.length(views[i]), words)
              .isEqualTo(StableHash.of(heap, views[i]));
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
