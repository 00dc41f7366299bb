package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Aggregates that are computed below a join, those that must not be, and their answers: those of
 * naive Java over random rows with NULL keys, duplicates and keys without a partner on both sides.
 */
class EagerAggregationTest extends JdbcTest {
  private static final long SEED = 20260614;
  private static final int CUSTOMERS = 40;
  private static final int ORDERS = 400;

  private static final String CALLS =
      "count(*), count(o.price), count(o.note), sum(o.price), min(o.price), max(o.note),"
          + " count(DISTINCT o.price), sum(DISTINCT o.price), sum(o.price) FILTER (WHERE o.price >"
          + " 3), count(*) FILTER (WHERE o.price IS NULL), sum(CASE WHEN o.price > 4 THEN 1 ELSE 0"
          + " END), sum(coalesce(o.price, 100)), avg(o.price), sum(1.25 * o.price)";

  private record Customer(int id, Integer area, String name) {}

  private record Order(Integer area, Integer price, String note) {
    static final Order NONE = new Order(null, null, null);
  }

  private final List<Customer> customers = new ArrayList<>();
  private final List<Order> orders = new ArrayList<>();

  @BeforeEach
  void makeTables() throws SQLException {
    Random random = new Random(SEED);
    for (int i = 0; i < CUSTOMERS; i++) {
      customers.add(new Customer(i, orNull(random, i % 25), "customer " + i % 7));
    }
    for (int i = 0; i < ORDERS; i++) {
      Integer price = orNull(random, random.nextInt(9));
      orders.add(new Order(orNull(random, 5 + random.nextInt(25)), price, "note " + i % 11));
    }
    update("CREATE TABLE customer (id INTEGER NOT NULL, area INTEGER, name VARCHAR)");
    update("CREATE TABLE orders (area INTEGER, price INTEGER, note VARCHAR NOT NULL)");
    insert(
        "customer",
        customers.stream().map(c -> c.id + ", " + c.area + ", '" + c.name + "'").toList());
    insert(
        "orders",
        orders.stream().map(o -> o.area + ", " + o.price + ", '" + o.note + "'").toList());
  }

  private static Integer orNull(Random random, int value) {
    return random.nextInt(9) == 0 ? null : value;
  }

  private void insert(String table, List<String> rows) throws SQLException {
    update("INSERT INTO " + table + " VALUES (" + String.join("), (", rows) + ")");
  }

  private String plan(String sql) throws SQLException {
    return String.join("\n", rows("EXPLAIN " + sql).stream().map(List::getFirst).toList());
  }

  private void assertPushed(String sql, boolean pushed) throws SQLException {
    String plan = plan(sql);
    assertThat(plan.indexOf("Join(") < plan.indexOf("Aggregate("))
        .as("whether the join is above the aggregate in%n%s", plan)
        .isEqualTo(pushed);
    assertThat(plan).matches(text -> !pushed || text.contains("unique=[[customer.id]]"));
  }

  /** One row a customer, of the customer and its orders; {@link Order#NONE} if it has none. */
  private List<List<String>> answer(
      BiPredicate<Customer, Order> condition,
      boolean outer,
      Function<Customer, Stream<Object>> columns,
      Function<List<Order>, Stream<Object>> calls) {
    List<List<String>> answer = new ArrayList<>();
    for (Customer customer : customers) {
      List<Order> met = orders.stream().filter(o -> condition.test(customer, o)).toList();
      if (outer || !met.isEmpty()) {
        Stream<Object> group = calls.apply(met.isEmpty() ? List.of(Order.NONE) : met);
        answer.add(
            Stream.concat(columns.apply(customer), group)
                .map(value -> value == null ? null : value.toString())
                .toList());
      }
    }
    return answer;
  }

  private static boolean sameArea(Customer customer, Order order) {
    return customer.area != null && customer.area.equals(order.area);
  }

  private static List<Integer> prices(List<Order> orders) {
    return orders.stream().map(Order::price).filter(Objects::nonNull).toList();
  }

  private static Long sum(List<Integer> values) {
    return values.isEmpty() ? null : values.stream().mapToLong(Integer::longValue).sum();
  }

