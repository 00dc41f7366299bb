/**
 * Internal. Kernels on the Vector API. Loaded only when the incubating module is present; nothing
 * outside this package names its classes or those of the module.
 */
package dev.paceline.core.kernel.simd;
