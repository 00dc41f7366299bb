package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.tier.SimdSupport;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Which options of the JVM give SIMD kernels; each answer comes from a JVM of its own. */
class SimdSupportTest {
  private static final String EXPORT = "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";

  /** What the other JVM runs. */
  static final class Probe {
    private Probe() {}

    public static void main(String[] arguments) {
      System.out.println("kernels " + DecodeKernels.fastest().getClass().getSimpleName());
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

  private static String probe(String... options) throws IOException, InterruptedException {
    return ChildJvm.output(Probe.class, options);
  }
}
