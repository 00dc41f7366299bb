package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.block.ColumnBlockLayout;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.block.DistinctSketch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Computes statistics and sketches of a column. It keeps scratch memory; one thread at a time uses
 * it.
 */
public final class ColumnProfiler {
  /**
   * The size of the range below which the distinct whole numbers of a column are counted exactly,
   * in a bitmap.
   */
  private static final int COUNTED_RANGE = 1 << 20;

  /**
   * The number of rows after which the profiler checks whether all numbers of a small range have
   * occurred.
   */
  private static final int FIRST_MARKED = 1 << 12;

  private static final int HISTOGRAM_SAMPLE = 2048;

  /** The most 64-bit words of strings that are hashed without branches. */
  private static final int MAX_HASHED_WORDS = 6;

  /** The number of rows whose values are copied to an array and processed there together. */
  private static final int BLOCK = 1024;

  private static final int LOG_RECENT = 10;

  /** Above this share of distinct strings in a sample, all strings are hashed. */
  private static final double HASHED_SHARE = 0.25;

  /** The number of distinct strings may be less than the sketch's estimate by this factor. */
  private static final double SKETCH_ERROR = 1.08;

  /** Bits of a NaN that no column has in its one form of NaN. */
  private static final long NO_DOUBLE = -1;

  private static final double[] NO_QUANTILES = {};

  private final StringEntries entries = new StringEntries();
  private final double[] sample = new double[2 * HISTOGRAM_SAMPLE];
  private long[] seen = new long[0];
  private final long[] block = new long[BLOCK];
  private final long[] hashes = new long[BLOCK];

  /** The hashes of all strings of a column. */
  private long[] stringHashes = new long[0];

  /** Doubles that occurred lately, by their hashes. */
  private final long[] recent = new long[1 << LOG_RECENT];

  private long least;
  private long greatest;
  private boolean isAscending;

  /**
   * The number of words of {@link #seen} that say which numbers the column has; 0 if they do not.
   */
  private int seenWords;

  public ColumnProfile profile(ColumnValues values) {
    if (values.nullCount() == values.rowCount()) {
      ColumnStatistics statistics = ColumnStatistics.unknown(values.rowCount(), values.nullCount());
      ColumnSketch sketch = ColumnSketch.of(new DistinctSketch(), NO_QUANTILES);
      return new ColumnProfile(statistics, sketch, 1, null);
    }
    return switch (values.type().family()) {
      case BOOLEAN, INTEGRAL -> values.highs() == null ? longs(values) : int128s(values);
      case FLOATING -> doubles(values);
      case BYTES -> strings(values);
    };
  }

  private ColumnProfile longs(ColumnValues values) {
    int rows = values.rowCount();
    findBounds(values);
    long min = least;
    long max = greatest;
    boolean ascending = isAscending;
    fillNulls(values, min);
    DistinctSketch sketch = new DistinctSketch();
    long distinct = distinctLongs(values, min, max, ascending, sketch);
    ColumnStatistics statistics =
        new ColumnStatistics(
            rows,
            values.nullCount(),
            distinct,
            true,
            min,
            max,
            false,
            0,
            0,
            null,
            null,
            ascending,
            distinct == rows && isCounted(min, max, ascending));
    return new ColumnProfile(
        statistics,
        ColumnSketch.of(sketch, quantiles(values, false)),
        divisor(values, min, max),
        null);
  }

  /** Sets {@link #least}, {@link #greatest} and {@link #isAscending}. */
  private void findBounds(ColumnValues values) {
    long first = values.lane(values.firstValue());
    fillNulls(values, first);
    least = first;
    greatest = first;
    isAscending = values.nullCount() == 0;
    long before = first;
    for (int row = 0; row < values.rowCount(); row += BLOCK) {
      int rows = Math.min(BLOCK, values.rowCount() - row);
      MemorySegment.copy(values.lanes(), ValueLayout.JAVA_LONG, (long) row << 3, block, 0, rows);
      isAscending = isAscending && before <= block[0] && isAscending(block, rows);
      before = block[rows - 1];
      if (isAscending) {
        greatest = before;
      } else {
        extendBounds(rows);
      }
    }
  }

