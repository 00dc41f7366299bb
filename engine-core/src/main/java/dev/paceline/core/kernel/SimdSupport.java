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
  private static final String VECTOR_MODULE = "jdk.incubator.vector";
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
    if (ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty() && !loadsModule()) {
      LOGGER.warn(
          "SIMD kernels are off: start Java with --add-modules=jdk.incubator.vector to run queries"
              + " several times faster");
      return false;
    }
    return true;
  }

  /**
   * Adds the Vector API's module to the running JVM, by the way that the JDK adds those of agents.
   * {@code --add-exports=java.base/jdk.internal.module=ALL-UNNAMED} permits it. Unlike {@code
   * --add-modules} with an incubating module, that lets the JVM start from an archive of its module
   * graph and of linked classes, and it prints no warning. The kernels compile to the same code.
   */
  private static boolean loadsModule() {
    try {
      Class<?> modules = Class.forName("jdk.internal.module.Modules");
      modules.getMethod("loadModule", String.class).invoke(null, VECTOR_MODULE);
      return true;
    } catch (ReflectiveOperationException e) {
      LOGGER.debug("The module {} cannot be added to the running JVM", VECTOR_MODULE, e);
      return false;
    }
  }
}
