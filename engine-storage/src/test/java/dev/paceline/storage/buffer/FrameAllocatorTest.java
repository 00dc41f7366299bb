package dev.paceline.storage.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class FrameAllocatorTest {
  private static final long LIMIT = 3 << 20;

  private record Frame(MemorySegment segment, long size) {}

  private static long randomSize(Random random) {
    return 1 + (random.nextLong() & Long.MAX_VALUE) % (1L << 1 + random.nextInt(20));
  }

  @Test
  void framesOfManySizesTakeWhatTheyAreSaidToTakeAndNeverMoreThanTheLimit(MemoryLedger ledger) {
    Random random = new Random(5);
    List<Frame> frames = new ArrayList<>();
    long taken = 0;
    int refused = 0;
    try (FrameAllocator allocator = new FrameAllocator(ledger.openScope("pool"), LIMIT)) {
      for (int i = 0; i < 20_000; i++) {
        long size = randomSize(random);
        MemorySegment segment = allocator.allocate(size);
        if (segment != null) {
          frames.add(new Frame(segment, size));
          taken += FrameAllocator.frameBytes(size);
          segment.asSlice(0, size).fill((byte) i);
        } else {
          refused++;
          assertThat(taken + FrameAllocator.frameBytes(size)).isGreaterThan(LIMIT);
        }
        while (segment == null && !frames.isEmpty()
            || !frames.isEmpty() && random.nextInt(3) == 0) {
          Frame frame = frames.remove(random.nextInt(frames.size()));
          taken -= FrameAllocator.frameBytes(frame.size());
          allocator.release(frame.segment(), frame.size());
          segment = frame.segment();
        }
        assertThat(ledger.usedBytes()).isEqualTo(allocator.bytes()).isEqualTo(taken);
      }
      assertThat(refused).isPositive();
      assertThat(ledger.peakBytes()).isLessThanOrEqualTo(LIMIT);
      frames.forEach(frame -> allocator.release(frame.segment(), frame.size()));
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  @Test
  void threadsTogetherKeepTheLimit(MemoryLedger ledger) throws Exception {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    try (FrameAllocator allocator = new FrameAllocator(ledger.openScope("pool"), LIMIT)) {
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        for (int i = 0; i < 5_000; i++) {
                          long size = randomSize(random);
                          MemorySegment segment = allocator.allocate(size);
                          if (segment != null) {
                            allocator.release(segment, size);
                          }
                        }
                      } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).isNull();
      assertThat(allocator.bytes()).isZero();
      assertThat(ledger.peakBytes()).isLessThanOrEqualTo(LIMIT);
    }
  }
}