  private void extendBounds(int rows) {
    long min = least;
    long max = greatest;
    long[] lanes = block;
    for (int i = 0; i < rows; i++) {
      min = Math.min(min, lanes[i]);
      max = Math.max(max, lanes[i]);
    }
    least = min;
    greatest = max;
  }

  private static boolean isAscending(long[] lanes, int rows) {
    int row = 1;
    while (row < rows && lanes[row - 1] <= lanes[row]) {
      row++;
    }
    return row == rows;
  }

  private static void fillNulls(ColumnValues values, long filler) {
    if (values.nullCount() > 0) {
      for (int row = 0; row < values.rowCount(); row++) {
        if (values.isNull(row)) {
          values.lanes().set(ValueLayout.JAVA_LONG, (long) row << 3, filler);
        }
      }
    }
  }

  /** Returns whether {@link #distinctLongs} counts exactly. */
  private static boolean isCounted(long min, long max, boolean ascending) {
    long range = max - min;
    return range >= 0 && range < COUNTED_RANGE || ascending;
  }

  /**
   * Counts or estimates the distinct whole numbers. NULL lanes hold the smallest value by now,
   * which is counted anyway.
   */
  private long distinctLongs(
      ColumnValues values, long min, long max, boolean ascending, DistinctSketch sketch) {
    seenWords = 0;
    if (ascending) {
      return distinctAscending(values, sketch);
    }
    if (isCounted(min, max, false)) {
      return distinctInRange(values, min, max, sketch);
    }
    for (int row = 0; row < values.rowCount(); row += BLOCK) {
      int rows = Math.min(BLOCK, values.rowCount() - row);
      MemorySegment.copy(values.lanes(), ValueLayout.JAVA_LONG, (long) row << 3, block, 0, rows);
      sketch.update(block, rows);
    }
    return estimate(sketch, values);
  }

  private long distinctAscending(ColumnValues values, DistinctSketch sketch) {
    MemorySegment lanes = values.lanes();
    long[] found = block;
    long before = values.lane(0);
    long distinct = 1;
    sketch.update(before);
    for (int from = 1; from < values.rowCount(); from += BLOCK) {
      int to = Math.min(from + BLOCK, values.rowCount());
      int count = 0;
      for (int row = from; row < to; row++) {
        long value = lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
        found[count] = value;
        count += value == before ? 0 : 1;
        before = value;
      }
      sketch.update(found, count);
      distinct += count;
    }
    return distinct;
  }

  private long distinctInRange(ColumnValues values, long min, long max, DistinctSketch sketch) {
    int words = (int) (max - min >>> 6) + 1;
    if (seen.length < words) {
      seen = new long[words];
    } else {
      Arrays.fill(seen, 0, words, 0);
    }
    int rows = values.rowCount();
    int marked = 0;
    boolean all = false;
    while (marked < rows && !all) {
      int to = (int) Math.min(rows, marked + Math.max(FIRST_MARKED, max - min));
      mark(values.lanes(), marked, to, min, seen);
      marked = to;
      all = marked < rows && count(words) > max - min;
    }
    int count = 0;
    for (int word = 0; word < words; word++) {
      for (long bits = seen[word]; bits != 0; bits &= bits - 1) {
        block[count++] = min + ((long) word << 6) + Long.numberOfTrailingZeros(bits);
      }
      if (count > BLOCK - Long.SIZE) {
        sketch.update(block, count);
        count = 0;
      }
    }
    sketch.update(block, count);
    seenWords = words;
    return count(words);
  }

