package dev.paceline.storage.block;

import dev.paceline.core.exec.ColumnStatistics;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/** A column block in native memory, as its header describes it. Immutable, safe for all threads. */
public final class ColumnBlock {
  private final MemorySegment segment;
  private final DataType type;
  private final ColumnStatistics statistics;

  ColumnBlock(MemorySegment segment, DataType type, ColumnStatistics statistics) {
    this.segment = segment;
    this.type = type;
    this.statistics = statistics;
  }

  /** Exactly the bytes of the block, padding included. */
  public MemorySegment segment() {
    return segment;
  }

  public DataType type() {
    return type;
  }

  public ColumnStatistics statistics() {
    return statistics;
  }
}
