package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The rows that one query adds to an {@link Appender}. Each part makes row groups of its own. They
 * come into the table in the order in which their first rows were added, so that a table that is
 * copied keeps about its order. The last rows of the parts, which do not fill row groups, are put
 * together first; a few rows join those that the appender has not encoded yet.
 *
 * <p>Any thread may use it. Closing it discards row groups that the appender has not taken over.
 */
final class QueryAppend implements RowTarget, AutoCloseable {
  /** Fewer rows than such a part of a row group wait for those of the next statement. */
  private static final int WAITING_PART = 2;

  private final Database database;
  private final TableIdentity identity;
  private final TableDefinition definition;
  private final Appender appender;

  /** Numbers row groups by their first rows. */
  private final AtomicLong numbers = new AtomicLong();

  @GuardedBy("this")
  private final List<Filled> parts = new ArrayList<>();

  @GuardedBy("this")
  private List<Numbered> rowGroups = new ArrayList<>();

  @GuardedBy("this")
  private boolean closed;

  private record Numbered(long number, RowGroup rowGroup) {}

  QueryAppend(Database database, TableIdentity identity, Appender appender) {
    this.database = database;
    this.identity = identity;
    this.definition = identity.definition();
    this.appender = appender;
  }

  @Override
  public String name() {
    return definition.name();
  }

  /** Values, and as much again for their encoded form and for buffers that are copied to grow. */
  @Override
  public long partBytes() {
    long values = (long) Long.BYTES * definition.columnCount() * database.rowGroupRows();
    return 2 * Math.min(values, RowGroupBuilder.maxBytes(database));
  }

  @Override
  public Part newPart(QueryContext query) {
    Filled part = new Filled(query);
    synchronized (this) {
      parts.add(part);
    }
    return part;
  }

  @Override
  public synchronized FinishPhase finish() {
    List<List<Filled>> bins = bins();
    List<Filled> last = bins.isEmpty() ? List.of() : bins.removeLast();
    int lastRows = last.stream().mapToInt(part -> part.writer.pendingRows()).sum();
    List<Filled> waiting = List.of();
    if (lastRows < database.rowGroupRows() / WAITING_PART) {
      waiting = last;
    } else {
      bins.add(last);
    }
    List<FinishOrder> orders = new ArrayList<>();
    for (List<Filled> bin : bins) {
      orders.add(context -> encode(bin));
    }
    List<Filled> rest = waiting;
    return FinishPhase.of(orders).thenRun(() -> handOver(rest));
  }

  /** Parts whose last rows fit into one row group, in the order of these rows. */
  @GuardedBy("this")
  private List<List<Filled>> bins() {
    List<Filled> pending =
        parts.stream()
            .filter(part -> part.writer.pendingRows() > 0)
            .sorted(Comparator.comparingLong(part -> part.number))
            .toList();
    List<List<Filled>> bins = new ArrayList<>();
    long rows = 0;
    long bytes = 0;
    for (Filled part : pending) {
      RowGroupBuilder builder = part.writer.builder();
      rows += builder.rowCount();
      bytes += builder.bytes();
      if (bins.isEmpty()
          || rows > database.rowGroupRows()
          || bytes > RowGroupBuilder.maxBytes(database)) {
        bins.add(new ArrayList<>());
        rows = builder.rowCount();
        bytes = builder.bytes();
      }
      bins.getLast().add(part);
    }
    return bins;
  }

  /** Makes one row group of the last rows of some parts. */
  private static void encode(List<Filled> bin) {
    Filled first = bin.getFirst();
    for (Filled part : bin.subList(1, bin.size())) {
      first.writer.take(part.writer);
      part.scratch.close();
    }
    first.writer.encode();
    first.scratch.close();
  }

  /** Gives the appender all row groups, and the last rows of the given parts. */
  private void handOver(List<Filled> waiting) {
    synchronized (this) {
      appender.take(
          rowGroups.stream()
              .sorted(Comparator.comparingLong(Numbered::number))
              .map(Numbered::rowGroup)
              .toList());
      rowGroups = new ArrayList<>();
    }
    waiting.forEach(part -> appender.take(part.writer));
    synchronized (this) {
      parts.forEach(part -> part.scratch.close());
    }
  }

  private synchronized void add(long number, RowGroup rowGroup) {
    if (closed) {
      rowGroup.release();
    } else {
      rowGroups.add(new Numbered(number, rowGroup));
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    rowGroups.forEach(numbered -> numbered.rowGroup.release());
    rowGroups = new ArrayList<>();
    parts.forEach(part -> part.scratch.close());
  }

  /** The rows of one part. */
  private final class Filled implements Part {
    private final MemoryScope scratch;
    private final RowGroupWriter writer;

    /** The number of the current row group. */
    private long number;

    Filled(QueryContext query) {
      scratch = query.budget().openScope("append to table " + definition.name());
      writer =
          new RowGroupWriter(
              database,
              identity,
              scratch,
              (code, column, row, what) -> AppendFailures.of(code, definition, column, 0, what),
              query.cancellation()::check,
              this::written);
    }

    private void written(RowGroup rowGroup) {
      add(number, rowGroup);
      number = numbers.getAndIncrement();
    }

    @Override
    public void append(Batch batch) {
      if (writer.pendingRows() == 0) {
        number = numbers.getAndIncrement();
      }
      writer.append(batch);
    }
  }
}
