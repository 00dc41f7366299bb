package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.memory.MemoryScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one run, page by page. One worker at a time uses it. */
public final class RunReader {
  private final RunFile file;
  private final List<SpilledRows.Page> pages;
  private final PageReader reader;
  private int next;

  RunReader(RunFile file, List<SpilledRows.Page> pages, int pageBytes, MemoryScope scope) {
    this.file = file;
    this.pages = pages;
    this.reader = new PageReader(file.layout(), scope, pageBytes);
  }

  /**
   * The rows of the next page, without a selection, valid until the next call; always the same
   * batch. Null behind the last page.
   */
  public @Nullable Batch next() {
    return next == pages.size() ? null : reader.read(file.file(), pages.get(next++));
  }
}
