package dev.paceline.core.sched.policy;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Draws one of some numbers, each as often as its weight says. Not thread-safe. */
final class Lottery {
  private final RandomGenerator random;
  private double[] upTo = new double[8];
  private int count;

  Lottery(RandomGenerator random) {
    this.random = random;
  }

  /** Forgets all weights. */
  void clear() {
    count = 0;
  }

  /**
   * Gives the next number, from 0 on, its weight.
   *
   * @param weight finite and not negative; of one of them more than 0
   */
  void add(double weight) {
    if (count == upTo.length) {
      upTo = Arrays.copyOf(upTo, 2 * count);
    }
    upTo[count] = weight + (count == 0 ? 0 : upTo[count - 1]);
    count++;
  }

  /** One of the numbers; there is at least one. */
  int draw() {
    double drawn = random.nextDouble() * upTo[count - 1];
    int found = Arrays.binarySearch(upTo, 0, count, drawn);
    int number = found >= 0 ? found + 1 : -found - 1;
    return Math.min(number, count - 1);
  }
}
