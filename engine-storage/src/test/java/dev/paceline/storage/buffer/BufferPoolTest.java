package dev.paceline.storage.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
@Timeout(60)
class BufferPoolTest {
  private static final long BLOCK = 100_000;

  /** A block whose bytes are all its number. */
  private static final class FakeBlock implements PoolBlock<MemorySegment> {
    final byte number;
    final long bytes;
    final AtomicInteger loads = new AtomicInteger();
    volatile @Nullable PacelineException failure;
    volatile @Nullable CountDownLatch gate;

    FakeBlock(int number, long bytes) {
      this.number = (byte) number;
      this.bytes = bytes;
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public MemorySegment load(MemorySegment frame) {
      loads.incrementAndGet();
      CountDownLatch closedGate = gate;
      if (closedGate != null) {
        try {
          closedGate.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      PacelineException error = failure;
      if (error != null) {
        throw error;
      }
      return frame.asSlice(0, bytes).fill(number);
    }

    void check(MemorySegment content) {
      for (long i = 0; i < bytes; i += 97) {
        assertThat(content.get(ValueLayout.JAVA_BYTE, i)).isEqualTo(number);
      }
    }
  }

  private static FakeBlock[] blocks(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> new FakeBlock(number, BLOCK))
        .toArray(FakeBlock[]::new);
  }

  private static BufferPool pool(MemoryLedger ledger, int blocks) {
    return new BufferPool("test", ledger, blocks * BLOCK, new LeastRecentlyUsed<>(), 2);
  }

  /** A request with a way to wait for it, as an executor does. */
  private static final class Waiting implements AutoCloseable {
    final Semaphore settled = new Semaphore(0);
    final PoolRequest<MemorySegment> request;

    Waiting(BufferPool pool, FakeBlock... blocks) {
      this.request = pool.request(List.of(blocks), settled::release);
    }

    List<MemorySegment> take() throws InterruptedException {
      while (true) {
        List<MemorySegment> contents = request.take();
        if (contents != null) {
          return contents;
        }
        assertThat(settled.tryAcquire(30, TimeUnit.SECONDS)).as("told within 30 s").isTrue();
      }
    }

    @Override
    public void close() {
      request.close();
    }
  }

  private static void touch(BufferPool pool, FakeBlock... blocks) throws InterruptedException {
    try (Waiting waiting = new Waiting(pool, blocks)) {
      List<MemorySegment> contents = waiting.take();
      for (int i = 0; i < blocks.length; i++) {
        blocks[i].check(contents.get(i));
      }
    }
  }

  @Test
  void readsABlockOnceHoweverManyWantIt(MemoryLedger ledger) throws Exception {
    try (BufferPool pool = pool(ledger, 4)) {
      FakeBlock block = new FakeBlock(1, BLOCK);
      CountDownLatch gate = new CountDownLatch(1);
      block.gate = gate;
      List<Waiting> requests = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        requests.add(new Waiting(pool, block));
      }
      assertThat(requests.getFirst().request.take()).isNull();
      gate.countDown();
      for (Waiting request : requests) {
        block.check(request.take().getFirst());
        request.close();
      }
      touch(pool, block);
      assertThat(block.loads).hasValue(1);
    }
  }

  @Test
  void evictsWhatWasIdleForLongest(MemoryLedger ledger) throws Exception {
    try (BufferPool pool = pool(ledger, 3)) {
      FakeBlock[] blocks = blocks(4);
      touch(pool, blocks[0]);
      touch(pool, blocks[1]);
      touch(pool, blocks[2]);
      touch(pool, blocks[0]);
      touch(pool, blocks[3]);
      assertThat(pool.evictions()).isOne();
      touch(pool, blocks[0]);
      touch(pool, blocks[2]);
      assertThat(pool.loads()).isEqualTo(4);
      touch(pool, blocks[1]);
      assertThat(blocks[1].loads).hasValue(2);
    }
  }

  @Test
  void keepsToItsLimitWithSmallBlocksToo(MemoryLedger ledger) throws Exception {
    long limit = 1 << 20;
    try (BufferPool pool = new BufferPool("test", ledger, limit, new LeastRecentlyUsed<>(), 1)) {
      Random random = new Random(7);
      for (int i = 0; i < 3_000; i++) {
        touch(pool, new FakeBlock(i, 1 + random.nextInt(1 << random.nextInt(1, 18))));
        assertThat(pool.usedBytes()).isLessThanOrEqualTo(limit);
      }
      assertThat(ledger.peakBytes()).isLessThan(3 * limit);
    }
  }

  @Test
  void refusesAGroupThatCanNeverFit(MemoryLedger ledger) throws Exception {
    try (BufferPool pool = pool(ledger, 3)) {
      FakeBlock[] blocks = blocks(4);
      try (Waiting all = new Waiting(pool, blocks)) {
        assertThatThrownBy(all::take)
            .hasMessageContaining("400,000 bytes")
            .extracting("code")
            .isEqualTo(ErrorCode.MEMORY_LIMIT);
      }
      touch(pool, blocks[0], blocks[1], blocks[2]);
    }
  }

