package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.block.ColumnBlockLayout;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.BytesOrder;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.encoding.profile.StringEntries;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * All rows have the same value, or all are NULL. The codes section holds the value: 16 bytes of a
 * whole number, 8 (and 8 zeros) of a double; a string is the heap.
 */
final class ConstantEncoding implements Encoding {
  @Override
  public byte id() {
    return ColumnBlockLayout.ENCODING_CONSTANT;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    boolean allNull = values.nullCount() == values.rowCount();
    if (!allNull && (values.nullCount() > 0 || !isConstant(values, profile))) {
      return null;
    }
    BlockBuilder builder = new BlockBuilder(values.type(), id(), profile.statistics());
    switch (values.type().family()) {
      case BOOLEAN, INTEGRAL -> builder.codes(16, 16L);
      case FLOATING -> builder.codes(8, 16L);
      case BYTES -> builder.heap(allNull ? 0 : StringView.length(first(values, profile)));
    }
    return new Plan(builder, values, allNull, allNull ? 0 : first(values, profile));
  }

  private static boolean isConstant(ColumnValues values, ColumnProfile profile) {
    StringEntries strings = profile.entries();
    if (strings != null || values.type().family() == TypeFamily.BYTES) {
      return strings != null && strings.count() == 1;
    }
    long first = values.lane(0);
    MemorySegment highs = values.highs();
    for (int row = 1; row < values.rowCount(); row++) {
      if (values.lane(row) != first
          || highs != null
              && highs.getAtIndex(ValueLayout.JAVA_LONG, row)
                  != highs.get(ValueLayout.JAVA_LONG, 0)) {
        return false;
      }
    }
    return true;
  }

  private static long first(ColumnValues values, ColumnProfile profile) {
    StringEntries strings = profile.entries();
    return strings == null ? values.lane(0) : strings.view(0);
  }

  /**
   * @param lane of all rows
   */
  private record Plan(BlockBuilder builder, ColumnValues values, boolean allNull, long lane)
      implements BlockPlan {
    @Override
    public long length() {
      return builder.length();
    }

    @Override
    public void write(MemorySegment block) {
      builder.start(block, values.nulls());
      if (allNull) {
        return;
      }
      switch (values.type().family()) {
        case BOOLEAN, INTEGRAL -> {
          MemorySegment highs = values.highs();
          block.set(ValueLayout.JAVA_LONG, builder.codesOffset(), lane);
          block.set(
              ValueLayout.JAVA_LONG,
              builder.codesOffset() + 8,
              highs == null ? lane >> 63 : highs.get(ValueLayout.JAVA_LONG, 0));
        }
        case FLOATING -> block.set(ValueLayout.JAVA_LONG, builder.codesOffset(), lane);
        case BYTES ->
            MemorySegment.copy(
                values.heap(),
                StringView.offset(lane),
                block,
                builder.heapOffset(),
                StringView.length(lane));
      }
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final boolean isNull;
    private final long offset;
    private final MemorySegment heap;

    Column(ColumnBlock block) {
      super(block);
      isNull = block.nullCount() > 0;
      boolean bytes = type().family() == TypeFamily.BYTES;
      offset = block.codesOffset();
      if (bytes) {
        block.checkSection(block.heapOffset(), block.heapLength(), "heap");
        ColumnBlock.check(block.heapLength() <= StringView.MAX_LENGTH, "heap");
        heap = block.heap();
      } else {
        block.checkSection(offset, 16, "codes");
        heap = MemorySegment.NULL;
      }
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      boolean matches =
          switch (predicate) {
            case LongRanges ranges -> {
              long low = segment.get(ValueLayout.JAVA_LONG, offset);
              long high = segment.get(ValueLayout.JAVA_LONG, offset + 8);
              yield high == low >> 63 && ranges.contains(low);
            }
            case DoubleRanges ranges -> {
              double value = segment.get(ValueLayout.JAVA_DOUBLE, offset);
              yield ranges.ranges().stream().anyMatch((DoubleRange r) -> r.contains(value));
            }
            case BytesRanges ranges -> {
              long view = StringView.of(0, (int) block.heapLength());
              yield ranges.ranges().stream()
                  .anyMatch((BytesRange r) -> BytesOrder.contains(r, heap, view));
            }
            case BytesTest test ->
                test.matcher().matches(heap, StringView.of(0, (int) block.heapLength()));
            case NullTest test -> throw mismatch(test);
          };
      return ValueFilter.of(matches ? Outcome.ALL_MATCH : Outcome.NONE_MATCH);
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      point(out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      point(out);
    }

    private void point(ColumnVector out) {
      if (isNull) {
        out.setConstantNull();
        return;
      }
      switch (type().family()) {
        case BOOLEAN -> out.setConstantBoolean(segment.get(ValueLayout.JAVA_LONG, offset) != 0);
        case INTEGRAL ->
            out.setConstantInt128(
                segment.get(ValueLayout.JAVA_LONG, offset + 8),
                segment.get(ValueLayout.JAVA_LONG, offset));
        case FLOATING -> out.setConstantDouble(segment.get(ValueLayout.JAVA_DOUBLE, offset));
        case BYTES -> out.setConstantView(heap, StringView.of(0, (int) block.heapLength()));
      }
    }
  }
}
