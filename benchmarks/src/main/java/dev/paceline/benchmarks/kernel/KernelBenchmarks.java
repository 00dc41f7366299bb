package dev.paceline.benchmarks.kernel;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.jmh.JmhRun;
import dev.paceline.core.error.PacelineException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All families of kernels and the encodings, each with its benchmark. */
public final class KernelBenchmarks {
  private static final List<Class<? extends KernelBenchmark>> FAMILIES =
      List.of(
          CompareKernelsBenchmark.class,
          DecodeKernelsBenchmark.class,
          CompressKernelsBenchmark.class,
          AggregateKernelsBenchmark.class,
          ArithmeticKernelsBenchmark.class,
          DoubleKernelsBenchmark.class,
          RelationKernelsBenchmark.class,
          StringKernelsBenchmark.class,
          KeyKernelsBenchmark.class,
          HashKernelsBenchmark.class,
          GroupKernelsBenchmark.class,
          RunKernelsBenchmark.class,
          FilterKernelsBenchmark.class,
          JoinKernelsBenchmark.class,
          LaneKernelsBenchmark.class,
          UnpackKernelsBenchmark.class,
          EncodingBenchmark.class);

  private static final Map<String, String> SMOKE_PARAMETERS =
      Map.of(
          "workingSet", WorkingSet.TINY.name(), "rows", "8192", "keys", "1000", "states", "1000");

  private KernelBenchmarks() {}

  /** Names that a run can be restricted to. */
  public static List<String> families() {
    return FAMILIES.stream().map(KernelBenchmarks::family).toList();
  }

  /** The name of a benchmark's family: {@code compare} for CompareKernelsBenchmark. */
  static String family(Class<?> benchmark) {
    return benchmark
        .getSimpleName()
        .replaceFirst("(Kernels)?Benchmark$", "")
        .toLowerCase(Locale.ROOT);
  }

  /**
   * Measures, and prints a table as it goes.
   *
   * @param family null for all
   * @param smoke whether to run everything once only, in this process, on little data: the times
   *     mean nothing, but the results are checked
   */
  public static KernelReport run(@Nullable String family, boolean smoke, PrintStream out) {
    List<Class<? extends KernelBenchmark>> chosen =
        FAMILIES.stream().filter(c -> family == null || family(c).equals(family)).toList();
    if (chosen.isEmpty()) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "there is no family " + family + "; choose of " + String.join(", ", families()));
    }
    KernelReport report = new KernelReport(out);
    measure(SequentialReadBenchmark.class, smoke, report);
    for (Class<? extends KernelBenchmark> benchmark : chosen) {
      measure(benchmark, smoke, report);
    }
    return report;
  }

  private static void measure(
      Class<? extends KernelBenchmark> benchmark, boolean smoke, KernelReport report) {
    report.add(
        benchmark, smoke ? JmhRun.smoke(benchmark, SMOKE_PARAMETERS) : JmhRun.measure(benchmark));
  }
}
