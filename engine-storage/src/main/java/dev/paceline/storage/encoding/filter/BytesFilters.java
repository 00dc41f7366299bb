package dev.paceline.storage.encoding.filter;

import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.storage.encoding.profile.BytesOrder;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Filters on strings that are looked at row by row. */
public final class BytesFilters {
  private BytesFilters() {}

  /**
   * @param view returns the {@link dev.paceline.core.column.StringView} of a row
   * @return null if this is no predicate on strings
   */
  public static @Nullable ValueFilter of(
      ColumnPredicate predicate, MemorySegment heap, IntToLongFunction view) {
    return switch (predicate) {
      case BytesRanges ranges -> {
        List<BytesRange> all = ranges.ranges();
        yield new RowFilter(row -> contains(all, heap, view.applyAsLong(row)));
      }
      case BytesTest test ->
          new RowFilter(row -> test.matcher().matches(heap, view.applyAsLong(row)));
      default -> null;
    };
  }

  private static boolean contains(List<BytesRange> ranges, MemorySegment heap, long view) {
    for (int i = 0; i < ranges.size(); i++) {
      if (BytesOrder.contains(ranges.get(i), heap, view)) {
        return true;
      }
    }
    return false;
  }
}
