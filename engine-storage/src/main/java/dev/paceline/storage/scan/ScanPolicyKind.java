package dev.paceline.storage.scan;

import dev.paceline.core.error.Choice;
import dev.paceline.storage.buffer.LeastRecentlyUsed;
import dev.paceline.storage.buffer.LeastRecentlyUsedTwice;
import dev.paceline.storage.buffer.PredictedUse;
import dev.paceline.storage.buffer.ReplacementPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The policies that a database can be told to use. */
public enum ScanPolicyKind {
  /** Every scan reads its table in order; the least recently used block is replaced. */
  NORMAL,
  /**
   * Like normal, but blocks that were used once are replaced before blocks that were used again.
   */
  LRU2,
  /** Like normal, but the block that running scans need last is replaced. */
  PBM,
  /** Like normal, but a new scan begins at the chunk that is being read. */
  ATTACH,
  /** One reader circles each table for all scans. */
  ELEVATOR,
  /** Blocks that help most waiting scans are read first. */
  RELEVANCE,
  /** Relevance while several scans of a table run at the same time, else PBM. */
  AUTO;

  /** Chunks that an in-order scan asks for beyond its next one. */
  private static final int READ_AHEAD = 3;

  /**
   * The part of the memory that in-order scans together may read ahead, so that the blocks are
   * still there when the scans need them.
   */
  private static final double READ_AHEAD_SHARE = 0.25;

  private static final long PREDICTION_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Returns its name in SET. */
  public String sqlName() {
    return Choice.nameOf(this);
  }

  /**
   * A new policy, which knows nothing yet.
   *
   * @param clock in nanoseconds
   * @param capacity of the memory in bytes
   */
  public ScanPolicy create(LongSupplier clock, long capacity) {
    return switch (this) {
      case NORMAL -> inOrder(capacity, new LeastRecentlyUsed<>());
      case LRU2 -> inOrder(capacity, new LeastRecentlyUsedTwice<>());
      case PBM ->
          inOrder(capacity, new PredictedUse<>(NextUse::seconds, clock, PREDICTION_STEP_NANOS))
              .withShortScansFirst();
      case ATTACH ->
          InOrderPolicy.attach(READ_AHEAD, new LeastRecentlyUsed<>())
              .withReadAheadBytes(readAheadBytes(capacity));
      case ELEVATOR -> new ElevatorPolicy();
      case RELEVANCE -> new RelevancePolicy();
      case AUTO ->
          new AutomaticPolicy(
              inOrder(
                  capacity,
                  AutomaticPolicy.READ_AHEAD_ALONE,
                  new PredictedUse<>(NextUse::seconds, clock, PREDICTION_STEP_NANOS)),
              new RelevancePolicy());
    };
  }

  private InOrderPolicy inOrder(long capacity, ReplacementPolicy<ChunkUnit> replacement) {
    return inOrder(capacity, READ_AHEAD, replacement);
  }

  private InOrderPolicy inOrder(
      long capacity, int readAhead, ReplacementPolicy<ChunkUnit> replacement) {
    return InOrderPolicy.normal(sqlName(), readAhead, replacement)
        .withReadAheadBytes(readAheadBytes(capacity));
  }

  private static long readAheadBytes(long capacity) {
    return (long) (READ_AHEAD_SHARE * capacity);
  }
}