  /** Sets the bit of each row's distance to the smallest value. */
  private static void mark(MemorySegment lanes, int from, int to, long min, long[] bits) {
    for (int row = from; row < to; row++) {
      long number = lanes.get(ValueLayout.JAVA_LONG, (long) row << 3) - min;
      bits[(int) (number >>> 6)] |= 1L << number;
    }
  }

  private long count(int words) {
    long count = 0;
    for (int word = 0; word < words; word++) {
      count += Long.bitCount(seen[word]);
    }
    return count;
  }

  private static long estimate(DistinctSketch sketch, ColumnValues values) {
    return Math.min(
        Math.max(1, Math.round(sketch.estimate())), values.rowCount() - values.nullCount());
  }

  private long divisor(ColumnValues values, long min, long max) {
    if (max - min < 0) {
      return 1;
    }
    return seenWords > 0 ? divisorOfSeen(max - min) : divisorOfRows(values, min, max - min);
  }

  private static long divisorOfRows(ColumnValues values, long min, long range) {
    long divisor = range;
    ExactDivision division = new ExactDivision(Math.max(1, divisor));
    for (int row = 0; row < values.rowCount() && divisor > 1; row++) {
      long difference = values.lane(row) - min;
      if (!division.isExact(difference)) {
        divisor = greatestCommonDivisor(divisor, difference);
        division = new ExactDivision(divisor);
      }
    }
    return Math.max(1, divisor);
  }

  /**
   * Returns the greatest common divisor of the distances that {@link #seen} holds, which are fewer
   * than the rows.
   */
  private long divisorOfSeen(long range) {
    long divisor = range;
    for (int word = 0; word < seenWords && divisor > 1; word++) {
      for (long bits = seen[word]; bits != 0 && divisor > 1; bits &= bits - 1) {
        long distance = ((long) word << 6) + Long.numberOfTrailingZeros(bits);
        divisor = greatestCommonDivisor(divisor, distance);
      }
    }
    return Math.max(1, divisor);
  }

  private static long greatestCommonDivisor(long left, long right) {
    long a = left;
    long b = right;
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }

  private ColumnProfile int128s(ColumnValues values) {
    DistinctSketch sketch = new DistinctSketch();
    MemorySegment highs = java.util.Objects.requireNonNull(values.highs());
    for (int row = 0; row < values.rowCount(); row++) {
      if (!values.isNull(row)) {
        long high = highs.get(ValueLayout.JAVA_LONG, (long) row << 3);
        sketch.update(values.lane(row), high);
      }
    }
    ColumnStatistics statistics =
        new ColumnStatistics(
            values.rowCount(),
            values.nullCount(),
            estimate(sketch, values),
            false,
            0,
            0,
            false,
            0,
            0,
            null,
            null,
            false,
            false);
    return new ColumnProfile(statistics, ColumnSketch.of(sketch, NO_QUANTILES), 1, null);
  }

  private ColumnProfile doubles(ColumnValues values) {
    DistinctSketch sketch = new DistinctSketch();
    Arrays.fill(recent, NO_DOUBLE);
    double min = Double.longBitsToDouble(values.lane(values.firstValue()));
    double max = min;
    double before = min;
    boolean ascending = values.nullCount() == 0;
    for (int from = 0; from < values.rowCount(); from += BLOCK) {
      int rows = lanes(values, from, Math.min(BLOCK, values.rowCount() - from));
      if (ascending) {
        ascending = isAscending(before, block, rows);
        before = Double.longBitsToDouble(block[rows - 1]);
      }
      int count = newDoubles(rows);
      for (int i = 0; i < count; i++) {
        double value = Double.longBitsToDouble(block[i]);
        min = DoubleRange.compare(value, min) < 0 ? value : min;
        max = DoubleRange.compare(value, max) > 0 ? value : max;
      }
      sketch.update(block, count);
    }
    ColumnStatistics statistics =
        new ColumnStatistics(
            values.rowCount(),
            values.nullCount(),
            estimate(sketch, values),
            false,
            0,
            0,
            true,
            min,
            max,
            null,
            null,
            ascending,
            false);
    return new ColumnProfile(statistics, ColumnSketch.of(sketch, quantiles(values, true)), 1, null);
  }

