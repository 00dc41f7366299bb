package dev.paceline.calcite.estimate;

import java.util.List;

/**
 * How many rows a relational expression has, and what is believed of its columns.
 *
 * @param rows rows that it has
 * @param domainRows rows that it would have without filters: no combination of columns has more
 *     different values in its domain
 */
public record RelEstimate(double rows, double domainRows, List<ColumnEstimate> columns) {
  public ColumnEstimate column(int index) {
    return columns.get(index);
  }

  /** Different values of a column that really occur: no more than there are rows. */
  public double effectiveDistinct(int column) {
    return Math.max(1, Math.min(columns.get(column).present(), rows));
  }

  RelEstimate withRows(double newRows) {
    return new RelEstimate(newRows, domainRows, columns);
  }
}
