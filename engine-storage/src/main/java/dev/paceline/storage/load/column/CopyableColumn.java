package dev.paceline.storage.load.column;

import dev.paceline.core.scan.ChunkColumn;
import java.lang.foreign.MemorySegment;

/** A column that can be copied to other memory, as compactly as its values allow. */
public interface CopyableColumn extends ChunkColumn {
  /** Returns the number of bytes that a copy takes. */
  long copyBytes();

  /**
   * Copies the values to other memory and returns them as a column.
   *
   * @param to {@link #copyBytes} and 64 bytes behind them, which no one else uses
   */
  ChunkColumn copyTo(MemorySegment to);
}
