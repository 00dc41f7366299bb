package dev.paceline.storage.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A scan with a way to wait for it, as an executor does. */
final class FakeBlockScan implements AutoCloseable {
  final Semaphore available = new Semaphore(0);
  final FakeBlockTable table;
  final int[] columns;
  final ChunkSource source;

  FakeBlockScan(ActiveBufferManager manager, FakeBlockTable table, int[] chunks, int... columns) {
    this.table = table;
    this.columns = columns;
    this.source =
        manager.scan(
            table.table,
            new ListedChunks(IntStream.of(chunks).mapToObj(table.chunks::get).toList()),
            columns,
            false);
    source.onAvailable(available::release);
  }

  /** The next chunk, checked; null at the end. */
  @Nullable Chunk take() throws InterruptedException {
    while (true) {
      Chunk chunk = source.next();
      if (chunk != null) {
        check(chunk);
        return chunk;
      }
      if (source.exhausted()) {
        return null;
      }
      assertThat(available.tryAcquire(30, TimeUnit.SECONDS)).as("told within 30 s").isTrue();
    }
  }

  static int number(Chunk chunk) {
    return chunk.rowCount() - 1;
  }

  void check(Chunk chunk) {
    for (int i = 0; i < columns.length; i++) {
      table.blocks[number(chunk)][columns[i]].check(chunk.column(i));
    }
  }

  /** All chunks that are left, in the order in which they come. */
  List<Integer> drain() throws InterruptedException {
    List<Integer> numbers = new ArrayList<>();
    for (Chunk chunk = take(); chunk != null; chunk = take()) {
      numbers.add(number(chunk));
      source.release(chunk);
    }
    return numbers;
  }

  @Override
  public void close() {
    source.close();
  }
}
