package dev.paceline.storage.load.json;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileSet;
import org.jspecify.annotations.Nullable;

/** The chunks of a file with one record a line: ranges of bytes, in any order. */
final class JsonLines implements ChunkSequence {
  private final FileSet.Entry file;
  private final JsonSchema schema;
  private final JsonOptions options;
  private final int[] columns;
  private final int chunkBytes;
  private final MemoryLedger ledger;
  private long next;

  JsonLines(
      FileSet.Entry file,
      JsonSchema schema,
      JsonOptions options,
      int[] columns,
      int chunkBytes,
      MemoryLedger ledger) {
    this.file = file;
    this.schema = schema;
    this.options = options;
    this.columns = columns.clone();
    this.chunkBytes = chunkBytes;
    this.ledger = ledger;
  }

  @Override
  public @Nullable FileChunk next() {
    if (isExhausted()) {
      return null;
    }
    long from = next;
    next = Math.min(file.bytes(), from + chunkBytes);
    return new JsonLineChunk(file, schema, options, columns, from, next, ledger);
  }

  @Override
  public boolean isExhausted() {
    return next >= file.bytes();
  }
}
