package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.memory.MemoryScope;
import java.util.ArrayList;
import java.util.List;

/** Writes one run, page by page. One worker uses it. */
public final class RunWriter {
  private final RunFile file;
  private final LaneEncoder encoder;
  private final RowPage page;
  private final List<SpilledRows.Page> pages = new ArrayList<>();

  RunWriter(RunFile file, MemoryScope scope, int batchRows) {
    this.file = file;
    this.encoder = new LaneEncoder(file.layout(), scope, batchRows);
    this.page = new RowPage(file.layout(), scope);
  }

  /** Adds the rows of a batch without a selection, in their order. */
  public void append(Batch dense) {
    encoder.encode(dense);
    int from = 0;
    while (from < dense.rowCount()) {
      int count = page.room(encoder, from, dense.rowCount() - from);
      if (count == 0) {
        writePage();
      } else {
        page.append(encoder, from, count);
        from += count;
      }
    }
  }

  private void writePage() {
    int rows = page.rows();
    pages.add(new SpilledRows.Page(page.write(file.file()), rows));
  }

  /** Writes what is left in memory; the writer is of no more use. */
  public SpilledRun finish() {
    if (page.rows() > 0) {
      writePage();
    }
    return file.add(pages);
  }
}
