package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.Paceline;
import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.sched.OrderRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that two users whose queries run at the same time get the shares of real workers that the
 * policy promises. The test compares the time that workers spend on the work orders of each user
 * while both run. The bounds are wide and apply to the median of three attempts, because the
 * operating system may interrupt a worker in the middle of an order.
 */
@Timeout(300)
final class SharesOfUsersTest {
  private static final String URL =
      "jdbc:paceline:mem:shares;workers=2;memory=512MB;rowGroupRows=2048";

  private static final int ATTEMPTS = 3;

  private static Connection keeper;

  @BeforeAll
  static void load() throws SQLException {
    keeper = KnobUrl.connect(URL);
    try (Statement statement = keeper.createStatement()) {
      statement.execute("create table digits (d integer not null)");
      statement.execute("insert into digits values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
      statement.execute(
          "create table numbers as select a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d"
              + " + 100000 * g.d as n from digits a, digits b, digits c, digits e, digits f,"
              + " digits g");
    }
  }

  @AfterAll
  static void close() throws SQLException {
    keeper.close();
    Paceline.closeMemory("shares");
  }

  /**
   * @param low priority of the one user, {@code high} of the other
   * @param least of what the user of the higher priority gets, divided by what the other gets
   */
  @ParameterizedTest
  @CsvSource({
    "stride, 1, 1, 0.67, 1.5",
    "stride, 1, 4, 2.4, 6.7",
    "fair, 1, 9, 0.6, 1.7",
    "proportional, 1, 4, 1.8, 9",
    "exponential, 1, 3, 1.8, 9",
    "exponential, 1030, 1032, 1.8, 9",
    "exponential, 2147483645, 2147483647, 1.8, 9",
    "highest_priority, 1, 2, 5, 1e18",
    "ageing, 1, 1, 0.67, 1.5",
    "deadline, 1, 4, 2.4, 6.7",
    "uniform, 1, 9, 0.6, 1.7",
  })
  void usersGetTheirShares(String policy, int low, int high, double least, double most)
      throws Exception {
    set("scheduling_policy = " + policy);
    Engine engine = keeper.unwrap(Session.class).instance().engine();
    assertMedianIsBetween(least, most, () -> ratioOfShares(engine, policy, low, high));
    reset("traced_orders");
    assertThat(engine.queries()).isEmpty();
  }

  /**
   * Asserts that the median of three ratios of busy times lies within bounds. No third attempt is
   * made when the first two lie within them, because the median of three then does so too.
   */
  private static void assertMedianIsBetween(double least, double most, Callable<Double> attempt)
      throws Exception {
    List<Double> ratios = new ArrayList<>();
    int within = 0;
    while (ratios.size() < ATTEMPTS && within <= ATTEMPTS / 2) {
      double ratio = attempt.call();
      ratios.add(ratio);
      within += ratio >= least && ratio <= most ? 1 : 0;
    }
    if (within <= ATTEMPTS / 2) {
      double median = ratios.stream().sorted().toList().get(ATTEMPTS / 2);
      assertThat(median)
          .as("busy time of high / low in each attempt: %s", ratios)
          .isBetween(least, most);
    }
  }

  /** What the user of the higher priority gets, divided by what the other gets. */
  private static double ratioOfShares(Engine engine, String policy, int low, int high)
      throws Exception {
    reset("traced_orders"); // forgets the orders of the attempt before
    set("traced_orders = 100000");
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService users = Executors.newFixedThreadPool(2)) {
      List<Future<Double>> all =
          List.of(
              users.submit(() -> askLong("low", low, start)),
              users.submit(() -> askLong("high", high, start)));
      assertThat(all.get(0).get()).isEqualTo(all.get(1).get());
    }
    List<OrderRecord> lows = ordersOf(engine, "low");
    List<OrderRecord> highs = ordersOf(engine, "high");
    // Who has to wait for the other to end has no first order before.
    long begin =
        policy.equals("highest_priority")
            ? highs.getFirst().startNanos()
            : Math.max(lows.getFirst().startNanos(), highs.getFirst().startNanos());
    long end = Math.min(lows.getLast().endNanos(), highs.getLast().endNanos());
    return busy(highs, begin, end) / Math.max(1, busy(lows, begin, end));
  }

  /** What workers spent on orders between two times. */
  private static double busy(List<OrderRecord> orders, long begin, long end) {
    return orders.stream()
        .mapToLong(
            order ->
                Math.max(0, Math.min(end, order.endNanos()) - Math.max(begin, order.startNanos())))
        .sum();
  }

