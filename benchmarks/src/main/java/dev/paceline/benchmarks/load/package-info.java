/**
 * How fast rows become tables: rows that wait in memory into Paceline, files into DuckDB, by turns.
 */
@NullMarked
package dev.paceline.benchmarks.load;

import org.jspecify.annotations.NullMarked;
