package dev.paceline.core.pipeline;

import dev.paceline.core.exec.UnitOfTransfer;

/**
 * What it costs to hand rows from one operator to the next, by the unit of transfer: the model of
 * Deshmukh, Efficient Query Scheduling, §4.4, which counts only what the strategies differ by.
 * Eager means that a block is consumed as soon as it is full, lazy that consumers wait for the last
 * one.
 *
 * <p>Beside the source, rows that are not transferred at all are counted, too. They cost nothing
 * here: a batch is consumed where it was produced, while it is in the caches next to the processor,
 * and the switches between operators for each batch are the same when it is packed into a block.
 * Both transfers pack on top of that. So {@link #cheapest} is {@link UnitOfTransfer#FUSED} with any
 * costs that are not negative, which says what the model can say and no more: it knows nothing of
 * what a lower degree of parallelism does for an operator that scales badly.
 *
 * @param costs of the machine
 * @param threads that produce and consume
 */
public record TransferModel(Costs costs, int threads) {
  /** The model of a machine that was not measured: 2 threads and a cache of 32 MiB. */
  public static final TransferModel TYPICAL =
      new TransferModel(new Costs(32 << 20, 0.1, 0.05, 0.1, 90, 300, 0.5), 2);

  /**
   * What a machine takes for each step. All are means of one thread.
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
  public record Costs(
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
  public record Edge(double blocks, long blockBytes, double strayProbability) {
    double bytes() {
      return blocks * blockBytes;
    }
  }

  /** How likely a block has left the cache before it is consumed eagerly (p2). */
  public double leftCacheProbability(long blockBytes) {
    return Math.min(1, 2.0 * blockBytes * threads / costs.cacheBytes);
  }

  /** The smallest block that never stays in the cache. */
  public long streamingBlockBytes() {
    return costs.cacheBytes / (2L * threads);
  }

  /** What eager consumption adds, in nanoseconds; packing not included. */
  public double eagerNanos(Edge edge) {
    return costs.switchNanos * 2 * edge.blocks
        + edge.strayProbability * costs.missNanos * edge.blocks
        + leftCacheProbability(edge.blockBytes)
            * (costs.readNanos + costs.writeNanos)
            * edge.bytes();
  }

  /** What lazy consumption adds, in nanoseconds; packing not included. */
  public double lazyNanos(Edge edge) {
    return (costs.prefetchedReadNanos + costs.writeNanos) * edge.bytes()
        + edge.strayProbability * costs.missNanos * edge.blocks;
  }

  /** How many times as much lazy consumption adds as eager consumption (rho): above 1 be eager. */
  public double ratio(Edge edge) {
    return lazyNanos(edge) / eagerNanos(edge);
  }

  /**
   * Like {@link #lazyNanos}, where waiting blocks are written to a device.
   *
   * @param readNanos and writeNanos of the device for a byte
   */
  public double lazyNanosOnDevice(Edge edge, double readNanos, double writeNanos) {
    return (readNanos + writeNanos) * edge.bytes();
  }

  /** Like {@link #eagerNanos}, with a device that blocks which are consumed at once never reach. */
  public double eagerNanosBesideDevice(Edge edge) {
    return costs.switchNanos * 2 * edge.blocks;
  }

  /** The unit that adds least. */
  public UnitOfTransfer cheapest(Edge edge) {
    double packing = costs.packNanos * edge.bytes();
    double eager = packing + eagerNanos(edge);
    double lazy = packing + lazyNanos(edge);
    if (Math.min(eager, lazy) >= 0) {
      return UnitOfTransfer.FUSED;
    }
    UnitOfTransfer unit = eager <= lazy ? UnitOfTransfer.ONE : UnitOfTransfer.ALL;
    return unit.withBlockBytes(edge.blockBytes);
  }

  /** What a query does that was told a unit: that, unless it is to be chosen. */
  public UnitOfTransfer resolve(UnitOfTransfer wanted) {
    return wanted.isAuto()
        ? cheapest(new Edge(1, wanted.blockBytes(), 0)).withConsumers(wanted.consumers())
        : wanted;
  }
}
