package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.kernel.KernelBenchmarks;
import dev.paceline.benchmarks.kernel.KernelReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench kernel}: JMH over the kernels and the encodings. */
@Command(
    name = "kernel",
    description = {
      "Measures the kernels, each beside its scalar twin, and the encodings.",
      "A ratio above 1 means that SIMD is faster; \"read\" is the share of the speed of plain"
          + " reading."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class KernelBenchCommand implements Callable<Integer> {
  @Option(
      names = "--family",
      paramLabel = "NAME",
      description = "One family, such as compare, decode or encoding (default: all).")
  private @Nullable String family;

  @Option(names = "--smoke", description = "Everything once, on little data: are results right?")
  private boolean smoke;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all times into a file.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    KernelReport report = KernelBenchmarks.run(family, smoke, System.out);
    if (json != null) {
      Files.write(json, report.toJson());
    }
    return 0;
  }
}