  private static Stream<Object> naiveCalls(List<Order> met) {
    List<Integer> prices = prices(met);
    List<Integer> distinct = prices.stream().distinct().toList();
    List<String> notes = met.stream().map(Order::note).filter(Objects::nonNull).toList();
    return Stream.of(
        met.size(),
        prices.size(),
        notes.size(),
        sum(prices),
        prices.stream().min(Integer::compare).orElse(null),
        notes.stream().max(String::compareTo).orElse(null),
        distinct.size(),
        sum(distinct),
        sum(prices.stream().filter(price -> price > 3).toList()),
        met.size() - prices.size(),
        prices.stream().filter(price -> price > 4).count(),
        (prices.isEmpty() ? 0 : sum(prices)) + 100L * (met.size() - prices.size()),
        prices.isEmpty() ? null : (double) sum(prices) / prices.size(),
        prices.isEmpty() ? null : BigDecimal.valueOf(125 * sum(prices), 2));
  }

  private static Stream<Object> idAndName(Customer customer) {
    return Stream.of(customer.id, customer.name);
  }

  private void assertAnswers(String sql, List<List<String>> expected) throws SQLException {
    assertThat(rows(sql)).as("seed %d, %s", SEED, plan(sql)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "customer c LEFT JOIN orders o ON c.area = o.area",
        "orders o RIGHT JOIN customer c ON c.area = o.area"
      })
  void customersWithoutOrdersStay(String join) throws SQLException {
    String sql =
        "SELECT c.id, c.name, " + CALLS + " FROM " + join + " GROUP BY c.id, c.name ORDER BY c.id";
    assertPushed(sql, true);
    assertAnswers(
        sql,
        answer(
            EagerAggregationTest::sameArea,
            true,
            EagerAggregationTest::idAndName,
            EagerAggregationTest::naiveCalls));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "customer c JOIN orders o ON c.area = o.area",
        "orders o JOIN customer c ON o.area = c.area"
      })
  void customersWithoutOrdersGo(String join) throws SQLException {
    String sql =
        "SELECT c.id, o.area, upper(c.name), "
            + CALLS
            + " FROM "
            + join
            + " GROUP BY c.id, o.area, upper(c.name) ORDER BY c.id";
    assertPushed(sql, true);
    assertAnswers(
        sql,
        answer(
            EagerAggregationTest::sameArea,
            false,
            customer ->
                Stream.of(customer.id, customer.area, customer.name.toUpperCase(Locale.ROOT)),
            EagerAggregationTest::naiveCalls));
  }

  @Test
  void conditionsOnOneSideOnly() throws SQLException {
    String sql =
        "SELECT c.id, c.name, "
            + CALLS
            + " FROM customer c LEFT JOIN orders o ON c.area = o.area"
            + " AND o.price < 6 AND (c.id > 20 OR o.area = 7) GROUP BY c.id, c.name ORDER BY c.id";
    assertPushed(sql, true);
    assertAnswers(
        sql,
        answer(
            (c, o) ->
                sameArea(c, o) && o.price != null && o.price < 6 && (c.id > 20 || o.area == 7),
            true,
            EagerAggregationTest::idAndName,
            EagerAggregationTest::naiveCalls));
  }

  @Test
  void nullsAsKeysWithPartners() throws SQLException {
    String sql =
        "SELECT c.id, c.name, "
            + CALLS
            + " FROM customer c LEFT JOIN orders o ON c.area IS NOT"
            + " DISTINCT FROM o.area GROUP BY c.id, c.name ORDER BY c.id";
    assertPushed(sql, true);
    assertAnswers(
        sql,
        answer(
            (c, o) -> Objects.equals(c.area, o.area),
            true,
            EagerAggregationTest::idAndName,
            EagerAggregationTest::naiveCalls));
  }

  @Test
  void aConditionOnBothSidesNeedsTheRows() throws SQLException {
    String sql =
        "SELECT c.id, c.name, "
            + CALLS
            + " FROM customer c LEFT JOIN orders o ON c.area = o.area"
            + " AND c.id > o.price GROUP BY c.id, c.name ORDER BY c.id";
    assertPushed(sql, false);
    assertAnswers(
        sql,
        answer(
            (c, o) -> sameArea(c, o) && o.price != null && c.id > o.price,
            true,
            EagerAggregationTest::idAndName,
            EagerAggregationTest::naiveCalls));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // groups of several customers
        "SELECT c.name, count(o.price) FROM customer c LEFT JOIN orders o ON c.area = o.area"
            + " GROUP BY c.name",
        "SELECT o.area, c.id / 2, sum(o.price) FROM customer c JOIN orders o ON c.area = o.area"
            + " GROUP BY o.area, c.id / 2",
        // customers without orders would be one group
        "SELECT o.area, count(*) FROM customer c LEFT JOIN orders o ON c.area = o.area GROUP BY"
            + " o.area",
        "SELECT c.id, o.area, count(*) FROM customer c LEFT JOIN orders o ON c.area = o.area GROUP"
            + " BY c.id, o.area",
        // keys that are equal but not the same
        "SELECT c.id, count(o.price) FROM customer c LEFT JOIN orders o ON c.name = o.note GROUP BY"
            + " c.id",
        // no equal keys at all
        "SELECT c.id, count(o.price) FROM customer c LEFT JOIN orders o ON c.area < o.area GROUP BY"
            + " c.id",
        // how often a customer's own value comes
        "SELECT c.id, count(c.area) FROM customer c LEFT JOIN orders o ON c.area = o.area GROUP BY"
            + " c.id",
        "SELECT c.id, sum(c.id), count(o.price) FROM customer c LEFT JOIN orders o ON c.area ="
            + " o.area GROUP BY c.id",
        "SELECT c.id, sum(c.id + o.price) FROM customer c JOIN orders o ON c.area = o.area GROUP BY"
            + " c.id",
        // NULL of a customer with orders, 1 of one without
        "SELECT c.id, sum(CASE WHEN o.price IS NULL THEN 1 END) FROM customer c LEFT JOIN orders o"
            + " ON c.area = o.area GROUP BY c.id",
        // what is no column of the group, and what customers of the same area add up to
        "SELECT c.area, max(c.id), count(o.price) FROM customer c LEFT JOIN orders o ON c.area ="
            + " o.area GROUP BY c.area",
        "SELECT c.area, sum(CAST(o.price AS DOUBLE)) FROM customer c LEFT JOIN orders o ON c.area ="
            + " o.area GROUP BY c.area",
        // what may fail, also for orders that nobody asks for
        "SELECT c.id, sum(CAST(o.price AS DECIMAL(38, 2))) FROM customer c LEFT JOIN orders o ON"
            + " c.area = o.area GROUP BY c.id",
        "SELECT c.id, max(o.price + 1) FROM customer c LEFT JOIN orders o ON c.area = o.area GROUP"
            + " BY c.id"
      })
  void staysAboveTheJoin(String sql) throws SQLException {
    assertPushed(sql, false);
  }

  @Test
  void ordersThatNobodyAsksForDoNotFail() throws SQLException {
    update("INSERT INTO orders VALUES (99, 5, 'of nobody')");
    String sql =
        "SELECT c.id, sum(10 / (o.area - 99)) FROM customer c LEFT JOIN orders o ON c.area ="
            + " o.area GROUP BY c.id";
    assertPushed(sql, false);
    assertThat(rows(sql)).hasSize(CUSTOMERS);
  }

  @Test
  void aPlanIsGivenUpWhenACustomerComesTwice() throws SQLException {
    String sql =
        "SELECT c.id, count(o.price) FROM customer c LEFT JOIN orders o ON c.area = o.area GROUP BY"
            + " c.id ORDER BY c.id";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      List<List<String>> once = rows(statement.executeQuery());
      update("INSERT INTO customer SELECT * FROM customer WHERE id < 20");
      List<List<String>> expected = new ArrayList<>();
      for (List<String> row : once) {
        int times = Integer.parseInt(row.getFirst()) < 20 ? 2 : 1;
        expected.add(List.of(row.getFirst(), "" + times * Integer.parseInt(row.getLast())));
      }
      assertThat(expected).isNotEqualTo(once);
      assertThat(rows(statement.executeQuery())).isEqualTo(expected);
    }
    assertPushed(sql, false);
  }

  @Test
  void noOrdersAndNoCustomers() throws SQLException {
    String sql =
        "SELECT c.id, count(*), count(o.price), sum(o.price), max(o.note) FROM customer c LEFT JOIN"
            + " orders o ON c.area = o.area GROUP BY c.id ORDER BY c.id";
    update("DROP TABLE orders");
    update("CREATE TABLE orders (area INTEGER, price INTEGER, note VARCHAR NOT NULL)");
    assertPushed(sql, true);
    assertThat(rows(sql))
        .hasSize(CUSTOMERS)
        .contains(asList("0", "1", "0", null, null), asList("39", "1", "0", null, null));
    update("DROP TABLE customer");
    update("CREATE TABLE customer (id INTEGER NOT NULL, area INTEGER, name VARCHAR)");
    assertThat(rows(sql)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theKeptSideMayBeAnyRowsThatAColumnTellsApart(boolean outer) throws SQLException {
    makeRegions();
    String sql =
        "SELECT c.id, r.name, count(o.price) FROM customer c JOIN region r ON c.area = r.area "
            + (outer ? "LEFT JOIN" : "JOIN")
            + " orders o ON c.area = o.area GROUP BY c.id, r.name ORDER BY c.id";
    String plan = plan(sql);
    assertThat(plan).contains("unique=[[customer.id, region.area]]");
    assertThat(plan.indexOf("Join(")).as(plan).isLessThan(plan.indexOf("Aggregate("));
    assertAnswers(
        sql,
        answer(
                EagerAggregationTest::sameArea,
                outer,
                customer -> Stream.of(customer.id, "region " + customer.area),
                met -> Stream.of(prices(met).size()))
            .stream()
            .filter(row -> !row.get(1).equals("region null"))
            .toList());
    assertThat(plan(sql.replace("c.area = r.area", "c.id > r.area"))).doesNotContain("region.area");
  }

  private void makeRegions() throws SQLException {
    update("CREATE TABLE region (area INTEGER NOT NULL, name VARCHAR NOT NULL)");
    insert("region", IntStream.range(0, 25).mapToObj(i -> i + ", 'region " + i + "'").toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void customersOfTheSameAreaAreCounted(boolean outer) throws SQLException {
    String sql =
        "SELECT c.area, "
            + CALLS
            + " FROM customer c "
            + (outer ? "LEFT JOIN" : "JOIN")
            + " orders o ON c.area = o.area GROUP BY c.area";
    String plan = plan(sql);
    assertThat(plan.indexOf("Join(")).as(plan).isLessThan(plan.indexOf("Aggregate("));
    assertThat(plan).doesNotContain("Proven");
    Map<String, List<Order>> byArea = new HashMap<>();
    for (Customer customer : customers) {
      List<Order> met = orders.stream().filter(order -> sameArea(customer, order)).toList();
      if (outer || !met.isEmpty()) {
        byArea
            .computeIfAbsent(String.valueOf(customer.area), area -> new ArrayList<>())
            .addAll(met.isEmpty() ? List.of(Order.NONE) : met);
      }
    }
    List<String> expected = new ArrayList<>();
    byArea.forEach(
        (area, met) ->
            expected.add(
                area
                    + "|"
                    + naiveCalls(met).map(String::valueOf).collect(Collectors.joining("|"))));
    assertThat(rows(sql).stream().map(row -> String.join("|", row)))
        .as("seed %d, %s", SEED, plan)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void innerJoinsOfTheOtherSideStayFree() throws SQLException {
    makeRegions();
    assertPushed(
        "SELECT c.id, count(o.price) FROM orders o JOIN region r ON o.area = r.area JOIN customer c"
            + " ON o.area = c.area GROUP BY c.id",
        false);
  }

  @Test
  void groupsAreToldApartWithoutProof() throws SQLException {
    String sql =
        "SELECT c.area, count(o.price), c.n FROM (SELECT area, count(*) AS n FROM customer GROUP BY"
            + " area) c LEFT JOIN orders o ON c.area = o.area GROUP BY c.area, c.n ORDER BY c.n,"
            + " c.area";
    String plan = plan(sql);
    assertThat(plan).doesNotContain("Proven");
    assertThat(plan.indexOf("Join(")).as(plan).isLessThan(plan.indexOf("Aggregate("));
    Map<String, List<String>> expected = new HashMap<>();
    for (Customer customer : customers) {
      String area = customer.area == null ? null : customer.area.toString();
      List<Order> met = orders.stream().filter(order -> sameArea(customer, order)).toList();
      long same = customers.stream().filter(c -> Objects.equals(c.area, customer.area)).count();
      expected.put(area, asList(area, "" + prices(met).size(), "" + same));
    }
    assertThat(rows(sql)).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  @Test
  void groupsThatAreHardlyAskedForAreNotMade() throws SQLException {
    String sql =
        "SELECT c.id, count(o.price) FROM customer c LEFT JOIN orders o ON c.area = o.area WHERE"
            + " c.id = 3 GROUP BY c.id";
    assertPushed(sql, false);
    assertPushed(sql.replace("c.id = 3", "c.id >= 3"), true);
  }
}
