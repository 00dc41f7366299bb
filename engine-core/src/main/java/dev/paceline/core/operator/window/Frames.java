package dev.paceline.core.operator.window;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowFrame;
import dev.paceline.core.plan.WindowFrame.Bound;
import dev.paceline.core.plan.WindowFrame.Exclusion;
import dev.paceline.core.plan.WindowFrame.Unit;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * Finds the positions of the frame of each row of a batch: one range, or more where rows in the
 * middle are left out. One worker uses it.
 */
final class Frames {
  private final IntervalFields interval = new IntervalFields();
  private final SortedRows rows;
  private final WindowFrame frame;
  private final Spans partition;
  private final Spans peers;
  private final @Nullable RangeKeys rangeKeys;
  private final int capacity;
  private final int[][] starts;
  private final int[][] ends;
  private final @Nullable ColumnVector lowerDistances;
  private final @Nullable ColumnVector upperDistances;

  /**
   * @param rangeKeys null if the frame has no range key
   * @param capacity the most rows of a batch
   */
  Frames(
      SortedRows rows,
      WindowFrame frame,
      Spans partition,
      Spans peers,
      @Nullable RangeKeys rangeKeys,
      MemoryScope memory,
      int capacity) {
    this.rows = rows;
    this.frame = frame;
    this.partition = partition;
    this.peers = peers;
    this.rangeKeys = rangeKeys;
    this.capacity = capacity;
    int ranges =
        switch (frame.exclusion()) {
          case NONE -> 1;
          case CURRENT_ROW, GROUP -> 2;
          case TIES -> 3;
        };
    this.starts = new int[ranges][capacity];
    this.ends = new int[ranges][capacity];
    this.lowerDistances = distances(frame.lower(), memory);
    this.upperDistances = distances(frame.upper(), memory);
  }

  private @Nullable ColumnVector distances(Bound bound, MemoryScope memory) {
    return bound.distance() < 0
        ? null
        : new ColumnVector(rows.store().column(bound.distance()).type(), memory);
  }

  /** The number of ranges of each frame; some may be empty. */
  int ranges() {
    return starts.length;
  }

  /** The first positions of a range, by row of the batch. */
  int[] starts(int range) {
    return starts[range];
  }

  /** The positions behind a range, by row of the batch; never before its start. */
  int[] ends(int range) {
    return ends[range];
  }

  /** Looks at other rows, after the spans do. */
  void move(int from, int count) {
    bound(frame.lower(), lowerDistances, false, from, count, starts[0]);
    bound(frame.upper(), upperDistances, true, from, count, ends[0]);
    for (int i = 0; i < count; i++) {
      ends[0][i] = Math.max(starts[0][i], ends[0][i]);
    }
    if (frame.exclusion() != Exclusion.NONE) {
      exclude(from, count);
    }
  }

  /** Cuts rows out of the frames. */
  private void exclude(int from, int count) {
    boolean onlyRow = frame.exclusion() == Exclusion.CURRENT_ROW;
    int last = starts.length - 1;
    for (int i = 0; i < count; i++) {
      int start = starts[0][i];
      int end = ends[0][i];
      int cutFrom = Math.clamp(onlyRow ? from + i : peers.first()[i], start, end);
      int cutTo = Math.clamp(onlyRow ? from + i + 1 : peers.end()[i], start, end);
      ends[0][i] = cutFrom;
      starts[last][i] = cutTo;
      ends[last][i] = end;
      if (last == 2) {
        starts[1][i] = Math.clamp(from + i, cutFrom, cutTo);
        ends[1][i] = Math.clamp(from + i + 1, cutFrom, cutTo);
      }
    }
  }

