package dev.paceline.core.operator.sort;

import java.util.Arrays;

/**
 * A tournament among a fixed number of contenders: each inner node keeps the one that lost there,
 * so that a new winner is found by one comparison a level, on the way up from the old one (Knuth,
 * The Art of Computer Programming, volume 3, section 5.4.1). Not thread-safe.
 */
final class LoserTree {
  private static final int NOBODY = -1;

  private final Order order;

  /** The loser of each inner node; node 1 is the root, the parent of node n is n / 2. */
  private final int[] losers;

  private int winner;

  /** Whether one contender comes before another: a total order without ties. */
  @FunctionalInterface
  interface Order {
    boolean isBefore(int left, int right);
  }

  /**
   * @param contenders how many, at least 1; they are numbered from 0 and must be comparable now
   */
  LoserTree(int contenders, Order order) {
    this.order = order;
    losers = new int[contenders];
    Arrays.fill(losers, NOBODY);
    for (int i = 0; i < contenders; i++) {
      play(i);
    }
  }

  /** The contender that comes first. */
  int winner() {
    return winner;
  }

  /** Finds the winner anew, after the present one, and no other, has changed. */
  void replay() {
    play(winner);
  }

  private void play(int contender) {
    int best = contender;
    for (int node = contender + losers.length >>> 1; node > 0; node >>>= 1) {
      int other = losers[node];
      if (other == NOBODY) {
        losers[node] = best;
        return;
      }
      if (order.isBefore(other, best)) {
        losers[node] = best;
        best = other;
      }
    }
    winner = best;
  }
}
