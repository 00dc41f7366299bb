package dev.paceline.storage.load.parquet.index;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ColumnBounds;
import dev.paceline.storage.load.parquet.metadata.IndexPlaces;
import dev.paceline.storage.load.parquet.metadata.ThriftReader;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The bounds of the pages of one column chunk. Immutable.
 *
 * @param firstRows the first row of each page in the row group, from 0
 * @param bounds of each page; without any bound for pages that contain only NULL
 * @param areNull whether a page contains only NULL
 */
public record PageIndex(List<Long> firstRows, List<ColumnBounds> bounds, List<Boolean> areNull) {
  private static final int MAX_BYTES = 64 << 20;

  /**
   * Reads the index of a column chunk that has one.
   *
   * @param limit length of the file
   * @param rows of the row group
   * @param place what error messages call the column chunk
   * @throws PacelineException INVALID_FILE
   */
  public static PageIndex read(
      FileRead file, IndexPlaces places, long limit, long rows, String place, MemoryScope memory) {
    String name = "the page index of " + place;
    List<Long> firstRows =
        firstRows(
            reader(file, places.offsetIndex(), places.offsetIndexBytes(), limit, name, memory),
            rows);
    ThriftReader reader =
        reader(file, places.columnIndex(), places.columnIndexBytes(), limit, name, memory);
    List<Boolean> areNull = new ArrayList<>();
    List<byte[]> minima = new ArrayList<>();
    List<byte[]> maxima = new ArrayList<>();
    List<Long> nullCounts = new ArrayList<>();
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> {
          for (int i = reader.beginList(); i > 0; i--) {
            areNull.add(reader.readBooleanElement());
          }
        }
        case 2 -> addAll(reader, minima);
        case 3 -> addAll(reader, maxima);
        case 5 -> {
          for (int i = reader.beginList(); i > 0; i--) {
            nullCounts.add(reader.readLong());
          }
        }
        default -> reader.skip();
      }
    }
    int pages = firstRows.size();
    if (areNull.size() != pages
        || minima.size() != pages
        || maxima.size() != pages
        || !nullCounts.isEmpty() && nullCounts.size() != pages) {
      throw reader.invalid("it does not have the bounds of all pages");
    }
    List<ColumnBounds> bounds = new ArrayList<>();
    for (int i = 0; i < pages; i++) {
      long nulls = nullCounts.isEmpty() ? -1 : nullCounts.get(i);
      bounds.add(
          areNull.get(i)
              ? new ColumnBounds(null, null, false, nulls, -1)
              : new ColumnBounds(minima.get(i), maxima.get(i), false, nulls, -1));
    }
    return new PageIndex(firstRows, List.copyOf(bounds), List.copyOf(areNull));
  }

  private static void addAll(ThriftReader reader, List<byte[]> values) {
    for (int i = reader.beginList(); i > 0; i--) {
      values.add(reader.readBinary());
    }
  }

  private static List<Long> firstRows(ThriftReader reader, long rows) {
    List<Long> firstRows = new ArrayList<>();
    reader.beginStruct();
    while (reader.nextField()) {
      if (reader.fieldId() != 1) {
        reader.skip();
        continue;
      }
      for (int i = reader.beginList(); i > 0; i--) {
        long firstRow = -1;
        reader.beginStruct();
        while (reader.nextField()) {
          if (reader.fieldId() == 3) {
            firstRow = reader.readLong();
          } else {
            reader.skip();
          }
        }
        long least = firstRows.isEmpty() ? 0 : firstRows.getLast();
        if (firstRow < least || firstRow > rows || firstRows.isEmpty() && firstRow != 0) {
          throw reader.invalid("its pages are not in the order of their rows");
        }
        firstRows.add(firstRow);
      }
    }
    return List.copyOf(firstRows);
  }

  private static ThriftReader reader(
      FileRead file, long position, int length, long limit, String name, MemoryScope memory) {
    MemorySegment none = MemorySegment.NULL;
    if (length > MAX_BYTES || position > limit - length) {
      throw new ThriftReader(none, 0, 0, name).invalid("it lies behind the end of the file");
    }
    MemorySegment bytes = memory.allocate(length);
    file.read(position, bytes, 0, length);
    return new ThriftReader(bytes, 0, length, name);
  }
}
