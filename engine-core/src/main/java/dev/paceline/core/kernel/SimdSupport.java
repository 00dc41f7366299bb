package dev.paceline.core.kernel;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides once per process whether kernels run on the Vector API, and looks their classes up by
 * name so that a missing module harms nobody.
 */
public final class SimdSupport {
  /** System property: {@code on} (default) or {@code off}. */
  public static final String SIMD_PROPERTY = "paceline.simd";

  private static final Logger LOGGER = LoggerFactory.getLogger(SimdSupport.class);
  private static final String PACKAGE = "dev.paceline.core.kernel.simd.";
  private static final boolean ENABLED = decide();

  private SimdSupport() {}

  /** Whether the SIMD kernels serve. */
  public static boolean isEnabled() {
    return ENABLED;
  }

  /**
   * The implementation of one kernel family.
   *
   * @param simdClass simple name of the class in {@code kernel.simd}, with a public constructor
   *     without arguments
   * @param scalar the twin that serves otherwise
   */
  public static <T> T provide(Class<T> family, String simdClass, Supplier<? extends T> scalar) {
    if (!ENABLED) {
      return scalar.get();
    }
    try {
      return family.cast(Class.forName(PACKAGE + simdClass).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException("SIMD kernels " + simdClass + " cannot be loaded", e);
    }
  }

  private static boolean decide() {
    if (System.getProperty(SIMD_PROPERTY, "on").equals("off")) {
      LOGGER.info("SIMD kernels are off (-D{}=off)", SIMD_PROPERTY);
      return false;
    }
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      LOGGER.warn(
          "SIMD kernels are off: start Java with --add-modules=jdk.incubator.vector to run queries"
              + " several times faster");
      return false;
    }
    return true;
  }
}
