/**
 * Internal. Loops over vectors. Every family of kernels is an abstract class with a scalar
 * implementation here and, where it pays, a SIMD one in {@code kernel.simd}; {@link
 * dev.paceline.core.kernel.tier.KernelTier} chooses which serves.
 */
package dev.paceline.core.kernel;
