/**
 * Internal. Generates the tables of TPC-H and of the Star Schema Benchmark, loads them into a
 * database, and holds the queries of both. The command line, the benchmarks and the tests use them;
 * programs that embed the engine do not need them.
 */
package dev.paceline.datasets;
