package dev.paceline.storage.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.buffer.FrameAllocator;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@ExtendWith(LedgerExtension.class)
@Timeout(60)
class ActiveBufferManagerTest {
  private static final long BLOCK = 100_000;

  /** What a block takes in memory. */
  static final long FRAME = FrameAllocator.frameBytes(BLOCK);

  /** A table of fake blocks. */
  static final class FakeTable {
    final ScanTable table = new ScanTable("fake");
    final FakeBlock[][] blocks;
    final List<StoredChunk> chunks = new ArrayList<>();

    FakeTable(int chunkCount, int columns) {
      this(chunkCount, columns, BLOCK);
    }

    FakeTable(int chunkCount, int columns, long bytes) {
      this(chunkCount, IntStream.range(0, columns).mapToLong(column -> bytes));
    }

    /**
     * @param sizes of the blocks of each column
     */
    FakeTable(int chunkCount, LongStream sizes) {
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

    FakeScan scan(ActiveBufferManager manager, int[] chunkNumbers, int... columns) {
      return new FakeScan(manager, this, chunkNumbers, columns);
    }

    FakeScan scan(ActiveBufferManager manager, int... columns) {
      return scan(manager, IntStream.range(0, chunks.size()).toArray(), columns);
    }
  }

  /** A scan with a way to wait for it, as an executor does. */
  static final class FakeScan implements AutoCloseable {
    final Semaphore available = new Semaphore(0);
    final FakeTable table;
    final int[] columns;
    final ChunkSource source;

    FakeScan(ActiveBufferManager manager, FakeTable table, int[] chunks, int... columns) {
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

  static ActiveBufferManager manager(MemoryLedger ledger, int blocks) {
    return new ActiveBufferManager("test", ledger, blocks * FRAME, 2);
  }

  @Test
  void readsABlockOnceHoweverManyWantIt(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(1, 1);
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      CountDownLatch gate = new CountDownLatch(1);
      table.blocks[0][0].gate = gate;
      List<FakeScan> scans = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        scans.add(table.scan(manager, 0));
      }
      assertThat(scans.getFirst().source.next()).isNull();
      gate.countDown();
      for (FakeScan scan : scans) {
        assertThat(scan.drain()).containsExactly(0);
        scan.close();
      }
      assertThat(table.blocks[0][0].loads).hasValue(1);
      assertThat(manager.report().scans()).isEmpty();
    }
  }

  @Test
  void keepsToItsLimit(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(50, 3);
    try (ActiveBufferManager manager = manager(ledger, 7);
        FakeScan scan = table.scan(manager, 0, 2)) {
      for (Chunk chunk = scan.take(); chunk != null; chunk = scan.take()) {
        assertThat(manager.report().usedBytes()).isLessThanOrEqualTo(7 * FRAME);
        scan.source.release(chunk);
      }
      assertThat(manager.report().reads()).isEqualTo(100);
      assertThat(manager.report().evictions()).isGreaterThanOrEqualTo(93);
    }
    assertThat(ledger.peakBytes()).isLessThanOrEqualTo(7 * FRAME);
  }

  @Test
  void refusesAScanWhoseChunkCanNeverFit(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(2, 4);
    try (ActiveBufferManager manager = manager(ledger, 3)) {
      assertThatThrownBy(() -> table.scan(manager, 0, 1, 2, 3))
          .hasMessageContaining(String.format(Locale.ROOT, "%,d bytes", 4 * FRAME))
          .hasMessageContaining(String.format(Locale.ROOT, "%,d", 3 * FRAME))
          .extracting("code")
          .isEqualTo(ErrorCode.MEMORY_LIMIT);
      try (FakeScan scan = table.scan(manager, 0, 1, 2)) {
        assertThat(scan.drain()).containsExactlyInAnyOrder(0, 1);
      }
    }
  }

