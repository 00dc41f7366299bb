package dev.paceline.server.avatica;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.paceline.calcite.session.QueryResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.apache.calcite.avatica.remote.JsonService;

/**
 * Reads rows straight into JSON text, while the values are at hand: no boxes, no search for a
 * serialiser per value, and the frame is ready to be sent when a client asks for it.
 */
final class JsonFrameReader extends FrameReader {
  private static final SerializedString COMMA = new SerializedString(",");

  /** About as large as a frame of narrow rows. */
  private static final int INITIAL_BYTES = 1 << 19;

  private final ResultSet rows;

  /** Whether text comes as UTF-8 from {@link ResultSet#getBytes(int)}, which spares the strings. */
  private final boolean ours;

  private ByteArrayOutputStream text = new ByteArrayOutputStream(0);
  private JsonGenerator json;

  JsonFrameReader(ResultSet rows) throws SQLException, IOException {
    super(rows);
    this.rows = rows;
    this.ours = rows.isWrapperFor(QueryResult.class);
    this.json = JsonService.MAPPER.createGenerator(text);
  }

  @Override
  void begin() throws IOException {
    text = new ByteArrayOutputStream(INITIAL_BYTES);
    json = JsonService.MAPPER.createGenerator(text);
    json.setRootValueSeparator(COMMA);
  }

  @Override
  long addRow() throws SQLException, IOException {
    long before = written();
    json.writeStartArray();
    for (int i = 0; i < columnCount(); i++) {
      int column = i + 1;
      switch (type(i)) {
        case Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT -> {
          long number = rows.getLong(column);
          if (rows.wasNull()) {
            json.writeNull();
          } else {
            json.writeNumber(number);
          }
        }
        case Types.DOUBLE, Types.FLOAT -> {
          double number = rows.getDouble(column);
          if (rows.wasNull()) {
            json.writeNull();
          } else {
            json.writeNumber(number);
          }
        }
        case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> writeText(column);
        default -> json.writePOJO(value(i));
      }
    }
    json.writeEndArray();
    return written() - before;
  }

  private void writeText(int column) throws SQLException, IOException {
    if (!ours) {
      json.writeString(rows.getString(column));
      return;
    }
    byte[] utf8 = rows.getBytes(column);
    if (utf8 == null) {
      json.writeNull();
    } else {
      json.writeUTF8String(utf8, 0, utf8.length);
    }
  }

  private long written() {
    return (long) text.size() + json.getOutputBuffered();
  }

  @Override
  List<Object> end() throws IOException {
    json.close();
    return text.size() == 0 ? List.of() : List.of(new JsonRows(text.toByteArray()));
  }
}
