package dev.paceline.core.expr.tree;

/** The binary operations on numbers, and on dates and intervals. */
public enum ArithmeticOperator {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  /** Whole numbers truncate towards zero; decimals round half away from zero. */
  DIVIDE("/"),
  /** The remainder has the sign of the dividend. */
  MODULO("%");

  private final String symbol;

  ArithmeticOperator(String symbol) {
    this.symbol = symbol;
  }

  /** Returns the operator as SQL writes it. */
  public String symbol() {
    return symbol;
  }
}
