package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.BOOLEAN;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Functions of doubles whose values are not exact. */
final class MathLibrary {
  private static final double LN_2 = Math.log(2);

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          ofOne(
              "log2",
              FAILS,
              "Returns the logarithm to the base 2 of a positive number.",
              MathLibrary::log2),
          new LibraryFunction(
              "log",
              List.of(FLOAT64, FLOAT64),
              FLOAT64,
              FAILS,
              "Returns the logarithm of the second argument to the base that the first one is.",
              RowFunctions.doubles((a, row) -> log(a[0].getDouble(row), a[1].getDouble(row)))),
          ofOne("acosh", FAILS, "Returns the inverse hyperbolic cosine.", MathLibrary::acosh),
          ofOne("asinh", TOTAL, "Returns the inverse hyperbolic sine.", MathLibrary::asinh),
          ofOne("atanh", FAILS, "Returns the inverse hyperbolic tangent.", MathLibrary::atanh),
          ofOne("gamma", FAILS, "Returns the gamma function.", GammaFunction::gamma),
          ofOne(
              "lgamma",
              FAILS,
              "Returns the natural logarithm of the absolute value of the gamma function.",
              GammaFunction::logarithm),
          new LibraryFunction(
              "signbit",
              List.of(FLOAT64),
              BOOLEAN,
              TOTAL,
              "Tells whether the sign bit is set, as it is in -0.0.",
              RowFunctions.booleans(
                  (a, row) -> Double.doubleToRawLongBits(a[0].getDouble(row)) < 0)),
          new LibraryFunction(
              "fdiv",
              List.of(FLOAT64, FLOAT64),
              FLOAT64,
              FAILS,
              "Divides and rounds down to a whole number.",
              RowFunctions.doubles(
                  (a, row) -> Math.floor(a[0].getDouble(row) / divisor(a[1].getDouble(row))))),
          new LibraryFunction(
              "fmod",
              List.of(FLOAT64, FLOAT64),
              FLOAT64,
              FAILS,
              "Returns what `fdiv` leaves over.",
              RowFunctions.doubles(
                  (a, row) -> {
                    double dividend = a[0].getDouble(row);
                    double divisor = divisor(a[1].getDouble(row));
                    return dividend - Math.floor(dividend / divisor) * divisor;
                  })),
          new LibraryFunction(
              "round_even",
              List.of(FLOAT64, INT64),
              FLOAT64,
              TOTAL,
              "Rounds to a number of fraction digits, and halves to the even digit.",
              RowFunctions.doubles((a, row) -> roundEven(a[0].getDouble(row), a[1].getLong(row)))));

  private MathLibrary() {}

  private static LibraryFunction ofOne(
      String name,
      LibraryFunction.Outcome outcome,
      String description,
      DoubleUnaryOperator function) {
    return new LibraryFunction(
        name,
        List.of(FLOAT64),
        FLOAT64,
        outcome,
        description,
        RowFunctions.doubles((a, row) -> function.applyAsDouble(a[0].getDouble(row))));
  }

  /** Powers of two have exact logarithms. */
  private static double log2(double number) {
    checkPositive(number);
    int exponent = Math.getExponent(number);
    if (exponent > Double.MAX_EXPONENT || exponent < Double.MIN_EXPONENT) {
      return Math.log(number) / LN_2;
    }
    double fraction = Math.scalb(number, -exponent);
    return exponent + Math.log(fraction) / LN_2;
  }

  private static double log(double base, double number) {
    checkPositive(base);
    checkPositive(number);
    return Math.log10(number) / divisor(Math.log10(base));
  }

  private static double acosh(double number) {
    if (number < 1) {
      throw outside("acosh", "from 1 on", number);
    }
    return Math.log(number + Math.sqrt(number * number - 1));
  }

  private static double asinh(double number) {
    if (Double.isInfinite(number) || number == 0) {
      return number;
    }
    double absolute = Math.abs(number);
    double square = absolute * absolute;
    return Math.copySign(
        absolute > 1e150
            ? Math.log(absolute) + LN_2
            : Math.log1p(absolute + square / (1 + Math.sqrt(square + 1))),
        number);
  }

  private static double atanh(double number) {
    if (number < -1 || number > 1) {
      throw outside("atanh", "from -1 to 1", number);
    }
    return Math.copySign(0.5 * Math.log1p(2 * Math.abs(number) / (1 - Math.abs(number))), number);
  }

  private static double roundEven(double number, long digits) {
    if (!Double.isFinite(number) || digits > 400) {
      return number;
    }
    return digits < -400
        ? 0
        : BigDecimal.valueOf(number).setScale((int) digits, RoundingMode.HALF_EVEN).doubleValue();
  }

  private static double divisor(double divisor) {
    if (divisor == 0) {
      throw RowFunctions.divisionByZero();
    }
    return divisor;
  }

  private static void checkPositive(double number) {
    if (number <= 0) {
      throw new PacelineException(ErrorCode.INVALID_ARGUMENT, "there is no logarithm of " + number);
    }
  }

  private static PacelineException outside(String function, String range, double number) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT, function + " takes numbers " + range + ", not " + number);
  }
}