  @Test
  void aScanWaitsUntilAnotherGivesItsChunkBack(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(2, 2);
    try (ActiveBufferManager manager = manager(ledger, 3);
        FakeScan first = table.scan(manager, new int[] {0}, 0, 1);
        FakeScan second = table.scan(manager, new int[] {1}, 0, 1)) {
      Chunk held = requireNonNull(first.take());
      assertThat(second.source.next()).isNull();
      first.source.release(held);
      assertThat(second.drain()).containsExactly(1);
    }
  }

  @Test
  void whatNobodyTakesGivesWayAndComesBack(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(2, 2);
    CountDownLatch gate = new CountDownLatch(1);
    table.blocks[0][0].gate = gate;
    try (ActiveBufferManager manager = manager(ledger, 2);
        FakeScan slow = table.scan(manager, new int[] {0}, 0, 1)) {
      slow.available.drainPermits();
      assertThat(slow.source.next()).isNull();
      gate.countDown();
      slow.available.acquire();
      try (FakeScan other = table.scan(manager, new int[] {1}, 0, 1)) {
        assertThat(other.drain()).containsExactly(1);
      }
      assertThat(slow.drain()).containsExactly(0);
    }
  }

  @Test
  void aFailureReachesOnlyThoseWhoNeedTheBlock(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(3, 3);
    FakeBlock bad = table.blocks[1][1];
    bad.failure = new PacelineException(ErrorCode.CORRUPT_DATA, "block 4 is damaged");
    try (ActiveBufferManager manager = manager(ledger, 5);
        FakeScan good = table.scan(manager, 0, 2);
        FakeScan elsewhere = table.scan(manager, new int[] {0, 2}, 1);
        FakeScan first = table.scan(manager, 1, 2);
        FakeScan second = table.scan(manager, 0, 1)) {
      assertThatThrownBy(first::drain).hasMessage("block 4 is damaged");
      assertThat(first.source.exhausted()).isFalse();
      assertThatThrownBy(second::drain).hasMessage("block 4 is damaged");
      assertThat(good.drain()).hasSize(3);
      assertThat(elsewhere.drain()).hasSize(2);
      bad.failure = null;
      try (FakeScan again = table.scan(manager, 1)) {
        assertThat(again.drain()).hasSize(3);
      }
    }
  }

  @Test
  void aBugInABlockFailsTheScanAndNotTheReader(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(1, 1);
    table.blocks[0][0].failure = new IllegalStateException("a bug");
    try (ActiveBufferManager manager = manager(ledger, 1)) {
      for (int i = 0; i < 3; i++) {
        try (FakeScan scan = table.scan(manager, 0)) {
          assertThatThrownBy(scan::drain)
              .hasMessageContaining("reading block 0 failed")
              .extracting("code")
              .isEqualTo(ErrorCode.INTERNAL_ERROR);
        }
      }
    }
  }

  /** More often than there are readers, so that each of them has met it. */
  @Test
  void anErrorWithoutMemoryForABlockFailsTheScanAndNotTheReader(MemoryLedger ledger)
      throws Exception {
    FakeTable table = new FakeTable(3, 2);
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      ledger.setReservationCheck(
          () -> {
            throw new OutOfMemoryError("Java heap space");
          });
      for (int i = 0; i < 5; i++) {
        try (FakeScan scan = table.scan(manager, 0, 1)) {
          assertThatThrownBy(scan::drain)
              .hasMessageContaining("of chunk ")
              .hasMessageContaining("Java heap space")
              .extracting("code")
              .isEqualTo(ErrorCode.INTERNAL_ERROR);
        }
      }
      ledger.setReservationCheck(null);
      try (FakeScan scan = table.scan(manager, 0, 1)) {
        assertThat(scan.drain()).hasSize(3);
      }
    }
  }

