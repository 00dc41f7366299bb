package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/** Memory for the lanes of one column of a row group at a time. One thread at a time. */
public final class LaneScratch {
  private final MemoryScope scope;
  private MemorySegment lanes = MemorySegment.NULL;

  public LaneScratch(MemoryScope scope) {
    this.scope = scope;
  }

  /** Returns lanes of 8 bytes for as many rows; they replace those of earlier calls. */
  MemorySegment lanes(int rows) {
    long needed = (long) Long.BYTES * rows;
    if (lanes.byteSize() < needed) {
      if (lanes.byteSize() > 0) {
        scope.release(lanes);
        lanes = MemorySegment.NULL;
      }
      lanes = scope.allocate(needed);
    }
    return lanes;
  }
}
