package dev.paceline.storage.load.share;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import java.util.Map;

/** Parsed columns of one chunk in memory of their own. The cache guards its fields. */
final class CachedBlock {
  final SharedChunk chunk;
  final Map<Integer, ChunkColumn> columns;
  final MemoryScope memory;

  /** The number of chunks in use that need it. */
  int pins;

  /** The latest scan that used it. */
  long lastScan;

  /**
   * @param columns by their indexes in the table
   * @param memory of the columns
   */
  CachedBlock(SharedChunk chunk, Map<Integer, ChunkColumn> columns, MemoryScope memory, long scan) {
    this.chunk = chunk;
    this.columns = columns;
    this.memory = memory;
    this.lastScan = scan;
  }

  long bytes() {
    return memory.bytes();
  }
}
