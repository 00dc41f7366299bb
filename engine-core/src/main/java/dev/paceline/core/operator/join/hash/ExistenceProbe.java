package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.join.JoinOutput;
import dev.paceline.core.plan.JoinType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Probes for joins that only ask whether a left row has a partner: SEMI, ANTI, LEFT_MARK and
 * NULL_AWARE_ANTI. One worker uses it.
 */
final class ExistenceProbe implements BatchConsumer {
  private final JoinType type;
  private final Existence existence;
  private final JoinOutput output;
  private final Selection selection;
  private final @Nullable UnknownMatches unknowns;
  private final MemorySegment unknown;

  ExistenceProbe(
      HashJoinBuild build, Existence existence, JoinOutput output, WorkerContext context) {
    this.type = build.shape().type();
    this.existence = existence;
    this.output = output;
    this.selection = new Selection(context.memory(), context.batchRows());
    this.unknowns = build.shape().isNullAware() ? new UnknownMatches(build) : null;
    this.unknown = context.memory().allocate(Bitmaps.bytes(context.batchRows()));
  }

  @Override
  public boolean accept(Batch left) {
    int count = left.rowCount();
    MemorySegment hits = selection.bitmap();
    Selection wanted = left.selection();
    if (wanted == null) {
      Bitmaps.fill(hits, 0, count);
    } else {
      MemorySegment.copy(wanted.bitmap(), 0, hits, 0, Bitmaps.bytes(count));
    }
    existence.narrow(left, hits);
    if (type == JoinType.LEFT_MARK) {
      return emitMarks(left);
    }
    if (type != JoinType.SEMI) {
      invert(wanted, count);
    }
    if (unknowns != null) {
      unknowns.find(left, hits, unknown);
      for (long at = 0; at < Bitmaps.bytes(count); at += 8) {
        long bits = hits.get(ValueLayout.JAVA_LONG, at);
        hits.set(ValueLayout.JAVA_LONG, at, bits & ~unknown.get(ValueLayout.JAVA_LONG, at));
      }
    }
    return emitSelected(left);
  }

  private boolean emitSelected(Batch left) {
    int count = left.rowCount();
    int kept = selection.update(count);
    if (kept == 0) {
      return true;
    }
    if (kept == count) {
      return output.emitLeft(left, null);
    }
    return 5L * kept >= 4L * count
        ? output.emitLeft(left, selection)
        : output.emitLeft(left, selection.positions(), kept);
  }

  /** Turns the bits of the wanted rows over. */
  private void invert(@Nullable Selection wanted, int count) {
    MemorySegment bits = selection.bitmap();
    for (long at = 0; at < Bitmaps.bytes(count); at += 8) {
      long all = wanted == null ? -1L : wanted.bitmap().get(ValueLayout.JAVA_LONG, at);
      bits.set(ValueLayout.JAVA_LONG, at, all & ~bits.get(ValueLayout.JAVA_LONG, at));
    }
  }

  private boolean emitMarks(Batch left) {
    ColumnVector mark = output.mark();
    if (mark != null && unknowns != null) {
      int count = left.rowCount();
      MemorySegment hits = selection.bitmap();
      MemorySegment bits = mark.scratch(Bitmaps.bytes(count));
      MemorySegment.copy(hits, 0, bits, 0, Bitmaps.bytes(count));
      mark.setBits(bits, 0);
      invert(left.selection(), count);
      if (unknowns.find(left, hits, unknown)) {
        mark.setNulls(unknown, 0);
      }
    }
    return output.emitLeft(left, left.selection());
  }
}
