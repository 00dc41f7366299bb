package dev.paceline.benchmarks.kernel;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.frame.JmhBenchmarkCommand;
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
              AccessMethods.ALL,
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
  protected void run() {
    if (family != null && !families().contains(family)) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "there is no family " + family + "; choose of " + String.join(", ", families()));
    }
    put("lines", all);
    begin(LaneMethods.READ.family());
    measure(LaneMethods.READ);
    for (String name : family == null ? families() : List.of(family)) {
      begin(name);
      KERNELS.stream().filter(kernel -> kernel.family().equals(name)).forEach(this::measure);
    }
  }

  private void begin(String family) {
    say("");
    table(
        family
            + ", nanoseconds a row %-58s; scalar %9.3f; SIMD %9.3f; ratio %6.1f; GB/s %7.1f;"
            + " read %6s");
  }

  private void measure(KernelMethod kernel) {
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
    nanos.forEach((combination, byTwin) -> add(KernelTimes.of(kernel, combination, byTwin)));
  }

  private void add(KernelTimes times) {
    all.add(times);
    Double speed = times.gigabytesPerSecond();
    if (times.family().equals(LaneMethods.READ.family())) {
      reading.put(times.workingSet(), speed);
    }
    Double read = reading.get(times.workingSet());
    row(
        times.label(),
        times.scalarNanos(),
        times.simdNanos(),
        times.ratio(),
        speed,
        read == null || speed == null ? null : "%.0f %%".formatted(100 * speed / read));
  }
}
