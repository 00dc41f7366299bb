package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.FakeBlockTable.FRAME;
import static dev.paceline.storage.scan.FakeBlockTable.manager;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@ExtendWith(LedgerExtension.class)
@Timeout(60)
class ActiveBufferManagerTest {
  @Test
  void readsABlockOnceHoweverManyWantIt(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(1, 1);
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      CountDownLatch gate = new CountDownLatch(1);
      table.blocks[0][0].gate = gate;
      List<FakeBlockScan> scans = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        scans.add(table.scan(manager, 0));
      }
      assertThat(scans.getFirst().source.next()).isNull();
      gate.countDown();
      for (FakeBlockScan scan : scans) {
        assertThat(scan.drain()).containsExactly(0);
        scan.close();
      }
      assertThat(table.blocks[0][0].loads).hasValue(1);
      assertThat(manager.report().scans()).isEmpty();
    }
  }

  @Test
  void keepsToItsLimit(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(50, 3);
    try (ActiveBufferManager manager = manager(ledger, 7);
        FakeBlockScan scan = table.scan(manager, 0, 2)) {
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
    FakeBlockTable table = new FakeBlockTable(2, 4);
    try (ActiveBufferManager manager = manager(ledger, 3)) {
      assertThatThrownBy(() -> table.scan(manager, 0, 1, 2, 3))
          .hasMessageContaining(String.format(Locale.ROOT, "%,d bytes", 4 * FRAME))
          .hasMessageContaining(String.format(Locale.ROOT, "%,d", 3 * FRAME))
          .extracting("code")
          .isEqualTo(ErrorCode.MEMORY_LIMIT);
      try (FakeBlockScan scan = table.scan(manager, 0, 1, 2)) {
        assertThat(scan.drain()).containsExactlyInAnyOrder(0, 1);
      }
    }
  }

  @Test
  void aScanWaitsUntilAnotherGivesItsChunkBack(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(2, 2);
    try (ActiveBufferManager manager = manager(ledger, 3);
        FakeBlockScan first = table.scan(manager, new int[] {0}, 0, 1);
        FakeBlockScan second = table.scan(manager, new int[] {1}, 0, 1)) {
      Chunk held = requireNonNull(first.take());
      assertThat(second.source.next()).isNull();
      first.source.release(held);
      assertThat(second.drain()).containsExactly(1);
    }
  }

  @Test
  void whatNobodyTakesGivesWayAndComesBack(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(2, 2);
    CountDownLatch gate = new CountDownLatch(1);
    table.blocks[0][0].gate = gate;
    try (ActiveBufferManager manager = manager(ledger, 2);
        FakeBlockScan slow = table.scan(manager, new int[] {0}, 0, 1)) {
      slow.available.drainPermits();
      assertThat(slow.source.next()).isNull();
      gate.countDown();
      slow.available.acquire();
      try (FakeBlockScan other = table.scan(manager, new int[] {1}, 0, 1)) {
        assertThat(other.drain()).containsExactly(1);
      }
      assertThat(slow.drain()).containsExactly(0);
    }
  }

  /** Blocks are checked and unpacked once, by who uses them first, and not if nobody does. */
  @Test
  void blocksAreOpenedWhenTheyAreUsed(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(1, 2);
    try (ActiveBufferManager manager = manager(ledger, 4);
        FakeBlockScan first = table.scan(manager, 0);
        FakeBlockScan second = table.scan(manager, 0, 1)) {
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

  /** Small blocks that lie together are read at once; if that fails, each for itself. */
  @Test
  void readsTogetherWhatLiesTogether(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(1, 5, 10_000);
    table.blocks[0][0].next = table.blocks[0][1];
    table.blocks[0][1].next = table.blocks[0][2];
    table.blocks[0][3].next = table.blocks[0][4];
    table.blocks[0][4].failure = new PacelineException(ErrorCode.IO_ERROR, "unreadable");
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      try (FakeBlockScan scan = table.scan(manager, 0, 1, 2)) {
        assertThat(scan.drain()).containsExactly(0);
        assertThat(table.blocks[0][0].readTogether).hasValue(3);
      }
      try (FakeBlockScan all = table.scan(manager, 3, 4);
          FakeBlockScan three = table.scan(manager, 3)) {
        assertThatThrownBy(all::drain).hasMessage("unreadable");
        assertThat(table.blocks[0][3].readTogether).hasValue(2);
        assertThat(three.drain()).containsExactly(0);
      }
    }
  }

  @Test
  void aStalledReadLeavesOthersRunning(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(20, 1);
    CountDownLatch gate = new CountDownLatch(1);
    FakeBlock stalled = table.blocks[5][0];
    stalled.gate = gate;
    try (ActiveBufferManager manager = manager(ledger, 8);
        FakeBlockScan waiting = table.scan(manager, new int[] {5}, 0)) {
      stalled.reached.await();
      try (FakeBlockScan other = table.scan(manager, 0)) {
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
    FakeBlockTable warm = new FakeBlockTable(4, 1);
    FakeBlockTable cold = new FakeBlockTable(4, 1);
    CountDownLatch gate = new CountDownLatch(1);
    for (FakeBlock[] blocks : cold.blocks) {
      blocks[0].gate = gate;
    }
    try (ActiveBufferManager manager = manager(ledger, 8)) {
      try (FakeBlockScan scan = warm.scan(manager, 0)) {
        assertThat(scan.drain()).hasSize(4);
      }
      try (FakeBlockScan stalled = cold.scan(manager, 0)) {
        cold.blocks[0][0].reached.await();
        cold.blocks[1][0].reached.await();
        for (int i = 0; i < 10; i++) {
          try (FakeBlockScan scan = warm.scan(manager, 0)) {
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
    FakeBlockTable table = new FakeBlockTable(30, 1);
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      manager.usePolicy(policy);
      try (FakeBlockScan slow = table.scan(manager, 0)) {
        Chunk held = requireNonNull(slow.take());
        for (int i = 0; i < 3; i++) {
          try (FakeBlockScan fast = table.scan(manager, 0)) {
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
    FakeBlockTable table = new FakeBlockTable(3, 2);
    try (ActiveBufferManager manager = manager(ledger, 2)) {
      CountDownLatch gate = new CountDownLatch(1);
      table.blocks[0][0].gate = gate;
      table.blocks[0][1].gate = gate;
      FakeBlockScan loading = table.scan(manager, new int[] {0}, 0, 1);
      FakeBlockScan waiting = table.scan(manager, new int[] {1}, 0, 1);
      table.blocks[0][0].reached.await();
      waiting.close();
      waiting.close();
      loading.close();
      assertThat(loading.source.next()).isNull();
      gate.countDown();
      try (FakeBlockScan scan = table.scan(manager, new int[] {2}, 0, 1)) {
        assertThat(scan.drain()).containsExactly(2);
      }
      assertThat(table.blocks[1][0].loads).hasValue(0);
    }
  }

  @Test
  void aDroppedChunkGivesItsMemoryBack(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(2, 1);
    try (ActiveBufferManager manager = manager(ledger, 2)) {
      try (FakeBlockScan scan = table.scan(manager, new int[] {0}, 0)) {
        scan.drain();
      }
      CountDownLatch gate = new CountDownLatch(1);
      table.blocks[1][0].gate = gate;
      FakeBlockScan scan = table.scan(manager, new int[] {1}, 0);
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
    FakeBlockTable table = new FakeBlockTable(6, 1);
    FakeBlockTable wide = new FakeBlockTable(1, 6);
    try (MemoryLedger ledger = new MemoryLedger(1 << 20)) {
      try (ActiveBufferManager manager = new ActiveBufferManager("test", ledger, 1 << 20, 2);
          MemoryScope query = ledger.openScope("query")) {
        try (FakeBlockScan scan = table.scan(manager, 0)) {
          scan.drain();
        }
        MemorySegment large = query.allocate(700_000);
        assertThat(manager.report().evictions()).isGreaterThanOrEqualTo(3);
        query.release(large);
        int[] all = {0, 1, 2, 3, 4, 5};
        try (FakeBlockScan pinned = wide.scan(manager, all)) {
          Chunk chunk = requireNonNull(pinned.take());
          assertThatThrownBy(() -> query.allocate(700_000))
              .extracting("code")
              .isEqualTo(ErrorCode.MEMORY_LIMIT);
          pinned.source.release(chunk);
        }
        query.allocate(900_000);
        try (FakeBlockScan starved = wide.scan(manager, all)) {
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
    FakeBlockTable table = new FakeBlockTable(3, 1);
    List<FakeBlockScan> resting = new ArrayList<>();
    try (ActiveBufferManager manager = manager(ledger, 6)) {
      manager.usePolicy(policy);
      List<List<Integer>> had = new ArrayList<>();
      for (int i = 0; i < 2 * ScanTable.MAX_SCANS + 3; i++) {
        FakeBlockScan scan = table.scan(manager, 0);
        Chunk chunk = requireNonNull(scan.take());
        had.add(new ArrayList<>(List.of(FakeBlockScan.number(chunk))));
        scan.source.release(chunk);
        resting.add(scan);
      }
      try (FakeBlockScan scan = table.scan(manager, 0)) {
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
    FakeBlockTable table = new FakeBlockTable(2, 1);
    List<FakeBlockScan> working = new ArrayList<>();
    List<Chunk> chunks = new ArrayList<>();
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
        FakeBlockScan scan = table.scan(manager, 0);
        chunks.add(requireNonNull(scan.take()));
        working.add(scan);
      }
      try (FakeBlockScan waiting = table.scan(manager, 0)) {
        assertThat(waiting.source.next()).isNull();
        working.getLast().source.release(chunks.getLast());
        assertThat(working.getLast().drain()).hasSize(1);
        assertThat(waiting.drain()).hasSize(2);
      }
      for (int i = 0; i < working.size() - 1; i++) {
        working.get(i).source.release(chunks.get(i));
        assertThat(working.get(i).drain()).hasSize(1);
      }
      working.forEach(FakeBlockScan::close);
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
      FakeBlockTable table =
          new FakeBlockTable(
              6, IntStream.range(0, columns).mapToLong(c -> (long) (40 * Math.pow(1.8, c))));
      for (int round = 0; round < 60; round++) {
        int column = round < columns ? round : random.nextInt(columns);
        int[] read = round % 3 == 0 ? new int[] {column} : new int[] {column, (column + 5) % 9};
        try (FakeBlockScan scan = table.scan(manager, read)) {
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
    FakeBlockTable table = new FakeBlockTable(2, 1);
    ActiveBufferManager manager = manager(ledger, 1);
    FakeBlockScan taken = table.scan(manager, new int[] {0}, 0);
    Chunk chunk = requireNonNull(taken.take());
    FakeBlockScan waiting = table.scan(manager, new int[] {1}, 0);
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
    FakeBlockTable table = new FakeBlockTable(3, 150);
    try (ActiveBufferManager manager = manager(ledger, 30);
        FakeBlockScan scan = table.scan(manager, 149, 0, 76, 1)) {
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
    FakeBlockTable table = new FakeBlockTable(3, 4);
    try (ActiveBufferManager manager = manager(ledger, 20)) {
      List<int[]> scans = List.of(new int[] {1}, new int[] {3, 1, 0}, new int[] {0, 1, 3});
      List<int[]> reads = List.of(new int[] {1}, new int[] {0, 3}, new int[0]);
      for (int i = 0; i < scans.size(); i++) {
        try (FakeBlockScan scan = table.scan(manager, scans.get(i))) {
          for (Chunk chunk = scan.take(); chunk != null; chunk = scan.take()) {
            FakeBlock[] blocks = table.blocks[FakeBlockScan.number(chunk)];
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
    FakeBlockTable table = new FakeBlockTable(5, 1);
    try (ActiveBufferManager manager = manager(ledger, 8);
        FakeBlockScan older = table.scan(manager, new int[] {0, 1, 2}, 0);
        FakeBlockScan newer = table.scan(manager, new int[] {0, 1, 2, 3, 4}, 0)) {
      assertThat(older.drain()).containsExactlyInAnyOrder(0, 1, 2);
      assertThat(newer.drain()).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
      assertThat(newer.source.sharedBlocks() + older.source.sharedBlocks()).isEqualTo(3);
      assertThat(manager.report().reads()).isEqualTo(5);
    }
  }

  @Test
  void aScanMayChangeThePolicyAtAnyMoment(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(60, 2);
    Random random = new Random(11);
    try (ActiveBufferManager manager = manager(ledger, 9);
        FakeBlockScan first = table.scan(manager, 0);
        FakeBlockScan second = table.scan(manager, 0, 1)) {
      List<Integer> had = new ArrayList<>();
      List<Integer> hadToo = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        manager.usePolicy(ScanPolicyKind.values()[random.nextInt(7)]);
        Chunk chunk = requireNonNull(first.take());
        Chunk other = requireNonNull(second.take());
        had.add(FakeBlockScan.number(chunk));
        hadToo.add(FakeBlockScan.number(other));
        first.source.release(chunk);
        second.source.release(other);
      }
      assertThat(had).hasSize(60).doesNotHaveDuplicates();
      assertThat(hadToo).hasSize(60).doesNotHaveDuplicates();
      assertThat(first.take()).isNull();
    }
  }

  /** The rest of a chunk that nobody reads goes for another scan, and comes again. */
  @Test
  void aScanWaitingForASlotGetsThatOfOneWhoseChunkNobodyReads(MemoryLedger ledger)
      throws Exception {
    FakeBlockTable table = new FakeBlockTable(1, 1);
    List<FakeBlockScan> holding = new ArrayList<>();
    try (ActiveBufferManager manager = new ActiveBufferManager("test", ledger, 1 << 20, 1)) {
      for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
        FakeBlockScan scan = table.scan(manager, 0);
        Chunk chunk = requireNonNull(scan.take());
        assertThat(chunk.firstRow()).isZero();
        scan.source.onShortage(() -> scan.source.release(chunk, 7));
        holding.add(scan);
      }
      try (FakeBlockScan late = table.scan(manager, 0)) {
        assertThat(late.drain()).containsExactly(0);
      }
      int given = 0;
      for (FakeBlockScan scan : holding) {
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
