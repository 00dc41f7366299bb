package dev.paceline.storage.scan;

/**
 * A unit of a chunk in memory: what a replacement policy knows.
 *
 * @param unit its number
 */
public record ChunkUnit(ScanChunk chunk, int unit) {}
