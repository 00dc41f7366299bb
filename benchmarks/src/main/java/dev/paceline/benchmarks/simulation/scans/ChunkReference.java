package dev.paceline.benchmarks.simulation.scans;

/**
 * One chunk that was handed to a scan.
 *
 * @param table the table of the chunk
 * @param chunk the position of the chunk in its table
 * @param units the columns that the scan read, as a mask
 */
public record ChunkReference(SimulatedTable table, int chunk, long units) {}
