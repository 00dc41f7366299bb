package dev.paceline.storage.load.parquet;

import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the tree that describes a column with lists, structs or maps. The leaves of the tree
 * are columns of the file.
 *
 * @param type of its values
 * @param definition the level from which on its value is not NULL
 * @param repetition how many lists its values are in
 * @param children the fields of a struct, the elements of a list, or the keys and values of a map
 * @param leaf the column of the file; null if there are children
 */
record NestedNode(
    DataType type,
    int definition,
    int repetition,
    List<NestedNode> children,
    @Nullable ParquetColumn leaf) {}
