package dev.paceline.server.cli.print;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints comma-separated values with a header. */
final class CsvPrinter implements ResultPrinter {
  /** How often it looks whether somebody still reads. */
  private static final int CHECK_ROWS = 1_000;

  @Override
  public void print(ResultSet rows, PrintStream out) throws SQLException, IOException {
    List<Column> columns = Column.of(rows);
    OutputStreamWriter text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    CsvWriter writer =
        CsvWriter.builder()
            .quoteStrategy(QuoteStrategies.EMPTY)
            .lineDelimiter(LineDelimiter.LF)
            .build(text);
    writer.writeRecord(columns.stream().map(Column::label).toArray(String[]::new));
    @Nullable String[] cells = new @Nullable String[columns.size()];
    for (long row = 1; rows.next(); row++) {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = columns.get(i).text(rows);
      }
      writer.writeRecord(cells);
      if (row % CHECK_ROWS == 0 && out.checkError()) {
        return;
      }
    }
    writer.flush();
    text.flush();
  }
}
