package dev.paceline.storage.load.parquet.write;

import dev.paceline.storage.load.parquet.metadata.ColumnBounds;

/**
 * A data page of a row group that was written.
 *
 * @param position the offset of the page's header in bytes from the start of the row group
 * @param bytes the length of the header and the compressed page
 * @param firstRow the number of the page's first row in the row group
 * @param isNull whether all values of the page are NULL
 */
record WrittenPage(long position, int bytes, long firstRow, ColumnBounds bounds, boolean isNull) {}
