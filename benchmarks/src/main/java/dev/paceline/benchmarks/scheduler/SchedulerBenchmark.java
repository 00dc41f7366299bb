package dev.paceline.benchmarks.scheduler;

import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanPolicyKind;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of the scheduler for a chunk that it hands out, with the reads and evictions that this
 * takes; for a single choice of its policy, all that follows from it included; and for a scan that
 * goes and another that comes.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:AOTMode=off", "-Xmx2g"})
public class SchedulerBenchmark {
  /** Scans in the middle of their work. */
  @State(Scope.Thread)
  public static class Scans {
    private static final int SCANS = 64;

    /** Handed out before the measurement: by then memory is full, and scans are far apart. */
    private static final int UNMEASURED = 100_000;

    @Param private ScanPolicyKind policy;

    @Param({"100", "10000", "100000"})
    private int chunks;

    private ScheduledScans scans;

    @Setup
    public void begin() {
      scans = new ScheduledScans(policy, SCANS, chunks, 1);
      for (int i = 0; i < Math.min(UNMEASURED, 100 * chunks); i++) {
        scans.handOut();
      }
    }
  }

  /** The number of choices that the policy is asked for in an iteration. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Choices {
    public long choices;
  }

  @Benchmark
  public ScanChunk chunk(Scans state, Choices choices) {
    long before = state.scans.choices();
    ScanChunk chunk = state.scans.handOut();
    choices.choices += state.scans.choices() - before;
    return chunk;
  }

  @Benchmark
  public RegisteredScan registration(Scans state) {
    return state.scans.replaceNext();
  }
}
