package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.filter.DoubleFilters;
import dev.paceline.storage.encoding.filter.LaneFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Doubles of 8 bytes, or INTEGRAL values of 16 bytes, low word first. */
final class PlainNumberEncoding implements Encoding {
  static final byte ID = 3;

  @Override
  public byte id() {
    return ID;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    boolean doubles = values.type().family() == TypeFamily.FLOATING;
    if (!doubles && values.highs() == null) {
      return null;
    }
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), profile.statistics()).codes(doubles ? 8 : 16, 0, 1);
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
      long at = builder.codesOffset();
      MemorySegment highs = values.highs();
      if (highs == null) {
        MemorySegment.copy(values.lanes(), 0, block, at, 8L * values.rowCount());
        return;
      }
      for (int i = 0; i < values.rowCount(); i++) {
        block.set(ValueLayout.JAVA_LONG, at + 16L * i, values.lane(i));
        block.set(
            ValueLayout.JAVA_LONG, at + 16L * i + 8, highs.get(ValueLayout.JAVA_LONG, 8L * i));
      }
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final long offset;
    private final int width;

    Column(ColumnBlock block) {
      super(block);
      offset = block.codesOffset();
      width = block.codeWidth();
      ColumnBlock.check(
          type().family() == TypeFamily.FLOATING && width == 8
              || type().family() == TypeFamily.INTEGRAL && width == 16,
          "code width");
      block.checkSection(offset, (long) width * block.rowCount(), "codes");
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      if (predicate instanceof DoubleRanges ranges && width == 8) {
        return DoubleFilters.ranges(segment, offset, ranges.ranges());
      }
      if (predicate instanceof LongRanges ranges && width == 16) {
        return LaneFilters.wideRanges(segment, offset, ranges);
      }
      throw mismatch(predicate);
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      point(out, segment, offset + (long) fromRow * width);
      windowNulls(fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      point(out, selectLanes(offset + (long) fromRow * width, width, selection, out), 0);
      selectedNulls(fromRow, selection, out);
    }

    private void point(ColumnVector out, MemorySegment lanes, long at) {
      if (width == 8) {
        out.setDoubles(lanes, at);
      } else {
        out.setInt128s(lanes, at);
      }
    }
  }
}
