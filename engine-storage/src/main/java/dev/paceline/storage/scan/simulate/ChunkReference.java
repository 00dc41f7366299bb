package dev.paceline.storage.scan.simulate;

/**
 * A scan was given a chunk.
 *
 * @param chunk its number in the table
 * @param units the columns that the scan read, as a mask
 */
public record ChunkReference(SimulatedTable table, int chunk, long units) {}
