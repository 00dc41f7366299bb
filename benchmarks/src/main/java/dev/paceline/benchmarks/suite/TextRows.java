package dev.paceline.benchmarks.suite;

import dev.paceline.datasets.GeneratedTable.Rows;
import dev.paceline.datasets.RowSink;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * Writes generated rows as text: a line a row, <code>|</code> between two fields, {@link #NULL} for
 * NULL.
 */
public final class TextRows implements RowSink {
  /** The field that stands for NULL. */
  public static final String NULL = "\\N";

  private final StringBuilder line = new StringBuilder();

  private TextRows() {}

  /** Writes all rows. */
  public static void write(Rows rows, Writer out) throws IOException {
    TextRows text = new TextRows();
    while (rows.next(text)) {
      out.append(text.line);
      text.line.setLength(0);
    }
  }

  @Override
  public RowSink integer(long value) {
    field().append(value);
    return this;
  }

  @Override
  public RowSink cents(long value) {
    field().append(BigDecimal.valueOf(value, 2));
    return this;
  }

  @Override
  public RowSink date(int days) {
    field().append(LocalDate.ofEpochDay(days));
    return this;
  }

  @Override
  public RowSink text(String value) {
    field().append(value);
    return this;
  }

  @Override
  public RowSink nothing() {
    field().append(NULL);
    return this;
  }

  @Override
  public void end() {
    line.append('\n');
  }

  private StringBuilder field() {
    return line.isEmpty() ? line : line.append('|');
  }
}
