package dev.paceline.core.kernel.tier;

/** The kernels that a family uses now. */
public enum KernelState {
  /** Scalar kernels: the family was used little, or SIMD is off. */
  SCALAR,
  /** Scalar kernels, while SIMD kernels wait for their compilation or are being compiled. */
  TRAINING,
  /** Scalar kernels for good: the JIT did not compile the SIMD kernels. */
  GIVEN_UP,
  /** SIMD kernels. */
  SIMD
}
