package dev.paceline.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class MemoryLedgerTest {
  @Test
  void segmentsAreAlignedPaddedAndDisjoint(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      long previousEnd = 0;
      for (int size = 1; size < 200_000; size = size * 3 + 1) {
        MemorySegment segment = scope.allocate(size);
        assertThat(segment.address() % 64).isZero();
        assertThat(segment.byteSize()).isGreaterThanOrEqualTo(size + MemoryScope.PADDING_BYTES);
        segment.fill((byte) 1);
        assertThat(segment.address()).isNotEqualTo(previousEnd - 1);
        previousEnd = segment.address() + segment.byteSize();
      }
      assertThat(ledger.usedBytes()).isEqualTo(scope.bytes()).isPositive();
    }
  }

  @Test
  void theRestOfASlabAndScratchAreNoState(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      long kept = scope.allocate(1000).byteSize();
      assertThat(scope.bytes()).isGreaterThan(kept);
      assertThat(scope.stateBytes()).isEqualTo(kept);
      scope.allocateScratch(2000);
      scope.allocateScratch(30_000);
      assertThat(scope.stateBytes()).isEqualTo(kept);
      MemorySegment large = scope.allocate(500_000);
      assertThat(scope.stateBytes()).isGreaterThanOrEqualTo(kept + 500_000);
      scope.release(large);
      assertThat(scope.stateBytes()).isEqualTo(kept);
      for (int i = 0; i < 100; i++) {
        kept += scope.allocate(10_000).byteSize(); // several slabs
      }
      assertThat(scope.stateBytes()).isBetween(kept, kept + 100_000);
    }
  }

  @Test
  void refusalNamesOwnerBytesLimitAndGreatestHolder() {
    try (MemoryLedger ledger = new MemoryLedger(1L << 20);
        MemoryScope big = ledger.openScope("sort of query 7");
        MemoryScope small = ledger.openScope("hash join of query 8")) {
      big.allocate(700_000);
      assertThatThrownBy(() -> small.allocate(700_000))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT))
          .hasMessageContaining("hash join of query 8")
          .hasMessageContaining("1,048,576")
          .hasMessageContaining("sort of query 7");
      assertThat(small.bytes()).isZero();
    }
  }

  @Test
  void releasedMemoryCanBeTakenByOthers() {
    try (MemoryLedger ledger = new MemoryLedger(1L << 20)) {
      for (int round = 0; round < 10; round++) {
        try (MemoryScope scope = ledger.openScope("round")) {
          MemorySegment first = scope.allocate(600_000);
          scope.release(first);
          MemorySegment second = scope.allocate(800_000);
          second.set(ValueLayout.JAVA_BYTE, 799_999, (byte) 1);
        }
      }
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  @Test
  void reallocateKeepsContents(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment segment = null;
      for (int size = 8; size < 1 << 22; size *= 4) {
        segment = scope.reallocate(segment, size);
        if (size == 8) {
          segment.set(ValueLayout.JAVA_LONG, 0, 42);
        }
      }
      assertThat(segment.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
    }
  }

  @Test
  void regionSizesGrowInEighths() {
    assertThat(MemoryLedger.regionBytes(1)).isEqualTo(4 << 10);
    assertThat(MemoryLedger.regionBytes(65 << 10)).isEqualTo(72 << 10);
    for (long bytes = 1; bytes < 1L << 36; bytes = bytes * 5 / 3 + 1) {
      long region = MemoryLedger.regionBytes(bytes);
      assertThat(region).isBetween(bytes, bytes + bytes / 8 + (4 << 10));
      assertThat(MemoryLedger.regionBytes(region)).isEqualTo(region);
    }
  }

  @Test
  void aScopeTakesLittleBeforeItHoldsMuch(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      scope.allocate(100);
      assertThat(scope.bytes()).isEqualTo(32 << 10);
      scope.allocate(60_000);
      assertThat(scope.bytes()).isEqualTo((32 + 64) << 10);
      long asked = 60_100;
      while (asked < 4 << 20) {
        scope.allocate(1000);
        asked += 1000;
        assertThat(scope.bytes()).isLessThan(asked + asked / 4 + (256 << 10));
      }
    }
  }

  @Test
  void aFrameOfAnySizeGoesBackToTheLedger(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("frames")) {
      for (long size = 1; size < 3 << 20; size = size * 4 / 3 + 1) {
        long before = scope.bytes();
        MemorySegment frame = scope.allocateFrame(size);
        assertThat(frame.byteSize()).isGreaterThanOrEqualTo(size + MemoryScope.PADDING_BYTES);
        assertThat(frame.address() % (size < 32 << 10 ? 64 : 4096)).isZero();
        assertThat(scope.bytes() - before).isEqualTo(MemoryScope.frameBytes(size));
        scope.release(frame);
        assertThat(scope.bytes()).isEqualTo(before);
        assertThat(ledger.usedBytes()).isEqualTo(before);
        scope.allocate(100); // a slab in between
      }
    }
  }

  /** A cache must not take what was just evicted for somebody who cannot wait. */
  @Test
  void framesDoNotTakeWhatIsReclaimedForOthers() {
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        MemoryScope cache = ledger.openScope("cache");
        MemoryScope query = ledger.openScope("query")) {
      Deque<MemorySegment> cached = new ArrayDeque<>();
      while (ledger.availableBytes() > 0) {
        cached.add(cache.allocateFrame((64 << 10) - 64));
      }
      int frames = cached.size();
      ledger.addReclaimer(
          new MemoryLedger.Reclaimer() {
            private boolean reading;

            @Override
            public long reclaim(long bytes) {
              MemorySegment victim = reading ? null : cached.poll();
              if (victim == null) {
                return 0;
              }
              cache.release(victim);
              reading = true; // at the worst moment
              assertThatThrownBy(() -> cache.allocateFrame(4 << 10))
                  .isInstanceOf(PacelineException.class);
              reading = false;
              return victim.byteSize();
            }

            @Override
            public long reclaimableBytes() {
              return cache.bytes();
            }
          });
      query.allocate(500 << 10);
      assertThat(frames - cached.size()).isBetween(8, 9);
    }
  }

  @Test
  void reservationsAskForMemoryBackBeforeTheyAreRefused() {
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        MemoryScope cache = ledger.openScope("cache");
        MemoryScope query = ledger.openScope("query")) {
      Deque<MemorySegment> cached = new ArrayDeque<>();
      for (int i = 0; i < 4; i++) {
        cached.add(cache.allocate(190 << 10));
      }
      MemoryLedger.Reclaimer reclaimer =
          new MemoryLedger.Reclaimer() {
            @Override
            public long reclaim(long bytes) {
              MemorySegment victim = cached.poll();
              if (victim == null) {
                return 0;
              }
              cache.release(victim);
              return victim.byteSize();
            }

            @Override
            public long reclaimableBytes() {
              return cache.bytes();
            }
          };
      ledger.addReclaimer(reclaimer);
      query.allocate(500 << 10);
      assertThat(cached).hasSize(2);
      ledger.removeReclaimer(reclaimer);
      assertThatThrownBy(() -> query.allocate(500 << 10)).isInstanceOf(PacelineException.class);
      assertThat(cached).hasSize(2);
    }
  }

  /** Blocks that are being read, or freed by another thread, must not make a query fail. */
  @Test
  void reservationsWaitForWhatIsReclaimedSoon() {
    try (MemoryLedger ledger = new MemoryLedger(1 << 20);
        MemoryScope cache = ledger.openScope("cache");
        MemoryScope query = ledger.openScope("query")) {
      MemorySegment cached = cache.allocate(700 << 10);
      AtomicInteger asked = new AtomicInteger();
      ledger.addReclaimer(
          new MemoryLedger.Reclaimer() {
            @Override
            public long reclaim(long bytes) {
              if (asked.incrementAndGet() != 3) {
                return 0;
              }
              cache.release(cached);
              return cached.byteSize();
            }

            @Override
            public long reclaimableBytes() {
              return 0;
            }

            @Override
            public boolean expectsMore() {
              return asked.get() < 3;
            }
          });
      assertThatThrownBy(() -> query.allocateFrame(500 << 10))
          .as("a cache does not wait")
          .isInstanceOf(PacelineException.class);
      asked.set(0);
      query.allocate(500 << 10);
      assertThat(asked).hasValue(3);
      assertThatThrownBy(() -> query.allocate(700 << 10))
          .as("nothing is expected any more")
          .isInstanceOf(PacelineException.class);
      assertThat(asked).hasValue(4);
    }
  }
}
