package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.FakeBlockTable.FRAME;
import static dev.paceline.storage.scan.FakeBlockTable.manager;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.testing.LedgerExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who is told, and when, while no reader makes the decision by chance. */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class ScanWakeUpTest {
  /** Scans of all slots of a table, none of which has asked for a chunk after its first one. */
  private static List<FakeBlockScan> restingScans(FakeBlockTable table, ActiveBufferManager manager)
      throws InterruptedException {
    List<FakeBlockScan> resting = new ArrayList<>();
    for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
      FakeBlockScan scan = table.scan(manager, 0);
      scan.source.release(requireNonNull(scan.take()));
      resting.add(scan);
    }
    return resting;
  }

  private static void assertToldSoon(FakeBlockScan scan) throws InterruptedException {
    assertThat(scan.available.tryAcquire(10, TimeUnit.SECONDS)).as("told").isTrue();
  }

  @Test
  void closingTellsScansThatWaitForASlot(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(2, 1);
    ActiveBufferManager manager = manager(ledger, 4);
    List<FakeBlockScan> working = new ArrayList<>();
    for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
      FakeBlockScan scan = table.scan(manager, 0);
      requireNonNull(scan.take()); // a scan keeps its slot while it has a chunk
      working.add(scan);
    }
    FakeBlockScan waiting = table.scan(manager, 0);
    assertThat(waiting.source.next()).isNull();
    waiting.available.drainPermits();
    manager.close();
    assertToldSoon(waiting);
    waiting.close();
    working.forEach(FakeBlockScan::close);
  }

  /** The only reader is stalled, so that nobody else decides and tells the scan. */
  @Test
  void aScanThatGetsASlotWhenThePolicyChangesIsTold(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(2, 1);
    FakeBlockTable cold = new FakeBlockTable(1, 1);
    CountDownLatch gate = new CountDownLatch(1);
    cold.blocks[0][0].gate = gate;
    try (ActiveBufferManager manager = new ActiveBufferManager("test", ledger, 8 * FRAME, 1)) {
      List<FakeBlockScan> resting = restingScans(table, manager);
      try (FakeBlockScan stalled = cold.scan(manager, 0);
          FakeBlockScan waiting = table.scan(manager, 0)) {
        cold.blocks[0][0].reached.await();
        assertThat(waiting.source.next()).isNull();
        TimeUnit.NANOSECONDS.sleep(2 * ScanScheduler.PATIENCE_NANOS);
        waiting.available.drainPermits();
        manager.usePolicy(ScanPolicyKind.NORMAL);
        assertToldSoon(waiting);
        assertThat(waiting.drain()).containsExactlyInAnyOrder(0, 1);
        gate.countDown();
        assertThat(stalled.drain()).containsExactly(0);
      } finally {
        gate.countDown();
      }
      resting.forEach(FakeBlockScan::close);
    }
  }

  @Test
  void aQueryThatLacksMemoryGetsChunksThatNobodyReadsAlthoughNoReaderIsIdle(MemoryLedger unused)
      throws Exception {
    FakeBlockTable table = new FakeBlockTable(2, 1);
    FakeBlockTable cold = new FakeBlockTable(1, 1);
    CountDownLatch gate = new CountDownLatch(1);
    cold.blocks[0][0].gate = gate;
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        ActiveBufferManager manager = new ActiveBufferManager("test", ledger, 8 * FRAME, 1)) {
      try (FakeBlockScan holding = table.scan(manager, 0);
          FakeBlockScan stalled = cold.scan(manager, 0)) {
        Chunk chunk = requireNonNull(holding.take());
        AtomicBoolean asked = new AtomicBoolean();
        holding.source.onShortage(
            () -> {
              if (!asked.getAndSet(true)) {
                holding.source.release(chunk, 7);
              }
            });
        cold.blocks[0][0].reached.await();
        TimeUnit.NANOSECONDS.sleep(2 * ScanScheduler.PATIENCE_NANOS);
        try (MemoryScope query = ledger.openScope("query")) {
          assertThatThrownBy(() -> query.allocate(1 << 20))
              .extracting("code")
              .isEqualTo(ErrorCode.MEMORY_LIMIT);
        }
        cold.scan(manager, 0).close(); // any other event
        assertThat(asked).isTrue();
        gate.countDown();
        assertThat(stalled.drain()).containsExactly(0);
      } finally {
        gate.countDown();
      }
    }
  }
}
