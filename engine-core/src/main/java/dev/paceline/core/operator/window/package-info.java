/**
 * Internal. Window functions: rows are sorted by partition and order keys, and functions read the
 * sorted rows by position. What functions need beside the rows (the starts of partitions and peers,
 * sums of prefixes, trees of aggregates) is made once by all workers; then each worker computes the
 * functions of the rows that it hands out, batch by batch.
 *
 * <p>Source: Leis, Kundhikanjana, Kemper and Neumann, Efficient Processing of Window Functions in
 * Analytical SQL Queries, 2015.
 */
package dev.paceline.core.operator.window;
