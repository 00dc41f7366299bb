package dev.paceline.core.kernel.separator;

/**
 * The state of a search for separators in a text: {@link SeparatorKernels} computes masks of 64
 * bytes, and this turns them into positions. One thread uses it.
 *
 * <p>A record ends with a line feed, or with a carriage return that no line feed follows. Between a
 * quote and the next one, nothing is a separator. A doubled quote closes and opens again, which
 * changes nothing.
 *
 * <p>Source: Langdale and Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019,
 * section 3.1 (masks, and quoted regions by a prefix XOR).
 */
public final class SeparatorScan {
  /** The bit of a position that says that a record ends there. */
  public static final int RECORD_END = 1 << 31;

  private final byte delimiter;
  private final byte quote;
  private final byte escape;
  private final boolean hasQuotes;
  private final boolean hasEscapes;

  private int position;
  private int count;
  private int recordEnds;
  private long separators;
  private long ends;
  private long quoted;
  private long beforeQuote;
  private boolean escapesNext;
  private int lastIrregular;

  /**
   * @param quote a byte above 127, or 0, means that nothing is quoted
   * @param escape makes a quote behind it, inside quotes, a part of the value; equal to {@code
   *     quote} if quotes are doubled
   */
  public SeparatorScan(byte delimiter, byte quote, byte escape) {
    this.delimiter = delimiter;
    this.quote = quote;
    this.escape = escape;
    this.hasQuotes = quote > 0;
    this.hasEscapes = hasQuotes && escape > 0 && escape != quote;
  }

  /**
   * Begins at a position of a text.
   *
   * @param inQuotes whether the position is inside quotes
   * @param escaped whether the byte there is escaped
   */
  public void start(int from, boolean inQuotes, boolean escaped) {
    position = from;
    count = 0;
    recordEnds = 0;
    quoted = inQuotes ? -1 : 0;
    beforeQuote = 1;
    escapesNext = escaped;
    lastIrregular = -1;
  }

  public byte delimiter() {
    return delimiter;
  }

  public byte quote() {
    return quote;
  }

  public byte escape() {
    return escape;
  }

  /** Whether there are quotes. */
  public boolean hasQuotes() {
    return hasQuotes;
  }

  /** Whether there are escapes other than doubled quotes. */
  public boolean hasEscapes() {
    return hasEscapes;
  }

  /** Returns the position of the next byte to look at. */
  public int position() {
    return position;
  }

  /** Returns the number of positions that were found since the start. */
  public int count() {
    return count;
  }

  /** Returns how many of them are ends of records. */
  public int recordEnds() {
    return recordEnds;
  }

  /** Whether the next byte is inside quotes. */
  public boolean isInQuotes() {
    return quoted != 0;
  }

  /**
   * Returns the last position of a quote that opens in the middle of a field, where quotes do not
   * delimit anything; -1 if there is none.
   */
  public int lastIrregular() {
    return lastIrregular;
  }

  /**
   * Takes the masks of the next 64 bytes, and finds the {@link #separators} and {@link #ends}.
   *
   * @param length bytes of the block that are text, 1 to 64; bits behind them are ignored
   * @param lineFeedFollows whether the byte behind the block is a line feed
   */
  void accept(
      long delimiters,
      long lineFeeds,
      long carriageReturns,
      long quotes,
      long escapes,
      int length,
      boolean lineFeedFollows) {
    long text = -1L >>> -length;
    long endsFound = lineFeeds;
    if (carriageReturns != 0) {
      long followed = lineFeeds >>> 1 | (lineFeedFollows ? 1L << length - 1 : 0);
      endsFound |= carriageReturns & ~followed;
    }
    long found = (delimiters | endsFound) & text;
    endsFound &= text;
    if (hasQuotes) {
      long toggles = (hasEscapes ? quotes & ~escaped(escapes, length) : quotes) & text;
      if ((toggles | quoted) == 0) {
        beforeQuote = found >>> length - 1;
      } else {
        long inside = prefixXor(toggles) ^ quoted;
        found &= ~inside;
        endsFound &= ~inside;
        long before = found | toggles & ~inside;
        long irregular = toggles & inside & ~(before << 1 | beforeQuote);
        if (irregular != 0) {
          lastIrregular = position + 63 - Long.numberOfLeadingZeros(irregular);
        }
        beforeQuote = before >>> length - 1;
        quoted = inside << -length >> 63;
      }
    }
    separators = found;
    ends = endsFound;
  }

  /** Returns the mask of the separators in the present block. */
  long separators() {
    return separators;
  }

  /** Returns the mask of the separators that end records. */
  long ends() {
    return ends;
  }

  /** Moves behind the present block, after the positions of its separators were written. */
  void advance(int length) {
    count += Long.bitCount(separators);
    recordEnds += Long.bitCount(ends);
    position += length;
  }

  /** The bytes that an escape stands before that is not escaped itself. */
  private long escaped(long escapes, int length) {
    long escaped = escapesNext ? 1 : 0;
    boolean next = false;
    for (long rest = escapes & ~escaped & -1L >>> -length; rest != 0; rest &= rest - 1) {
      int bit = Long.numberOfTrailingZeros(rest);
      if (bit == length - 1) {
        next = true;
      } else {
        escaped |= 2L << bit;
        rest &= ~(2L << bit);
      }
    }
    escapesNext = next;
    return escaped;
  }

  /** Takes the masks of quotes and escapes of the next 64 bytes only to know what is quoted. */
  void acceptQuotes(long quotes, long escapes, int length) {
    long toggles = (hasEscapes ? quotes & ~escaped(escapes, length) : quotes) & -1L >>> -length;
    quoted ^= -(Long.bitCount(toggles) & 1L);
    position += length;
  }

  /** Sets each bit to the XOR of itself and all lower ones. */
  private static long prefixXor(long bits) {
    long result = bits ^ bits << 1;
    result ^= result << 2;
    result ^= result << 4;
    result ^= result << 8;
    result ^= result << 16;
    return result ^ result << 32;
  }
}
