package dev.paceline.benchmarks.frame;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * The time that one run took.
 *
 * @param nanos elapsed nanoseconds
 * @param cpuNanos nanoseconds that Java's threads, other than those of the JIT and the garbage
 *     collector, spent on processors; other programs on the machine change this time least
 */
public record Timing(long nanos, long cpuNanos) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Something to measure. */
  @FunctionalInterface
  public interface Work<E extends Exception> {
    /** Does it once. */
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

  double millis() {
    return millis(nanos);
  }

  double cpuMillis() {
    return millis(cpuNanos);
  }

  /** Returns the CPU time of the whole process so far. */
  public static double processCpuSeconds() {
    return seconds(
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime());
  }

  /** Returns seconds as nanoseconds. */
  public static long nanos(double seconds) {
    return (long) (seconds * NANOS_PER_SECOND);
  }

  /** Returns nanoseconds as milliseconds. */
  public static double millis(double nanos) {
    return nanos / NANOS_PER_MILLI;
  }

  /** Returns nanoseconds as seconds. */
  public static double seconds(double nanos) {
    return nanos / NANOS_PER_SECOND;
  }

  /** Returns the seconds since a value of {@link System#nanoTime}. */
  public static double secondsSince(long start) {
    return seconds(System.nanoTime() - start);
  }
}
