package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.filter.BytesFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Strings one behind the other. The codes are where each starts in the heap, 4 bytes, and one more
 * for the end of the last one: half the size of views, which are made when a batch is read. NULL
 * rows are empty.
 */
final class PlainStringEncoding implements Encoding {
  private static final int START_BYTES = 4;

  @Override
  public byte id() {
    return 6;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    if (values.type().family() != TypeFamily.BYTES || !values.hasLanes()) {
      return null;
    }
    long heapBytes = 0;
    for (int row = 0; row < values.rowCount(); row++) {
      heapBytes += values.isNull(row) ? 0 : StringView.length(values.lane(row));
    }
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), profile.statistics())
            .filledCodes(START_BYTES, START_BYTES * (values.rowCount() + 1L))
            .heap(heapBytes);
    return new Plan(builder, values);
  }

  private record Plan(BlockBuilder builder, ColumnValues values) implements BlockPlan {
    @Override
    public long length() {
      return builder.length();
    }

    @Override
    public void write(MemorySegment block) {
      builder.start(block, values.nulls());
      long to = builder.heapOffset();
      long from = 0;
      int at = 0;
      int copied = 0;
      for (int row = 0; row < values.rowCount(); row++) {
        block.set(ValueLayout.JAVA_INT, builder.codesOffset() + ((long) row << 2), at);
        if (!values.isNull(row)) {
          long view = values.lane(row);
          if (StringView.offset(view) != from + at - copied) { // the strings so far are together
            MemorySegment.copy(values.heap(), from, block, to + copied, at - copied);
            copied = at;
            from = StringView.offset(view);
          }
          at += StringView.length(view);
        }
      }
      MemorySegment.copy(values.heap(), from, block, to + copied, at - copied);
      block.set(ValueLayout.JAVA_INT, builder.codesOffset() + ((long) values.rowCount() << 2), at);
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final long offset;
    private final MemorySegment heap;

    Column(ColumnBlock block) {
      super(block);
      offset = block.codesOffset();
      heap = block.heap();
      ColumnBlock.check(type().family() == TypeFamily.BYTES, "type");
      block.checkSection(offset, START_BYTES * (block.rowCount() + 1L), "codes");
      block.checkSection(block.heapOffset(), block.heapLength(), "heap");
      int before = start(0);
      int longest = 0;
      boolean ascending = before == 0;
      for (int row = 1; row <= block.rowCount(); row++) {
        int next = start(row);
        ascending &= next >= before;
        longest = Math.max(longest, next - before);
        before = next;
      }
      ColumnBlock.check(
          ascending && before == block.heapLength() && longest <= StringView.MAX_LENGTH,
          "string starts");
    }

    private int start(int row) {
      return segment.get(ValueLayout.JAVA_INT, offset + ((long) row << 2));
    }

    private long view(int row) {
      int start = start(row);
      return StringView.of(start, start(row + 1) - start);
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      ValueFilter filter = BytesFilters.of(predicate, heap, this::view);
      if (filter == null) {
        throw mismatch(predicate);
      }
      return filter;
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      MemorySegment views = out.scratch(8L * rowCount);
      long at = offset + ((long) fromRow << 2);
      long start = segment.get(ValueLayout.JAVA_INT, at);
      for (int i = 0; i < rowCount; i++) {
        long next = segment.get(ValueLayout.JAVA_INT, at + ((i + 1L) << 2));
        views.set(
            ValueLayout.JAVA_LONG, (long) i << 3, start << StringView.LENGTH_BITS | next - start);
        start = next;
      }
      out.setViews(views, 0, heap);
      windowNulls(fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      int count = selection.count();
      MemorySegment positions = selection.positions();
      MemorySegment views = out.scratch(8L * selection.rowCount());
      for (int i = 0; i < count; i++) {
        int row = fromRow + positions.get(ValueLayout.JAVA_INT, (long) i << 2);
        views.set(ValueLayout.JAVA_LONG, (long) i << 3, view(row));
      }
      out.setViews(views, 0, heap);
      selectedNulls(fromRow, selection, out);
    }
  }
}
