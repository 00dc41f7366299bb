package dev.paceline.storage.encoding;

import dev.paceline.core.exec.ChunkColumn;
import dev.paceline.core.exec.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.block.ColumnBlock;
import java.lang.foreign.MemorySegment;

/** A parsed block: reads and filters rows. Immutable and safe for all threads. */
public abstract class EncodedColumn implements ChunkColumn {
  protected final ColumnBlock block;

  protected EncodedColumn(ColumnBlock block) {
    this.block = block;
  }

  /**
   * Parses a block and checks everything that reading relies on.
   *
   * @param segment native memory that starts with the block
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  public static EncodedColumn open(MemorySegment segment) {
    throw new UnsupportedOperationException();
  }

  public ColumnBlock block() {
    return block;
  }

  @Override
  public DataType type() {
    return block.type();
  }

  @Override
  public ColumnStatistics statistics() {
    return block.statistics();
  }
}
