/** How long a fresh process takes for its first query, beside DuckDB in a fresh process. */
package dev.paceline.benchmarks.first;
