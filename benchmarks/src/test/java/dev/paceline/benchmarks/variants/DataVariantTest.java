package dev.paceline.benchmarks.variants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.TextRows;
import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.GeneratedTable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of the variants, as text, beside the original ones. */
class DataVariantTest {
  private static final double SCALE = 0.01;
  private static final long SEED = 3;
  private static final String NULL = "\\N";

  @ParameterizedTest
  @EnumSource(DataVariant.class)
  void rowsDependOnTheSeedOnly(DataVariant variant) {
    for (String table : List.of("supplier", "partsupp")) {
      GeneratedTable rows = table(variant.dataSet(SEED), table);
      String whole = text(rows, 1, 1);
      assertThat(text(rows, 1, 3) + text(rows, 2, 3) + text(rows, 3, 3)).isEqualTo(whole);
      assertThat(text(table(variant.dataSet(SEED), table), 1, 1)).isEqualTo(whole);
    }
  }

  @Test
  void shuffledRowsAreTheSameInAnotherOrder() {
    for (String table : List.of("lineitem", "part", "nation")) {
      List<List<String>> original = rows(DataVariant.ORIGINAL, table);
      List<List<String>> shuffled = rows(DataVariant.SHUFFLED, table);
      assertThat(shuffled).hasSameSizeAs(original);
      assertThat(counts(shuffled)).isEqualTo(counts(original));
      long ascents = 0;
      for (int i = 1; i < shuffled.size(); i++) {
        ascents += key(shuffled.get(i)) > key(shuffled.get(i - 1)) ? 1 : 0;
      }
      assertThat((double) ascents / shuffled.size()).as(table).isBetween(0.25, 0.75);
    }
  }

  @Test
  void someKeysAndDaysAreFrequent() {
    List<List<String>> lines = rows(DataVariant.SKEWED, "lineitem");
    Set<List<String>> pairs = new HashSet<>();
    rows(DataVariant.SKEWED, "partsupp").forEach(row -> pairs.add(row.subList(0, 2)));
    assertThat(pairs.containsAll(columns(lines, 1, 3))).as("pairs exist").isTrue();
    Set<List<String>> orders = new HashSet<>(columns(rows(DataVariant.SKEWED, "orders"), 0, 1));
    assertThat(orders.containsAll(columns(lines, 0, 1))).as("orders exist").isTrue();
    assertThat(greatest(lines, 1)).as("lines of one part").isGreaterThan(lines.size() / 20);
    assertThat(greatest(lines, 10)).as("lines of one day").isGreaterThan(lines.size() / 20);
    assertThat(greatest(lines, 0)).as("lines of one order").isBetween(50L, lines.size() / 20L);
    assertThat(greatest(rows(DataVariant.SKEWED, "orders"), 1))
        .as("orders of one customer")
        .isGreaterThan(orders.size() / 20L);
  }

  @Test
  void aTenthOfTheValuesIsNull() {
    List<List<String>> original = rows(DataVariant.ORIGINAL, "orders");
    List<List<String>> withNulls = rows(DataVariant.NULLS, "orders");
    long nulls = 0;
    for (int i = 0; i < original.size(); i++) {
      for (int column = 0; column < original.get(i).size(); column++) {
        String value = withNulls.get(i).get(column);
        if (value.equals(NULL)) {
          assertThat(column).isNotZero();
          nulls++;
        } else {
          assertThat(value).isEqualTo(original.get(i).get(column));
        }
      }
    }
    assertThat((double) nulls / original.size() / 8).isBetween(0.09, 0.11);
  }

  @Test
  void oneRowIsFarOutside() {
    List<List<String>> original = rows(DataVariant.ORIGINAL, "orders");
    List<List<String>> moved = rows(DataVariant.OUTLIERS, "orders");
    assertThat(moved.subList(1, moved.size())).isEqualTo(original);
    assertThat(moved.get(0).subList(0, 5))
        .containsExactly(
            "900000000000000000",
            "900000000000000000",
            original.get(0).get(2),
            "9999999999999.99",
            "9999-12-31");
  }

  @Test
  void allKeysAreNegative() {
    List<List<String>> original = rows(DataVariant.ORIGINAL, "customer");
    List<List<String>> shifted = rows(DataVariant.NEGATIVE, "customer");
    for (int i = 0; i < original.size(); i++) {
      List<String> row = new ArrayList<>(original.get(i));
      row.set(0, String.valueOf(Long.parseLong(row.get(0)) - 900_000_000_000_000_000L));
      row.set(3, String.valueOf(Long.parseLong(row.get(3)) - 2_000_000_000L));
      assertThat(shifted.get(i)).isEqualTo(row);
    }
  }

  private static List<List<String>> rows(DataVariant variant, String table) {
    return text(table(variant.dataSet(SEED), table), 1, 1)
        .lines()
        .map(line -> List.of(line.split("\\|", -1)))
        .toList();
  }

  private static GeneratedTable table(DataSet dataSet, String name) {
    return dataSet.tables().stream()
        .filter(table -> table.definition().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String text(GeneratedTable table, int part, int partCount) {
    StringWriter out = new StringWriter();
    try {
      TextRows.write(table.rows(SCALE, part, partCount), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static long key(List<String> row) {
    return Long.parseLong(row.get(0));
  }

  private static List<List<String>> columns(List<List<String>> rows, int from, int to) {
    return rows.stream().map(row -> row.subList(from, to)).toList();
  }

  private static long greatest(List<List<String>> rows, int column) {
    return counts(columns(rows, column, column + 1)).values().stream()
        .mapToLong(Long::longValue)
        .max()
        .orElseThrow();
  }

  private static Map<List<String>, Long> counts(List<List<String>> rows) {
    Map<List<String>, Long> counts = new HashMap<>();
    rows.forEach(row -> counts.merge(row, 1L, Long::sum));
    return counts;
  }
}
