/**
 * How fast rows become tables: rows that wait in memory into Paceline, files into DuckDB, by turns.
 * Files of lineitem are also loaded, queried in place and written by both.
 */
@NullMarked
package dev.paceline.benchmarks.load;

import org.jspecify.annotations.NullMarked;
