package dev.paceline.core.kernel.tier;

/** When SIMD kernels serve. */
public enum SimdMode {
  /** As soon as they are compiled: the default. */
  TIERED,
  /** From the start, however slow they are before they are compiled. */
  ON,
  /** Never. */
  OFF
}
