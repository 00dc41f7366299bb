package dev.paceline.datasets;

/** Takes generated rows: the columns of a row from left to right, then {@link #end}. */
public interface RowSink {
  /** A whole number. */
  RowSink integer(long value);

  /** A decimal with two digits behind the point. */
  RowSink cents(long value);

  /**
   * A date.
   *
   * @param days since 1970-01-01
   */
  RowSink date(int days);

  /** Text of a generator. */
  RowSink text(String value);

  /** Text of one character. */
  RowSink character(char value);

  /** NULL. */
  RowSink nothing();

  /** Ends the row. */
  void end();
}
