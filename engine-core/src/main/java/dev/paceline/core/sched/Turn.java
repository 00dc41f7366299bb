package dev.paceline.core.sched;

/**
 * The work that a worker has done for one query since the policy chose it: one order, or several
 * short ones in a row, so that the lock of the pool is not taken for each. One thread at a time.
 */
final class Turn {
  /** A worker that has run this many orders asks the policy again. */
  static final int MAX_ORDERS = 16;

  private final int[] operators = new int[MAX_ORDERS];
  private final long[] nanos = new long[MAX_ORDERS];
  private int slices;
  private int orders;
  private long totalNanos;
  private double predictedNanos;

  /**
   * Begins anew.
   *
   * @param predicted what the next order of the query is expected to take; NaN for no idea
   */
  void begin(double predicted) {
    slices = 0;
    orders = 0;
    totalNanos = 0;
    predictedNanos = predicted;
  }

  /**
   * Adds an order, or the part of one that has run before it was preempted.
   *
   * @param ended whether the order has ended
   */
  void add(int operator, long sliceNanos, boolean ended) {
    operators[slices] = operator;
    nanos[slices++] = sliceNanos;
    totalNanos += sliceNanos;
    orders += ended ? 1 : 0;
  }

  boolean isFull() {
    return slices == MAX_ORDERS;
  }

  /** Orders that have ended. */
  int orders() {
    return orders;
  }

  /** Orders that have ended, and one that has been preempted if there is one. */
  int slices() {
    return slices;
  }

  int operator(int slice) {
    return operators[slice];
  }

  long nanos(int slice) {
    return nanos[slice];
  }

  /** Returns the time of all slices. */
  long totalNanos() {
    return totalNanos;
  }

  double predictedNanos() {
    return predictedNanos;
  }
}
