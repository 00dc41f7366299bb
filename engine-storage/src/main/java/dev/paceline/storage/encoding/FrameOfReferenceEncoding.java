package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.block.ColumnBlockLayout;
import dev.paceline.storage.encoding.filter.LaneFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.encoding.profile.ExactDivision;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * INTEGRAL values as unsigned codes of 1, 2 or 4 bytes: value = smallest value + common divisor ×
 * code; where 4 bytes are too few, the plain values of 8 bytes. Vectors read the codes in place.
 * NULL rows have code 0, or the smallest value.
 */
final class FrameOfReferenceEncoding implements Encoding {
  @Override
  public byte id() {
    return ColumnBlockLayout.ENCODING_FRAME_OF_REFERENCE;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    ColumnStatistics statistics = profile.statistics();
    if (values.type().family() != TypeFamily.INTEGRAL || !statistics.hasLongBounds()) {
      return null;
    }
    long range = statistics.maxLong() - statistics.minLong();
    int width = width(range);
    long divisor = 1;
    if (width(Long.divideUnsigned(range, profile.divisor())) < width) {
      divisor = profile.divisor();
      width = width(range / divisor);
    }
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), statistics)
            .codes(width, width == 8 ? 0 : statistics.minLong(), divisor);
    return new Plan(builder, values, width, statistics.minLong(), divisor);
  }

  private static int width(long range) {
    return range >>> 8 == 0 ? 1 : range >>> 16 == 0 ? 2 : range >>> 32 == 0 ? 4 : 8;
  }

  private record Plan(
      BlockBuilder builder, ColumnValues values, int width, long least, long divisor)
      implements BlockPlan {
    @Override
    public long length() {
      return builder.length();
    }

    @Override
    public void write(MemorySegment block) {
      builder.start(block, values.nulls());
      MemorySegment lanes = values.lanes();
      long codes = builder.codesOffset();
      int rows = values.rowCount();
      if (width == Long.BYTES) {
        MemorySegment.copy(lanes, 0, block, codes, 8L * rows);
        return;
      }
      ExactDivision division = new ExactDivision(divisor);
      LaneKernels.encodeQuotients(
          lanes, rows, least, division.shift(), division.lowFactor(), width, block, codes);
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final long offset;
    private final int width;
    private final long base;
    private final long multiplier;
    private final long min;
    private final long max;

    Column(ColumnBlock block) {
      super(block);
      offset = block.codesOffset();
      width = block.codeWidth();
      base = block.base();
      multiplier = block.multiplier();
      min = statistics().minLong();
      max = statistics().maxLong();
      ColumnBlock.check(width == 1 || width == 2 || width == 4 || width == 8, "code width");
      ColumnBlock.check(
          multiplier > 0 && (width < 8 || base == 0 && multiplier == 1), "multiplier");
      ColumnBlock.check(
          type().family() == TypeFamily.INTEGRAL && statistics().hasLongBounds() && min <= max,
          "bounds");
      ColumnBlock.check(
          width == 8
              || base == min && Long.divideUnsigned(max - min, multiplier) >>> (8 * width) == 0,
          "bounds");
      block.checkSection(offset, (long) width * block.rowCount(), "codes");
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      if (!(predicate instanceof LongRanges ranges)) {
        throw mismatch(predicate);
      }
      return LaneFilters.affineRanges(segment, offset, width, base, multiplier, min, max, ranges);
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      out.setIntegers(segment, offset + (long) fromRow * width, width, base, multiplier)
          .setBounds(min, max);
      windowNulls(fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      MemorySegment lanes = selectLanes(offset + (long) fromRow * width, width, selection, out);
      out.setIntegers(lanes, 0, width, base, multiplier).setBounds(min, max);
      selectedNulls(fromRow, selection, out);
    }
  }
}
