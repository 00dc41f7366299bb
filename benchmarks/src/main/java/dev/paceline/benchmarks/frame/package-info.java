/**
 * The parts that all benchmark commands share: options, databases with the tables of a suite,
 * warm-up and turns, medians, tables of figures, JSON, charts and runs of JMH.
 */
@NullMarked
package dev.paceline.benchmarks.frame;

import org.jspecify.annotations.NullMarked;
