/**
 * The effect of each technique: queries with all of them and without each, by turns in one process,
 * and joins in random orders.
 */
package dev.paceline.benchmarks.techniques;
