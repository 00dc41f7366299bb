package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.FakeBlockTable.manager;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.testing.LedgerExtension;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Blocks that cannot be read, or are damaged, fail the scans that need them and nothing else. */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class ReadFailuresTest {
  @Test
  void aFailureReachesOnlyThoseWhoNeedTheBlock(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(3, 3);
    FakeBlock bad = table.blocks[1][1];
    bad.failure = new PacelineException(ErrorCode.CORRUPT_DATA, "block 4 is damaged");
    try (ActiveBufferManager manager = manager(ledger, 5);
        FakeBlockScan good = table.scan(manager, 0, 2);
        FakeBlockScan elsewhere = table.scan(manager, new int[] {0, 2}, 1);
        FakeBlockScan first = table.scan(manager, 1, 2);
        FakeBlockScan second = table.scan(manager, 0, 1)) {
      assertThatThrownBy(first::drain).hasMessage("block 4 is damaged");
      assertThat(first.source.exhausted()).isFalse();
      assertThatThrownBy(second::drain).hasMessage("block 4 is damaged");
      assertThat(good.drain()).hasSize(3);
      assertThat(elsewhere.drain()).hasSize(2);
      bad.failure = null;
      try (FakeBlockScan again = table.scan(manager, 1)) {
        assertThat(again.drain()).hasSize(3);
      }
    }
  }

  @Test
  void aBugInABlockFailsTheScanAndNotTheReader(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(1, 1);
    table.blocks[0][0].failure = new IllegalStateException("a bug");
    try (ActiveBufferManager manager = manager(ledger, 1)) {
      for (int i = 0; i < 3; i++) {
        try (FakeBlockScan scan = table.scan(manager, 0)) {
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
    FakeBlockTable table = new FakeBlockTable(3, 2);
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      ledger.setReservationCheck(
          () -> {
            throw new OutOfMemoryError("Java heap space");
          });
      for (int i = 0; i < 5; i++) {
        try (FakeBlockScan scan = table.scan(manager, 0, 1)) {
          assertThatThrownBy(scan::drain)
              .hasMessageContaining("of chunk ")
              .hasMessageContaining("Java heap space")
              .extracting("code")
              .isEqualTo(ErrorCode.INTERNAL_ERROR);
        }
      }
      ledger.setReservationCheck(null);
      try (FakeBlockScan scan = table.scan(manager, 0, 1)) {
        assertThat(scan.drain()).hasSize(3);
      }
    }
  }

  @Test
  void aBlockThatCannotTellItsLengthFailsTheScanAndNotTheReader(MemoryLedger ledger)
      throws Exception {
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      for (int i = 0; i < 5; i++) {
        FakeBlockTable table = new FakeBlockTable(3, 1);
        table.blocks[1][0].untold.set(1);
        CountDownLatch gate = new CountDownLatch(1);
        table.blocks[2][0].gate = gate; // so that the scan cannot end before it fails
        try (FakeBlockScan scan = table.scan(manager, 0)) {
          assertThatThrownBy(scan::drain).hasMessageContaining("nobody knows how long block 1 is");
        }
        gate.countDown();
        try (FakeBlockScan scan = table.scan(manager, 0)) {
          assertThat(scan.drain()).hasSize(3);
        }
      }
    }
  }

  /** A damaged block fails those that look at it; who comes later has it read again. */
  @Test
  void aDamagedBlockLeavesTheMemory(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(2, 1);
    FakeBlock block = table.blocks[1][0];
    block.damage = new PacelineException(ErrorCode.CORRUPT_DATA, "damaged");
    try (ActiveBufferManager manager = manager(ledger, 4)) {
      try (FakeBlockScan scan = table.scan(manager, new int[] {1}, 0);
          FakeBlockScan other = table.scan(manager, new int[] {1}, 0)) {
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
      try (FakeBlockScan scan = table.scan(manager, 0)) {
        assertThat(scan.drain()).containsExactlyInAnyOrder(0, 1);
      }
      assertThat(block.loads).hasValue(2);
    }
  }

  @Test
  void aQueryThatCannotBeWokenUpFailsAloneAndNotTheReader(MemoryLedger ledger) throws Exception {
    FakeBlockTable table = new FakeBlockTable(4, 1);
    CountDownLatch gate = new CountDownLatch(1);
    for (FakeBlock[] blocks : table.blocks) {
      blocks[0].gate = gate;
    }
    AtomicBoolean broken = new AtomicBoolean();
    try (ActiveBufferManager manager = manager(ledger, 4);
        FakeBlockScan deaf = table.scan(manager, 0);
        FakeBlockScan other = table.scan(manager, 0)) {
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
}
