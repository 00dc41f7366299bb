package dev.paceline.server.avatica;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads rows as arrays of boxed values, from which Avatica makes Protobuf messages. */
final class ObjectFrameReader extends FrameReader {
  private List<Object> frame = List.of();

  ObjectFrameReader(ResultSet rows) throws SQLException {
    super(rows);
  }

  @Override
  void begin() {
    frame = new ArrayList<>();
  }

  @Override
  long addRow() throws SQLException {
    @Nullable Object[] row = new @Nullable Object[columnCount()];
    long characters = 0;
    for (int i = 0; i < row.length; i++) {
      Object value = value(i);
      if (value instanceof String text) {
        characters += text.length();
      } else if (value instanceof byte[] bytes) {
        characters += bytes.length;
      }
      row[i] = value;
    }
    frame.add(row);
    return characters;
  }

  @Override
  List<Object> end() {
    return frame;
  }
}
