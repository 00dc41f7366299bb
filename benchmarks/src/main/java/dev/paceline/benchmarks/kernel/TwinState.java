package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.SimdSupport;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A trial of one of a family's two implementations. */
@State(Scope.Thread)
public abstract class TwinState extends BatchState {
  /** Which implementation runs. */
  public enum Twin {
    SCALAR,
    SIMD
  }

  @Param({"SCALAR", "SIMD"})
  private Twin twin;

  /**
   * @param serving what queries run on
   */
  final <T> T choose(T serving, T scalar) {
    if (twin == Twin.SCALAR) {
      return scalar;
    }
    if (!SimdSupport.isEnabled()) {
      throw new IllegalStateException(
          "SIMD kernels are off: start Java with --add-modules=jdk.incubator.vector");
    }
    return serving;
  }
}
