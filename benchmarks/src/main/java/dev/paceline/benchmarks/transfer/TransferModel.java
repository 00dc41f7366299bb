package dev.paceline.benchmarks.transfer;

/**
 * The cost of handing rows from one operator to the next, by the unit of transfer: the model of
 * Deshmukh, Efficient Query Scheduling, §4.4, which counts only what the strategies differ by.
 * Eager means that a block is consumed as soon as it is full, lazy that consumers wait for the last
 * one.
 *
 * <p>Rows that are not transferred at all cost nothing here: a batch is consumed where it was
 * produced, while it is in the caches next to the processor, and the switches between operators for
 * each batch are the same when it is packed into a block. Both transfers pack on top of that, so
 * the engine's {@code auto} is {@code fused}. The model knows nothing of what a lower degree of
 * parallelism does for an operator that scales badly.
 *
 * @param costs of the machine
 * @param threads that produce and consume
 */
record TransferModel(Costs costs, int threads) {
  /**
   * The times of the steps on a machine, as means of one thread.
   *
   * @param cacheBytes of the last-level cache, as much as the threads can use
   * @param readNanos for a byte that is read from memory, without prefetching (R)
   * @param prefetchedReadNanos for a byte of many that are read one after the other (AR), at most
   *     {@code readNanos}
   * @param writeNanos for a byte that is written to memory (W)
   * @param missNanos for one miss of the last-level cache (M)
   * @param switchNanos for the misses of instructions when an operator takes the place of another
   *     (IC)
   * @param packNanos for a byte of rows that is copied into a block; not in the source
   */
  record Costs(
      long cacheBytes,
      double readNanos,
      double prefetchedReadNanos,
      double writeNanos,
      double missNanos,
      double switchNanos,
      double packNanos) {}

  /**
   * Rows between two operators.
   *
   * @param blocks of them
   * @param blockBytes of each
   * @param strayProbability how likely a thread that returns to a sequential stream finds its end
   *     no longer in the cache (p1)
   */
  record Edge(double blocks, long blockBytes, double strayProbability) {
    double bytes() {
      return blocks * blockBytes;
    }
  }

  /** How likely a block has left the cache before it is consumed eagerly (p2). */
  double leftCacheProbability(long blockBytes) {
    return Math.min(1, 2.0 * blockBytes * threads / costs.cacheBytes);
  }

  /** Returns the nanoseconds that eager consumption adds, without packing. */
  double eagerNanos(Edge edge) {
    return costs.switchNanos * 2 * edge.blocks
        + edge.strayProbability * costs.missNanos * edge.blocks
        + leftCacheProbability(edge.blockBytes)
            * (costs.readNanos + costs.writeNanos)
            * edge.bytes();
  }

  /** Returns the nanoseconds that lazy consumption adds, without packing. */
  double lazyNanos(Edge edge) {
    return (costs.prefetchedReadNanos + costs.writeNanos) * edge.bytes()
        + edge.strayProbability * costs.missNanos * edge.blocks;
  }
}
