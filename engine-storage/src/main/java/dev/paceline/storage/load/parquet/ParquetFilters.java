package dev.paceline.storage.load.parquet;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.index.BlockBloomFilter;
import dev.paceline.storage.load.parquet.index.PageIndex;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.IndexPlaces;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.page.NumberForm;
import dev.paceline.storage.load.parquet.page.RowRanges;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the rows of a row group that a predicate does not rule out. */
final class ParquetFilters {
  /** The most values that are looked up in a Bloom filter, each of which takes a read. */
  private static final int MOST_VALUES = 64;

  private ParquetFilters() {}

  /**
   * Returns the rows that may match, by the page index and the Bloom filter of a column chunk.
   *
   * @param rows of the row group
   * @param place what error messages call the column chunk
   */
  static RowRanges matchingRows(
      FileRead read,
      ParquetColumn column,
      ColumnChunkMetadata chunk,
      long rows,
      String place,
      ColumnPredicate predicate,
      MemoryScope memory) {
    IndexPlaces indexes = chunk.indexes();
    long limit = read.fileBytes();
    if (indexes.bloomFilter() > 0) {
      List<byte[]> values = values(column, predicate);
      if (values != null) {
        BlockBloomFilter filter =
            BlockBloomFilter.open(read, indexes.bloomFilter(), limit, place, memory);
        if (values.stream().noneMatch(filter::mayContain)) {
          return RowRanges.of(0, 0);
        }
      }
    }
    return indexes.havePages()
        ? matchingPages(
            PageIndex.read(read, indexes, limit, rows, place, memory), column, rows, predicate)
        : RowRanges.of(0, rows);
  }

  private static RowRanges matchingPages(
      PageIndex index, ParquetColumn column, long rows, ColumnPredicate predicate) {
    RowRanges.Builder matching = new RowRanges.Builder();
    for (int page = 0; page < index.firstRows().size(); page++) {
      long from = index.firstRows().get(page);
      long to = page + 1 < index.firstRows().size() ? index.firstRows().get(page + 1) : rows;
      if (from == to) {
        continue;
      }
      ColumnStatistics statistics =
          index.areNull().get(page)
              ? ColumnStatistics.unknown(to - from, to - from)
              : ParquetBounds.of(column, index.bounds().get(page), to - from);
      if (ZoneMap.mayMatch(statistics, predicate)) {
        matching.add(from, to);
      }
    }
    return matching.build();
  }

  /**
   * Returns the values that a predicate looks for, in the encoding PLAIN; null if it does not look
   * for a few single values, or the file stores them in another form.
   */
  static @Nullable List<byte[]> values(ParquetColumn column, ColumnPredicate predicate) {
    return switch (predicate) {
      case LongRanges ranges when !ranges.nullMatches() -> integers(column, ranges);
      case BytesRanges ranges when !ranges.nullMatches() -> strings(ranges);
      default -> null;
    };
  }

  private static @Nullable List<byte[]> integers(ParquetColumn column, LongRanges ranges) {
    NumberForm form = column.form();
    boolean isInt = NumberForm.INTS.equals(form);
    if (!isInt && !NumberForm.LONGS.equals(form)
        || column.node().type() == PhysicalType.DOUBLE
        || ranges.lows().length > MOST_VALUES
        || !Arrays.equals(ranges.lows(), ranges.highs())) {
      return null;
    }
    List<byte[]> values = new ArrayList<>();
    for (long value : ranges.lows()) {
      ByteBuffer bytes =
          ByteBuffer.allocate(isInt ? Integer.BYTES : Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      if (isInt && value == (int) value) {
        values.add(bytes.putInt((int) value).array());
      } else if (!isInt) {
        values.add(bytes.putLong(value).array());
      }
    }
    return values;
  }

  private static @Nullable List<byte[]> strings(BytesRanges ranges) {
    if (ranges.ranges().size() > MOST_VALUES) {
      return null;
    }
    List<byte[]> values = new ArrayList<>();
    for (BytesRange range : ranges.ranges()) {
      if (!range.lowInclusive()
          || !range.highInclusive()
          || range.low() == null
          || !Arrays.equals(range.low(), range.high())) {
        return null;
      }
      values.add(requireNonNull(range.low()));
    }
    return values;
  }
}
