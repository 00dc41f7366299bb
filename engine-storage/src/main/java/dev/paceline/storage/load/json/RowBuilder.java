package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the rows of a chunk, of the columns that a scan wants. Not thread-safe. */
final class RowBuilder {
  private final boolean hasRecords;
  private final boolean refusesOthers;
  private final List<ColumnDefinition> columns = new ArrayList<>();
  private final List<ColumnBuilder> values = new ArrayList<>();

  /** The position of the column of each key; -1 if the column is not wanted. */
  private final Map<String, Integer> positions = new HashMap<>();

  private int rows;

  /** The column whose value is being added. */
  private @Nullable ColumnDefinition current;

  /**
   * @param wanted indexes of the columns of the table
   */
  RowBuilder(JsonSchema schema, int[] wanted, JsonOptions options, MemoryScope memory) {
    hasRecords = schema.hasRecords();
    refusesOthers = options.refusesOthers();
    schema.keys().forEach(key -> positions.put(key, -1));
    for (int i = 0; i < wanted.length; i++) {
      ColumnDefinition column = schema.columns().get(wanted[i]);
      columns.add(column);
      values.add(ColumnBuilder.of(column.type(), options, memory));
      positions.put(schema.keys().get(wanted[i]), i);
    }
  }

  int rows() {
    return rows;
  }

  long bytes() {
    long bytes = 0;
    for (ColumnBuilder value : values) {
      bytes += value.bytes();
    }
    return bytes;
  }

  /** Returns the column to which a value was being added when that failed; null if none. */
  @Nullable ColumnDefinition current() {
    return current;
  }

  /**
   * Adds the record that is the current value, and moves to its last token. A record that fails
   * leaves no trace after {@link #undo}.
   */
  void add(JsonParser parser) throws IOException, ValueMismatch {
    current = null;
    if (!hasRecords) {
      addWhole(parser);
      return;
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      endRow();
      return;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new ValueMismatch(JsonValues.of(parser), "is no object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Integer position = positions.get(parser.currentName());
      if (position == null && refusesOthers) {
        throw ValueMismatch.ofMember(parser.currentName());
      }
      parser.nextToken();
      if (position == null || position < 0) {
        parser.skipChildren();
        continue;
      }
      ColumnBuilder value = values.get(position);
      value.shorten(rows); // of several members of one name, the last one counts
      current = columns.get(position);
      value.add(parser);
      current = null;
    }
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new IOException("the record ends too early");
    }
    endRow();
  }

  private void addWhole(JsonParser parser) throws IOException, ValueMismatch {
    if (values.isEmpty()) {
      parser.skipChildren();
    } else {
      current = columns.getFirst();
      values.getFirst().add(parser);
      current = null;
    }
    endRow();
  }

  private void endRow() {
    rows++;
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i).rows() < rows) {
        values.get(i).addNull();
      }
    }
  }

  /** Takes the last record back. */
  void undoLast() {
    rows--;
    undo();
  }

  /** Removes what a record that failed has added. */
  void undo() {
    for (int i = 0; i < values.size(); i++) {
      values.get(i).shorten(rows);
    }
  }

  /** Returns the columns; none if there is no row. */
  List<ChunkColumn> finish() {
    return rows == 0 ? List.of() : values.stream().map(ColumnBuilder::finish).toList();
  }
}
