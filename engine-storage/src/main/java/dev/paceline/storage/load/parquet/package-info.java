/**
 * Internal. Parquet files as tables, and writing them.
 *
 * <p>A {@link dev.paceline.storage.load.parquet.ParquetFormat} reads the footers of its files. A
 * chunk of a scan is a row group, or a part of one with many rows; row groups that the statistics
 * in the footer rule out are never handed out.
 */
package dev.paceline.storage.load.parquet;
