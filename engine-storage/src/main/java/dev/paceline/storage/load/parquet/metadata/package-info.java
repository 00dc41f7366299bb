/**
 * Internal. The structures of a Parquet file that are not values: footer and page headers, as
 * records that are read from and written to Thrift's compact protocol.
 *
 * <p>A file is {@code PAR1}, pages of column chunks, {@link
 * dev.paceline.storage.load.parquet.metadata.FileMetadata}, the length of that in 4 bytes, {@code
 * PAR1}. The definitions are those of parquet-format 2.11 ({@code parquet.thrift}).
 */
package dev.paceline.storage.load.parquet.metadata;
