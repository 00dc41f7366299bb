package dev.paceline.server.cli.print;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/** Prints aligned columns: numbers to the right, NULL in words, widths as a terminal shows them. */
final class TablePrinter implements ResultPrinter {
  /** Rows that are read before their widths are fixed; longer results align page by page. */
  private static final int PAGE_ROWS = 5_000;

  private static final String NULL = "NULL";

  @Override
  public void print(ResultSet rows, PrintStream out) throws SQLException {
    List<Column> columns = Column.of(rows);
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(columns.get(i).label());
    }
    long count = 0;
    List<@Nullable String[]> page = new ArrayList<>();
    boolean more = true;
    while (more && !out.checkError()) {
      page.clear();
      while (page.size() < PAGE_ROWS && (more = rows.next())) {
        page.add(read(columns, rows, widths));
      }
      if (count == 0) {
        printHeading(columns, widths, out);
      }
      for (@Nullable String[] row : page) {
        out.println(line(columns, row, widths));
      }
      count += page.size();
    }
    out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
  }

  @Override
  public void printUpdate(long count, PrintStream out) {
    out.println(count == 0 ? "OK" : count == 1 ? "OK, 1 row" : "OK, " + count + " rows");
  }

  private static @Nullable String[] read(List<Column> columns, ResultSet rows, int[] widths)
      throws SQLException {
    @Nullable String[] row = new @Nullable String[widths.length];
    for (int i = 0; i < row.length; i++) {
      String text = columns.get(i).text(rows);
      row[i] = text == null ? NULL : visible(text);
      widths[i] = Math.max(widths[i], width(row[i]));
    }
    return row;
  }

  private static void printHeading(List<Column> columns, int[] widths, PrintStream out) {
    String[] labels = columns.stream().map(Column::label).toArray(String[]::new);
    out.println(line(columns, labels, widths));
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append(i == 0 ? "-" : "-+-").append("-".repeat(widths[i]));
    }
    out.println(rule.append('-'));
  }

  private static String line(List<Column> columns, @Nullable String[] cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String cell = String.valueOf(cells[i]);
      String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
      line.append(i == 0 ? " " : " | ");
      if (columns.get(i).isNumeric()) {
        line.append(padding).append(cell);
      } else {
        line.append(cell).append(padding);
      }
    }
    return line.toString().stripTrailing();
  }

  /** Line breaks and other control characters would tear the table apart. */
  private static String visible(String text) {
    StringBuilder visible = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        if (visible == null) {
          visible = new StringBuilder(text.substring(0, i));
        }
        switch (c) {
          case '\n' -> visible.append("\\n");
          case '\r' -> visible.append("\\r");
          case '\t' -> visible.append("\\t");
          default -> visible.append("\\u%04x".formatted((int) c));
        }
      } else if (visible != null) {
        visible.append(c);
      }
    }
    return visible == null ? text : visible.toString();
  }

  /** Columns of a terminal that a text takes: two for wide characters, none for combining ones. */
  private static int width(@Nullable String text) {
    return String.valueOf(text)
        .codePoints()
        .map(point -> point < 0x7f ? 1 : Math.max(0, WCWidth.wcwidth(point)))
        .sum();
  }
}
