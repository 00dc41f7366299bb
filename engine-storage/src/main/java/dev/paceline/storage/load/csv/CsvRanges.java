package dev.paceline.storage.load.csv;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import org.jspecify.annotations.Nullable;

/** The chunks of a file of which any part can be read without those before it. */
final class CsvRanges implements ChunkSequence {
  private final CsvFile file;
  private final CsvSchema schema;
  private final CsvBorders borders;
  private final CsvPlace place;
  private final ColumnsParser parser;
  private final MemoryLedger ledger;
  private int next;

  CsvRanges(
      CsvFile file,
      CsvSchema schema,
      CsvPlace place,
      ColumnsParser parser,
      int chunkBytes,
      MemoryLedger ledger) {
    this.file = file;
    this.schema = schema;
    this.borders = new CsvBorders(file.textStart(), file.entry().bytes(), chunkBytes);
    this.place = place;
    this.parser = parser;
    this.ledger = ledger;
  }

  @Override
  public @Nullable FileChunk next() {
    if (isExhausted()) {
      return null;
    }
    return new CsvRangeChunk(file, schema, borders, place, next++, parser, ledger);
  }

  @Override
  public boolean isExhausted() {
    return next >= borders.chunks();
  }
}
