package dev.paceline.core.kernel.tier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.sun.management.ThreadMXBean;
import dev.paceline.core.kernel.tier.SimdKernels.Exercise;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has SIMD kernels compiled: a daemon thread calls them on synthetic rows, family by family in the
 * order of the requests, and rests as long as it works. A kernel is compiled when a call of it no
 * longer allocates: before, each of its vectors is an object.
 */
final class KernelTraining {
  private static final Logger LOGGER = LoggerFactory.getLogger(KernelTraining.class);
  private static final Object LOCK = new Object();

  /** Rows of a call while a kernel is slow: few, because the JIT counts calls and loops alike. */
  private static final int ROWS = 512;

  /** Rows of every second call, for the loops over the last rows. */
  private static final int ODD_ROWS = 459;

  private static final int CALLS_A_TURN = 50;

  /** Bytes that a call may allocate for other things than vectors. */
  private static final long ALLOWED_BYTES = 2048;

  /** The CPU time that the calls of one family may take. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final long MEMORY_BYTES = 1L << 20;

  @GuardedBy("LOCK")
  private static final Queue<KernelTier<?>> REQUESTS = new ArrayDeque<>();

  @GuardedBy("LOCK")
  private static boolean running;

  private final ThreadMXBean threads;
  private final ExerciseBatch batch;

  private KernelTraining(ThreadMXBean threads, ExerciseBatch batch) {
    this.threads = threads;
    this.batch = batch;
  }

  /** Puts a family at the end of the queue, and returns at once. */
  static void request(KernelTier<?> tier) {
    tier.setState(KernelState.TRAINING);
    synchronized (LOCK) {
      REQUESTS.add(tier);
      if (!running) {
        running = true;
        Thread.ofPlatform()
            .daemon()
            .name("paceline-kernels")
            .priority(Thread.MIN_PRIORITY)
            .start(KernelTraining::work);
      }
    }
  }

  private static void work() {
    for (KernelTier<?> tier = next(); tier != null; tier = next()) {
      try {
        train(tier);
      } catch (RuntimeException | LinkageError e) {
        // Queries go on with the scalar kernels, which give the same results.
        LOGGER.warn("SIMD kernels of the family {} cannot be used", tier.name(), e);
        tier.setState(KernelState.GIVEN_UP);
      }
    }
  }

  private static @Nullable KernelTier<?> next() {
    synchronized (LOCK) {
      KernelTier<?> tier = REQUESTS.poll();
      running = tier != null;
      return tier;
    }
  }

  /** Has the SIMD kernels of a family compiled, and lets them serve if they were. */
  static <K> void train(KernelTier<K> tier) {
    K kernels = tier.fastest();
    try (MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES);
        MemoryScope scope = ledger.openScope("kernel training")) {
      if (!(kernels instanceof SimdKernels simd)
          || !(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
          || !threads.isThreadAllocatedMemoryEnabled()) {
        throw new IllegalStateException("the JVM does not count the bytes that threads allocate");
      }
      boolean compiled =
          new KernelTraining(threads, new ExerciseBatch(scope)).compile(tier.name(), simd);
      if (compiled) {
        tier.serveSimd(kernels);
      } else {
        tier.setState(KernelState.GIVEN_UP);
      }
    }
  }

  /** Returns whether the JIT compiled all kernels. */
  private boolean compile(String family, SimdKernels kernels) {
    List<Exercise> slow = new ArrayList<>(kernels.exercises(batch));
    long start = System.nanoTime();
    long worked = 0;
    while (worked < MAX_NANOS) {
      for (Exercise exercise : List.copyOf(slow)) {
        long before = threads.getCurrentThreadCpuTime();
        if (isCompiled(exercise)) {
          slow.remove(exercise);
        }
        long nanos = threads.getCurrentThreadCpuTime() - before;
        worked += nanos;
        if (!rest(nanos)) {
          return false;
        }
      }
      if (slow.isEmpty()) {
        LOGGER.debug(
            "SIMD kernels of the family {} serve after {} ms, of which {} ms were work",
            family,
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
            TimeUnit.NANOSECONDS.toMillis(worked));
        return true;
      }
    }
    LOGGER.info(
        "SIMD kernels of the family {} are off: the JIT has not compiled {} of their loops",
        family,
        slow.size());
    return false;
  }

  private boolean isCompiled(Exercise exercise) {
    for (int call = 0; call < CALLS_A_TURN; call++) {
      batch.reset();
      exercise.run((call & 1) == 0 ? ROWS : ODD_ROWS);
    }
    return Math.max(allocatedBytes(exercise), allocatedBytes(exercise)) <= ALLOWED_BYTES;
  }

  private long allocatedBytes(Exercise exercise) {
    batch.reset();
    long before = threads.getCurrentThreadAllocatedBytes();
    exercise.run(ExerciseBatch.MAX_ROWS);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** Leaves the processor to others; returns false if the thread is to end. */
  private static boolean rest(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
