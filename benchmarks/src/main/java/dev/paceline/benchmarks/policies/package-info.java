/**
 * How queries share the workers under each scheduling policy: on real workers, and on virtual ones
 * that replay the orders of real queries (Quickstep §3, B12 to B17).
 */
@NullMarked
package dev.paceline.benchmarks.policies;

import org.jspecify.annotations.NullMarked;
