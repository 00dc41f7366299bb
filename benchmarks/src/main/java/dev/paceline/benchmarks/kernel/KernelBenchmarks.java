package dev.paceline.benchmarks.kernel;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.frame.FigureTable;
import dev.paceline.benchmarks.frame.JmhBenchmarkCommand;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench kernel}: all families of kernels and the encodings. */
@Command(
    name = "kernel",
    description = {
      "Measures the kernels, each beside its scalar twin, and the encodings. A ratio above 1 means",
      "that SIMD is faster; \"read\" is the share of the speed of plain reading."
    })
public final class KernelBenchmarks extends JmhBenchmarkCommand {
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

  private final List<KernelTimes> all = new ArrayList<>();
  private final Map<WorkingSet, Double> reading = new EnumMap<>(WorkingSet.class);

  @Option(
      names = "--family",
      paramLabel = "NAME",
      description = "One family, such as compare, decode or encoding (default: all).")
  private @Nullable String family;

  /** Returns the names that a run can be restricted to. */
  static List<String> families() {
    return FAMILIES.stream().map(KernelBenchmarks::family).toList();
  }

  /** Returns the name of a benchmark's family: {@code compare} for CompareKernelsBenchmark. */
  static String family(Class<?> benchmark) {
    return benchmark
        .getSimpleName()
        .replaceFirst("(Kernels)?Benchmark$", "")
        .toLowerCase(Locale.ROOT);
  }

  @Override
  protected void run(Report report) {
    if (family != null && !families().contains(family)) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "there is no family " + family + "; choose of " + String.join(", ", families()));
    }
    report.put("lines", all);
    measure(SequentialReadBenchmark.class, report);
    for (Class<? extends KernelBenchmark> benchmark : FAMILIES) {
      if (family == null || family.equals(family(benchmark))) {
        measure(benchmark, report);
      }
    }
  }

  private void measure(Class<? extends KernelBenchmark> benchmark, Report report) {
    report.say("");
    FigureTable table =
        report
            .table()
            .column(family(benchmark) + ", nanoseconds a row", "%-58s")
            .column("scalar", "%9.3f")
            .column("SIMD", "%9.3f")
            .column("ratio", "%6.1f")
            .column("GB/s", "%7.1f")
            .column("read", "%6s")
            .header();
    for (KernelTimes times : KernelTimes.of(benchmark, measure(benchmark, SMOKE_PARAMETERS))) {
      Double speed = times.gigabytesPerSecond();
      if (benchmark == SequentialReadBenchmark.class) {
        reading.put(times.workingSet(), speed);
      }
      all.add(times);
      Double read = reading.get(times.workingSet());
      table.row(
          times.label(),
          times.scalarNanos(),
          times.simdNanos(),
          times.ratio(),
          speed,
          read == null || speed == null ? null : "%.0f %%".formatted(100 * speed / read));
    }
  }
}
