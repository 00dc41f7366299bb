package dev.paceline.storage.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.buffer.StoredBlock;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A block whose bytes are all its number, on a device that can fail and stall. */
final class FakeBlock implements StoredBlock {
  final byte number;
  final long bytes;
  final AtomicInteger loads = new AtomicInteger();
  final AtomicInteger opens = new AtomicInteger();

  /** Blocks that were read in one go with this one as their first. */
  final AtomicInteger readTogether = new AtomicInteger();

  /** What lies behind it. */
  volatile @Nullable FakeBlock next;

  volatile @Nullable RuntimeException failure;
  volatile @Nullable RuntimeException damage;

  /** Makes {@link #storedBytes} fail a number of times. */
  final AtomicInteger untold = new AtomicInteger();

  volatile @Nullable CountDownLatch gate;

  /** Counted down when a reader has come to the gate. */
  final CountDownLatch reached = new CountDownLatch(1);

  FakeBlock(int number, long bytes) {
    this.number = (byte) number;
    this.bytes = bytes;
  }

  /** Its bytes, as a scan sees them. */
  record Content(MemorySegment bytes) implements ChunkColumn {
    @Override
    public DataType type() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ColumnStatistics statistics() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ChunkFilter filter(ColumnPredicate predicate, ColumnVector scratch) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      throw new UnsupportedOperationException();
    }
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long encodedBytes() {
    return bytes - number % 3 - 1;
  }

  @Override
  public long storedBytes() {
    if (untold.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IllegalStateException("nobody knows how long " + this + " is");
    }
    return bytes;
  }

  @Override
  public void read(MemorySegment frame) {
    loads.incrementAndGet();
    CountDownLatch closedGate = gate;
    if (closedGate != null) {
      reached.countDown();
      try {
        closedGate.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    RuntimeException error = failure;
    if (error != null) {
      throw error;
    }
    frame.asSlice(0, bytes).fill(number);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the very block
  public boolean liesBefore(StoredBlock other) {
    return other == next;
  }

  @Override
  public void readTogether(List<StoredBlock> blocks, List<MemorySegment> frames) {
    readTogether.addAndGet(blocks.size());
    StoredBlock.super.readTogether(blocks, frames);
  }

  @Override
  public ChunkColumn open(MemorySegment frame) {
    opens.incrementAndGet();
    RuntimeException error = damage;
    if (error != null) {
      throw error;
    }
    return new Content(frame.asSlice(0, bytes));
  }

  /** Fails unless a scan sees the bytes of this block. */
  void check(ChunkColumn column) {
    MemorySegment content = ((Content) column).bytes();
    for (long i = 0; i < bytes; i += 997) {
      assertThat(content.get(ValueLayout.JAVA_BYTE, i)).isEqualTo(number);
    }
  }

  @Override
  public String toString() {
    return "block " + number;
  }
}
