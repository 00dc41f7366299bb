package dev.paceline.core.kernel.separator;

import dev.paceline.core.kernel.tier.KernelTier;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Finds the separators of fields and records in delimited text, 64 bytes a step. */
public abstract class SeparatorKernels {
  /** Bytes of text that cost about as much as a usual call of other kernels for a batch. */
  private static final int BYTES_A_CALL = 256;

  private static final KernelTier<SeparatorKernels> TIER =
      new KernelTier<>(
          SeparatorKernels.class, "SimdSeparatorKernels", new ScalarSeparatorKernels());

  /** Bytes of a step. */
  public static final int BLOCK_BYTES = Long.SIZE;

  /** Positions for which there must be room before a step. */
  public static final int SPARE_POSITIONS = BLOCK_BYTES + 8;

  /**
   * Returns the kernels that serve now.
   *
   * @param bytes of text that the caller will look at
   */
  public static SeparatorKernels current(int bytes) {
    return TIER.current(1 + bytes / BYTES_A_CALL);
  }

  /**
   * Goes on from the position of a scan to the end of the text, or until there is no room left.
   *
   * @param to where the text ends; the byte there is readable, and tells whether a carriage return
   *     before it is one of a line feed. 64 bytes more are readable
   * @param positions gets an int for each separator: its position, with {@link
   *     SeparatorScan#RECORD_END} for that of a record
   * @param capacity ints that there is room for
   */
  public abstract void split(
      SeparatorScan scan, MemorySegment text, int to, MemorySegment positions, int capacity);

  /** Goes on to the end of the text only to know whether it is inside quotes there. */
  public abstract void skip(SeparatorScan scan, MemorySegment text, int to);

  /** Whether any byte of [from, to) is above 127. */
  public abstract boolean hasNonAscii(MemorySegment text, int from, int to);

  protected static boolean hasRoom(SeparatorScan scan, int capacity) {
    return scan.count() + SPARE_POSITIONS <= capacity;
  }

  protected static boolean isLineFeed(MemorySegment text, int position) {
    return text.get(ValueLayout.JAVA_BYTE, position) == '\n';
  }

  /**
   * Takes the masks of a block and appends the positions of its separators; see {@link
   * SeparatorScan#accept}.
   *
   * @param positions ints, with room for {@link #SPARE_POSITIONS} more
   */
  protected final void accept(
      SeparatorScan scan,
      long delimiters,
      long lineFeeds,
      long carriageReturns,
      long quotes,
      long escapes,
      int length,
      boolean lineFeedFollows,
      MemorySegment positions) {
    scan.accept(delimiters, lineFeeds, carriageReturns, quotes, escapes, length, lineFeedFollows);
    append(scan.separators(), scan.ends(), scan.position(), positions, (long) scan.count() << 2);
    scan.advance(length);
  }

  /**
   * Writes the positions of separators.
   *
   * @param separators bytes of a block
   * @param ends those of them that end records
   * @param position of the block
   * @param at the offset in bytes of the first position; up to {@link #SPARE_POSITIONS} ints may be
   *     overwritten from there on
   */
  protected abstract void append(
      long separators, long ends, int position, MemorySegment positions, long at);

  /** See {@link SeparatorScan#acceptQuotes}. */
  protected static void acceptQuotes(SeparatorScan scan, long quotes, long escapes, int length) {
    scan.acceptQuotes(quotes, escapes, length);
  }
}
