package dev.paceline.storage.encoding.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Statistics and entries of columns of doubles are those that sets of Java find. */
@ExtendWith(LedgerExtension.class)
class DoubleProfileTest {
  private static final long SEED = 4711;
  private static final double OTHER_NAN = Double.longBitsToDouble(0xfff8_0000_0000_0005L);
  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, OTHER_NAN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1.5
  };

  private final Random random = new Random(SEED);

  @Test
  void fewAndManyValues(MemoryLedger ledger) {
    for (int rows : new int[] {1, 2, 1023, 1024, 1025, 20_000}) {
      for (int nulls : new int[] {0, 3}) {
        String name = "%d rows, seed %d".formatted(rows, SEED);
        check(ledger, rows, nulls, row -> random.nextInt(11) / 100.0, name + ", few");
        check(ledger, rows, nulls, row -> random.nextInt(3000) / 8.0, name + ", some");
        check(ledger, rows, nulls, row -> random.nextDouble(), name + ", many");
        check(ledger, rows, nulls, row -> SPECIAL[random.nextInt(SPECIAL.length)], name + ", all");
        check(ledger, rows, nulls, row -> row / 100, name + ", ascending");
        check(ledger, rows, nulls, row -> row == rows - 1 ? -1 : row, name + ", nearly");
        check(ledger, rows, nulls, row -> row < rows / 2 ? row : Double.NaN, name + ", NaN last");
      }
    }
  }

  private void check(
      MemoryLedger ledger, int rows, int nullStep, IntToDoubleFunction value, String name) {
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment lanes = scope.allocate(8L * rows);
      MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(rows));
      int nullCount = 0;
      boolean ascending = nullStep == 0 || rows == 1;
      Double before = null;
      TreeSet<Double> entries = new TreeSet<>();
      for (int row = 0; row < rows; row++) {
        double number = value.applyAsDouble(row);
        lanes.set(ValueLayout.JAVA_DOUBLE, 8L * row, number);
        if (nullStep > 0 && row % nullStep == 1) {
          Bitmaps.set(nulls, 0, row);
          nullCount++;
          continue;
        }
        // + 0.0 makes -0.0 equal to 0.0, as SQL does.
        ascending &= before == null || Double.compare(before + 0.0, number + 0.0) <= 0;
        before = number;
        entries.add(number);
      }
      ColumnValues values =
          new ColumnValues(DataType.FLOAT64, rows, nullCount, lanes, null, lanes, 0, nulls);
      checkStatistics(values, entries, ascending, name);
      checkEntries(values, entries, name);
    }
  }

  private static void checkStatistics(
      ColumnValues values, TreeSet<Double> entries, boolean ascending, String name) {
    ColumnStatistics statistics = new ColumnProfiler().profile(values).statistics();
    assertThat(statistics.minDouble() + 0.0)
        .as(name)
        .isEqualTo(Double.valueOf(entries.first() + 0.0));
    assertThat(statistics.maxDouble() + 0.0)
        .as(name)
        .isEqualTo(Double.valueOf(entries.last() + 0.0));
    assertThat(statistics.sorted()).as(name).isEqualTo(ascending);
    long distinct = entries.stream().map(entry -> entry + 0.0).distinct().count();
    assertThat((double) statistics.distinctEstimate())
        .as(name)
        .isCloseTo(distinct, within(0.1 * distinct));
  }

  private static void checkEntries(ColumnValues values, TreeSet<Double> entries, String name) {
    assertThat(NumberEntries.collect(values, entries.size() - 1)).as(name).isNull();
    @Nullable NumberEntries found = NumberEntries.collect(values, entries.size());
    assertThat(found).as(name).isNotNull();
    assertThat(found.values())
        .as(name)
        .isEqualTo(entries.stream().mapToLong(Double::doubleToLongBits).toArray());
    for (int row = 0; row < values.rowCount(); row++) {
      if (!values.isNull(row)) {
        assertThat(found.values()[found.codes()[row]])
            .as(name)
            .isEqualTo(Double.doubleToLongBits(Double.longBitsToDouble(values.lane(row))));
      }
    }
  }
}
