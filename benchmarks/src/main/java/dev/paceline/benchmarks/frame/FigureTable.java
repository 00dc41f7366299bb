package dev.paceline.benchmarks.frame;

import dev.paceline.server.cli.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Aligned columns of figures. */
final class FigureTable {
  private static final Pattern COLUMN = Pattern.compile("(.*) (%(-?\\d+)[^%]*(?:%%)?)");

  private final List<Column> columns;

  /** A column, whose format has a width: {@code %-10s} or {@code %8.2f}. */
  private record Column(String title, String format, String width) {
    static Column parse(String column) {
      Matcher parts = COLUMN.matcher(column);
      if (!parts.matches()) {
        throw new IllegalArgumentException("no title and format with a width: " + column);
      }
      return new Column(parts.group(1), parts.group(2), parts.group(3));
    }

    /** Formats null and NaN as blanks. */
    String cell(@Nullable Object value) {
      boolean missing = value == null || value instanceof Double number && number.isNaN();
      return missing ? aligned("") : Text.format(format, value);
    }

    String aligned(String text) {
      return Text.format("%" + width + "s", text);
    }
  }

  /** Makes the columns that {@link Report#table} describes. */
  FigureTable(String columns) {
    this.columns =
        Arrays.stream(columns.split("; ")).filter(c -> !c.isEmpty()).map(Column::parse).toList();
  }

  /** Returns the line of titles. */
  String titles() {
    return columns.stream()
        .map(column -> column.aligned(column.title()))
        .collect(Collectors.joining(" "))
        .stripTrailing();
  }

  /** Returns the line of a row; see {@link Report#row}. */
  String row(@Nullable Object... values) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      cells.add(i < columns.size() ? columns.get(i).cell(values[i]) : String.valueOf(values[i]));
    }
    return String.join(" ", cells).stripTrailing();
  }
}
