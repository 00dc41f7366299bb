package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnBlock;
import java.util.List;

/**
 * A row group fresh from the encoder, all of its blocks in memory.
 *
 * @param blocks one a table column; {@code blocks.get(i).segment()} are the bytes to keep
 * @param summaries one a table column
 * @param memory owns the blocks; whoever has the row group closes it
 */
public record EncodedRowGroup(
    int rowCount, List<ColumnBlock> blocks, List<BlockSummary> summaries, MemoryScope memory)
    implements AutoCloseable {
  public EncodedRowGroup {
    blocks = List.copyOf(blocks);
    summaries = List.copyOf(summaries);
  }

  @Override
  public void close() {
    memory.close();
  }
}
