package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The smallest and the largest strings of masked groups whose rows are codes of dictionaries. */
@ExtendWith(LedgerExtension.class)
class BytesStateTest {
  private static final long SEED = 9;
  private static final int ROWS = 200;
  private static final int GROUPS = 3;

  private static Dictionary dictionary(MemoryScope scope, String[] strings) {
    MemorySegment heap = scope.allocate(1 << 12);
    MemorySegment views = scope.allocate(8L * strings.length);
    int used = 0;
    for (int code = 0; code < strings.length; code++) {
      byte[] bytes = strings[code].getBytes(UTF_8);
      MemorySegment.copy(bytes, 0, heap, JAVA_BYTE, used, bytes.length);
      views.set(JAVA_LONG, 8L * code, StringView.of(used, bytes.length));
      used += bytes.length;
    }
    return new Dictionary(strings.length, views, 0, heap, false);
  }

  private static @Nullable String best(@Nullable String known, String other, boolean smallest) {
    boolean better =
        known == null || (smallest ? other.compareTo(known) < 0 : other.compareTo(known) > 0);
    return better ? other : known;
  }

  @Test
  void comparesStringsOfDictionaries(MemoryLedger ledger) {
    for (LongState.Operation operation :
        new LongState.Operation[] {LongState.Operation.MIN, LongState.Operation.MAX}) {
      try (MemoryScope scope = ledger.openScope("test")) {
        check(scope, operation);
      }
    }
  }

  private static void check(MemoryScope scope, LongState.Operation operation) {
    Random random = new Random(SEED);
    BytesState state = new BytesState(scope, operation);
    state.reserve(GROUPS + 1);
    GroupNumbers groups = new GroupNumbers(scope, ROWS, 1);
    Argument argument = new Argument(0, scope, ROWS);
    @Nullable String[] expected = new String[GROUPS + 1];
    String[] strings = {};
    Dictionary dictionary = dictionary(scope, strings);
    for (int batch = 0; batch < 60; batch++) {
      if (batch % 4 == 0) {
        strings = new String[1 + random.nextInt(100)];
        Arrays.setAll(
            strings, code -> "common prefix ".repeat(random.nextInt(2)) + random.nextInt(99));
        dictionary = dictionary(scope, strings);
      }
      if (batch == 40) {
        state.clear(GROUPS);
        Arrays.fill(expected, null);
      }
      int[] ids = {1 + batch % GROUPS, 1 + (batch + 1) % GROUPS};
      MemorySegment masks = groups.startMasks(ROWS, ids.length, ids);
      masks.fill((byte) 0);
      MemorySegment codes = scope.allocate(ROWS);
      for (int row = 0; row < ROWS; row++) {
        int code = random.nextInt(strings.length);
        codes.set(JAVA_BYTE, row, (byte) code);
        int mask = random.nextInt(ids.length + 1);
        if (mask < ids.length) {
          Bitmaps.set(masks, mask * groups.stride(), row);
          expected[ids[mask]] =
              best(expected[ids[mask]], strings[code], operation == LongState.Operation.MIN);
        }
      }
      ColumnVector vector =
          new ColumnVector(DataType.VARCHAR, scope).setDictionary(codes, 0, 1, dictionary);
      argument.point(vector, ROWS);
      state.update(groups, argument);
    }
    ColumnVector out = new ColumnVector(DataType.VARCHAR, scope);
    state.emit(1, GROUPS, out);
    for (int group = 1; group <= GROUPS; group++) {
      assertThat(new String(out.getBytes(group - 1), UTF_8))
          .as("%s of group %d", operation, group)
          .isEqualTo(expected[group]);
    }
  }
}
