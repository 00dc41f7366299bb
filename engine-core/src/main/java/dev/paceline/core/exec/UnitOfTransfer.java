package dev.paceline.core.exec;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;

/**
 * How many of an operator's rows must exist before the next operator may begin to take them: the
 * knob between pipelined and non-pipelined execution (Deshmukh, Efficient Query Scheduling, §4; the
 * name is from his "To pipeline or not to pipeline, that is the question", 2020).
 *
 * @param blocks how many full blocks are handed on together; see the constants for what is no
 *     number of blocks
 * @param blockBytes the bytes of rows, before they are packed, that make a block full
 * @param consumers how many orders may take blocks at once
 */
public record UnitOfTransfer(int blocks, long blockBytes, ConsumerLimits consumers) {
  /** The usual size of a block. */
  public static final long DEFAULT_BLOCK_BYTES = 2L << 20;

  /** The smallest block: rows are kept in memory of at least about this. */
  public static final long MIN_BLOCK_BYTES = 64L << 10;

  /** The largest block: it is the input of one order. */
  public static final long MAX_BLOCK_BYTES = 64L << 20;

  private static final int ALL_BLOCKS = Integer.MAX_VALUE;
  private static final int NO_BLOCKS = 0;
  private static final int ANY_BLOCKS = -1;

  /** The unit that the engine estimates to be cheapest; see {@link #resolved}. */
  public static final UnitOfTransfer AUTO = of(ANY_BLOCKS);

  /** No transfer: an order takes each batch through all operators of its pipeline. */
  public static final UnitOfTransfer FUSED = of(NO_BLOCKS);

  /** Each block by itself: consumers begin as soon as one is full. */
  public static final UnitOfTransfer ONE = of(1);

  /** Everything: consumers begin when producers have ended. */
  public static final UnitOfTransfer ALL = of(ALL_BLOCKS);

  public UnitOfTransfer {
    if (blocks < ANY_BLOCKS || blockBytes < MIN_BLOCK_BYTES || blockBytes > MAX_BLOCK_BYTES) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "blocks between operators have "
              + MIN_BLOCK_BYTES
              + " to "
              + MAX_BLOCK_BYTES
              + " bytes, not "
              + blockBytes);
    }
  }

  private static UnitOfTransfer of(int blocks) {
    return new UnitOfTransfer(blocks, DEFAULT_BLOCK_BYTES, ConsumerLimits.NONE);
  }

  /**
   * The unit that a user means.
   *
   * @param option what the user calls the choice
   * @param text {@code auto}, {@code fused}, {@code all} or a number of blocks, in any case
   * @throws PacelineException INVALID_ARGUMENT that says what there is
   */
  public static UnitOfTransfer parse(String option, String text) {
    for (UnitOfTransfer named : new UnitOfTransfer[] {AUTO, FUSED, ALL}) {
      if (named.toString().equalsIgnoreCase(text)) {
        return named;
      }
    }
    try {
      int blocks = Integer.parseInt(text);
      if (blocks >= 1 && blocks < ALL_BLOCKS) {
        return of(blocks);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        option + " is auto, fused, all or a number of blocks from 1 on, not '" + text + "'");
  }

  /** Returns a copy with another block size. */
  public UnitOfTransfer withBlockBytes(long bytes) {
    return new UnitOfTransfer(blocks, bytes, consumers);
  }

  /** Returns a copy with other limits of concurrent consumers. */
  public UnitOfTransfer withConsumers(ConsumerLimits limits) {
    return new UnitOfTransfer(blocks, blockBytes, limits);
  }

  /**
   * Returns what a query does: this unit, or instead of {@link #AUTO} the cheapest, which is {@link
   * #FUSED}, because it alone moves no rows.
   */
  public UnitOfTransfer resolved() {
    return blocks == ANY_BLOCKS ? FUSED.withConsumers(consumers) : this;
  }

  public boolean isFused() {
    return blocks == NO_BLOCKS;
  }

  public boolean isAll() {
    return blocks == ALL_BLOCKS;
  }

  /** Returns the form that {@link #parse} reads, without block size and consumers. */
  @Override
  public String toString() {
    return switch (blocks) {
      case ANY_BLOCKS -> "auto";
      case NO_BLOCKS -> "fused";
      case ALL_BLOCKS -> "all";
      default -> Integer.toString(blocks);
    };
  }
}
