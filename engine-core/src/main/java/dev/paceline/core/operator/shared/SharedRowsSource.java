package dev.paceline.core.operator.shared;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.operator.spill.RunReader;
import dev.paceline.core.operator.spill.SpilledRun;
import dev.paceline.core.type.DataType;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands out the rows that {@link SharedRows} keeps, and leaves them there. */
final class SharedRowsSource implements Source {
  private static final int MORSEL_ROWS = 1 << 15;

  private final String name;
  private final String owner;
  private final List<DataType> types;
  private final QueryContext query;
  private final SharedRows shared;

  /** Null before {@link #open}. */
  @GuardedBy("this")
  private @Nullable ArrayDeque<Morsel> morsels;

  /** Rows in memory. */
  private record Stored(RowStore store, int from, int to) implements Morsel {}

  /** Rows in a file. */
  private record Spilled(SpilledRun run) implements Morsel {}

  /**
   * @param owner what accounts of memory call the pages of files
   */
  SharedRowsSource(
      String name, String owner, List<DataType> types, QueryContext query, SharedRows shared) {
    this.name = name;
    this.owner = owner;
    this.types = types;
    this.query = query;
    this.shared = shared;
  }

  /** Whether it hands out the rows of a sink. */
  boolean isOf(SharedRows rows) {
    return shared.equals(rows);
  }

  @Override
  public synchronized void open() {
    ArrayDeque<Morsel> all = new ArrayDeque<>();
    shared.runs().forEach(run -> all.add(new Spilled(run)));
    RowStore store = shared.store();
    for (int from = 0; from < store.rowCount(); from += MORSEL_ROWS) {
      all.add(new Stored(store, from, Math.min(from + MORSEL_ROWS, store.rowCount())));
    }
    morsels = all;
  }

  @Override
  public synchronized @Nullable Morsel next() {
    return morsels == null ? null : morsels.poll();
  }

  @Override
  public synchronized boolean exhausted() {
    return morsels != null && morsels.isEmpty();
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    Batch batch = SharedRows.newBatch(types, context.memory());
    return (morsel, out) -> {
      switch (morsel) {
        case Stored part -> part.store.read(part.from, part.to, batch, context, out);
        case Spilled spilled -> read(spilled.run, out);
        default -> throw new IllegalArgumentException("not a morsel of this source");
      }
    };
  }

  private void read(SpilledRun run, BatchConsumer out) {
    try (MemoryScope scope = query.budget().openScope(owner)) {
      RunReader reader = run.open(scope);
      for (Batch page = reader.next(); page != null; page = reader.next()) {
        query.cancellation().check();
        if (!out.accept(page)) {
          return;
        }
      }
    }
  }

  @Override
  public String name() {
    return name;
  }
}