  private static boolean isAscending(double first, long[] lanes, int rows) {
    double before = first;
    for (int i = 0; i < rows; i++) {
      double value = Double.longBitsToDouble(lanes[i]);
      if (DoubleRange.compare(value, before) < 0) {
        return false;
      }
      before = value;
    }
    return true;
  }

  /**
   * Moves the doubles of {@link #block} that did not occur lately to its front, with one form of
   * zero and of NaN. Few remain if a column has few distinct values.
   *
   * @return the number of these doubles
   */
  private int newDoubles(int rows) {
    long[] lately = recent;
    long[] lanes = block;
    int count = 0;
    for (int i = 0; i < rows; i++) {
      long bits = Double.doubleToLongBits(Double.longBitsToDouble(lanes[i]) + 0.0);
      int slot = (int) (bits * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - LOG_RECENT);
      if (lately[slot] != bits) {
        lately[slot] = bits;
        lanes[count++] = bits;
      }
    }
    return count;
  }

  /** Returns an equi-depth histogram of a sample, without NaN. */
  private double[] quantiles(ColumnValues values, boolean doubles) {
    int step = Math.max(1, values.rowCount() / HISTOGRAM_SAMPLE);
    int count = 0;
    for (int row = 0; row < values.rowCount(); row += step) {
      double value =
          doubles ? Double.longBitsToDouble(values.lane(row)) : (double) values.lane(row);
      if (!values.isNull(row) && !Double.isNaN(value)) {
        sample[count++] = value;
      }
    }
    if (count == 0) {
      return NO_QUANTILES;
    }
    Arrays.sort(sample, 0, count);
    int buckets = Math.min(ColumnSketch.HISTOGRAM_BUCKETS, count);
    double[] quantiles = new double[buckets + 1];
    for (int i = 0; i <= buckets; i++) {
      quantiles[i] = sample[(int) ((long) i * (count - 1) / buckets)];
    }
    return quantiles;
  }

  private ColumnProfile strings(ColumnValues values) {
    DistinctSketch sketch = new DistinctSketch();
    MemorySegment heap = values.heap();
    StringEntries found = entries(values, sketch);
    if (found != null) {
      least = found.view(0);
      greatest = found.view(found.count() - 1);
    } else {
      findStringBounds(values);
    }
    ColumnStatistics statistics =
        new ColumnStatistics(
            values.rowCount(),
            values.nullCount(),
            found != null ? found.count() : estimate(sketch, values),
            false,
            0,
            0,
            false,
            0,
            0,
            lowerBound(StringView.bytes(heap, least)),
            upperBound(StringView.bytes(heap, greatest)),
            false,
            found != null && found.count() == values.rowCount());
    return new ColumnProfile(statistics, ColumnSketch.of(sketch, NO_QUANTILES), 1, found);
  }

  /**
   * Adds all strings to a sketch and collects the distinct strings. If strings repeat often in a
   * sample, only strings that did not occur lately are hashed. Otherwise every string is hashed
   * once, and the sketch tells whether there are too many distinct strings to collect.
   *
   * @return null if there are too many different strings for a dictionary
   */
  private @Nullable StringEntries entries(ColumnValues values, DistinctSketch sketch) {
    int limit = StringEntries.limit(values.rowCount());
    StringCodes codes = values.codes();
    StringEntries found = null;
    if (codes != null && codes.count() <= limit) {
      found = entries.collect(codes, values.heap());
    } else if (entries.distinctShare(values) <= HASHED_SHARE) {
      found = entries.collect(values, null);
    }
    if (found != null) {
      found.addTo(sketch);
      return found;
    }
    long[] known = hashAll(values, sketch);
    return sketch.estimate() > limit * SKETCH_ERROR ? null : entries.collect(values, known);
  }

