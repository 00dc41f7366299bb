package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which options of the JVM give SIMD kernels; each answer comes from a JVM of its own. */
class SimdSupportTest {
  private static final String EXPORT = "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";

  /** What the other JVM runs. */
  static final class Probe {
    private Probe() {}

    public static void main(String[] arguments) {
      System.out.println("kernels " + DecodeKernels.INSTANCE.getClass().getSimpleName());
      System.out.println(
          "at boot " + ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
    }
  }

  @Test
  void theExportLetsTheModuleBeAddedLater() throws Exception {
    assertThat(probe(EXPORT))
        .contains("kernels SimdDecodeKernels", "at boot false")
        .doesNotContain("incubator", "SIMD kernels are off");
  }

  @Test
  void theModuleMayAsWellBeThereFromTheStart() throws Exception {
    assertThat(probe("--add-modules=jdk.incubator.vector"))
        .contains("kernels SimdDecodeKernels", "at boot true");
    assertThat(probe("--add-modules=jdk.incubator.vector", EXPORT))
        .contains("kernels SimdDecodeKernels", "at boot true");
  }

  @Test
  void withoutEitherScalarKernelsServe() throws Exception {
    assertThat(probe()).contains("kernels ScalarDecodeKernels", "at boot false");
  }

  @Test
  void thePropertyTurnsThemOff() throws Exception {
    assertThat(probe(EXPORT, "-D" + SimdSupport.SIMD_PROPERTY + "=off"))
        .contains("kernels ScalarDecodeKernels");
  }

  /** All that the other JVM prints. */
  private static String probe(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Probe.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
