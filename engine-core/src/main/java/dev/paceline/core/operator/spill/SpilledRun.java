package dev.paceline.core.operator.spill;

import dev.paceline.core.memory.MemoryScope;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rows in a temporary file that are read in the order in which they were written, page by page.
 * Immutable until it is closed; any thread may use it.
 */
public final class SpilledRun implements AutoCloseable {
  private final RunFile file;
  private final List<SpilledRows.Page> pages;
  private final long rowCount;
  private final int pageBytes;
  private final AtomicBoolean closed = new AtomicBoolean();

  SpilledRun(RunFile file, List<SpilledRows.Page> pages) {
    this.file = file;
    this.pages = List.copyOf(pages);
    long rows = 0;
    int bytes = 0;
    for (SpilledRows.Page page : pages) {
      rows += page.rows();
      bytes = Math.max(bytes, page.extent().bytes());
    }
    rowCount = rows;
    pageBytes = bytes;
  }

  public long rowCount() {
    return rowCount;
  }

  /** Bytes of the largest page, its strings included: what a reader holds. */
  public int pageBytes() {
    return pageBytes;
  }

  /** The most rows of a page. */
  public int pageRows() {
    return file.layout().rows();
  }

  /**
   * Reads the run from its start; any number of readers may.
   *
   * @param scope where the reader's page lives; it is not released before the scope ends
   */
  public RunReader open(MemoryScope scope) {
    return new RunReader(file, pages, pageBytes, scope);
  }

  /** Says that the run will not be read again. Closing twice does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      file.closeRun();
    }
  }
}
