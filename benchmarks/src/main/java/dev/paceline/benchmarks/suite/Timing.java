package dev.paceline.benchmarks.suite;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * How long one run took.
 *
 * @param nanos from its begin to its end
 * @param cpuNanos that Java's threads, not those of the JIT and the collector, spent meanwhile:
 *     what other programs on the machine change least
 */
public record Timing(long nanos, long cpuNanos) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final double NANOS_PER_MILLI = 1e6;

  /** Something to measure. */
  @FunctionalInterface
  public interface Work<E extends Exception> {
    void run() throws E;
  }

  /** Does some work and measures it. */
  public static <E extends Exception> Timing of(Work<E> work) throws E {
    Map<Long, Long> before = cpuTimes();
    long start = System.nanoTime();
    work.run();
    long nanos = System.nanoTime() - start;
    long cpuNanos = 0;
    for (Map.Entry<Long, Long> thread : cpuTimes().entrySet()) {
      cpuNanos += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
    }
    return new Timing(nanos, cpuNanos);
  }

  private static Map<Long, Long> cpuTimes() {
    long[] ids = THREADS.getAllThreadIds();
    long[] times = THREADS.getThreadCpuTime(ids);
    Map<Long, Long> all = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      all.put(ids[i], Math.max(0, times[i]));
    }
    return all;
  }

  /** The median of one of the numbers, in milliseconds. */
  public static double median(List<Timing> timings, ToLongFunction<Timing> number) {
    long[] sorted = timings.stream().mapToLong(number).sorted().toArray();
    int middle = sorted.length / 2;
    return (sorted[middle] + sorted[(sorted.length - 1) / 2]) / 2.0 / NANOS_PER_MILLI;
  }
}
