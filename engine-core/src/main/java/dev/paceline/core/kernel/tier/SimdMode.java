package dev.paceline.core.kernel.tier;

/** When SIMD kernels serve. */
public enum SimdMode {
  /** SIMD kernels serve as soon as they are compiled. */
  TIERED,
  /**
   * SIMD kernels serve from the start, however slow they are before they are compiled: the default.
   */
  ON,
  /** SIMD kernels never serve. */
  OFF
}
