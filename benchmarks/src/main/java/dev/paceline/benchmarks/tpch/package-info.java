/**
 * TPC-H in Paceline and in DuckDB: the same rows, the same queries, the same answers, alternating
 * in one process.
 */
package dev.paceline.benchmarks.tpch;
