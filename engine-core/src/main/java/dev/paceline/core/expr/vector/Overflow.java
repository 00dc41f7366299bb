package dev.paceline.core.expr.vector;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;

/** The error for numbers that their type cannot hold. */
public final class Overflow {
  private Overflow() {}

  /**
   * @param value as the message names it; unscaled for decimals
   */
  public static PacelineException of(String value, DataType type) {
    int scale = RowFunctions.scale(type);
    String number = value;
    if (scale > 0) {
      number = new java.math.BigDecimal(new java.math.BigInteger(value), scale).toPlainString();
    }
    return new PacelineException(
        ErrorCode.NUMERIC_OVERFLOW,
        number + " is out of the range of " + type + "; cast an operand to a wider type");
  }
}
