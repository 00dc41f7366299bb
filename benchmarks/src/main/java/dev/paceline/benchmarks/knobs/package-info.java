/**
 * Connections with knobs: parameters that tests and benchmarks change and that users cannot, such
 * as the size of batches, the join order and the techniques of execution.
 */
@NullMarked
package dev.paceline.benchmarks.knobs;

import org.jspecify.annotations.NullMarked;
