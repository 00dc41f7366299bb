package dev.paceline.datasets;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Generated rows as lists of objects: whole numbers as Long, decimals as BigDecimal, text as
 * String, NULL as null.
 */
final class GeneratedRows implements RowSink {
  private final List<List<Object>> rows = new ArrayList<>();
  private List<Object> row = new ArrayList<>();

  private GeneratedRows() {}

  /** All rows of a table, made in some number of parts. */
  static List<List<Object>> of(GeneratedTable table, double scaleFactor, int partCount) {
    GeneratedRows sink = new GeneratedRows();
    for (int part = 1; part <= partCount; part++) {
      GeneratedTable.Rows rows = table.rows(scaleFactor, part, partCount);
      while (rows.next(sink)) {
        // the sink keeps it
      }
    }
    return sink.rows;
  }

  @Override
  public RowSink integer(long value) {
    return add(value);
  }

  @Override
  public RowSink cents(long value) {
    return add(BigDecimal.valueOf(value, 2));
  }

  @Override
  public RowSink text(String value) {
    return add(value);
  }

  @Override
  public RowSink nothing() {
    return add(null);
  }

  @Override
  public void end() {
    rows.add(row);
    row = new ArrayList<>();
  }

  private RowSink add(@Nullable Object value) {
    row.add(value);
    return this;
  }
}
