package dev.paceline.storage.scan.simulate;

/**
 * One scan.
 *
 * @param type queries of a type have the same cost, wherever they read
 * @param units which columns, as a mask
 * @param firstChunk where its range begins
 * @param cpuSeconds per chunk on one core
 */
public record SimulatedQuery(
    String type, SimulatedTable table, long units, int firstChunk, int chunks, double cpuSeconds) {}