  @Test
  void aBlockThatCannotTellItsLengthFailsTheScanAndNotTheReader(MemoryLedger ledger)
      throws Exception {
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      for (int i = 0; i < 5; i++) {
        FakeTable table = new FakeTable(3, 1);
        table.blocks[1][0].untold.set(1);
        CountDownLatch gate = new CountDownLatch(1);
        table.blocks[2][0].gate = gate; // so that the scan cannot end before it fails
        try (FakeScan scan = table.scan(manager, 0)) {
          assertThatThrownBy(scan::drain).hasMessageContaining("nobody knows how long block 1 is");
        }
        gate.countDown();
        try (FakeScan scan = table.scan(manager, 0)) {
          assertThat(scan.drain()).hasSize(3);
        }
      }
    }
  }

  /** Blocks are checked and unpacked once, by who uses them first, and not if nobody does. */
  @Test
  void blocksAreOpenedWhenTheyAreUsed(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(1, 2);
    try (ActiveBufferManager manager = manager(ledger, 4);
        FakeScan first = table.scan(manager, 0);
        FakeScan second = table.scan(manager, 0, 1)) {
      Chunk chunk = requireNonNull(first.take());
      assertThat(chunk.column(0)).isSameAs(chunk.column(0));
      Chunk other = second.source.next();
      while (other == null) {
        second.available.acquire();
        other = second.source.next();
      }
      assertThat(other.column(0)).isSameAs(chunk.column(0));
      assertThat(table.blocks[0][0].opens).hasValue(1);
      assertThat(table.blocks[0][1].loads).hasValue(1);
      assertThat(table.blocks[0][1].opens).as("nobody looked at it").hasValue(0);
      first.source.release(chunk);
      second.source.release(other);
    }
  }

  /** A damaged block fails those that look at it; who comes later has it read again. */
  @Test
  void aDamagedBlockLeavesTheMemory(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(2, 1);
    FakeBlock block = table.blocks[1][0];
    block.damage = new PacelineException(ErrorCode.CORRUPT_DATA, "damaged");
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      try (FakeScan scan = table.scan(manager, new int[] {1}, 0);
          FakeScan other = table.scan(manager, new int[] {1}, 0)) {
        Chunk chunk = null;
        while (chunk == null) {
          chunk = scan.source.next();
        }
        Chunk found = chunk;
        assertThatThrownBy(() -> found.column(0)).hasMessage("damaged");
        assertThatThrownBy(() -> found.column(0)).hasMessage("damaged");
        assertThat(block.opens).as("it was looked at once").hasValue(1);
        Chunk same = requireNonNull(other.source.next());
        assertThatThrownBy(() -> same.column(0)).hasMessage("damaged");
        scan.source.release(chunk);
        assertThat(manager.report().usedBytes()).as("the other has it").isPositive();
        other.source.release(same);
        assertThat(manager.report().usedBytes()).isZero();
      }
      block.damage = null;
      try (FakeScan scan = table.scan(manager, 0)) {
        assertThat(scan.drain()).containsExactlyInAnyOrder(0, 1);
      }
      assertThat(block.loads).hasValue(2);
    }
  }

  /** Small blocks that lie together are read at once; if that fails, each for itself. */
  @Test
  void readsTogetherWhatLiesTogether(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(1, 5, 10_000);
    table.blocks[0][0].next = table.blocks[0][1];
    table.blocks[0][1].next = table.blocks[0][2];
    table.blocks[0][3].next = table.blocks[0][4];
    table.blocks[0][4].failure = new PacelineException(ErrorCode.IO_ERROR, "unreadable");
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      try (FakeScan scan = table.scan(manager, 0, 1, 2)) {
        assertThat(scan.drain()).containsExactly(0);
        assertThat(table.blocks[0][0].readTogether).hasValue(3);
      }
      try (FakeScan all = table.scan(manager, 3, 4);
          FakeScan three = table.scan(manager, 3)) {
        assertThatThrownBy(all::drain).hasMessage("unreadable");
        assertThat(table.blocks[0][3].readTogether).hasValue(2);
        assertThat(three.drain()).containsExactly(0);
      }
    }
  }

  @Test
  void aQueryThatCannotBeWokenUpFailsAloneAndNotTheReader(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(4, 1);
    CountDownLatch gate = new CountDownLatch(1);
    for (FakeBlock[] blocks : table.blocks) {
      blocks[0].gate = gate;
    }
    AtomicBoolean broken = new AtomicBoolean();
    try (ActiveBufferManager manager = manager(ledger, 4);
        FakeScan deaf = table.scan(manager, 0);
        FakeScan other = table.scan(manager, 0)) {
      deaf.source.onAvailable(
          () -> {
            if (broken.get()) {
              throw new StackOverflowError();
            }
          });
      broken.set(true);
      assertThat(deaf.source.next()).isNull();
      gate.countDown();
      assertThat(other.drain()).hasSize(4);
      assertThatThrownBy(deaf.source::next).hasMessageContaining("a query of fake did not wake up");
    }
  }

  @Test
  void aStalledReadLeavesOthersRunning(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(20, 1);
    CountDownLatch gate = new CountDownLatch(1);
    FakeBlock stalled = table.blocks[5][0];
    stalled.gate = gate;
    try (ActiveBufferManager manager = manager(ledger, 8);
        FakeScan waiting = table.scan(manager, new int[] {5}, 0)) {
      stalled.reached.await();
      try (FakeScan other = table.scan(manager, 0)) {
        // The other reader reads on; a scan that takes chunks in any order goes past the block.
        manager.usePolicy(ScanPolicyKind.RELEVANCE);
        for (int i = 0; i < 19; i++) {
          Chunk chunk = requireNonNull(other.take());
          other.source.release(chunk);
        }
        assertThat(other.source.next()).isNull();
        assertThat(other.source.exhausted()).isFalse();
        gate.countDown();
        assertThat(other.drain()).containsExactly(5);
      }
      assertThat(waiting.drain()).containsExactly(5);
      assertThat(stalled.loads).hasValue(1);
    }
  }

  @Test
  void aStalledDeviceLeavesScansOfResidentChunksRunning(MemoryLedger ledger) throws Exception {
    FakeTable warm = new FakeTable(4, 1);
    FakeTable cold = new FakeTable(4, 1);
    CountDownLatch gate = new CountDownLatch(1);
    for (FakeBlock[] blocks : cold.blocks) {
      blocks[0].gate = gate;
    }
    try (ActiveBufferManager manager = manager(ledger, 8)) {
      try (FakeScan scan = warm.scan(manager, 0)) {
        assertThat(scan.drain()).hasSize(4);
      }
      try (FakeScan stalled = cold.scan(manager, 0)) {
        cold.blocks[0][0].reached.await();
        cold.blocks[1][0].reached.await();
        for (int i = 0; i < 10; i++) {
          try (FakeScan scan = warm.scan(manager, 0)) {
            assertThat(scan.drain()).hasSize(4);
          }
        }
        assertThat(stalled.source.next()).isNull();
        gate.countDown();
        assertThat(stalled.drain()).hasSize(4);
      }
    }
  }

  /** Waiting for the slow is what the elevator is about. */
  @ParameterizedTest
  @EnumSource(value = ScanPolicyKind.class, mode = Mode.EXCLUDE, names = "ELEVATOR")
  void aSlowConsumerBlocksNobody(ScanPolicyKind policy, MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(30, 1);
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      manager.usePolicy(policy);
      try (FakeScan slow = table.scan(manager, 0)) {
        Chunk held = requireNonNull(slow.take());
        for (int i = 0; i < 3; i++) {
          try (FakeScan fast = table.scan(manager, 0)) {
            assertThat(fast.drain()).hasSize(30).doesNotHaveDuplicates();
          }
        }
        slow.check(held);
        slow.source.release(held);
        assertThat(slow.drain()).hasSize(29);
      }
    }
  }

  @Test
  void givingUpWhileABlockIsReadLeavesTheRestUsable(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(3, 2);
    try (ActiveBufferManager manager = manager(ledger, 2)) {
      CountDownLatch gate = new CountDownLatch(1);
      table.blocks[0][0].gate = gate;
      table.blocks[0][1].gate = gate;
      FakeScan loading = table.scan(manager, new int[] {0}, 0, 1);
      FakeScan waiting = table.scan(manager, new int[] {1}, 0, 1);
      table.blocks[0][0].reached.await();
      waiting.close();
      waiting.close();
      loading.close();
      assertThat(loading.source.next()).isNull();
      gate.countDown();
      try (FakeScan scan = table.scan(manager, new int[] {2}, 0, 1)) {
        assertThat(scan.drain()).containsExactly(2);
      }
      assertThat(table.blocks[1][0].loads).hasValue(0);
    }
  }

  @Test
  void aDroppedChunkGivesItsMemoryBack(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(2, 1);
    try (ActiveBufferManager manager = manager(ledger, 2)) {
      try (FakeScan scan = table.scan(manager, new int[] {0}, 0)) {
        scan.drain();
      }
      CountDownLatch gate = new CountDownLatch(1);
      table.blocks[1][0].gate = gate;
      FakeScan scan = table.scan(manager, new int[] {1}, 0);
      table.blocks[1][0].reached.await();
      scan.close();
      manager.drop(table.chunks.get(0));
      manager.drop(table.chunks.get(1));
      assertThat(manager.report().usedBytes()).isEqualTo(FRAME);
      gate.countDown();
      while (manager.report().usedBytes() > 0) {
        Thread.onSpinWait();
      }
      assertThat(manager.report().chunks()).isEmpty();
    }
  }

  @Test
  void othersWhoNeedMemoryGetWhatIsIdle() throws Exception {
    FakeTable table = new FakeTable(6, 1);
    FakeTable wide = new FakeTable(1, 6);
    try (MemoryLedger ledger = new MemoryLedger(1 << 20)) {
      try (ActiveBufferManager manager = new ActiveBufferManager("test", ledger, 1 << 20, 2);
          MemoryScope query = ledger.openScope("query")) {
        try (FakeScan scan = table.scan(manager, 0)) {
          scan.drain();
        }
        MemorySegment large = query.allocate(700_000);
        assertThat(manager.report().evictions()).isGreaterThanOrEqualTo(3);
        query.release(large);
        int[] all = {0, 1, 2, 3, 4, 5};
        try (FakeScan pinned = wide.scan(manager, all)) {
          Chunk chunk = requireNonNull(pinned.take());
          assertThatThrownBy(() -> query.allocate(700_000))
              .extracting("code")
              .isEqualTo(ErrorCode.MEMORY_LIMIT);
          pinned.source.release(chunk);
        }
        query.allocate(900_000);
        try (FakeScan starved = wide.scan(manager, all)) {
          assertThatThrownBy(starved::take).extracting("code").isEqualTo(ErrorCode.MEMORY_LIMIT);
        }
      }
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  /** As cursors do whose callers do not fetch: their queries rest with full queues. */
  @ParameterizedTest
  @EnumSource(ScanPolicyKind.class)
  void scansThatRestLeaveTheirSlotsToOthersAndGoOnLater(ScanPolicyKind policy, MemoryLedger ledger)
      throws Exception {
    FakeTable table = new FakeTable(3, 1);
    List<FakeScan> resting = new ArrayList<>();
    try (ActiveBufferManager manager = manager(ledger, 6)) {
      manager.usePolicy(policy);
      List<List<Integer>> had = new ArrayList<>();
      for (int i = 0; i < 2 * ScanTable.MAX_SCANS + 3; i++) {
        FakeScan scan = table.scan(manager, 0);
        Chunk chunk = requireNonNull(scan.take());
        had.add(new ArrayList<>(List.of(FakeScan.number(chunk))));
        scan.source.release(chunk);
        resting.add(scan);
      }
      try (FakeScan scan = table.scan(manager, 0)) {
        assertThat(scan.drain()).containsExactlyInAnyOrder(0, 1, 2);
      }
      for (int i = 0; i < resting.size(); i++) {
        assertThat(resting.get(i).source.exhausted()).isFalse();
        had.get(i).addAll(resting.get(i).drain());
        assertThat(had.get(i)).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(resting.get(i).source.exhausted()).isTrue();
        resting.get(i).close();
      }
      assertThat(manager.report().scans()).isEmpty();
    }
  }

  @Test
  void scansThatWorkKeepTheirSlots(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(2, 1);
    List<FakeScan> working = new ArrayList<>();
    List<Chunk> chunks = new ArrayList<>();
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
        FakeScan scan = table.scan(manager, 0);
        chunks.add(requireNonNull(scan.take()));
        working.add(scan);
      }
      try (FakeScan waiting = table.scan(manager, 0)) {
        assertThat(waiting.source.next()).isNull();
        working.getLast().source.release(chunks.getLast());
        assertThat(working.getLast().drain()).hasSize(1);
        assertThat(waiting.drain()).hasSize(2);
      }
      for (int i = 0; i < working.size() - 1; i++) {
        working.get(i).source.release(chunks.get(i));
        assertThat(working.get(i).drain()).hasSize(1);
      }
      working.forEach(FakeScan::close);
    }
  }

  /** Frames of other sizes are of no use for the next columns, and none of them may stay. */
  @ParameterizedTest
  @EnumSource(ScanPolicyKind.class)
  void manyBlockSizesNeverTakeMoreThanThePoolNorKeepMemoryFromQueries(
      ScanPolicyKind policy, MemoryLedger unused) throws Exception {
    Random random = new Random(17);
    long limit = 2 << 20;
    long pool = 1 << 20;
    try (MemoryLedger ledger = new MemoryLedger(limit);
        ActiveBufferManager manager = new ActiveBufferManager("test", ledger, pool, 2)) {
      manager.usePolicy(policy);
      int columns = 18;
      FakeTable table =
          new FakeTable(
              6, IntStream.range(0, columns).mapToLong(c -> (long) (40 * Math.pow(1.8, c))));
      for (int round = 0; round < 60; round++) {
        int column = round < columns ? round : random.nextInt(columns);
        int[] read = round % 3 == 0 ? new int[] {column} : new int[] {column, (column + 5) % 9};
        try (FakeScan scan = table.scan(manager, read)) {
          int chunks = 0;
          for (Chunk chunk = scan.take(); chunk != null; chunk = scan.take()) {
            assertThat(ledger.usedBytes())
                .as("only the pool holds memory")
                .isLessThanOrEqualTo(pool);
            scan.source.release(chunk);
            chunks++;
          }
          assertThat(chunks).isEqualTo(6);
        }
        try (MemoryScope query = ledger.openScope("query")) {
          long most = round % 2 == 0 ? limit - (limit >> 3) : pool + (random.nextInt(8) << 16);
          query.allocate(most - MemoryScope.PADDING_BYTES);
          assertThat(ledger.usedBytes()).isLessThanOrEqualTo(limit);
        }
      }
      assertThat(ledger.peakBytes()).isLessThanOrEqualTo(limit);
    }
  }

  @Test
  void closingFailsWhoeverStillWaits(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(2, 1);
    ActiveBufferManager manager = manager(ledger, 1);
    FakeScan taken = table.scan(manager, new int[] {0}, 0);
    Chunk chunk = requireNonNull(taken.take());
    FakeScan waiting = table.scan(manager, new int[] {1}, 0);
    manager.close();
    manager.close();
    assertThatThrownBy(waiting::take).extracting("code").isEqualTo(ErrorCode.CLOSED);
    assertThatThrownBy(() -> table.scan(manager, 0)).extracting("code").isEqualTo(ErrorCode.CLOSED);
    taken.source.release(chunk);
    taken.close();
    waiting.close();
  }

  @Test
  void tablesOfMoreColumnsThanAMaskHasBitsReadNeighboursTogether(MemoryLedger ledger)
      throws Exception {
    FakeTable table = new FakeTable(3, 150);
    try (ActiveBufferManager manager = manager(ledger, 30);
        FakeScan scan = table.scan(manager, 149, 0, 76, 1)) {
      assertThat(scan.drain()).hasSize(3);
      for (FakeBlock[] blocks : table.blocks) {
        int[] read =
            IntStream.range(0, 150).filter(column -> blocks[column].loads.get() > 0).toArray();
        assertThat(read).containsExactly(0, 1, 2, 75, 76, 77, 147, 148, 149);
      }
    }
  }

  /** Counted block by block, also where a chunk has some that were there and some that were not. */
  @Test
  void chunksTellWhatTheirBlocksTakeAndWhatWasReadForTheirScan(MemoryLedger ledger)
      throws Exception {
    FakeTable table = new FakeTable(3, 4);
    try (ActiveBufferManager manager = manager(ledger, 20)) {
      List<int[]> scans = List.of(new int[] {1}, new int[] {3, 1, 0}, new int[] {0, 1, 3});
      List<int[]> reads = List.of(new int[] {1}, new int[] {0, 3}, new int[0]);
      for (int i = 0; i < scans.size(); i++) {
        try (FakeScan scan = table.scan(manager, scans.get(i))) {
          for (Chunk chunk = scan.take(); chunk != null; chunk = scan.take()) {
            FakeBlock[] blocks = table.blocks[FakeScan.number(chunk)];
            long bytes = IntStream.of(scans.get(i)).mapToLong(c -> blocks[c].encodedBytes()).sum();
            long read = IntStream.of(reads.get(i)).mapToLong(c -> blocks[c].storedBytes()).sum();
            assertThat(chunk.bytes()).isEqualTo(bytes);
            assertThat(chunk.readBytes()).isEqualTo(read);
            scan.source.release(chunk);
          }
          assertThat(scan.source.sharedBlocks())
              .isEqualTo(3L * (scans.get(i).length - reads.get(i).length));
        }
      }
      assertThat(manager.report().readBytes()).isEqualTo(3 * 3 * table.blocks[0][0].storedBytes());
    }
  }

  @Test
  void appendedVersionsOfATableShareItsChunks(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(5, 1);
    try (ActiveBufferManager manager = manager(ledger, 8);
        FakeScan older = table.scan(manager, new int[] {0, 1, 2}, 0);
        FakeScan newer = table.scan(manager, new int[] {0, 1, 2, 3, 4}, 0)) {
      assertThat(older.drain()).containsExactlyInAnyOrder(0, 1, 2);
      assertThat(newer.drain()).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
      assertThat(newer.source.sharedBlocks() + older.source.sharedBlocks()).isEqualTo(3);
      assertThat(manager.report().reads()).isEqualTo(5);
    }
  }

  @Test
  void aScanMayChangeThePolicyAtAnyMoment(MemoryLedger ledger) throws Exception {
    FakeTable table = new FakeTable(60, 2);
    Random random = new Random(11);
    try (ActiveBufferManager manager = manager(ledger, 9);
        FakeScan first = table.scan(manager, 0);
        FakeScan second = table.scan(manager, 0, 1)) {
      List<Integer> had = new ArrayList<>();
      List<Integer> hadToo = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        manager.usePolicy(ScanPolicyKind.values()[random.nextInt(7)]);
        Chunk chunk = requireNonNull(first.take());
        Chunk other = requireNonNull(second.take());
        had.add(FakeScan.number(chunk));
        hadToo.add(FakeScan.number(other));
        first.source.release(chunk);
        second.source.release(other);
      }
      assertThat(had).hasSize(60).doesNotHaveDuplicates();
      assertThat(hadToo).hasSize(60).doesNotHaveDuplicates();
      assertThat(first.take()).isNull();
    }
  }

  /** More scans than slots, workers that share scans, cancellations, failures, tiny memory. */
  @ParameterizedTest
  @EnumSource(ScanPolicyKind.class)
  void manyThreadsSeeRightBytesInLittleMemory(ScanPolicyKind policy, MemoryLedger ledger)
      throws Exception {
    long seed = new Random().nextLong();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    FakeTable table = new FakeTable(24, 3);
    FakeTable other = new FakeTable(9, 2);
    table.blocks[7][2].failure = new PacelineException(ErrorCode.IO_ERROR, "block 23 is lost");
    try (ActiveBufferManager manager = manager(ledger, 14)) {
      manager.usePolicy(policy);
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        Random random = new Random(seed + t);
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        for (int i = 0; i < 25; i++) {
                          scanSome(manager, random.nextBoolean() ? table : other, random);
                        }
                      } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).as("seed " + seed).isNull();
      BufferReport report = manager.report();
      assertThat(report.scans()).isEmpty();
      assertThat(report.chunks()).allSatisfy(chunk -> assertThat(chunk.users()).isZero());
      assertThat(report.usedBytes()).isLessThanOrEqualTo(report.capacityBytes());
    }
  }

  private static void scanSome(ActiveBufferManager manager, FakeTable table, Random random)
      throws InterruptedException {
    int[] wanted =
        IntStream.range(0, table.chunks.size()).filter(i -> random.nextInt(3) > 0).toArray();
    int[] columns =
        IntStream.range(0, table.blocks[0].length).filter(i -> random.nextBoolean()).toArray();
    boolean givesUp = random.nextInt(5) == 0;
    boolean fails =
        table.blocks.length == 24
            && Arrays.stream(wanted).anyMatch(i -> i == 7)
            && Arrays.stream(columns).anyMatch(i -> i == 2);
    AtomicBoolean failed = new AtomicBoolean();
    BitSet seen = new BitSet();
    int helpers = random.nextInt(2);
    try (FakeScan scan = new FakeScan(manager, table, wanted, columns)) {
      Thread helper =
          Thread.ofPlatform()
              .start(() -> work(scan, helpers == 0 ? 0 : Integer.MAX_VALUE, seen, failed));
      work(scan, givesUp ? random.nextInt(5) : Integer.MAX_VALUE, seen, failed);
      if (givesUp) {
        scan.source.close();
        scan.available.release(2);
      }
      helper.join();
    }
    if (!givesUp) {
      assertThat(failed.get()).isEqualTo(fails);
      if (!fails) {
        assertThat(seen.stream().toArray()).isEqualTo(wanted);
      }
    }
  }

  private static void work(FakeScan scan, int most, BitSet seen, AtomicBoolean failed) {
    try {
      for (int i = 0; i < most; i++) {
        Chunk chunk = scan.source.next();
        while (chunk == null) {
          if (scan.source.exhausted()) {
            scan.available.release(); // for the other worker
            return;
          }
          if (!scan.available.tryAcquire(30, TimeUnit.SECONDS)) {
            throw new AssertionError("not told within 30 s");
          }
          chunk = scan.source.next();
        }
        scan.available.release(); // whoever finds something lets the other look, too
        scan.check(chunk);
        synchronized (seen) {
          assertThat(seen.get(FakeScan.number(chunk))).as("had before").isFalse();
          seen.set(FakeScan.number(chunk));
        }
        scan.source.release(chunk);
      }
    } catch (PacelineException e) {
      assertThat(e).hasMessage("block 23 is lost");
      failed.set(true);
      scan.available.release();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The rest of a chunk that nobody reads goes for another scan, and comes again. */
  @Test
  void aScanWaitingForASlotGetsThatOfOneWhoseChunkNobodyReads(MemoryLedger ledger)
      throws Exception {
    FakeTable table = new FakeTable(1, 1);
    List<FakeScan> holding = new ArrayList<>();
    try (ActiveBufferManager manager = new ActiveBufferManager("test", ledger, 1 << 20, 1)) {
      for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
        FakeScan scan = table.scan(manager, 0);
        Chunk chunk = requireNonNull(scan.take());
        assertThat(chunk.firstRow()).isZero();
        scan.source.onShortage(() -> scan.source.release(chunk, 7));
        holding.add(scan);
      }
      try (FakeScan late = table.scan(manager, 0)) {
        assertThat(late.drain()).containsExactly(0);
      }
      int given = 0;
      for (FakeScan scan : holding) {
        if (!scan.source.exhausted()) {
          Chunk again = requireNonNull(scan.take());
          assertThat(again.firstRow()).isEqualTo(7);
          scan.source.release(again);
          assertThat(scan.take()).isNull();
          given++;
        }
        scan.close();
      }
      assertThat(given).isPositive();
    }
  }
}
