/**
 * Suites of queries over generated tables in Paceline and in a peer: the same rows, the same
 * queries, the same answers, alternating in one process.
 */
package dev.paceline.benchmarks.suite;
