package dev.paceline.storage.table.rowgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkSource;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of its parts a split scan asks, and which of them count as waiting afterwards. */
class SplitScanTest {
  /** Has what a test gives it; may say that it has more. */
  private static final class FakePart implements ChunkSource {
    final Deque<Chunk> chunks = new ArrayDeque<>();
    boolean promises;
    boolean wanting = true;
    int refusals;
    @Nullable Chunk released;

    @Override
    public boolean isAvailable() {
      return promises || !chunks.isEmpty();
    }

    @Override
    public @Nullable Chunk next() {
      Chunk chunk = chunks.poll();
      refusals += chunk == null ? 1 : 0;
      return chunk;
    }

    @Override
    public boolean exhausted() {
      return !wanting && chunks.isEmpty();
    }

    @Override
    public void release(Chunk chunk) {
      released = chunk;
    }

    @Override
    public void release(Chunk chunk, int firstRow) {
      released = chunk;
    }

    @Override
    public void onAvailable(Runnable wakeUp) {}

    @Override
    public long totalRows() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private record FakeChunk(int rowCount) implements Chunk {
    @Override
    public ChunkColumn column(int index) {
      throw new AssertionError("nobody reads");
    }

    @Override
    public int blockCount() {
      return 0;
    }

    @Override
    public long bytes() {
      return 10L * rowCount;
    }

    @Override
    public long readBytes() {
      return rowCount;
    }
  }

  private final FakePart edges = new FakePart();
  private final FakePart inside = new FakePart();
  private final SplitScan scan = new SplitScan(edges, inside, new BitSet());

  @Test
  void aPartWithoutChunksIsLeftInPeaceWhileTheOtherHasSome() {
    inside.chunks.add(new FakeChunk(7));
    Chunk chunk = scan.next();
    assertThat(chunk).isNotNull();
    assertThat(chunk.rowCount()).isEqualTo(7);
    assertThat(chunk.bytes()).isEqualTo(70);
    assertThat(chunk.readBytes()).isEqualTo(7);
    edges.chunks.add(new FakeChunk(8));
    Chunk other = scan.next();
    assertThat(other).isNotNull();
    assertThat(other.rowCount()).isEqualTo(8);
    assertThat(edges.refusals).isZero();
    assertThat(inside.refusals).isZero();
    scan.release(chunk);
    scan.release(other);
    assertThat(inside.released).isEqualTo(new FakeChunk(7));
    assertThat(edges.released).isEqualTo(new FakeChunk(8));
  }

  /** A part that has not been refused a chunk would not wake the query up. */
  @Test
  void bothPartsAreToldThatTheQueryWaits() {
    assertThat(scan.next()).isNull();
    assertThat(edges.refusals).isPositive();
    assertThat(inside.refusals).isPositive();
  }

  @Test
  void bothPartsAreToldAlsoIfOneOfThemHasLostAChunkMeanwhile() {
    edges.promises = true;
    assertThat(scan.next()).isNull();
    assertThat(edges.refusals).isPositive();
    assertThat(inside.refusals).isPositive();
    edges.promises = false;
    inside.promises = true;
    edges.refusals = 0;
    assertThat(scan.next()).isNull();
    assertThat(edges.refusals).isPositive();
  }

  @Test
  void endsWhenBothHaveEnded() {
    edges.wanting = false;
    assertThat(scan.exhausted()).isFalse();
    inside.wanting = false;
    assertThat(scan.exhausted()).isTrue();
  }
}
