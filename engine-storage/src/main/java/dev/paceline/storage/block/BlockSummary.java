package dev.paceline.storage.block;

import dev.paceline.core.scan.ColumnStatistics;

/**
 * What is kept about a block wherever the block itself may be.
 *
 * @param bytes length of the block
 */
public record BlockSummary(long bytes, ColumnStatistics statistics, ColumnSketch sketch) {}
