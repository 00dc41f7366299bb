package dev.paceline.core.kernel.tier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides once per process whether kernels may run on the Vector API, and looks their classes up by
 * name so that a missing module harms nobody.
 */
public final class SimdSupport {
  /** System property: {@code tiered} (default), {@code on} or {@code off}; see {@link SimdMode}. */
  public static final String SIMD_PROPERTY = "paceline.simd";

  private static final Logger LOGGER = LoggerFactory.getLogger(SimdSupport.class);
  private static final String PACKAGE = "dev.paceline.core.kernel.simd.";
  private static final String VECTOR_MODULE = "jdk.incubator.vector";
  private static final String MODULES = "jdk.internal.module.Modules";
  private static final SimdMode MODE = decide();

  private SimdSupport() {}

  /** Returns when SIMD kernels serve in this process. */
  public static SimdMode mode() {
    return MODE;
  }

  /** Returns whether SIMD kernels serve, at once or when they are compiled. */
  public static boolean isEnabled() {
    return MODE != SimdMode.OFF;
  }

  /**
   * Returns the SIMD kernels of a family.
   *
   * @throws IllegalStateException if the JVM has none
   */
  static <K> K load(Class<K> family, String simdClass) {
    if (!loadModule()) {
      throw new IllegalStateException(
          "the module " + VECTOR_MODULE + " cannot be added to the JVM");
    }
    try {
      return family.cast(Class.forName(PACKAGE + simdClass).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException("SIMD kernels " + simdClass + " cannot be loaded", e);
    }
  }

  private static SimdMode decide() {
    String text = System.getProperty(SIMD_PROPERTY, "on");
    SimdMode mode =
        switch (text) {
          case "tiered" -> SimdMode.TIERED;
          case "on" -> SimdMode.ON;
          case "off" -> SimdMode.OFF;
          default ->
              throw new IllegalArgumentException(
                  "-D%s=%s: the values are tiered, on and off".formatted(SIMD_PROPERTY, text));
        };
    if (mode == SimdMode.OFF) {
      LOGGER.info("SIMD kernels are off (-D{}=off)", SIMD_PROPERTY);
    } else if (!isInBootLayer() && !isExported()) {
      LOGGER.warn(
          "SIMD kernels are off: start Java with --add-modules=jdk.incubator.vector to run queries"
              + " several times faster");
      return SimdMode.OFF;
    }
    return mode;
  }

  private static boolean isInBootLayer() {
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
  }

  private static boolean isExported() {
    return Object.class
        .getModule()
        .isExported(MODULES.substring(0, MODULES.lastIndexOf('.')), SimdSupport.class.getModule());
  }

  /**
   * Adds the Vector API's module to the running JVM if it is not there, by the way that the JDK
   * adds those of agents. {@code --add-exports=java.base/jdk.internal.module=ALL-UNNAMED} permits
   * it. Unlike {@code --add-modules} with an incubating module, that lets the JVM start from an
   * archive of its module graph and of linked classes, and it prints no warning. The kernels
   * compile to the same code.
   *
   * @return whether the module is there
   */
  public static boolean loadModule() {
    if (MODE == SimdMode.OFF) {
      return false;
    }
    if (isInBootLayer()) {
      return true;
    }
    try {
      Class.forName(MODULES).getMethod("loadModule", String.class).invoke(null, VECTOR_MODULE);
      return true;
    } catch (ReflectiveOperationException e) {
      LOGGER.warn("The module {} cannot be added to the running JVM", VECTOR_MODULE, e);
      return false;
    }
  }
}
