package dev.paceline.datasets;

/** Takes generated rows: the columns of a row from left to right, then {@link #end}. */
public interface RowSink {
  /** A whole number. */
  RowSink integer(long value);

  /** A decimal with two digits behind the point; by default its unscaled value as a number. */
  default RowSink cents(long value) {
    return integer(value);
  }

  /**
   * A date; by default its days as a number.
   *
   * @param days since 1970-01-01
   */
  default RowSink date(int days) {
    return integer(days);
  }

  /** Text of a generator. */
  RowSink text(String value);

  /** Text of one character; by default a text. */
  default RowSink character(char value) {
    return text(String.valueOf(value));
  }

  /** NULL. */
  RowSink nothing();

  /** Ends the row. */
  void end();
}
