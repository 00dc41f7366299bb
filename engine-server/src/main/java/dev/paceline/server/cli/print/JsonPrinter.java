package dev.paceline.server.cli.print;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/**
 * Prints an array with an object a row, one on each line. Integers and decimals are numbers with
 * all their digits; dates and times are strings; so are NaN and infinities, which JSON lacks.
 */
final class JsonPrinter implements ResultPrinter {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  /** How often it looks whether somebody still reads. */
  private static final int CHECK_ROWS = 1_000;

  @Override
  public void print(ResultSet rows, PrintStream out) throws SQLException, IOException {
    List<Column> columns = Column.of(rows);
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.setPrettyPrinter(objectPerLine());
      json.writeStartArray();
      for (long row = 1; rows.next(); row++) {
        json.writeStartObject();
        for (Column column : columns) {
          json.writeFieldName(column.label());
          writeValue(column, rows, json);
        }
        json.writeEndObject();
        if (row % CHECK_ROWS == 0 && out.checkError()) {
          return;
        }
      }
    }
    out.println();
  }

  private static DefaultPrettyPrinter objectPerLine() {
    Separators tight =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.NONE)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter(tight);
    printer.indentArraysWith(new DefaultIndenter("", "\n"));
    printer.indentObjectsWith(DefaultPrettyPrinter.NopIndenter.instance);
    return printer;
  }

  private static void writeValue(Column column, ResultSet rows, JsonGenerator json)
      throws SQLException, IOException {
    if (column.isBoolean()) {
      boolean value = rows.getBoolean(column.index());
      if (!rows.wasNull()) {
        json.writeBoolean(value);
        return;
      }
    } else if (column.type() == Types.REAL) {
      float value = rows.getFloat(column.index());
      if (!rows.wasNull()) {
        json.writeNumber(value);
        return;
      }
    } else if (column.isNumeric() && !column.isExact()) {
      double value = rows.getDouble(column.index());
      if (!rows.wasNull()) {
        json.writeNumber(value);
        return;
      }
    } else {
      String text = column.text(rows);
      if (text != null) {
        if (column.isExact()) {
          json.writeNumber(text);
        } else {
          json.writeString(text);
        }
        return;
      }
    }
    json.writeNull();
  }
}
