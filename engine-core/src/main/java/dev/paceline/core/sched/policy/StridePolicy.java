package dev.paceline.core.sched.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shares of the workers' time in proportion to priorities, without chance: the query is next that
 * has had the least time for its priority (stride scheduling, Waldspurger and Weihl 1995, with the
 * time of orders for quanta). Shares are exact to within an order, where a lottery needs many
 * draws.
 *
 * <p>An order is charged with its predicted time when it begins, and with the difference when it
 * ends. Who comes starts with the time of who is served; who has no orders for a while saves up at
 * most {@link #MAX_CREDIT_NANOS}.
 */
public final class StridePolicy implements SchedulingPolicy {
  /** How far a query may be behind the one that is served. */
  static final double MAX_CREDIT_NANOS = 50e6;

  private final Map<Contender, Account> accounts = new HashMap<>();

  /** Where the query that was served last stands. */
  private double served;

  /** The time that a query has had, divided by its priority. */
  private static final class Account {
    double pass;
  }

  @Override
  public void add(Contender query) {
    Account account = new Account();
    account.pass = served;
    accounts.put(query, account);
  }

  @Override
  public void remove(Contender query) {
    accounts.remove(query);
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    Contender best = candidates.getFirst();
    double least = account(best).pass;
    for (int i = 1; i < candidates.size(); i++) {
      Contender other = candidates.get(i);
      double pass = account(other).pass;
      if (pass < least) {
        best = other;
        least = pass;
      }
    }
    return best;
  }

  @Override
  public void began(Contender query) {
    Account account = account(query);
    account.pass = Math.max(account.pass, served - MAX_CREDIT_NANOS);
    served = Math.max(served, account.pass);
    account.pass += charge(query, query.times().predicted());
  }

  @Override
  public void ended(Contender query, double predicted, long nanos) {
    Account account = accounts.get(query);
    if (account != null) {
      account.pass += (double) nanos / query.priority() - charge(query, predicted);
    }
  }

  private static double charge(Contender query, double nanos) {
    return Double.isNaN(nanos) ? 0 : nanos / query.priority();
  }

  private Account account(Contender query) {
    return accounts.get(query);
  }
}
