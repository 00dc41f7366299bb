package dev.paceline.storage.encoding.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.block.ColumnBlockLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Statistics and entries of columns of strings are those that sets of Java find. */
@ExtendWith(LedgerExtension.class)
class StringProfileTest {
  private static final long SEED = 4711;

  private final Random random = new Random(SEED);
  private final ColumnProfiler profiler = new ColumnProfiler();

  @Test
  void fewAndManyStrings(MemoryLedger ledger) {
    for (int rows : new int[] {1, 2, 13, 1023, 1024, 1025, 4097, 20_000}) {
      for (boolean coded : new boolean[] {false, true}) {
        check(ledger, rows, coded, row -> "the only one");
        check(ledger, rows, coded, row -> row % 3 == 1 ? null : "s" + random.nextInt(7));
        check(ledger, rows, coded, row -> "s" + (long) (rows * Math.pow(random.nextDouble(), 3)));
        check(ledger, rows, coded, row -> row % 5 == 4 ? null : "s" + random.nextInt(rows) / 3);
        check(ledger, rows, coded, row -> "all of them differ: " + row);
        check(ledger, rows, coded, row -> "x".repeat(60) + random.nextInt(rows) / 4);
        check(ledger, rows, coded, row -> "\u0000".repeat(random.nextInt(40)));
        check(ledger, rows, coded, row -> "a\u0000".repeat(random.nextInt(9)) + row % 100);
        check(ledger, rows, coded, row -> (char) (0x7f + random.nextInt(3)) + "é" + row / 9);
        check(ledger, rows, coded, row -> row < rows - 1 ? "b" + row / 8 : "a");
      }
    }
  }

  private void check(
      MemoryLedger ledger, int rows, boolean coded, IntFunction<@Nullable String> value) {
    List<@Nullable String> strings = new ArrayList<>();
    TreeSet<byte[]> distinct = new TreeSet<>(Arrays::compareUnsigned);
    for (int row = 0; row < rows; row++) {
      String string = value.apply(row);
      strings.add(string);
      if (string != null) {
        distinct.add(bytes(string));
      }
    }
    String name =
        "%d rows such as \"%s\", as codes: %s, seed %d"
            .formatted(rows, strings.get(rows / 2), coded, SEED);
    try (MemoryScope scope = ledger.openScope("test")) {
      ColumnValues values = values(strings, coded, scope);
      ColumnProfile profile = profiler.profile(values);
      StringEntries entries = profile.entries();
      assertThat(profile.statistics().minBytes()).as(name).isEqualTo(start(distinct.first()));
      assertThat(Arrays.compareUnsigned(profile.statistics().maxBytes(), distinct.last()))
          .as(name)
          .isNotNegative();
      assertThat(profile.statistics().nullCount()).as(name).isEqualTo(values.nullCount());
      if (entries == null) {
        assertThat(distinct).as(name).hasSizeGreaterThan(rows / 2);
        assertThat((double) profile.statistics().distinctEstimate())
            .as(name)
            .isCloseTo(distinct.size(), within(0.1 * distinct.size()));
        return;
      }
      assertThat(distinct.size()).as(name).isEqualTo(entries.count());
      assertThat(profile.statistics().distinctEstimate()).as(name).isEqualTo(distinct.size());
      int code = 0;
      for (byte[] entry : distinct) {
        assertThat(StringView.bytes(values.heap(), entries.view(code))).as(name).isEqualTo(entry);
        code++;
      }
      checkCodes(entries, values, strings, scope, name);
    }
  }

  private static void checkCodes(
      StringEntries entries,
      ColumnValues values,
      List<@Nullable String> strings,
      MemoryScope scope,
      String name) {
    int rows = strings.size();
    int width = entries.count() <= 1 << 8 ? 1 : 2;
    MemorySegment codes = scope.allocate((long) width * rows);
    entries.writeCodes(codes, 0, width, rows);
    for (int row = 0; row < rows; row++) {
      int code =
          width == 1
              ? codes.get(ValueLayout.JAVA_BYTE, row) & 0xff
              : codes.get(ValueLayout.JAVA_SHORT, 2L * row) & 0xffff;
      String string = strings.get(row);
      if (string == null) {
        assertThat(code).as(name).isZero();
      } else {
        assertThat(StringView.bytes(values.heap(), entries.view(code)))
            .as(name)
            .isEqualTo(bytes(string));
      }
    }
  }

  /** Makes the values of a column; its codes have each string up to three times. */
  private ColumnValues values(List<@Nullable String> strings, boolean coded, MemoryScope scope) {
    int rows = strings.size();
    ColumnVector vector = new Vectors(scope).of(DataType.VARCHAR, strings.toArray());
    MemorySegment lanes = scope.allocateZeroed(8L * rows);
    MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(rows));
    MemorySegment codes = scope.allocateZeroed(2L * rows);
    List<String> listed = new ArrayList<>();
    long[] views = new long[rows + 1];
    int[] known = new int[1 << 12];
    int nullCount = 0;
    for (int row = 0; row < rows; row++) {
      String string = strings.get(row);
      if (string == null) {
        Bitmaps.set(nulls, 0, row);
        nullCount++;
        continue;
      }
      lanes.set(ValueLayout.JAVA_LONG, 8L * row, vector.getView(row));
      int place = string.hashCode() * 31 + random.nextInt(3) & known.length - 1;
      int code = known[place];
      if (code == 0 || !listed.get(code - 1).equals(string)) {
        listed.add(string);
        code = listed.size();
        known[place] = code;
        views[code] = vector.getView(row);
      }
      codes.set(ValueLayout.JAVA_SHORT, 2L * row, (short) code);
    }
    MemorySegment heap = vector.heap();
    return new ColumnValues(
        DataType.VARCHAR,
        rows,
        nullCount,
        lanes,
        null,
        heap,
        heap.byteSize(),
        nulls,
        coded ? new StringCodes(codes, views, listed.size()) : null);
  }

  /** Returns what statistics keep of a string. */
  private static byte[] start(byte[] string) {
    return Arrays.copyOf(string, Math.min(string.length, ColumnBlockLayout.MAX_BOUND_LENGTH));
  }

  private static byte[] bytes(String string) {
    return string.getBytes(StandardCharsets.UTF_8);
  }
}
