package dev.paceline.storage.load.parquet.write;

import dev.paceline.storage.load.parquet.metadata.ColumnBounds;

/**
 * A data page of a row group that was written.
 *
 * @param position of its header, counted from the start of the row group
 * @param bytes of the header and the compressed page
 * @param firstRow in the row group
 * @param isNull whether all of its values are NULL
 */
record WrittenPage(long position, int bytes, long firstRow, ColumnBounds bounds, boolean isNull) {}
