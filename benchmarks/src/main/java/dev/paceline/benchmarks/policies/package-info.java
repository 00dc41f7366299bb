/**
 * How queries share the workers under each scheduling policy: on real workers, and on virtual ones
 * that replay the orders of real queries (Quickstep, section 3).
 */
@NullMarked
package dev.paceline.benchmarks.policies;

import org.jspecify.annotations.NullMarked;
