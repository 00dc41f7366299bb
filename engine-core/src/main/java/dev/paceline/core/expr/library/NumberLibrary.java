package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.BOOLEAN;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.LaneFunctions;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.type.DataType;
import java.math.BigInteger;
import java.util.List;

/** Functions of numbers. */
final class NumberLibrary {
  private static final DataType WIDE = DataType.decimal(DataType.MAX_DECIMAL_PRECISION, 0);

  /** The largest number whose factorial has 38 digits at most. */
  private static final int MAX_FACTORIAL = 33;

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "even",
              List.of(FLOAT64),
              FLOAT64,
              TOTAL,
              "Rounds away from zero to an even number.",
              RowFunctions.doubles((a, row) -> even(a[0].getDouble(row)))),
          new LibraryFunction(
              "factorial",
              List.of(INT64),
              WIDE,
              FAILS,
              "Returns the product of the numbers from 1 to the argument, which is 33 at most.",
              RowFunctions.unscaled(WIDE, (a, row) -> factorial(a[0].getLong(row)))),
          new LibraryFunction(
              "gcd",
              List.of(INT64, INT64),
              INT64,
              FAILS,
              "Returns the greatest common divisor.",
              RowFunctions.longs((a, row) -> gcd(a[0].getLong(row), a[1].getLong(row)))),
          new LibraryFunction(
              "lcm",
              List.of(INT64, INT64),
              INT64,
              FAILS,
              "Returns the least common multiple.",
              RowFunctions.longs((a, row) -> lcm(a[0].getLong(row), a[1].getLong(row)))),
          new LibraryFunction(
              "isfinite",
              List.of(FLOAT64),
              BOOLEAN,
              TOTAL,
              "Tells whether a number is neither infinite nor NaN.",
              RowFunctions.booleans((a, row) -> Double.isFinite(a[0].getDouble(row)))),
          new LibraryFunction(
              "isinf",
              List.of(FLOAT64),
              BOOLEAN,
              TOTAL,
              "Tells whether a number is infinite.",
              RowFunctions.booleans((a, row) -> Double.isInfinite(a[0].getDouble(row)))),
          new LibraryFunction(
              "isnan",
              List.of(FLOAT64),
              BOOLEAN,
              TOTAL,
              "Tells whether a number is NaN.",
              RowFunctions.booleans((a, row) -> Double.isNaN(a[0].getDouble(row)))),
          new LibraryFunction(
              "nextafter",
              List.of(FLOAT64, FLOAT64),
              FLOAT64,
              TOTAL,
              "Returns the double next to the first argument in the direction of the second.",
              RowFunctions.doubles(
                  (a, row) -> Math.nextAfter(a[0].getDouble(row), a[1].getDouble(row)))),
          new LibraryFunction(
              "to_hex",
              List.of(INT64),
              VARCHAR,
              TOTAL,
              "Returns the hexadecimal digits of the 64 bits, in lower case as in PostgreSQL.",
              RowFunctions.text((a, row, out) -> out.append(Long.toHexString(a[0].getLong(row))))),
          new LibraryFunction(
              "xor",
              List.of(INT64, INT64),
              INT64,
              TOTAL,
              "Returns the bitwise exclusive or.",
              LaneFunctions.ofLongs((a, b) -> a ^ b)),
          new LibraryFunction(
              "bitand",
              List.of(INT64, INT64),
              INT64,
              TOTAL,
              "Returns the bitwise and. `x & y` is the same.",
              LaneFunctions.ofLongs((a, b) -> a & b)),
          new LibraryFunction(
              "bitor",
              List.of(INT64, INT64),
              INT64,
              TOTAL,
              "Returns the bitwise or. `x \\| y` is the same.",
              LaneFunctions.ofLongs((a, b) -> a | b)),
          new LibraryFunction(
              "bitnot",
              List.of(INT64),
              INT64,
              TOTAL,
              "Returns the bitwise complement. `~x` is the same.",
              LaneFunctions.ofLong(a -> ~a)),
          new LibraryFunction(
              "leftshift",
              List.of(INT64, INT64),
              INT64,
              TOTAL,
              "Shifts the 64 bits to the left by the second argument modulo 64. `x << n` is the"
                  + " same.",
              LaneFunctions.ofLongs((a, b) -> a << b)),
          new LibraryFunction(
              "rightshift",
              List.of(INT64, INT64),
              INT64,
              TOTAL,
              "Shifts the 64 bits to the right, with the sign, by the second argument modulo 64. `x"
                  + " >> n` is the same.",
              LaneFunctions.ofLongs((a, b) -> a >> b)),
          new LibraryFunction(
              "bit_count",
              List.of(INT64),
              INT64,
              TOTAL,
              "Returns the number of ones among the 64 bits.",
              LaneFunctions.ofLong(Long::bitCount)),
          new LibraryFunction(
              "divide",
              List.of(INT64, INT64),
              INT64,
              FAILS,
              "Divides towards zero. `x // y` is the same.",
              RowFunctions.longs((a, row) -> divide(a[0].getLong(row), a[1].getLong(row)))),
          new LibraryFunction(
              "divide",
              List.of(FLOAT64, FLOAT64),
              FLOAT64,
              FAILS,
              "Divides and rounds down to a whole number. `x // y` is the same.",
              RowFunctions.doubles((a, row) -> divide(a[0].getDouble(row), a[1].getDouble(row)))));

  private NumberLibrary() {}

  private static long divide(long dividend, long divisor) {
    if (divisor == 0) {
      throw RowFunctions.divisionByZero();
    }
    if (divisor == -1 && dividend == Long.MIN_VALUE) {
      throw Overflow.of("9223372036854775808", INT64);
    }
    return dividend / divisor;
  }

  private static double divide(double dividend, double divisor) {
    if (divisor == 0) {
      throw RowFunctions.divisionByZero();
    }
    return Math.floor(dividend / divisor);
  }

  private static double even(double number) {
    return Math.copySign(2 * Math.ceil(Math.abs(number) / 2), number);
  }

  private static BigInteger factorial(long number) {
    if (number < 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "factorial takes no negative number, such as " + number);
    }
    if (number > MAX_FACTORIAL) {
      throw Overflow.of("the factorial of " + number, WIDE);
    }
    BigInteger product = BigInteger.ONE;
    for (long factor = 2; factor <= number; factor++) {
      product = product.multiply(BigInteger.valueOf(factor));
    }
    return product;
  }

  private static long gcd(long left, long right) {
    long divisor = divisor(left, right);
    if (divisor == Long.MIN_VALUE) {
      throw Overflow.of("9223372036854775808", INT64);
    }
    return -divisor;
  }

  /** Returns the divisor with a negative sign, which the smallest number has too. */
  private static long divisor(long left, long right) {
    long divisor = left;
    long rest = right;
    while (rest != 0) {
      long next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    return divisor > 0 ? -divisor : divisor;
  }

  private static long lcm(long left, long right) {
    if (left == 0 || right == 0) {
      return 0;
    }
    try {
      return Math.absExact(Math.multiplyExact(left / divisor(left, right), right));
    } catch (ArithmeticException e) {
      throw Overflow.of("the least common multiple of " + left + " and " + right, INT64);
    }
  }
}
