package dev.paceline.core.operator.aggregate;

/**
 * Groups that are finished partition by partition while they are read, and are gone after that, so
 * that no more than a few partitions are in memory at a time. Any thread may use it; different
 * partitions at the same time.
 */
interface UnfinishedGroups extends AutoCloseable {
  /** Takes groups of a partition, which are gone when it returns; false if no more are wanted. */
  @FunctionalInterface
  interface GroupConsumer {
    boolean accept(Grouping finished);
  }

  /** Partitions are numbered from 0 to this, exclusively. */
  int partitions();

  /**
   * Finishes the groups of a partition; called once for each. Checks cancellation, and holds no
   * lock when it does.
   *
   * @return false if the consumer wanted no more
   */
  boolean finish(int partition, GroupConsumer out);

  /** Gives everything back. Closing twice does nothing. */
  @Override
  void close();
}
