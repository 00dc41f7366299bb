package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.FakeBlockTable.manager;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.testing.LedgerExtension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads scan, give up and fail at the same time. */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class ConcurrentScansTest {
  /** More scans than slots, workers that share scans, cancellations, failures, tiny memory. */
  @ParameterizedTest
  @EnumSource(ScanPolicyKind.class)
  void manyThreadsSeeRightBytesInLittleMemory(ScanPolicyKind policy, MemoryLedger ledger)
      throws Exception {
    long seed = new Random().nextLong();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    FakeBlockTable table = new FakeBlockTable(24, 3);
    FakeBlockTable other = new FakeBlockTable(9, 2);
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

  private static void scanSome(ActiveBufferManager manager, FakeBlockTable table, Random random)
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
    try (FakeBlockScan scan = new FakeBlockScan(manager, table, wanted, columns)) {
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

  private static void work(FakeBlockScan scan, int most, BitSet seen, AtomicBoolean failed) {
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
          assertThat(seen.get(FakeBlockScan.number(chunk))).as("had before").isFalse();
          seen.set(FakeBlockScan.number(chunk));
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
}
