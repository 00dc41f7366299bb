package dev.paceline.storage.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(LedgerExtension.class)
class BufferUseTest {
  /** What metrics ask with each scrape must not look at all chunks under the lock. */
  @Test
  void tellsOfItsUseWithoutLookingAtItsChunks(MemoryLedger ledger) throws Exception {
    int chunks = 300;
    FakeBlockTable table = new FakeBlockTable(chunks, 1);
    try (ActiveBufferManager manager = FakeBlockTable.manager(ledger, chunks);
        FakeBlockScan scan = table.scan(manager, 0)) {
      assertThat(scan.drain()).hasSize(chunks);
      assertThat(manager.report().chunks()).hasSize(chunks);
      assertThat(manager.use().reads()).isEqualTo(chunks);
      long report = allocatedBytes(manager::report);
      assertThat(report).isGreaterThan(16L * chunks);
      assertThat(allocatedBytes(manager::use)).isLessThan(Math.min(1024, report / 10));
    }
  }

  /** The least that the calling thread allocates in some calls, without what classes take. */
  private static long allocatedBytes(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      call.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
