package dev.paceline.benchmarks.frame;

/**
 * How often contestants run. The JIT needs time rather than a number of runs: it compiles the code
 * of a short query for many seconds, during which the query runs hundreds of times, ever faster.
 *
 * @param warmups turns before the measured ones, at least
 * @param warmSeconds seconds that these turns last, at least
 * @param rounds measured turns
 */
public record Repetitions(int warmups, double warmSeconds, int rounds) {
  /** A single turn without a warm-up, for tests. */
  public static final Repetitions ONCE = new Repetitions(0, 0, 1);
}
