package dev.paceline.storage.table;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.encoding.EncodedColumn;
import java.util.List;

/**
 * A row group fresh from the encoder, all of its blocks in memory.
 *
 * @param columns one a table column; {@code columns.get(i).block().segment()} are the bytes to keep
 * @param summaries one a table column
 * @param memory owns the blocks; whoever has the row group closes it
 */
public record EncodedRowGroup(
    int rowCount, List<EncodedColumn> columns, List<BlockSummary> summaries, MemoryScope memory)
    implements AutoCloseable {
  public EncodedRowGroup {
    columns = List.copyOf(columns);
    summaries = List.copyOf(summaries);
  }

  @Override
  public void close() {
    memory.close();
  }
}
