package dev.paceline.benchmarks.simulation.scans;

/**
 * A query, which is one scan of a range of chunks.
 *
 * @param type the name of its type; all queries of a type have the same cost wherever they read
 * @param table the scanned table
 * @param units the columns that it reads, as a mask
 * @param firstChunk the first chunk of its range
 * @param chunks the number of chunks in its range
 * @param cpuSeconds the time of one core for a chunk
 */
public record SimulatedQuery(
    String type, SimulatedTable table, long units, int firstChunk, int chunks, double cpuSeconds) {}
