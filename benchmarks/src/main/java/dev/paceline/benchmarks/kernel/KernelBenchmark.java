package dev.paceline.benchmarks.kernel;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures one kernel: nanoseconds per row, one batch per invocation, each combination of
 * parameters in a JVM of its own, so that no profile is shared and the call of the kernel has one
 * target. The JVM does not take profiles of queries from the launcher's cache either, and waits for
 * its compiler, because a kernel on the Vector API that is not compiled yet is a thousand times
 * slower.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:AOTMode=off", "-Xbatch"})
@OperationsPerInvocation(KernelTrial.ROWS)
public class KernelBenchmark {
  /** Runs the kernel over the next batch. */
  @Benchmark
  public long run(KernelTrial trial) {
    return trial.runNext();
  }
}
