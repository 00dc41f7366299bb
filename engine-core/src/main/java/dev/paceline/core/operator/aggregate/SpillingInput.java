package dev.paceline.core.operator.aggregate;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.operator.spill.PartitionedRows;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows (of the input, or {@link GroupRows}) while the query's budget has room for the groups
 * to grow, and writes all further ones into partitions. One worker uses it.
 */
final class SpillingInput implements BatchConsumer {
  /** The limit of groups that never spill. */
  static final long NEVER = Long.MAX_VALUE;

  private final BatchConsumer groups;
  private final LongSupplier bytes;
  private final QueryContext query;
  private final long leastBytes;
  private final Supplier<PartitionedRows.Writer> newWriter;
  private PartitionedRows.@Nullable Writer writer;

  /**
   * @param groups takes rows while there is room
   * @param bytes of the groups
   * @param leastBytes groups of no more memory are not worth it
   * @param newWriter is called once, if at all
   */
  SpillingInput(
      BatchConsumer groups,
      LongSupplier bytes,
      QueryContext query,
      long leastBytes,
      Supplier<PartitionedRows.Writer> newWriter) {
    this.groups = groups;
    this.bytes = bytes;
    this.query = query;
    this.leastBytes = leastBytes;
    this.newWriter = newWriter;
  }

  @Override
  public boolean accept(Batch batch) {
    PartitionedRows.Writer open = writer;
    if (open != null) {
      return open.accept(batch);
    }
    groups.accept(batch);
    long held = bytes.getAsLong();
    // what there is may have to be there twice, when tables grow
    if (held > leastBytes && query.shouldSpill(held, held)) {
      writer = newWriter.get();
    }
    return true;
  }
}