  /** Returns the hashes of all strings that are not NULL, and adds them to a sketch. */
  private long[] hashAll(ColumnValues values, DistinctSketch sketch) {
    if (stringHashes.length < values.rowCount()) {
      stringHashes = new long[values.rowCount()];
    }
    int strings = 0;
    for (int from = 0; from < values.rowCount(); from += BLOCK) {
      int count = lanes(values, from, Math.min(BLOCK, values.rowCount() - from));
      long[] some = hashes(values.heap(), count);
      sketch.update(some, count);
      System.arraycopy(some, 0, stringHashes, strings, count);
      strings += count;
    }
    return stringHashes;
  }

  /** Sets the views {@link #least} and {@link #greatest}. */
  private void findStringBounds(ColumnValues values) {
    MemorySegment heap = values.heap();
    long min = values.lane(values.firstValue());
    long max = min;
    long minPrefix = StringView.prefix(heap, min);
    long maxPrefix = minPrefix;
    for (int from = 0; from < values.rowCount(); from += BLOCK) {
      int count = lanes(values, from, Math.min(BLOCK, values.rowCount() - from));
      for (int i = 0; i < count; i++) {
        long view = block[i];
        long prefix = StringView.prefix(heap, view);
        if (Long.compareUnsigned(prefix, minPrefix) <= 0
            && StringView.compare(heap, view, heap, min) < 0) {
          min = view;
          minPrefix = prefix;
        }
        if (Long.compareUnsigned(prefix, maxPrefix) >= 0
            && StringView.compare(heap, view, heap, max) > 0) {
          max = view;
          maxPrefix = prefix;
        }
      }
    }
    least = min;
    greatest = max;
  }

  /**
   * Sets the first elements of {@link #block} to the lanes of some rows that are not NULL.
   *
   * @return how many
   */
  private int lanes(ColumnValues values, int from, int rows) {
    if (values.nullCount() == 0) {
      MemorySegment.copy(values.lanes(), ValueLayout.JAVA_LONG, (long) from << 3, block, 0, rows);
      return rows;
    }
    int count = 0;
    for (int row = from; row < from + rows; row++) {
      if (!values.isNull(row)) {
        block[count++] = values.lane(row);
      }
    }
    return count;
  }

  /** Returns the hashes of the strings whose views are the first elements of {@link #block}. */
  private long[] hashes(MemorySegment heap, int count) {
    int longest = 0;
    long lastStart = 0;
    for (int i = 0; i < count; i++) {
      longest = Math.max(longest, StringView.length(block[i]));
      lastStart = Math.max(lastStart, StringView.offset(block[i]));
    }
    int words = longest / Long.BYTES;
    if (words <= MAX_HASHED_WORDS && lastStart + (words + 1L) * Long.BYTES <= heap.byteSize()) {
      StableHash.all(heap, block, count, words, hashes);
    } else {
      for (int i = 0; i < count; i++) {
        hashes[i] = StableHash.of(heap, block[i]);
      }
    }
    return hashes;
  }

  private static byte[] lowerBound(byte[] least) {
    return least.length <= ColumnBlockLayout.MAX_BOUND_LENGTH
        ? least
        : Arrays.copyOf(least, ColumnBlockLayout.MAX_BOUND_LENGTH);
  }

  /**
   * Returns a string that is not smaller than another one: the string itself if it is short,
   * otherwise the smallest string above all strings with its prefix.
   */
  static byte @Nullable [] upperBound(byte[] greatest) {
    if (greatest.length <= ColumnBlockLayout.MAX_BOUND_LENGTH) {
      return greatest;
    }
    int length = ColumnBlockLayout.MAX_BOUND_LENGTH;
    while (length > 0 && greatest[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] bound = Arrays.copyOf(greatest, length);
    bound[length - 1]++;
    return bound;
  }
}
