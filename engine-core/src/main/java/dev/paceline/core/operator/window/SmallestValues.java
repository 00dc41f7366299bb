package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.sort.SampleSort;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * NTH_SMALLEST: finds the value with a rank in any frame in time that is logarithmic in the number
 * of rows. All rows are sorted by the value, and the places in that order, listed by position, form
 * a wavelet matrix (Claude and Navarro, The Wavelet Matrix, 2012): a level has one bit of each
 * place, and orders the places of the next level by that bit.
 */
final class SmallestValues implements Evaluation {
  /** Rows between two checks of the cancellation; a multiple of 64. */
  private static final int CHECKED_ROWS = 1 << 16;

  private final WindowCall call;
  private final SortedRows rows;
  private final ArgumentRows argument;
  private final MemoryScope memory;
  private final CancellationToken cancellation;

  /** One for each bit of the places, the highest first. */
  private final List<RankedBits> levels = new ArrayList<>();

  /** The number of places in each level whose bit is 0. */
  private final int[] zeros = new int[Integer.SIZE];

  /** 32-bit row numbers in the order of the values. */
  private MemorySegment byValue = MemorySegment.NULL;

  SmallestValues(
      WindowCall call,
      SortedRows rows,
      ArgumentRows argument,
      MemoryScope memory,
      CancellationToken cancellation) {
    this.call = call;
    this.rows = rows;
    this.argument = argument;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  @Override
  public FinishPhase phases() {
    int count = rows.count();
    if (count == 0) {
      return FinishPhase.COMPLETE;
    }
    ColumnVector[] columns = new ColumnVector[rows.store().columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = rows.store().column(i);
    }
    SortKey ascending = new SortKey(argument.column(), false, false); // NULLs behind the values
    SampleSort sort = new SampleSort(columns, count, List.of(ascending), memory, cancellation);
    return sort.phases().thenRun(() -> build(sort.order()));
  }

  private void build(MemorySegment order) {
    byValue = order;
    int count = rows.count();
    MemorySegment places = memory.allocate(4L * count);
    MemorySegment next = memory.allocate(4L * count);
    for (int place = 0; place < count; place++) {
      checkAt(place);
      next.setAtIndex(JAVA_INT, order.getAtIndex(JAVA_INT, place), place);
    }
    for (int position = 0; position < count; position++) {
      checkAt(position);
      places.setAtIndex(JAVA_INT, position, next.getAtIndex(JAVA_INT, rows.row(position)));
    }
    for (int bit = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(count - 1); bit >= 0; bit--) {
      addLevel(places, next, bit);
      MemorySegment ordered = next;
      next = places;
      places = ordered;
    }
    memory.release(places);
    memory.release(next);
  }

  private void checkAt(int done) {
    if (done % CHECKED_ROWS == 0) {
      cancellation.check();
    }
  }

  /** Adds a level, and writes the places as the next level lists them. */
  private void addLevel(MemorySegment places, MemorySegment next, int bit) {
    int count = rows.count();
    RankedBits bits = new RankedBits(count, memory);
    int ones = 0;
    for (int from = 0; from < count; from += Long.SIZE) {
      checkAt(from);
      long word = 0;
      int end = Math.min(count, from + Long.SIZE);
      for (int i = from; i < end; i++) {
        word |= (places.getAtIndex(JAVA_INT, i) >>> bit & 1L) << i;
      }
      bits.setWord(from, word);
      ones += Long.bitCount(word);
    }
    bits.count();
    int zero = 0;
    int one = count - ones;
    zeros[levels.size()] = one;
    levels.add(bits);
    for (int i = 0; i < count; i++) {
      checkAt(i);
      int place = places.getAtIndex(JAVA_INT, i);
      next.setAtIndex(JAVA_INT, (place >>> bit & 1) == 0 ? zero++ : one++, place);
    }
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    Frames frames = batch.frames(call);
    ColumnVector numbers = batch.newVector(call.arguments().get(1));
    MemorySegment found = batch.memory().allocate(4L * batch.capacity());
    MemorySegment missing = batch.memory().allocate(Bitmaps.bytes(batch.capacity()));
    int[] starts = new int[frames.ranges()];
    int[] ends = new int[frames.ranges()];
    return out -> {
      batch.read(call.arguments().get(1), numbers);
      Bitmaps.zero(missing, 0, batch.count());
      boolean any = false;
      for (int i = 0; i < batch.count(); i++) {
        int values = 0;
        for (int range = 0; range < starts.length; range++) {
          starts[range] = frames.starts(range)[i];
          ends[range] = frames.ends(range)[i];
          values += argument.count(starts[range], ends[range]);
        }
        long number = numbers.isNull(i) ? Long.MAX_VALUE : number(numbers.getLong(i));
        int row = 0;
        if (number <= values) {
          row = byValue.getAtIndex(JAVA_INT, place((int) number - 1, starts, ends));
        } else {
          Bitmaps.set(missing, 0, i);
          any = true;
        }
        found.setAtIndex(JAVA_INT, i, row);
      }
      rows.store()
          .gather(
              argument.column(), found, any ? missing : null, batch.count(), out, batch.capacity());
    };
  }

  private static long number(long number) {
    if (number < 1) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the number of NTH_SMALLEST must be at least 1, but it is " + number);
    }
    return number;
  }

  /**
   * Returns the place that has a given number of places before it in some ranges of positions.
   *
   * @param starts of the ranges, which are overwritten, as the ends are
   */
  private int place(int before, int[] starts, int[] ends) {
    int place = 0;
    int left = before;
    for (int level = 0; level < levels.size(); level++) {
      RankedBits bits = levels.get(level);
      int below = 0;
      for (int range = 0; range < starts.length; range++) {
        below += ends[range] - starts[range] - (bits.rank(ends[range]) - bits.rank(starts[range]));
      }
      boolean one = left >= below;
      if (one) {
        left -= below;
      }
      place = place << 1 | (one ? 1 : 0);
      for (int range = 0; range < starts.length; range++) {
        starts[range] = next(bits, level, starts[range], one);
        ends[range] = next(bits, level, ends[range], one);
      }
    }
    return place;
  }

  private int next(RankedBits bits, int level, int position, boolean one) {
    int ones = bits.rank(position);
    return one ? zeros[level] + ones : position - ones;
  }
}
