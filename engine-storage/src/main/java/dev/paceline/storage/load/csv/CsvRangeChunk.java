package dev.paceline.storage.load.csv;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;

/** A chunk of a file of which any part can be read without those before it. */
final class CsvRangeChunk extends FileChunk {
  private final CsvFile file;
  private final CsvSchema schema;
  private final CsvBorders borders;
  private final CsvPlace place;
  private final int chunk;
  private final ColumnsParser parser;
  private final MemoryLedger ledger;

  CsvRangeChunk(
      CsvFile file,
      CsvSchema schema,
      CsvBorders borders,
      CsvPlace place,
      int chunk,
      ColumnsParser parser,
      MemoryLedger ledger) {
    super(file.entry(), ledger);
    this.file = file;
    this.schema = schema;
    this.borders = borders;
    this.place = place;
    this.chunk = chunk;
    this.parser = parser;
    this.ledger = ledger;
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    try (FileRead read = FileRead.open(file.entry())) {
      try {
        RangeSplit split = split(chunk, memory, read, cancellation);
        split.splitByQuotes();
        split.confirm();
        return parse(split, memory, read, cancellation);
      } catch (PacelineException e) {
        if (!isOfContent(e) || borders.isCertain(chunk)) {
          throw e;
        }
      }
      // The chunk may have begun at a wrong place; the chunks before it tell.
      RangeSplit split = split(chunk, memory, read, cancellation);
      split.splitFrom(certainBegin(read, cancellation));
      split.confirm();
      return parse(split, memory, read, cancellation);
    }
  }

  private Rows parse(RangeSplit split, MemoryScope memory, FileRead read, Runnable cancellation) {
    return parser.parse(
        split.window().segment(),
        split.splitter(),
        split.first(),
        split.last(),
        split.begin(),
        split.filePosition(0),
        place,
        memory,
        read.readBytes(),
        cancellation);
  }

  private RangeSplit split(int index, MemoryScope memory, FileRead read, Runnable cancellation) {
    return new RangeSplit(file, schema, borders, place, index, memory, read, cancellation);
  }

  /** Splits the chunks before this one that others have not split yet. */
  private long certainBegin(FileRead read, Runnable cancellation) {
    long begin = borders.knownBegin(0);
    for (int i = 0; i < chunk; i++) {
      cancellation.run();
      long end = borders.knownBegin(i + 1);
      if (end < 0) {
        try (MemoryScope scope = ledger.openScope("borders of " + file.entry().path())) {
          RangeSplit split = split(i, scope, read, cancellation);
          split.splitFrom(begin);
          end = split.fileEnd();
        }
      }
      begin = end;
    }
    return begin;
  }

  /** Whether an error is about what the chunk holds. */
  private static boolean isOfContent(PacelineException error) {
    return error.code() == ErrorCode.INVALID_FILE
        || error.code() == ErrorCode.INVALID_CAST
        || error.code() == ErrorCode.STRING_TOO_LONG;
  }
}
