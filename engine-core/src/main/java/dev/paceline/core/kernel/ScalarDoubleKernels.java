package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * The plain loops.
 *
 * <p>Logarithms follow fdlibm (Sun Microsystems, 1993, e_log.c) in the form without branches of
 * FreeBSD's k_log.h: x = 2ᵏ × m with m in [√½, √2), f = m - 1, s = f / (2 + f), and a polynomial in
 * s² approximates log(1 + f) - f + f²/2 - s × f²/2.
 */
public class ScalarDoubleKernels extends DoubleKernels {
  /** The bits of √½, cut to 20 bits behind the point. */
  protected static final long ROOT_OF_HALF = 0x3fe6a09e_00000000L;

  protected static final long FRACTION = 0x000fffff_ffffffffL;
  protected static final int FRACTION_BITS = 52;

  /** Subnormal numbers are multiplied by 2⁵⁴ first. */
  protected static final double SUBNORMAL_FACTOR = 0x1p54;

  protected static final int SUBNORMAL_EXPONENT = 54;

  protected static final double LN2_HIGH = 6.93147180369123816490e-01;
  protected static final double LN2_LOW = 1.90821492927058770002e-10;
  protected static final double LG1 = 6.666666666666735130e-01;
  protected static final double LG2 = 3.999999999940941908e-01;
  protected static final double LG3 = 2.857142874366239149e-01;
  protected static final double LG4 = 2.222219843214978396e-01;
  protected static final double LG5 = 1.818357216161805012e-01;
  protected static final double LG6 = 1.531383769920937332e-01;
  protected static final double LG7 = 1.479819860511658591e-01;

  @Override
  public void fromLongs(
      MemorySegment source, long offset, int count, double divisor, MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      target.set(JAVA_DOUBLE, at, source.get(JAVA_LONG_UNALIGNED, offset + at) / divisor);
    }
  }

  @Override
  public boolean squareRoots(MemorySegment source, long offset, int count, MemorySegment target) {
    boolean outside = false;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      double value = source.get(JAVA_DOUBLE_UNALIGNED, offset + at);
      outside |= value < 0;
      target.set(JAVA_DOUBLE, at, Math.sqrt(value));
    }
    return outside;
  }

  @Override
  public boolean naturalLogarithms(
      MemorySegment source, long offset, int count, MemorySegment target) {
    boolean outside = false;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      double value = source.get(JAVA_DOUBLE_UNALIGNED, offset + at);
      outside |= value <= 0;
      target.set(JAVA_DOUBLE, at, naturalLogarithm(value));
    }
    return outside;
  }

  private static double naturalLogarithm(double value) {
    if (Double.isNaN(value) || value == Double.POSITIVE_INFINITY) {
      return value;
    }
    boolean subnormal = value < Double.MIN_NORMAL;
    double x = subnormal ? value * SUBNORMAL_FACTOR : value;
    long bits = Double.doubleToRawLongBits(x) - ROOT_OF_HALF;
    double k = (bits >> FRACTION_BITS) - (subnormal ? SUBNORMAL_EXPONENT : 0);
    double f = Double.longBitsToDouble((bits & FRACTION) + ROOT_OF_HALF) - 1;
    double halfSquare = f * f * 0.5;
    double s = f / (f + 2);
    double z = s * s;
    double w = z * z;
    double even = (((w * LG6) + LG4) * w + LG2) * w;
    double odd = ((((w * LG7) + LG5) * w + LG3) * w + LG1) * z;
    return s * (halfSquare + (even + odd)) + k * LN2_LOW - halfSquare + f + k * LN2_HIGH;
  }
}
