package dev.paceline.core.operator.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts stay right when they become wide, by rows and by merging. */
@ExtendWith(LedgerExtension.class)
class CountStateTest {
  private static final int BATCH = 128;
  private static final int GROUPS = 1500;

  @ParameterizedTest
  @ValueSource(longs = {0, 100, 128, 129, 5_000, 100_000, 0xffff_ffffL})
  void countsAreRightAtAnyWidth(long maxNarrow, MemoryLedger ledger) {
    Random random = new Random(maxNarrow);
    try (MemoryScope scope = ledger.openScope("test")) {
      CountState left = new CountState(scope, false, maxNarrow);
      CountState right = new CountState(scope, false, maxNarrow);
      long[] expectedLeft = fill(left, 300, random, scope);
      long[] expectedRight = fill(right, 20, random, scope);
      assertThat(left.width()).isEqualTo(maxNarrow < 300 * BATCH ? 8 : 4);
      check(left, expectedLeft);
      check(right, expectedRight);

      MemorySegment ids = scope.allocate(4L * GROUPS);
      for (int i = 0; i < GROUPS; i++) {
        ids.setAtIndex(ValueLayout.JAVA_INT, i, i);
        expectedRight[i] += expectedLeft[i];
      }
      right.merge(left, ids, ids, GROUPS);
      check(right, expectedRight);

      right.clear(GROUPS);
      check(right, new long[GROUPS]);
    }
  }

  private static long[] fill(CountState state, int batches, Random random, MemoryScope scope) {
    long[] expected = new long[GROUPS];
    GroupNumbers groups = new GroupNumbers(scope, BATCH, 0);
    Argument none = new Argument(-1, scope, BATCH);
    for (int batch = 0; batch < batches; batch++) {
      int known = Math.min(GROUPS, 10 * (batch + 1));
      MemorySegment ids = groups.startIds(BATCH);
      for (int row = 0; row < BATCH; row++) {
        int group = random.nextInt(random.nextInt(known) + 1);
        ids.setAtIndex(ValueLayout.JAVA_INT, row, group);
        expected[group]++;
      }
      state.reserve(known);
      state.update(groups, none);
    }
    state.reserve(GROUPS);
    return expected;
  }

  private static void check(CountState state, long[] expected) {
    for (int group = 0; group < GROUPS; group++) {
      assertThat(state.get(group)).as("group %d", group).isEqualTo(expected[group]);
    }
  }
}
