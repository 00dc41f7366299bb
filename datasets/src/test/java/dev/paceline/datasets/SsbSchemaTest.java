package dev.paceline.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SsbSchemaTest {
  private static final double SCALE_FACTOR = 0.005;
  private static final int CUSTOMERS = 150;
  private static final int SUPPLIERS = 10;
  private static final int PARTS = 1_000;
  private static final int ORDERS = 7_500;

  /** Rows of a table, asked for values by the names of columns. */
  private record TableRows(Map<String, Integer> columns, List<List<Object>> rows) {
    static TableRows of(String name, double scaleFactor) {
      GeneratedTable table =
          DataSet.SSB.tables().stream()
              .filter(candidate -> candidate.definition().name().equals(name))
              .findFirst()
              .orElseThrow();
      Map<String, Integer> columns = new HashMap<>();
      table.definition().columns().forEach(column -> columns.put(column.name(), columns.size()));
      return new TableRows(columns, GeneratedRows.of(table, scaleFactor, 1));
    }

    int size() {
      return rows.size();
    }

    long number(int row, String column) {
      return (Long) value(row, column);
    }

    String text(int row, String column) {
      return (String) value(row, column);
    }

    Object value(int row, String column) {
      return rows.get(row).get(columns.get(column));
    }

    List<Object> column(String column) {
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        values.add(value(row, column));
      }
      return values;
    }

    Set<Object> distinct(String column) {
      return new HashSet<>(column(column));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.001, 30, 2, 200, 1500",
    "0.1, 3000, 200, 20000, 150000",
    "1, 30000, 2000, 200000, 1500000",
    "1.99, 59700, 3980, 200000, 2985000",
    "2, 60000, 4000, 400000, 3000000",
    "7, 210000, 14000, 600000, 10500000",
    "10, 300000, 20000, 800000, 15000000",
    "100, 3000000, 200000, 1400000, 150000000",
  })
  void numbersOfRowsFollowTheScale(
      double scaleFactor, int customers, int suppliers, int parts, long orders) {
    assertThat(SsbScale.customers(scaleFactor)).isEqualTo(customers);
    assertThat(SsbScale.suppliers(scaleFactor)).isEqualTo(suppliers);
    assertThat(SsbScale.parts(scaleFactor)).isEqualTo(parts);
    assertThat(SsbScale.orders(scaleFactor)).isEqualTo(orders);
    assertThat(DataSet.SSB.expectedRows(scaleFactor))
        .isEqualTo(customers + suppliers + parts + 4 * orders + 2556);
  }

  @Test
  void datesAreConsecutiveDays() {
    TableRows dates = TableRows.of("dates", SCALE_FACTOR);
    assertThat(dates.size()).isEqualTo(2556);
    for (int row = 0; row < dates.size(); row++) {
      LocalDate date = LocalDate.of(1992, 1, 1).plusDays(row);
      assertThat(dates.number(row, "d_datekey"))
          .isEqualTo(Long.parseLong(date.format(DateTimeFormatter.BASIC_ISO_DATE)));
      String day = date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      assertThat(dates.text(row, "d_dayofweek")).isEqualTo(day);
      assertThat(dates.number(row, "d_daynuminweek"))
          .isEqualTo(
              1
                  + List.of(
                          "Sunday",
                          "Monday",
                          "Tuesday",
                          "Wednesday",
                          "Thursday",
                          "Friday",
                          "Saturday")
                      .indexOf(day));
      assertThat(dates.number(row, "d_lastdayinweekfl")).isEqualTo(day.equals("Saturday") ? 1 : 0);
      assertThat(dates.number(row, "d_weekdayfl")).isEqualTo(day.startsWith("S") ? 0 : 1);
      assertThat(dates.number(row, "d_year")).isEqualTo(date.getYear());
      assertThat(dates.number(row, "d_daynuminyear")).isEqualTo(date.getDayOfYear());
      assertThat(dates.number(row, "d_daynuminmonth")).isEqualTo(date.getDayOfMonth());
      assertThat(dates.number(row, "d_monthnuminyear")).isEqualTo(date.getMonthValue());
      assertThat(dates.number(row, "d_lastdayinmonthfl"))
          .isEqualTo(date.plusDays(1).getDayOfMonth() == 1 ? 1 : 0);
    }
    assertThat(dates.distinct("d_yearmonth")).hasSize(84);
    assertThat(dates.distinct("d_yearmonthnum")).hasSize(84);
    assertThat(dates.distinct("d_weeknuminyear")).hasSize(53);
    assertThat(dates.distinct("d_sellingseason"))
        .containsExactlyInAnyOrder("Winter", "Spring", "Summer", "Fall", "Christmas");
    assertThat(dates.column("d_holidayfl")).filteredOn(flag -> flag.equals(1L)).hasSize(70);
    assertThat(dates.rows().getFirst())
        .containsExactly(
            19920101L,
            "January 1, 1992",
            "Wednesday",
            "January",
            1992L,
            199201L,
            "Jan1992",
            4L,
            1L,
            1L,
            1L,
            1L,
            "Winter",
            0L,
            0L,
            1L,
            1L);
    int march = (int) ChronoUnit.DAYS.between(LocalDate.of(1992, 1, 1), LocalDate.of(1998, 3, 27));
    assertThat(dates.rows().get(march))
        .containsExactly(
            19980327L,
            "March 27, 1998",
            "Friday",
            "March",
            1998L,
            199803L,
            "Mar1998",
            6L,
            27L,
            86L,
            3L,
            13L,
            "Winter",
            0L,
            0L,
            0L,
            1L);
  }

  @Test
  void categoriesBeginWithManufacturersAndBrandsWithCategories() {
    TableRows parts = TableRows.of("part", 0.1);
    assertThat(parts.column("p_partkey")).isEqualTo(keys(20_000));
    for (int row = 0; row < parts.size(); row++) {
      assertThat(parts.text(row, "p_mfgr")).matches("MFGR#[1-5]");
      assertThat(parts.text(row, "p_category")).matches(parts.text(row, "p_mfgr") + "[1-5]");
      assertThat(parts.text(row, "p_brand1"))
          .matches(parts.text(row, "p_category") + "([1-9]|[1-3][0-9]|40)");
      String[] name = parts.text(row, "p_name").split(" ");
      assertThat(name).hasSize(2).doesNotContain(parts.text(row, "p_color"));
      assertThat(name[0]).isNotEqualTo(name[1]);
      assertThat(parts.number(row, "p_size")).isBetween(1L, 50L);
    }
    assertThat(parts.distinct("p_mfgr")).hasSize(5);
    assertThat(parts.distinct("p_category")).hasSize(25);
    assertThat(parts.distinct("p_brand1")).hasSize(1000);
    assertThat(parts.distinct("p_color")).hasSize(92);
    assertThat(parts.distinct("p_type")).hasSize(150);
    assertThat(parts.distinct("p_container")).hasSize(40);
    assertThat(parts.distinct("p_size")).hasSize(50);
  }

  @ParameterizedTest
  @CsvSource({"customer, c, cust, 3000", "supplier, s, supp, 200"})
  void citiesLieInNationsAndNationsInRegions(String table, String prefix, String key, int count) {
    TableRows rows = TableRows.of(table, 0.1);
    assertThat(rows.column(prefix + "_" + key + "key")).isEqualTo(keys(count));
    Map<String, String> regions = new HashMap<>();
    Map<String, String> countryCodes = new HashMap<>();
    for (int row = 0; row < count; row++) {
      String nation = rows.text(row, prefix + "_nation");
      String city = rows.text(row, prefix + "_city");
      assertThat(city).matches("[A-Z ]{9}[0-9]");
      assertThat((nation + "         ").substring(0, 9)).isEqualTo(city.substring(0, 9));
      String region = rows.text(row, prefix + "_region");
      assertThat(regions.merge(nation, region, (old, now) -> now)).isEqualTo(region);
      String phone = rows.text(row, prefix + "_phone");
      assertThat(phone).matches("[1-3][0-9]-[1-9][0-9]{2}-[1-9][0-9]{2}-[1-9][0-9]{3}");
      String code = phone.substring(0, 2);
      assertThat(countryCodes.computeIfAbsent(nation, n -> code)).isEqualTo(code);
      assertThat(rows.text(row, prefix + "_address")).matches("[0-9A-Za-z]{6,24}");
    }
    assertThat(regions).hasSize(25).containsEntry("CHINA", "ASIA");
    assertThat(regions).containsEntry("UNITED KINGDOM", "EUROPE");
    assertThat(new HashSet<>(regions.values()))
        .containsExactlyInAnyOrder("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");
    assertThat(new HashSet<>(countryCodes.values())).hasSize(25);
    assertThat(rows.text(6, prefix + "_name")).endsWith("#000000007");
  }

  @Test
  void everyCityIsThere() {
    TableRows customers = TableRows.of("customer", 0.1);
    assertThat(customers.distinct("c_city")).hasSize(250);
    assertThat(customers.distinct("c_mktsegment")).hasSize(5);
  }

  @Test
  void ordersPointToDimensionsAndAddUp() {
    TableRows lines = TableRows.of("lineorder", SCALE_FACTOR);
    Set<Object> dates = TableRows.of("dates", SCALE_FACTOR).distinct("d_datekey");
    Set<Object> orders = lines.distinct("lo_orderkey");
    assertThat(orders).hasSize(ORDERS);
    assertThat(lines.size() / (double) ORDERS).isBetween(3.9, 4.1);
    long lastOrder = 0;
    for (int row = 0; row < lines.size(); ) {
      long order = lines.number(row, "lo_orderkey");
      assertThat(order).isGreaterThan(lastOrder);
      assertThat(order % 32).isLessThan(8);
      lastOrder = order;
      int first = row;
      long total = 0;
      for (; row < lines.size() && lines.number(row, "lo_orderkey") == order; row++) {
        assertThat(lines.number(row, "lo_linenumber")).isEqualTo(row - first + 1).isBetween(1L, 7L);
        for (String column :
            List.of(
                "lo_custkey",
                "lo_orderdate",
                "lo_orderpriority",
                "lo_shippriority",
                "lo_ordtotalprice")) {
          assertThat(lines.value(row, column)).isEqualTo(lines.value(first, column));
        }
        total += checkLine(lines, row, dates);
      }
      assertThat(lines.number(first, "lo_ordtotalprice")).isEqualTo(total);
    }
  }

  /** What a line adds to the total price of its order. */
  private static long checkLine(TableRows lines, int row, Set<Object> dates) {
    assertThat(lines.number(row, "lo_custkey")).isBetween(1L, (long) CUSTOMERS);
    assertThat(lines.number(row, "lo_custkey") % 3).isNotZero();
    assertThat(lines.number(row, "lo_suppkey")).isBetween(1L, (long) SUPPLIERS);
    assertThat(lines.number(row, "lo_partkey")).isBetween(1L, (long) PARTS);
    for (String column : List.of("lo_orderdate", "lo_commitdate")) {
      assertThat(dates.contains(lines.value(row, column))).as(column).isTrue();
    }
    assertThat(
            ChronoUnit.DAYS.between(
                date(lines.number(row, "lo_orderdate")), date(lines.number(row, "lo_commitdate"))))
        .isBetween(30L, 90L);
    long quantity = lines.number(row, "lo_quantity");
    long discount = lines.number(row, "lo_discount");
    long tax = lines.number(row, "lo_tax");
    long price = lines.number(row, "lo_extendedprice");
    long part = lines.number(row, "lo_partkey");
    assertThat(quantity).isBetween(1L, 50L);
    assertThat(discount).isBetween(0L, 10L);
    assertThat(tax).isBetween(0L, 8L);
    assertThat(price).isEqualTo(quantity * (90_000 + part / 10 + 100 * (part % 1000)));
    long revenue = price * (100 - discount) / 100;
    assertThat(lines.number(row, "lo_revenue")).isEqualTo(revenue);
    assertThat(lines.number(row, "lo_supplycost")).isEqualTo(price / quantity * 6 / 10);
    return revenue * (100 + tax) / 100;
  }

  @Test
  void drawsAreUniform() {
    TableRows lines = TableRows.of("lineorder", SCALE_FACTOR);
    assertUniform(lines, "lo_quantity", 50);
    assertUniform(lines, "lo_discount", 11);
    assertUniform(lines, "lo_tax", 9);
    assertUniform(lines, "lo_suppkey", SUPPLIERS);
    assertUniform(lines, "lo_shipmode", 7);
    assertUniform(lines, "lo_orderpriority", 5);
    assertThat(lines.distinct("lo_partkey")).hasSize(PARTS);
    assertThat(lines.distinct("lo_custkey")).hasSize(CUSTOMERS - CUSTOMERS / 3);
    // Of 2,406 days one in 23 is hit by none of 7,500 orders.
    assertThat(lines.distinct("lo_orderdate")).hasSizeGreaterThan(2200);
  }

  /** Every value is there about as often as every other: within five standard deviations. */
  private static void assertUniform(TableRows rows, String column, int values) {
    Map<Object, Integer> counts = new HashMap<>();
    rows.column(column).forEach(value -> counts.merge(value, 1, Integer::sum));
    assertThat(counts).as(column).hasSize(values);
    double expected = (double) rows.size() / values;
    // Lines of an order share what is drawn for the order: up to 7 values fall together.
    double deviation = 5 * Math.sqrt(expected * (column.equals("lo_orderpriority") ? 7 : 1));
    assertThat(counts.values())
        .as(column)
        .allSatisfy(
            count ->
                assertThat((double) count).isBetween(expected - deviation, expected + deviation));
  }

  private static LocalDate date(long key) {
    return LocalDate.parse(Long.toString(key), DateTimeFormatter.BASIC_ISO_DATE);
  }

  private static List<Object> keys(int count) {
    return new ArrayList<>(LongStream.rangeClosed(1, count).boxed().toList());
  }
}
