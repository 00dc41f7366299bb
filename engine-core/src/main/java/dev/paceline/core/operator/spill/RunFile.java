package dev.paceline.core.operator.spill;

import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryFile;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A temporary file of runs, which ends with the last of them: no more are written once the first
 * has been closed. Any number of threads may write runs at the same time, each by a {@link
 * RunWriter} of its own.
 */
public final class RunFile {
  /** Pages that a worker which merges runs has in memory at least, about. */
  static final int PAGES = 16;

  private final PageLayout layout;
  private final int batchRows;
  private final TemporaryFile file;
  private final AtomicInteger openRuns = new AtomicInteger();

  /**
   * @param purpose what messages call the rows
   * @param types of the columns
   */
  public RunFile(String purpose, List<DataType> types, QueryContext query) {
    batchRows = query.batchRows();
    layout = PageLayout.forFiles(types, query, PAGES);
    file = query.temporaryFiles().create(purpose);
  }

  /**
   * Starts a run.
   *
   * @param scope where a page and scratch live; they are not released before the scope ends
   */
  public RunWriter newWriter(MemoryScope scope) {
    return new RunWriter(this, scope, batchRows);
  }

  PageLayout layout() {
    return layout;
  }

  TemporaryFile file() {
    return file;
  }

  SpilledRun add(List<SpilledRows.Page> pages) {
    openRuns.incrementAndGet();
    return new SpilledRun(this, pages);
  }

  void closeRun() {
    if (openRuns.decrementAndGet() == 0) {
      file.close();
    }
  }
}
