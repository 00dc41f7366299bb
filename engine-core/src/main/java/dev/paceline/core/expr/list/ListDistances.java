package dev.paceline.core.expr.list;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.List;
import java.util.Locale;

/** Functions of two lists of numbers that are taken as vectors of the same length. */
public final class ListDistances {
  /** The length of the vectors that have a cross product. */
  public static final int CROSS_PRODUCT_LENGTH = 3;

  private static final DataType VECTOR = DataType.list(DataType.FLOAT64);

  private ListDistances() {}

  /** The distances that can be computed. */
  public enum Measure {
    DISTANCE,
    INNER_PRODUCT,
    NEGATIVE_INNER_PRODUCT,
    COSINE_SIMILARITY,
    COSINE_DISTANCE
  }

  /** The measure of two vectors, FLOAT64; NULL for the cosine of vectors without elements. */
  public static Expression of(Measure measure, Expression left, Expression right) {
    return new NestedCall(
        "list_" + measure.name().toLowerCase(Locale.ROOT),
        DataType.FLOAT64,
        List.of(NestedCast.any(left, VECTOR), NestedCast.any(right, VECTOR)),
        true,
        context -> {
          Sums sums = new Sums();
          return (a, row, out) -> {
            sums.left.reset(a[0], row);
            sums.right.reset(a[1], row);
            sums.addAll();
            boolean cosine =
                measure == Measure.COSINE_SIMILARITY || measure == Measure.COSINE_DISTANCE;
            if (cosine && sums.count == 0) {
              out.appendNull();
            } else {
              out.appendDouble(sums.value(measure));
            }
          };
        });
  }

  /**
   * The cross product of two vectors of three elements.
   *
   * @param type of the product: an array of FLOAT32 or FLOAT64
   */
  public static Expression crossProduct(DataType type, Expression left, Expression right) {
    boolean real = type.elementType().kind() == TypeKind.FLOAT32;
    return new NestedCall(
        "array_cross_product",
        type,
        List.of(NestedCast.any(left, VECTOR), NestedCast.any(right, VECTOR)),
        true,
        context -> {
          ListReader reader = new ListReader(DataType.FLOAT64);
          double[] x = new double[CROSS_PRODUCT_LENGTH];
          double[] y = new double[CROSS_PRODUCT_LENGTH];
          return (a, row, out) -> {
            read(reader.reset(a[0], row), x);
            read(reader.reset(a[1], row), y);
            for (int i = 0; i < CROSS_PRODUCT_LENGTH; i++) {
              int j = (i + 1) % CROSS_PRODUCT_LENGTH;
              int k = (i + 2) % CROSS_PRODUCT_LENGTH;
              double value = x[j] * y[k] - x[k] * y[j];
              NestedFormat.appendDouble(real ? (float) value : value, out.text());
            }
            ListFunctions.end(out);
          };
        });
  }

  private static void read(ListReader vector, double[] values) {
    if (vector.count() != values.length) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "a cross product needs vectors of 3 elements, not of " + vector.count());
    }
    for (int i = 0; vector.next(); i++) {
      checkNoNull(vector.isNull());
      values[i] = vector.getDouble();
    }
  }

  private static void checkNoNull(boolean isNull) {
    if (isNull) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "a list that is a vector cannot have NULLs");
    }
  }

  /** The sums that measures are computed from. One worker uses it. */
  private static final class Sums {
    private final ListReader left = new ListReader(DataType.FLOAT64);
    private final ListReader right = new ListReader(DataType.FLOAT64);
    private long count;
    private double products;
    private double leftSquares;
    private double rightSquares;
    private double distances;

    void addAll() {
      long length = left.count();
      if (length != right.count()) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the lists must have the same length, not " + length + " and " + right.count());
      }
      count = length;
      products = 0;
      leftSquares = 0;
      rightSquares = 0;
      distances = 0;
      while (left.next() && right.next()) {
        checkNoNull(left.isNull() || right.isNull());
        double x = left.getDouble();
        double y = right.getDouble();
        products += x * y;
        leftSquares += x * x;
        rightSquares += y * y;
        distances += (x - y) * (x - y);
      }
    }

    double value(Measure measure) {
      return switch (measure) {
        case DISTANCE -> Math.sqrt(distances);
        case INNER_PRODUCT -> products;
        case NEGATIVE_INNER_PRODUCT -> -products;
        case COSINE_SIMILARITY -> cosine();
        case COSINE_DISTANCE -> 1 - cosine();
      };
    }

    /** Rounding must not make it larger than 1. */
    private double cosine() {
      double cosine = products / Math.sqrt(leftSquares * rightSquares);
      return Math.max(-1, Math.min(1, cosine));
    }
  }
}
