package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The rows where some of several vectors are NULL. Shares the bitmap of the only one that has. */
public final class NullMask {
  private final MemoryScope scope;
  private @Nullable MemorySegment bits;
  private long offset;
  private @Nullable MemorySegment own;

  public NullMask(WorkerContext context) {
    scope = context.memory();
  }

  /** Starts with no NULLs. */
  public NullMask reset() {
    bits = null;
    offset = 0;
    return this;
  }

  /** Adds the NULL rows of a vector that is no constant NULL. */
  public NullMask include(ColumnVector vector, int rows) {
    MemorySegment more = vector.isConstant() ? null : vector.nulls();
    if (more == null) {
      return this;
    }
    MemorySegment current = bits;
    if (current == null) {
      bits = more;
      offset = vector.nullsOffset();
      return this;
    }
    MemorySegment target = own(rows);
    for (long at = 0; at < Bitmaps.bytes(rows); at += 8) {
      target.set(
          JAVA_LONG,
          at,
          current.get(JAVA_LONG, offset + at) | more.get(JAVA_LONG, vector.nullsOffset() + at));
    }
    bits = target;
    offset = 0;
    return this;
  }

  private MemorySegment own(int rows) {
    MemorySegment current = own;
    if (current == null || current.byteSize() < Bitmaps.bytes(rows)) {
      current = scope.allocate(Bitmaps.bytes(Math.max(rows, 2048)));
      own = current;
    }
    return current;
  }

  public boolean isEmpty() {
    return bits == null;
  }

  public boolean contains(int row) {
    MemorySegment current = bits;
    return current != null && Bitmaps.get(current, offset, row);
  }

  /** Makes these the NULLs of a vector. */
  public void applyTo(ColumnVector vector) {
    vector.setNulls(bits, offset);
  }
}
