/**
 * Held-out variants of TPC-H: the same tables with other data in another order, and the same
 * queries with other parameters. What is fast only because of how the generator happens to lay out
 * its rows, or for the parameters that everybody measures, is slow here.
 */
package dev.paceline.benchmarks.variants;
