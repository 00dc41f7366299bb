/** Internal. Kernels that find the smallest and the largest value of lanes. */
package dev.paceline.core.kernel.bounds;
