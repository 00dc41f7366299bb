package dev.paceline.storage.load.parquet.page;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.PageHeader;
import dev.paceline.storage.load.parquet.metadata.ThriftReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk, found by reading their headers. Immutable.
 *
 * @param dictionary null if there is none
 * @param pages the data pages in the order of their rows
 */
public record PageList(@Nullable PageEntry dictionary, List<PageEntry> pages) {
  private static final int FIRST_HEADER_BYTES = 1 << 10;

  /** Levels that are read at once. */
  private static final int LEVELS = 1024;

  /** Headers that hold statistics of long strings are longer than others. */
  private static final int MAX_HEADER_BYTES = 16 << 20;

  /**
   * The place of a page.
   *
   * @param position in the file of its first byte behind the header
   * @param firstRow the row of its first value in the row group
   * @param endRow the row behind that of its last value
   * @param isContinued whether the first value belongs to a list that begins in the page before
   */
  public record PageEntry(
      PageHeader header, long position, long firstRow, long endRow, boolean isContinued) {}

  /**
   * Reads the headers of a column chunk that has one value for each row.
   *
   * @param limit position in the file behind the last byte that can belong to it
   * @param rows of the row group
   * @param place what error messages call the column chunk
   * @throws PacelineException INVALID_FILE
   */
  public static PageList read(
      FileRead file,
      ColumnChunkMetadata chunk,
      long limit,
      long rows,
      String place,
      MemoryScope memory,
      Runnable cancellation) {
    long end = chunk.start() + chunk.compressedBytes();
    if (end < 0 || end > limit) {
      throw invalid(place, "it lies behind the end of the file");
    }
    Headers headers = new Headers(file, place, end, memory);
    PageEntry dictionary = null;
    List<PageEntry> pages = new ArrayList<>();
    long at = chunk.start();
    long row = 0;
    while (row < rows) {
      cancellation.run();
      if (at >= end) {
        throw invalid(place, "its pages have " + row + " of " + rows + " rows");
      }
      PageHeader header = headers.read(at);
      at = headers.position();
      if (header.compressedBytes() > end - at) {
        throw invalid(place, "a page is longer than its column chunk");
      }
      switch (header.kind()) {
        case DICTIONARY_PAGE -> {
          if (dictionary != null || !pages.isEmpty()) {
            throw invalid(place, "it has several dictionaries");
          }
          dictionary = new PageEntry(header, at, 0, 0, false);
        }
        case DATA_PAGE, DATA_PAGE_V2 -> {
          if (header.valueCount() > rows - row) {
            throw invalid(place, "its pages have more than " + rows + " rows");
          }
          if (header.valueCount() > 0) {
            pages.add(new PageEntry(header, at, row, row + header.valueCount(), false));
            row += header.valueCount();
          }
        }
        case INDEX_PAGE -> {}
      }
      at += header.compressedBytes();
    }
    return new PageList(dictionary, List.copyOf(pages));
  }

  /**
   * Reads the headers and the repetition levels of a column chunk whose rows may have any number of
   * values.
   *
   * @param maxRepetition at least 1
   * @param maxDefinition at least 1
   * @throws PacelineException INVALID_FILE
   */
  public static PageList readRepeated(
      FileRead file,
      ColumnChunkMetadata chunk,
      long limit,
      long rows,
      int maxRepetition,
      int maxDefinition,
      String place,
      MemoryScope memory,
      Runnable cancellation) {
    PageList byValues = read(file, chunk, limit, chunk.valueCount(), place, memory, cancellation);
    List<PageEntry> pages = new ArrayList<>();
    PageLoader loader = new PageLoader(file, chunk, place, memory);
    long row = 0;
    try {
      for (PageEntry page : byValues.pages()) {
        cancellation.run();
        PageLevels levels =
            PageLevels.of(page.header(), loader.load(page), maxRepetition, maxDefinition);
        RunDecoder repetitions = requireNonNull(levels.repetitions(), "repetitions");
        int values = page.header().valueCount();
        int[] first = new int[1];
        repetitions.read(first, 0, 1);
        boolean isContinued = first[0] != 0;
        if (isContinued && row == 0) {
          throw invalid(place, "its first list does not begin");
        }
        long begun = (isContinued ? 0 : 1) + countZeros(repetitions, values - 1);
        long firstRow = isContinued ? row - 1 : row;
        row += begun;
        pages.add(new PageEntry(page.header(), page.position(), firstRow, row, isContinued));
      }
    } catch (PacelineException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw invalid(place, String.valueOf(e.getMessage()));
    }
    loader.release();
    if (row != rows) {
      throw invalid(place, "its pages have " + row + " of " + rows + " rows");
    }
    return new PageList(byValues.dictionary(), List.copyOf(pages));
  }

  private static long countZeros(RunDecoder levels, int count) {
    int[] read = new int[LEVELS];
    long zeros = 0;
    for (int done = 0; done < count; done += LEVELS) {
      int part = Math.min(LEVELS, count - done);
      levels.read(read, 0, part);
      for (int i = 0; i < part; i++) {
        zeros += read[i] == 0 ? 1 : 0;
      }
    }
    return zeros;
  }

  static PacelineException invalid(String place, String reason) {
    return new PacelineException(
        ErrorCode.INVALID_FILE, place + " is damaged: " + reason + "; write the file again");
  }

  /** Whether every page that has some of the rows holds codes into the dictionary. */
  boolean isAllDictionary(RowRanges rows) {
    for (PageEntry page : pages) {
      if (!page.header().encoding().isDictionary()
          && rows.overlaps(page.firstRow(), page.endRow())) {
        return false;
      }
    }
    return dictionary != null;
  }

  /** Reads headers, whose lengths are not known before. */
  private static final class Headers {
    private final FileRead file;
    private final String place;
    private final long end;
    private final MemoryScope memory;
    private MemorySegment window;
    private long position;

    Headers(FileRead file, String place, long end, MemoryScope memory) {
      this.file = file;
      this.place = place;
      this.end = end;
      this.memory = memory;
      this.window = memory.allocate(FIRST_HEADER_BYTES);
    }

    PageHeader read(long at) {
      for (int size = FIRST_HEADER_BYTES; ; size *= 8) {
        int length = (int) Math.min(size, end - at);
        if (window.byteSize() < length) {
          memory.release(window);
          window = memory.allocate(length);
        }
        file.read(at, window, 0, length);
        ThriftReader reader = new ThriftReader(window, 0, length, place);
        try {
          PageHeader header = PageHeader.read(reader);
          position = at + reader.position();
          return header;
        } catch (PacelineException e) {
          if (length == end - at || size >= MAX_HEADER_BYTES) {
            throw e;
          }
        }
      }
    }

    /** The position in the file behind the header that was read. */
    long position() {
      return position;
    }
  }
}