  @Test
  void aGroupWaitsUntilAnotherIsGivenBack(MemoryLedger ledger) throws Exception {
    try (BufferPool pool = pool(ledger, 3)) {
      FakeBlock[] blocks = blocks(4);
      Waiting first = new Waiting(pool, blocks[0], blocks[1]);
      first.take();
      try (Waiting second = new Waiting(pool, blocks[2], blocks[3])) {
        assertThat(second.settled.tryAcquire(100, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(second.request.take()).isNull();
        first.close();
        second.take();
      }
    }
  }

  @Test
  void whatNobodyTakesGivesWayAndComesBack(MemoryLedger ledger) throws Exception {
    try (BufferPool pool = pool(ledger, 2)) {
      FakeBlock[] blocks = blocks(4);
      try (Waiting idle = new Waiting(pool, blocks[0], blocks[1])) {
        assertThat(idle.settled.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        Waiting second = new Waiting(pool, blocks[2], blocks[3]);
        second.take();
        assertThat(idle.request.take()).isNull();
        second.close();
        List<MemorySegment> contents = idle.take();
        blocks[1].check(contents.get(1));
      }
      assertThat(blocks[0].loads).hasValue(2);
    }
  }

  @Test
  void aFailureReachesOnlyThoseWhoNeedTheBlock(MemoryLedger ledger) throws Exception {
    try (BufferPool pool = pool(ledger, 3)) {
      FakeBlock[] blocks = blocks(3);
      blocks[1].failure = new PacelineException(ErrorCode.CORRUPT_DATA, "block 1 is damaged");
      try (Waiting good = new Waiting(pool, blocks[0], blocks[2]);
          Waiting bad = new Waiting(pool, blocks[0], blocks[1])) {
        assertThatThrownBy(bad::take).hasMessage("block 1 is damaged");
        assertThat(good.take()).hasSize(2);
      }
      blocks[1].failure = null;
      touch(pool, blocks);
      assertThat(pool.usedBytes()).isLessThanOrEqualTo(3 * BLOCK);
    }
  }

  @Test
  void givingUpWhileABlockIsReadLeavesThePoolUsable(MemoryLedger ledger) throws Exception {
    try (BufferPool pool = pool(ledger, 2)) {
      FakeBlock[] blocks = blocks(6);
      CountDownLatch gate = new CountDownLatch(1);
      blocks[0].gate = gate;
      blocks[1].gate = gate;
      Waiting loading = new Waiting(pool, blocks[0], blocks[1]);
      Waiting waiting = new Waiting(pool, blocks[2], blocks[3]);
      waiting.close();
      waiting.close();
      loading.close();
      gate.countDown();
      touch(pool, blocks[4], blocks[5]);
      assertThat(blocks[2].loads).hasValue(0);
    }
  }

  @Test
  void othersWhoNeedMemoryGetWhatIsIdle() throws Exception {
    try (MemoryLedger ledger = new MemoryLedger(1 << 20)) {
      try (BufferPool pool = new BufferPool("test", ledger, 1 << 20, new LeastRecentlyUsed<>(), 2);
          MemoryScope query = ledger.openScope("query")) {
        FakeBlock[] blocks = blocks(6);
        touch(pool, blocks);
        MemorySegment large = query.allocate(700_000);
        assertThat(pool.evictions()).isGreaterThanOrEqualTo(4);
        query.release(large);
        try (Waiting pinned = new Waiting(pool, blocks)) {
          pinned.take();
          assertThatThrownBy(() -> query.allocate(700_000))
              .extracting("code")
              .isEqualTo(ErrorCode.MEMORY_LIMIT);
        }
        query.allocate(900_000);
        try (Waiting starved = new Waiting(pool, blocks)) {
          assertThatThrownBy(starved::take).extracting("code").isEqualTo(ErrorCode.MEMORY_LIMIT);
        }
      }
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  @Test
  void closingFailsWhoeverStillWaits(MemoryLedger ledger) throws Exception {
    BufferPool pool = pool(ledger, 1);
    FakeBlock[] blocks = blocks(2);
    Waiting taken = new Waiting(pool, blocks[0]);
    taken.take();
    Waiting waiting = new Waiting(pool, blocks[1]);
    pool.close();
    pool.close();
    assertThatThrownBy(waiting::take).extracting("code").isEqualTo(ErrorCode.CLOSED);
    assertThatThrownBy(new Waiting(pool, blocks[0])::take)
        .extracting("code")
        .isEqualTo(ErrorCode.CLOSED);
    taken.close();
  }

  @Test
  void manyThreadsSeeRightBytesInASmallPool(MemoryLedger ledger) throws Exception {
    long seed = new Random().nextLong();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    try (BufferPool pool = pool(ledger, 7)) {
      FakeBlock[] blocks = blocks(24);
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 6; t++) {
        Random random = new Random(seed + t);
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        for (int i = 0; i < 300; i++) {
                          FakeBlock[] some =
                              random
                                  .ints(0, blocks.length)
                                  .distinct()
                                  .limit(random.nextInt(1, 7))
                                  .mapToObj(number -> blocks[number])
                                  .toArray(FakeBlock[]::new);
                          if (random.nextInt(10) == 0) {
                            new Waiting(pool, some).close();
                          } else {
                            touch(pool, some);
                          }
                        }
                      } catch (Throwable e) {
                        failure.set(e);
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).as("seed " + seed).isNull();
      touch(pool, blocks[0], blocks[1], blocks[2], blocks[3], blocks[4], blocks[5]);
    }
  }
}
