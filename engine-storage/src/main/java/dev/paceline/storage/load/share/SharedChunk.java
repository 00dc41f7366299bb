package dev.paceline.storage.load.share;

import dev.paceline.core.memory.MemoryScope;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of one chunk that are in memory. The cache guards its fields. */
final class SharedChunk {
  final SharedFile file;
  final int index;

  /** The blocks of its cached columns, by the indexes of the columns. */
  final Map<Integer, CachedBlock> columns = new HashMap<>();

  /** The number of its rows; -1 as long as nobody has read it. */
  int rows = -1;

  /** The scan that is reading it. */
  @Nullable SharedScan reader;

  @Nullable ChunkText text;
  @Nullable MemoryScope textMemory;

  /** The number of chunks in use that need the text. */
  int textPins;

  SharedChunk(SharedFile file, int index) {
    this.file = file;
    this.index = index;
  }

  /** Whether a scan of some columns finds all of them without the text. */
  boolean hasColumns(int[] wanted) {
    if (rows < 0) {
      return false;
    }
    for (int column : wanted) {
      if (rows > 0 && !columns.containsKey(column)) {
        return false;
      }
    }
    return true;
  }
}
