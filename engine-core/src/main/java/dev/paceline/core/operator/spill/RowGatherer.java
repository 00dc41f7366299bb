package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.util.Arrays;
import java.util.List;

/**
 * Copies single rows of the pages of several runs to a page of its own, which is a batch. Rows are
 * noted first and copied together, column by column. One worker at a time uses it.
 */
public final class RowGatherer {
  private final PageLayout layout;
  private final RowPage page;
  private final Batch[] sources;
  private final int[] noted;
  private final int[] positions;
  private final int[] strings;
  private final Batch batch;
  private int notedCount;
  private long notedStringBytes;

  /**
   * @param query that wrote the runs
   * @param sources the present page of each run, as {@link RunReader} gives them; filled by the
   *     caller
   * @param scope where the page lives; it is not released before the scope ends
   */
  public RowGatherer(List<DataType> types, QueryContext query, Batch[] sources, MemoryScope scope) {
    layout = PageLayout.forFiles(types, query, RunFile.PAGES);
    page = new RowPage(layout, scope);
    this.sources = sources;
    noted = new int[layout.rows()];
    positions = new int[layout.rows()];
    int[] columns = new int[layout.columnCount()];
    int count = 0;
    for (int i = 0; i < columns.length; i++) {
      if (layout.isString(i)) {
        columns[count++] = i;
      }
    }
    strings = Arrays.copyOf(columns, count);
    batch = PageReader.newBatch(layout, scope);
  }

  /** Whether the batch must be taken before more rows can be added. */
  public boolean isFull() {
    return page.isFull(rowCount(), page.stringBytes() + notedStringBytes);
  }

  /** Rows added since {@link #clear}. */
  public int rowCount() {
    return page.rows() + notedCount;
  }

  /**
   * Adds a row, unless {@linkplain #isFull full}. Its page must stay until {@link #copy}.
   *
   * @param source number of its run
   * @param row number in the run's present page
   */
  public void add(int source, int row) {
    noted[notedCount] = source;
    positions[notedCount++] = row;
    for (int column : strings) {
      ColumnVector vector = sources[source].column(column);
      notedStringBytes += vector.isNull(row) ? 0 : StringView.length(vector.getView(row));
    }
  }

  /** Copies the rows that have been added, so that their pages may go. */
  public void copy() {
    page.gather(sources, noted, positions, notedCount);
    notedCount = 0;
    notedStringBytes = 0;
  }

  /** The rows that have been copied, valid until the next is added or {@link #clear}. */
  public Batch batch() {
    return page.point(batch);
  }

  /** Forgets all rows. */
  public void clear() {
    page.clear();
  }
}
