package dev.paceline.storage.load;

import dev.paceline.core.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * One file of a united table.
 *
 * @param table the file alone
 * @param sources for each column of the united table: the index of the file's column, or -1 if all
 *     rows of the file have the same value
 * @param constants those values: a Long, a String, or null for NULL
 */
record UnitedFile(FileTable table, int[] sources, @Nullable Object[] constants) {
  /** Returns whether the file's values of a column become values of another type. */
  boolean isCast(int column, DataType type) {
    int source = sources[column];
    return source >= 0 && !table.columns().get(source).type().equals(type);
  }
}
