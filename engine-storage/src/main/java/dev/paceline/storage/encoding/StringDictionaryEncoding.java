package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.block.ColumnBlockLayout;
import dev.paceline.storage.encoding.filter.LaneFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.BytesOrder;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.encoding.profile.StringEntries;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Strings as codes of 1, 2 or 4 bytes into their distinct values, which are ordered, so that codes
 * compare as strings do. NULL rows have code 0.
 */
final class StringDictionaryEncoding implements Encoding {
  @Override
  public byte id() {
    return 5;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    StringEntries entries = profile.entries();
    if (entries == null) {
      return null;
    }
    int width = width(entries);
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), profile.statistics())
            .codes(width, 0, 1)
            .entries(entries.count())
            .heap(entries.heapBytes());
    return new Plan(builder, values, entries, width);
  }

  private static int width(StringEntries entries) {
    return entries.count() <= 1 << 8 ? 1 : entries.count() <= 1 << 16 ? 2 : 4;
  }

  /** Returns an upper bound of the bytes of codes, entries and heap. */
  static long lengthBound(StringEntries entries, int rows) {
    return (long) width(entries) * rows
        + (long) Long.BYTES * entries.count()
        + entries.heapBytes()
        + 4 * ColumnBlockLayout.ALIGNMENT;
  }

  private record Plan(BlockBuilder builder, ColumnValues values, StringEntries entries, int width)
      implements BlockPlan {
    @Override
    public long length() {
      return builder.length();
    }

    @Override
    public void write(MemorySegment block) {
      builder.start(block, values.nulls());
      entries.writeCodes(block, builder.codesOffset(), width, values.rowCount());
      long at = 0;
      for (int code = 0; code < entries.count(); code++) {
        long view = entries.view(code);
        int length = StringView.length(view);
        block.set(
            ValueLayout.JAVA_LONG, builder.entriesOffset() + 8L * code, StringView.of(at, length));
        MemorySegment.copy(
            values.heap(), StringView.offset(view), block, builder.heapOffset() + at, length);
        at += length;
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
    private final Dictionary dictionary;

    Column(ColumnBlock block) {
      super(block);
      offset = block.codesOffset();
      width = block.codeWidth();
      int count = block.entryCount();
      ColumnBlock.check(type().family() == TypeFamily.BYTES, "type");
      ColumnBlock.check(width == 1 || width == 2 || width == 4, "code width");
      ColumnBlock.check(count > 0 && count <= block.rowCount(), "entries");
      block.checkSection(offset, (long) width * block.rowCount(), "codes");
      block.checkSection(block.entriesOffset(), 8L * count, "entries");
      block.checkSection(block.heapOffset(), block.heapLength(), "heap");
      dictionary = new Dictionary(count, segment, block.entriesOffset(), block.heap(), true);
      checkCodes(count);
      checkViews(count, block.heapLength());
    }

    private void checkCodes(int count) {
      long[] extremes = new long[2];
      AggregateKernels.current()
          .extremes(segment, offset, width, block.rowCount(), null, 0, extremes);
      ColumnBlock.check(extremes[1] < count, "codes");
    }

    private void checkViews(int count, long heapLength) {
      for (int code = 0; code < count; code++) {
        long view = dictionary.view(code);
        ColumnBlock.check(
            StringView.offset(view) + StringView.length(view) <= heapLength, "entries");
      }
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      return switch (predicate) {
        case BytesRanges ranges -> rangesFilter(ranges);
        case BytesTest test -> {
          MemorySegment heap = dictionary.heap();
          yield entryFilter(code -> test.matcher().matches(heap, dictionary.view(code)));
        }
        default -> throw mismatch(predicate);
      };
    }

    private ValueFilter rangesFilter(BytesRanges predicate) {
      int size = predicate.ranges().size();
      long[] lows = new long[size];
      long[] highs = new long[size];
      int count = 0;
      for (BytesRange range : predicate.ranges()) {
        lows[count] = firstCode(range);
        highs[count] = lastCode(range);
        if (lows[count] <= highs[count]) {
          count++;
        }
      }
      return filter(Arrays.copyOf(lows, count), Arrays.copyOf(highs, count));
    }

    private long firstCode(BytesRange range) {
      byte[] low = range.low();
      if (low == null) {
        return 0;
      }
      int least = range.lowInclusive() ? 0 : 1;
      return firstEntry(code -> compare(code, low) >= least);
    }

    private long lastCode(BytesRange range) {
      byte[] high = range.high();
      if (high == null) {
        return dictionary.size() - 1L;
      }
      int least = range.highInclusive() ? 1 : 0;
      return firstEntry(code -> compare(code, high) >= least) - 1L;
    }

    private int compare(int code, byte[] other) {
      return Integer.signum(BytesOrder.compare(dictionary.heap(), dictionary.view(code), other));
    }

    /** The first entry for which an ascending condition holds; the size if there is none. */
    private int firstEntry(IntPredicate condition) {
      int low = 0;
      int high = dictionary.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (condition.test(middle)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }

    /** Tests every entry once and filters by the runs of codes that match. */
    private ValueFilter entryFilter(IntPredicate test) {
      long[] lows = new long[8];
      long[] highs = new long[8];
      int count = 0;
      for (int code = 0; code < dictionary.size(); code++) {
        if (!test.test(code)) {
          continue;
        }
        if (count > 0 && highs[count - 1] == code - 1) {
          highs[count - 1] = code;
          continue;
        }
        if (count == lows.length) {
          lows = Arrays.copyOf(lows, 2 * count);
          highs = Arrays.copyOf(highs, 2 * count);
        }
        lows[count] = code;
        highs[count++] = code;
      }
      return filter(Arrays.copyOf(lows, count), Arrays.copyOf(highs, count));
    }

    private ValueFilter filter(long[] lows, long[] highs) {
      if (lows.length == 1 && lows[0] == 0 && highs[0] == dictionary.size() - 1L) {
        return ValueFilter.of(Outcome.ALL_MATCH);
      }
      return LaneFilters.ranges(segment, offset, width, lows, highs);
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      out.setDictionary(segment, offset + (long) fromRow * width, width, dictionary);
      windowNulls(fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      MemorySegment lanes = selectLanes(offset + (long) fromRow * width, width, selection, out);
      out.setDictionary(lanes, 0, width, dictionary);
      selectedNulls(fromRow, selection, out);
    }
  }
}
