package dev.paceline.benchmarks.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.storage.encoding.EncodedColumn;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing is without a benchmark, and every benchmark's results are right. */
class KernelBenchmarksTest {
  @Test
  void everyFamilyHasABenchmark() throws IOException, URISyntaxException {
    List<String> families =
        classesBeside(CompareKernels.class)
            .filter(name -> name.endsWith("Kernels") && !name.startsWith("Scalar"))
            .map(name -> name.replaceFirst("Kernels$", "").toLowerCase(Locale.ROOT))
            .toList();
    assertThat(families).contains("compare");
    assertThat(KernelBenchmarks.families()).containsAll(families);
  }

  @Test
  void everyEncodingHasAShape() throws IOException, URISyntaxException {
    Set<String> shapes =
        Arrays.stream(EncodedShape.values())
            .map(EncodedShape::encoding)
            .collect(Collectors.toSet());
    assertThat(
            classesBeside(EncodedColumn.class).filter(name -> name.matches(".+Encoding")).toList())
        .containsExactlyInAnyOrderElementsOf(shapes);
  }

  @Test
  void everyBenchmarkGivesTheRightResults() throws IOException {
    BenchRun run = BenchRun.of("kernel", "--smoke");
    assertThat(run.json().path("lines").findValuesAsText("family"))
        .containsAll(KernelBenchmarks.families());
    assertThat(run.printed()).containsPattern("narrow .*width=1 .* [0-9.]+ +[0-9.]+ +[0-9.]+");
  }

  @Test
  void anUnknownFamilyIsAnError() throws IOException {
    BenchRun run = BenchRun.any("kernel", "--family", "tea");
    assertThat(run.status()).isOne();
    assertThat(run.remarks()).contains("no family tea", "compare");
  }

  /** Simple names of the top-level classes in the package of one of them. */
  private static Stream<String> classesBeside(Class<?> type)
      throws IOException, URISyntaxException {
    String folder = "/" + type.getPackageName().replace('.', '/');
    URI place = type.getResource(type.getSimpleName() + ".class").toURI();
    if (place.getScheme().equals("jar")) {
      try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
        return names(jar.getPath(folder)).stream();
      }
    }
    return names(Path.of(place).getParent()).stream();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.contains("$"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .toList();
    }
  }
}
