package dev.paceline.storage.scan;

import org.jspecify.annotations.Nullable;

/**
 * A unit of a chunk in memory, as replacement policies see it.
 *
 * @param unit the number of the unit
 */
public record ChunkUnit(ScanChunk chunk, int unit) {
  /** Does what records do, without method handles, which are slow in a young process. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChunkUnit that && unit == that.unit && chunk.equals(that.chunk);
  }

  @Override
  public int hashCode() {
    return 31 * chunk.hashCode() + unit;
  }
}
