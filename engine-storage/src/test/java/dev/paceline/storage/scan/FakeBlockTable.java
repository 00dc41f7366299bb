package dev.paceline.storage.scan;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.buffer.FrameAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A table of {@linkplain FakeBlock fake blocks}. */
final class FakeBlockTable {
  /** The bytes of a block in its file. */
  static final long BLOCK = 100_000;

  /** What a block takes in memory. */
  static final long FRAME = FrameAllocator.frameBytes(BLOCK);

  final ScanTable table = new ScanTable("fake");
  final FakeBlock[][] blocks;
  final List<StoredChunk> chunks = new ArrayList<>();

  FakeBlockTable(int chunkCount, int columns) {
    this(chunkCount, columns, BLOCK);
  }

  FakeBlockTable(int chunkCount, int columns, long bytes) {
    this(chunkCount, IntStream.range(0, columns).mapToLong(column -> bytes));
  }

  /**
   * @param sizes of the blocks of each column
   */
  FakeBlockTable(int chunkCount, LongStream sizes) {
    long[] bytes = sizes.toArray();
    int columns = bytes.length;
    blocks = new FakeBlock[chunkCount][columns];
    for (int chunk = 0; chunk < chunkCount; chunk++) {
      for (int column = 0; column < columns; column++) {
        blocks[chunk][column] = new FakeBlock(chunk * columns + column, bytes[column]);
      }
      chunks.add(new StoredChunk(table, chunk, 1 + chunk, Arrays.asList(blocks[chunk])));
    }
  }

  FakeBlockScan scan(ActiveBufferManager manager, int[] chunkNumbers, int... columns) {
    return new FakeBlockScan(manager, this, chunkNumbers, columns);
  }

  FakeBlockScan scan(ActiveBufferManager manager, int... columns) {
    return scan(manager, IntStream.range(0, chunks.size()).toArray(), columns);
  }

  /** Returns a manager with memory for a number of blocks. */
  static ActiveBufferManager manager(MemoryLedger ledger, int blocks) {
    return new ActiveBufferManager("test", ledger, blocks * FRAME, 2);
  }
}
