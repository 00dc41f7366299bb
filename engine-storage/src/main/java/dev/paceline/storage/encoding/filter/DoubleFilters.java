package dev.paceline.storage.encoding.filter;

import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Filters on lanes of doubles. */
public final class DoubleFilters {
  private DoubleFilters() {}

  /**
   * @param offset byte offset of the lane of row 0
   * @param ranges at least one
   */
  public static ValueFilter ranges(MemorySegment lanes, long offset, List<DoubleRange> ranges) {
    ValueFilter[] parts =
        ranges.stream()
            .map(range -> InclusiveRange.of(lanes, offset, range))
            .toArray(ValueFilter[]::new);
    return parts.length == 1 ? parts[0] : new LaneFilters.UnionFilter(parts);
  }

  /** Doubles in a closed range; open ends are moved to the neighbouring double. */
  private record InclusiveRange(
      MemorySegment lanes, long offset, double low, double high, boolean nanMatches)
      implements ValueFilter {
    static ValueFilter of(MemorySegment lanes, long offset, DoubleRange range) {
      boolean nanMatches = range.contains(Double.NaN);
      double low = range.low() == null ? Double.NEGATIVE_INFINITY : range.low();
      double high = range.high() == null ? Double.POSITIVE_INFINITY : range.high();
      boolean empty = Double.isNaN(low);
      if (range.low() != null && !range.lowInclusive()) {
        empty |= low == Double.POSITIVE_INFINITY;
        low = Math.nextUp(low);
      }
      if (Double.isNaN(high)) {
        high = Double.POSITIVE_INFINITY;
      } else if (range.high() != null && !range.highInclusive()) {
        empty |= high == Double.NEGATIVE_INFINITY;
        high = Math.nextDown(high);
      }
      return empty
          ? new InclusiveRange(lanes, offset, 1, 0, nanMatches)
          : new InclusiveRange(lanes, offset, low, high, nanMatches);
    }

    @Override
    public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
      CompareKernels.current()
          .narrowDoubles(
              lanes, offset + ((long) fromRow << 3), rowCount, low, high, nanMatches, bitmap);
    }
  }
}