  /**
   * @param upper whether positions behind the last row are wanted, not those of the first
   */
  private void bound(
      Bound bound,
      @Nullable ColumnVector distances,
      boolean upper,
      int from,
      int count,
      int[] positions) {
    switch (bound.kind()) {
      case UNBOUNDED_PRECEDING -> System.arraycopy(partition.first(), 0, positions, 0, count);
      case UNBOUNDED_FOLLOWING -> System.arraycopy(partition.end(), 0, positions, 0, count);
      case CURRENT_ROW -> {
        if (frame.unit() == Unit.ROWS) {
          for (int i = 0; i < count; i++) {
            positions[i] = from + i + (upper ? 1 : 0);
          }
        } else {
          System.arraycopy(upper ? peers.end() : peers.first(), 0, positions, 0, count);
        }
      }
      case PRECEDING, FOLLOWING -> {
        if (distances == null) {
          throw new IllegalArgumentException("a bound without a distance: " + bound);
        }
        rows.read(bound.distance(), from, count, distances, capacity);
        int sign = bound.kind() == WindowFrame.BoundKind.PRECEDING ? -1 : 1;
        switch (frame.unit()) {
          case ROWS -> byRows(distances, sign, upper, from, count, positions);
          case GROUPS -> byGroups(distances, sign, upper, count, positions);
          case RANGE -> byValue(distances, sign, upper, from, count, positions);
        }
      }
    }
  }

  private void byRows(
      ColumnVector distances, int sign, boolean upper, int from, int count, int[] positions) {
    for (int i = 0; i < count; i++) {
      long position = from + i + (upper ? 1 : 0) + sign * count(distances, i);
      positions[i] = (int) Math.max(partition.first()[i], Math.min(position, partition.end()[i]));
    }
  }

  private void byGroups(
      ColumnVector distances, int sign, boolean upper, int count, int[] positions) {
    RankedBits groups = peers.starts();
    for (int i = 0; i < count; i++) {
      long group = groups.rank(peers.first()[i]) + (upper ? 1 : 0) + sign * count(distances, i);
      int first = partition.first()[i];
      int end = partition.end()[i];
      positions[i] =
          group <= groups.rank(first)
              ? first
              : Math.min(end, groups.select((int) Math.min(group, rows.count())));
    }
  }

  private void byValue(
      ColumnVector distances, int sign, boolean upper, int from, int count, int[] positions) {
    RangeKeys keys = rangeKeys;
    if (keys == null) {
      throw new IllegalArgumentException("a RANGE without a key: " + frame);
    }
    int hint = 0;
    for (int i = 0; i < count; i++) {
      int position = from + i;
      if (keys.isNull(position)) {
        positions[i] = upper ? peers.end()[i] : peers.first()[i];
        continue;
      }
      long target;
      if (keys.isFloating()) {
        target = keys.target(position, sign * floatingDistance(distances, i));
      } else if (distances.type().kind() == TypeKind.INTERVAL) {
        target = keys.targetOfInterval(position, sign, interval(distances, i));
      } else {
        target = keys.target(position, sign * distance(distances, i));
      }
      hint = keys.search(partition.first()[i], partition.end()[i], target, upper, hint);
      positions[i] = hint;
    }
  }

  /** A number of rows or groups; the greatest one stands for all that are greater. */
  private static long count(ColumnVector distances, int row) {
    return Math.min(distance(distances, row), Integer.MAX_VALUE);
  }

  private static long distance(ColumnVector distances, int row) {
    if (distances.isNull(row)) {
      throw badDistance("NULL");
    }
    long distance = distances.getLong(row);
    if (distances.getHigh(row) < 0) {
      throw badDistance(distances.getDecimal(row).toPlainString());
    }
    return distances.getHigh(row) > 0 || distance < 0 ? Long.MAX_VALUE : distance;
  }

  private IntervalFields interval(ColumnVector distances, int row) {
    if (distances.isNull(row)) {
      throw badDistance("NULL");
    }
    long high = distances.getHigh(row);
    long low = distances.getLong(row);
    if (IntervalFields.length(high, low) < 0) {
      throw badDistance(IntervalText.of(high, low));
    }
    return interval.read(high, low);
  }

  private static double floatingDistance(ColumnVector distances, int row) {
    if (distances.isNull(row)) {
      throw badDistance("NULL");
    }
    double distance = distances.getDouble(row);
    if (!(distance >= 0)) {
      throw badDistance(Double.toString(distance));
    }
    return distance;
  }

  private static PacelineException badDistance(String value) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "the distance of a window frame must not be NULL or negative, but it is " + value);
  }
}