  /** The orders of one user, by their starts. */
  private static List<OrderRecord> ordersOf(Engine engine, String user) {
    return engine.trace().stream()
        .filter(order -> order.query().startsWith("/* " + user))
        .sorted(Comparator.comparingLong(OrderRecord::startNanos))
        .toList();
  }

  /** What one query takes while the other runs, from when its priority was raised. */
  @Test
  void aPriorityThatIsRaisedCountsFromTheNextOrderOn() throws Exception {
    Engine engine = keeper.unwrap(Session.class).instance().engine();
    set("scheduling_policy = stride");
    assertMedianIsBetween(4, Double.MAX_VALUE, () -> ratioAfterRaise(engine));
    set("traced_orders = 1");
    assertThat(engine.trace()).hasSize(1);
    reset("traced_orders");
    assertThat(engine.trace()).isEmpty();
  }

  private static double ratioAfterRaise(Engine engine) throws Exception {
    reset("traced_orders"); // forgets the orders of the attempt before
    set("traced_orders = 100000");
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService users = Executors.newFixedThreadPool(2)) {
      List<Future<Double>> all =
          List.of(
              users.submit(() -> askLong("low", 1, start)),
              users.submit(() -> askLong("high", 1, start)));
      long high = awaitOrders(engine, "high", 5);
      awaitOrders(engine, "low", 5);
      long raised = System.nanoTime();
      alter(high, "priority = 16");
      assertThat(all.get(0).get()).isEqualTo(all.get(1).get());
      long highEnds = 0;
      for (OrderRecord order : engine.trace()) {
        highEnds = order.queryNumber() == high ? order.endNanos() : highEnds;
      }
      double highBusy = 0;
      double lowBusy = 1;
      for (OrderRecord order : engine.trace()) {
        if (order.startNanos() > raised && order.endNanos() <= highEnds) {
          if (order.queryNumber() == high) {
            highBusy += order.nanos();
          } else {
            lowBusy += order.nanos();
          }
        }
      }
      return highBusy / lowBusy;
    }
  }

  @Test
  void theWorkersOfARunningQueryChange() throws Exception {
    Engine engine = keeper.unwrap(Session.class).instance().engine();
    set("traced_orders = 100000");
    try (ExecutorService users = Executors.newFixedThreadPool(1)) {
      Future<Double> one = users.submit(() -> askLong("one", 1, new CyclicBarrier(1)));
      long number = awaitOrders(engine, "one", 3);
      alter(number, "workers = 1");
      long changed = System.nanoTime();
      one.get();
      List<OrderRecord> after =
          engine.trace().stream()
              .filter(order -> order.queryNumber() == number && order.startNanos() > changed)
              .sorted(Comparator.comparingLong(OrderRecord::startNanos))
              .toList();
      assertThat(after).hasSizeGreaterThan(20);
      // One order may have run on while the number was changed.
      assertThat(overlaps(after)).isLessThanOrEqualTo(1);
    }
    reset("traced_orders");
    assertThatThrownBy(() -> alter(1, "priority = 3")).hasMessageContaining("no query 1 to alter");
  }

  /** Pairs of orders, one after the other by their starts, that ran at the same time. */
  private static int overlaps(List<OrderRecord> orders) {
    int count = 0;
    for (int i = 1; i < orders.size(); i++) {
      count += orders.get(i).startNanos() < orders.get(i - 1).endNanos() ? 1 : 0;
    }
    return count;
  }

  private static void set(String option) throws SQLException {
    execute("set " + option);
  }

  private static void reset(String option) throws SQLException {
    execute("reset " + option);
  }

  private static void alter(long query, String setting) throws SQLException {
    execute("alter query " + query + " set " + setting);
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = keeper.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The number of a query, when it has had some orders. */
  private static long awaitOrders(Engine engine, String user, int orders) throws Exception {
    while (true) {
      for (QueryReport query : engine.queries()) {
        if (query.name().startsWith("/* " + user) && query.orders() >= orders) {
          return query.number();
        }
      }
      Thread.sleep(1);
    }
  }

  /** Asks once, at the same time as the other user, for what takes hundreds of orders. */
  private static double askLong(String user, int priority, CyclicBarrier start) throws Exception {
    String sql =
        "/* " + user + " */ select sum(sqrt(n + d) * ln(n + d + 1) + sqrt(n)) from numbers, digits";
    try (Connection connection = KnobUrl.connect(URL + ";priority=" + priority);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      start.await();
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return Math.rint(rows.getDouble(1) / 1e3);
      }
    }
  }
}
