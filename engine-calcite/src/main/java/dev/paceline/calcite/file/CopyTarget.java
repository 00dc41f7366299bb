package dev.paceline.calcite.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.RowWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a query to a file: each worker fills a part of it. Rows that come to the
 * caller's thread fill one part. Thread-safe; closing it frees the memory of the parts.
 */
public final class CopyTarget implements RowTarget, AutoCloseable {
  /** A buffer of a part, and texts of a batch of some dozens of columns. */
  private static final long PART_BYTES = 4 << 20;

  private final String name;
  private final RowWriter writer;
  private final MemoryScope memory;

  @GuardedBy("this")
  private final List<RowWriter.Part> parts = new ArrayList<>();

  @GuardedBy("this")
  private final List<MemoryScope> scopes = new ArrayList<>();

  /** Takes the rows that come to the caller's thread; null before the first of them. */
  private RowWriter.@Nullable Part single;

  /**
   * @param name what plans call the file
   * @param memory of the statement, for rows that come to the caller's thread
   */
  public CopyTarget(String name, RowWriter writer, MemoryScope memory) {
    this.name = name;
    this.writer = writer;
    this.memory = memory;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long partBytes() {
    return PART_BYTES;
  }

  @Override
  public synchronized Part newPart(QueryContext query) {
    MemoryScope scope = query.budget().openScope("COPY");
    scopes.add(scope);
    RowWriter.Part part = writer.openPart(scope);
    parts.add(part);
    return part::append;
  }

  @Override
  public synchronized FinishPhase finish() {
    List<FinishOrder> orders = new ArrayList<>();
    for (RowWriter.Part part : parts) {
      orders.add(context -> part.end());
    }
    return FinishPhase.of(orders);
  }

  /** Writes the selected rows of a batch that came to the caller's thread. */
  public void append(Batch batch) {
    RowWriter.Part part = single;
    if (part == null) {
      part = writer.openPart(memory);
      single = part;
    }
    part.append(batch);
  }

  /** Completes the file, when the query has ended well. */
  public void complete() {
    RowWriter.Part part = single;
    if (part != null) {
      part.end();
    }
    writer.finish();
  }

  /** Called when the query has ended. */
  @Override
  public synchronized void close() {
    scopes.forEach(MemoryScope::close);
    scopes.clear();
  }
}
