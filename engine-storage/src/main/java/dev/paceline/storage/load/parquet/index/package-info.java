/**
 * Internal. What Parquet files say about parts of a column chunk: bounds of pages, and Bloom
 * filters.
 */
package dev.paceline.storage.load.parquet.index;
