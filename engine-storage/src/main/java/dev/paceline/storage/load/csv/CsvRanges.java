package dev.paceline.storage.load.csv;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.share.SharedScan;
import dev.paceline.storage.load.share.SharedUse;
import org.jspecify.annotations.Nullable;

/** The chunks of a file of which any part can be read without those before it. */
final class CsvRanges implements ChunkSequence {
  private final CsvFile file;
  private final CsvSchema schema;
  private final CsvPlace place;
  private final ColumnsParser parser;
  private final SharedScan scan;
  private final MemoryLedger ledger;

  CsvRanges(
      CsvFile file,
      CsvSchema schema,
      CsvPlace place,
      ColumnsParser parser,
      SharedScan scan,
      MemoryLedger ledger) {
    this.file = file;
    this.schema = schema;
    this.place = place;
    this.parser = parser;
    this.scan = scan;
    this.ledger = ledger;
  }

  @Override
  public @Nullable FileChunk next() {
    SharedUse use = scan.take();
    return use == null ? null : new CsvRangeChunk(file, schema, place, parser, scan, use, ledger);
  }

  @Override
  public boolean isExhausted() {
    return scan.isExhausted();
  }

  @Override
  public void onAvailable(Runnable wakeUp) {
    scan.onAvailable(wakeUp);
  }

  @Override
  public void close() {
    scan.close();
  }
}
