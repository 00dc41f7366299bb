/**
 * Internal. Writes Parquet files: version 1 pages, the encodings PLAIN and RLE_DICTIONARY, one data
 * page a column chunk, statistics of every column whose values have an order.
 */
package dev.paceline.storage.load.parquet.write;
