package dev.paceline.core.operator.row;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Whole numbers: signed lanes of 4, 8 or 16 bytes while they are collected, unsigned codes as
 * narrow as their true range allows when they are combined.
 */
final class IntegralPart extends ColumnPart {
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  /** Whether some value may need more than 64 bits. */
  private boolean wide;

  IntegralPart(MemoryScope memory) {
    super(memory);
  }

  @Override
  int narrowest() {
    return 4;
  }

  @Override
  LaneBlock write(ColumnVector source, int count) {
    LaneBlock block = block(neededWidth(source, count), count);
    long at = block.end();
    switch (block.width) {
      case 4 -> {
        if (source.isConstant()) {
          fill(block, source, count);
        } else {
          LaneKernels.narrowToInts(
              source.data(),
              source.offset(),
              source.width(),
              source.base(),
              source.multiplier(),
              count,
              block.lanes,
              at);
        }
      }
      case 8 -> {
        if (source.isConstant()) {
          fill(block, source, count);
        } else if (source.width() == 16) {
          for (int i = 0; i < count; i++) {
            block.lanes.set(ValueLayout.JAVA_LONG, at + 8L * i, source.getLong(i));
          }
        } else {
          DecodeKernels.current()
              .widen(
                  source.data(),
                  source.offset(),
                  source.width(),
                  source.base(),
                  source.multiplier(),
                  count,
                  block.lanes,
                  at);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          block.lanes.set(ValueLayout.JAVA_LONG, at + 16L * i, source.getLong(i));
          block.lanes.set(ValueLayout.JAVA_LONG, at + 16L * i + 8, source.getHigh(i));
        }
      }
    }
    widenBounds(source, block, count);
    return block;
  }

  private static void fill(LaneBlock block, ColumnVector source, int count) {
    long value = source.constantLong();
    for (int i = 0; i < count; i++) {
      if (block.width == 4) {
        block.lanes.set(ValueLayout.JAVA_INT, block.end() + 4L * i, (int) value);
      } else {
        block.lanes.set(ValueLayout.JAVA_LONG, block.end() + 8L * i, value);
      }
    }
  }

  private static int neededWidth(ColumnVector source, int count) {
    if (source.isConstant()) {
      long low = source.constantLong();
      return source.constantHigh() != low >> 63 ? 16 : low == (int) low ? 4 : 8;
    }
    if (source.width() == 16) {
      for (int i = 0; i < count; i++) {
        if (source.getHigh(i) != source.getLong(i) >> 63 && !source.isNull(i)) {
          return 16;
        }
      }
      return 8;
    }
    if (source.hasBounds()) {
      return source.min() == (int) source.min() && source.max() == (int) source.max() ? 4 : 8;
    }
    DataType type = source.type();
    return type.fitsLong()
            && type.minLong() >= Integer.MIN_VALUE
            && type.maxLong() <= Integer.MAX_VALUE
        ? 4
        : 8;
  }

  /** Takes the batch's values into the bounds, exactly. */
  private void widenBounds(ColumnVector source, LaneBlock block, int count) {
    if (block.width == 16) {
      wide = true;
      return;
    }
    MemorySegment nulls = source.nulls();
    long at = block.end();
    if (nulls != null) {
      for (int i = 0; i < count; i++) {
        if (!Bitmaps.get(nulls, source.nullsOffset(), i)) {
          include(
              block.width == 4
                  ? block.lanes.get(ValueLayout.JAVA_INT, at + 4L * i)
                  : block.lanes.get(ValueLayout.JAVA_LONG, at + 8L * i));
        }
      }
    } else if (block.width == 4) {
      include(LaneKernels.minInt(block.lanes, at, count));
      include(LaneKernels.maxInt(block.lanes, at, count));
    } else {
      include(LaneKernels.minLong(block.lanes, at, count));
      include(LaneKernels.maxLong(block.lanes, at, count));
    }
  }

  private void include(long value) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  @Override
  LaneCopy prepare(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope target, ColumnVector out) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    boolean anyWide = false;
    for (ColumnPart part : parts) {
      IntegralPart numbers = (IntegralPart) part;
      least = Math.min(least, numbers.min);
      greatest = Math.max(greatest, numbers.max);
      anyWide |= numbers.wide;
    }
    int width = anyWide ? 16 : codeWidth(least, greatest);
    long base = width < 8 && least <= greatest ? least : 0;
    MemorySegment lanes = target.allocate((long) width * rowCount);
    out.setIntegers(lanes, 0, width, base, 1);
    if (!anyWide && least <= greatest) {
      out.setBounds(least, greatest);
    }
    return (part, block, from, count, row) ->
        LaneKernels.encode(
            block.lanes.asSlice((long) block.width * from),
            block.width,
            count,
            base,
            width,
            lanes,
            (long) width * row);
  }

  private static int codeWidth(long least, long greatest) {
    if (least > greatest) {
      return 1;
    }
    long range = greatest - least;
    return range < 0 || range >= 1L << 32 ? 8 : range >= 1 << 16 ? 4 : range >= 1 << 8 ? 2 : 1;
  }
}
