package dev.paceline.storage.table;

import dev.paceline.storage.encoding.EncodedColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Keeps tables in memory only: blocks stay where the encoder put them. */
final class MemoryTableStore implements TableStore {
  @Override
  public @Nullable Path directory() {
    return null;
  }

  @Override
  public boolean readOnly() {
    return false;
  }

  @Override
  public List<StoredTable> load() {
    return List.of();
  }

  @Override
  public BlockSource write(TableDefinition table, EncodedRowGroup group) {
    return new ResidentBlocks(group);
  }

  @Override
  public void commit(List<StoredTable> tables) {}

  @Override
  public void close() {}

  private record ResidentBlocks(EncodedRowGroup group) implements BlockSource {
    @Override
    public BlockRequest request(int[] columns, Runnable whenSettled) {
      return new ResidentRequest(IntStream.of(columns).mapToObj(group.columns()::get).toList());
    }

    @Override
    public void dispose() {
      group.close();
    }
  }

  private record ResidentRequest(List<EncodedColumn> take) implements BlockRequest {
    @Override
    public void close() {}
  }
}
