package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import java.io.IOException;

/** Collects the values of one column of a chunk. Not thread-safe. */
sealed interface ColumnBuilder permits ValueBuilder, NestedColumnBuilder {
  /** Returns the builder for a type. */
  static ColumnBuilder of(DataType type, JsonOptions options, MemoryScope memory) {
    return type.isNested()
        ? new NestedColumnBuilder(type, options, memory)
        : new ValueBuilder(type, options, memory);
  }

  /** Returns the number of values. */
  int rows();

  /** Returns the bytes of the values. */
  long bytes();

  /** Takes back the last values. */
  void shorten(int toRows);

  /** Adds NULL. */
  void addNull();

  /** Adds the current value, and moves to its last token; a name counts as a string. */
  void add(JsonParser parser) throws IOException, ValueMismatch;

  /** Returns the column, of at least one row. */
  ChunkColumn finish();
}
