/** Internal. JMH benchmarks of single kernels: SIMD and scalar twins beside plain reading. */
@NullMarked
package dev.paceline.benchmarks.kernel;

import org.jspecify.annotations.NullMarked;
