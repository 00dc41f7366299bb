package dev.paceline.core.operator.join;

import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.plan.JoinType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The right rows that a join delivers when its probe has ended: those with a partner (RIGHT_SEMI)
 * or those without, beside NULLs for the left columns.
 */
public final class BuildRows implements Source {
  /** Rows of a morsel, a multiple of 64 so that bitmaps need no shifting. */
  private static final int MORSEL_ROWS = 1 << 16;

  private record Rows(int from, int to) implements Morsel {}

  private final JoinShape shape;
  private final JoinColumns columns;
  private final Supplier<RowStore> store;
  private final Supplier<MemorySegment> marks;
  private final AtomicInteger nextMorsel = new AtomicInteger();

  /**
   * @param store available when this source is opened
   * @param marks likewise: one byte a row, not 0 for rows with a partner
   */
  public BuildRows(
      JoinShape shape,
      JoinColumns columns,
      Supplier<RowStore> store,
      Supplier<MemorySegment> marks) {
    this.shape = shape;
    this.columns = columns;
    this.store = store;
    this.marks = marks;
  }

  @Override
  public @Nullable Morsel next() {
    long from = (long) nextMorsel.getAndIncrement() * MORSEL_ROWS;
    int rowCount = store.get().rowCount();
    return from >= rowCount
        ? null
        : new Rows((int) from, (int) Math.min(from + MORSEL_ROWS, rowCount));
  }

  @Override
  public boolean exhausted() {
    return (long) nextMorsel.get() * MORSEL_ROWS >= store.get().rowCount();
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    Selection selection = new Selection(context.memory(), context.batchRows());
    return (morsel, out) -> {
      JoinOutput output = new JoinOutput(columns, context, out);
      Rows rows = (Rows) morsel;
      int step = context.batchRows();
      for (int from = rows.from(); from < rows.to(); from += step) {
        context.query().cancellation().check();
        if (!emit(from, Math.min(step, rows.to() - from), selection, output)) {
          return;
        }
      }
    };
  }

  private boolean emit(int from, int count, Selection selection, JoinOutput output) {
    boolean wanted = shape.type() == JoinType.RIGHT_SEMI;
    MemorySegment marked = marks.get();
    MemorySegment bitmap = selection.bitmap();
    for (int word = 0; word << 6 < count; word++) {
      int end = Math.min(64, count - (word << 6));
      long bits = 0;
      for (int bit = 0; bit < end; bit++) {
        boolean isMarked = marked.get(ValueLayout.JAVA_BYTE, (long) from + (word << 6) + bit) != 0;
        bits |= (isMarked == wanted ? 1L : 0L) << bit;
      }
      bitmap.set(ValueLayout.JAVA_LONG, (long) word << 3, bits);
    }
    int kept = selection.update(count);
    return kept == 0
        || output.emitRight(null, 0, store.get(), from, count, kept == count ? null : selection);
  }

  @Override
  public String name() {
    return shape.type() == JoinType.RIGHT_SEMI
        ? "right rows with a partner"
        : "right rows left over";
  }
}
