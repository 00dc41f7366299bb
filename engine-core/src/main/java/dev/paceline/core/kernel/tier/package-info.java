/**
 * Internal. Which implementation of a kernel family serves: scalar kernels first, SIMD kernels as
 * soon as the JIT has compiled them. Until then every vector of the Vector API is an object, and
 * SIMD kernels are up to a thousand times slower than scalar ones.
 */
package dev.paceline.core.kernel.tier;
