package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.parquet.metadata.PageHeader;
import dev.paceline.storage.load.parquet.metadata.PageHeader.Kind;
import dev.paceline.storage.load.parquet.metadata.ValueEncoding;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The levels at the beginning of a page, and where the values behind them begin.
 *
 * @param repetitions null if no part of the column is repeated
 * @param definitions null if no part of the column is optional or repeated
 */
record PageLevels(
    @Nullable RunDecoder repetitions, @Nullable RunDecoder definitions, long valuesAt) {

  /**
   * Finds the levels of a data page.
   *
   * @param maxRepetition the highest repetition level; 0 if there are none
   * @param maxDefinition the highest definition level; 0 if there are none
   * @throws IOException if they are longer than the page
   * @throws PacelineException NOT_SUPPORTED for encodings that are not read
   */
  static PageLevels of(PageHeader header, MemorySegment page, int maxRepetition, int maxDefinition)
      throws IOException {
    if (header.kind() == Kind.DATA_PAGE_V2) {
      long values = header.repetitionBytes() + (long) header.definitionBytes();
      return new PageLevels(
          maxRepetition == 0
              ? null
              : new RunDecoder(page, 0, header.repetitionBytes(), bits(maxRepetition)),
          maxDefinition == 0
              ? null
              : new RunDecoder(page, header.repetitionBytes(), values, bits(maxDefinition)),
          values);
    }
    long at = 0;
    RunDecoder repetitions = null;
    if (maxRepetition > 0) {
      long end = end(header, page, at);
      repetitions = new RunDecoder(page, at + Integer.BYTES, end, bits(maxRepetition));
      at = end;
    }
    RunDecoder definitions = null;
    if (maxDefinition > 0) {
      long end = end(header, page, at);
      definitions = new RunDecoder(page, at + Integer.BYTES, end, bits(maxDefinition));
      at = end;
    }
    return new PageLevels(repetitions, definitions, at);
  }

  /** Returns the end of levels of version 1, which begin with their length. */
  private static long end(PageHeader header, MemorySegment page, long at) throws IOException {
    if (header.levelEncoding() != ValueEncoding.RLE) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "levels in the encoding " + header.levelEncoding() + " are not read");
    }
    long start = at + Integer.BYTES;
    if (start > header.uncompressedBytes()) {
      throw new IOException("levels are missing");
    }
    int length = page.get(JAVA_INT_UNALIGNED, at);
    if (length < 0 || length > header.uncompressedBytes() - start) {
      throw new IOException("levels are longer than their page");
    }
    return start + length;
  }

  private static int bits(int maxLevel) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(maxLevel);
  }
}
