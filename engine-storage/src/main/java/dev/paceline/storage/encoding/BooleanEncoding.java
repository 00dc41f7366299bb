package dev.paceline.storage.encoding;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.filter.BitFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** BOOLEAN values as a bitmap. */
final class BooleanEncoding implements Encoding {
  @Override
  public byte id() {
    return 4;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    if (values.type().family() != TypeFamily.BOOLEAN) {
      return null;
    }
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), profile.statistics())
            .codes(0, Bitmaps.bytes(values.rowCount()));
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
      for (int row = 0; row < values.rowCount(); row++) {
        if (values.lane(row) != 0) {
          Bitmaps.set(block, builder.codesOffset(), row);
        }
      }
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final long offset;

    Column(ColumnBlock block) {
      super(block);
      offset = block.codesOffset();
      ColumnBlock.check(type().family() == TypeFamily.BOOLEAN, "type");
      block.checkSection(offset, Bitmaps.bytes(block.rowCount()), "codes");
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      if (!(predicate instanceof LongRanges ranges)) {
        throw mismatch(predicate);
      }
      return BitFilters.ranges(segment, offset, ranges);
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      readBits(segment, offset, fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      readBits(segment, offset, fromRow, selection, out);
    }
  }
}
