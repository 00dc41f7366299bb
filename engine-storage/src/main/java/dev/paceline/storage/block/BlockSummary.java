package dev.paceline.storage.block;

import dev.paceline.core.scan.ColumnStatistics;

/**
 * A summary of a block that is kept in memory, wherever the block itself is.
 *
 * @param bytes length of the block
 */
public record BlockSummary(long bytes, ColumnStatistics statistics, ColumnSketch sketch) {}
