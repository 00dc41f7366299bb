/** Suites of queries in Paceline and in DuckDB, by turns: the same rows and the same answers. */
@NullMarked
package dev.paceline.benchmarks.comparison;

import org.jspecify.annotations.NullMarked;
