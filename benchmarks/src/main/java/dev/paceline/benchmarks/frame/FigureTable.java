package dev.paceline.benchmarks.frame;

import dev.paceline.server.cli.Text;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Aligned columns of figures; a row is printed when it is added. */
public final class FigureTable {
  private static final Pattern WIDTH = Pattern.compile("%(-?\\d+).*");

  private final PrintStream out;
  private final List<Column> columns = new ArrayList<>();

  private record Column(String title, String format) {
    /** Formats null and NaN as blanks. */
    String cell(@Nullable Object value) {
      boolean missing = value == null || value instanceof Double number && number.isNaN();
      return missing ? blank("") : Text.format(format, value);
    }

    String blank(String text) {
      Matcher width = WIDTH.matcher(format);
      return Text.format(width.matches() ? "%" + width.group(1) + "s" : "%s", text);
    }
  }

  FigureTable(PrintStream out) {
    this.out = out;
  }

  /**
   * Adds a column.
   *
   * @param format of a value, with a width: {@code %-10s} or {@code %8.2f}
   */
  public FigureTable column(String title, String format) {
    columns.add(new Column(title, format));
    return this;
  }

  /** Prints the titles of the columns. */
  public FigureTable header() {
    print(columns.stream().map(column -> column.blank(column.title())).toList());
    return this;
  }

  /**
   * Prints a row.
   *
   * @param values of the first columns, and perhaps a remark behind those of all columns; null and
   *     NaN leave a column blank
   */
  public void row(@Nullable Object... values) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      cells.add(i < columns.size() ? columns.get(i).cell(values[i]) : String.valueOf(values[i]));
    }
    print(cells);
  }

  private void print(List<String> cells) {
    out.println(String.join(" ", cells).stripTrailing());
    out.flush();
  }
}
