package dev.paceline.storage.load.parquet.page;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a column chunk that are to be decoded.
 *
 * @param node the column in the schema
 * @param type what its values become
 * @param pages of the column chunk
 * @param rows the wanted rows of the row group, at least 1
 * @param place what error messages call the column chunk
 * @param memory where the values go
 * @param cancellation called every few milliseconds
 * @param levels where the levels of a column within lists or structs go; null for other columns
 */
public record ColumnRange(
    FileRead file,
    SchemaNode node,
    DataType type,
    ColumnChunkMetadata chunk,
    PageList pages,
    RowRanges rows,
    String place,
    MemoryScope memory,
    Runnable cancellation,
    @Nullable LeafLevels levels) {

  /** Returns the number of wanted rows. */
  int rowCount() {
    return (int) rows.rowCount();
  }

  /** Whether rows, or entries of lists and structs, may be NULL. */
  boolean isOptional() {
    return levels == null
        ? node.repetition() == SchemaNode.Repetition.OPTIONAL
        : levels.maxDefinition() > 0;
  }
}
