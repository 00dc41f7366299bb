package dev.paceline.benchmarks.kernel;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.frame.FigureTable;
import dev.paceline.benchmarks.frame.JmhBenchmarkCommand;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
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
  private static final List<KernelMethod> KERNELS =
      Stream.of(
              PredicateMethods.ALL,
              LaneMethods.ALL,
              ArithmeticMethods.ALL,
              AggregateMethods.ALL,
              KeyMethods.ALL,
              EncodingMethods.ALL)
          .flatMap(List::stream)
          .toList();

  private final List<KernelTimes> all = new ArrayList<>();
  private final Map<String, Double> reading = new HashMap<>();

  @Option(
      names = "--family",
      paramLabel = "NAME",
      description = "One family, such as compare, decode or encoding (default: all).")
  private @Nullable String family;

  /** Returns the names that a run can be restricted to. */
  static List<String> families() {
    return KERNELS.stream().map(KernelMethod::family).distinct().toList();
  }

  /** Returns a kernel by its full name. */
  static KernelMethod method(String name) {
    return Stream.concat(Stream.of(LaneMethods.READ), KERNELS.stream())
        .filter(kernel -> kernel.fullName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Override
  protected void run(Report report) {
    if (family != null && !families().contains(family)) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "there is no family " + family + "; choose of " + String.join(", ", families()));
    }
    report.put("lines", all);
    measure(LaneMethods.READ, table(LaneMethods.READ.family(), report));
    for (String name : family == null ? families() : List.of(family)) {
      FigureTable table = table(name, report);
      KERNELS.stream()
          .filter(kernel -> kernel.family().equals(name))
          .forEach(kernel -> measure(kernel, table));
    }
  }

  private static FigureTable table(String family, Report report) {
    report.say("");
    return report
        .table()
        .column(family + ", nanoseconds a row", "%-58s")
        .column("scalar", "%9.3f")
        .column("SIMD", "%9.3f")
        .column("ratio", "%6.1f")
        .column("GB/s", "%7.1f")
        .column("read", "%6s")
        .header();
  }

  private void measure(KernelMethod kernel, FigureTable table) {
    Map<String, Map<String, Double>> nanos = new TreeMap<>();
    Map<String, String[]> parameters =
        Map.of(
            "kernel",
            new String[] {kernel.fullName()},
            "parameters",
            kernel.combinations(isSmoke()),
            "twin",
            kernel.twins());
    for (RunResult run : measure(KernelBenchmark.class, parameters)) {
      nanos
          .computeIfAbsent(run.getParams().getParam("parameters"), key -> new HashMap<>())
          .put(run.getParams().getParam("twin"), run.getPrimaryResult().getScore());
    }
    nanos.forEach((combination, byTwin) -> add(KernelTimes.of(kernel, combination, byTwin), table));
  }

  private void add(KernelTimes times, FigureTable table) {
    all.add(times);
    Double speed = times.gigabytesPerSecond();
    if (times.family().equals(LaneMethods.READ.family())) {
      reading.put(times.workingSet(), speed);
    }
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
