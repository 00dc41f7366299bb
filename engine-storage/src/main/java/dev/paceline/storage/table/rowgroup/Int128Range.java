package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Which INTEGRAL values a type can hold. */
final class Int128Range {
  private Int128Range() {}

  static boolean holds(DataType type, long high, long low) {
    boolean isLong = high == low >> 63;
    if (type.fitsLong()) {
      return isLong && low >= type.minLong() && low <= type.maxLong();
    }
    BigInteger value = value(high, low);
    return value.compareTo(type.minUnscaled()) >= 0 && value.compareTo(type.maxUnscaled()) <= 0;
  }

  /** The value as SQL writes it. */
  static String text(DataType type, long high, long low) {
    BigInteger value = value(high, low);
    return type.kind() == TypeKind.DECIMAL
        ? new BigDecimal(value, type.scale()).toPlainString()
        : value.toString();
  }

  private static BigInteger value(long high, long low) {
    BigInteger lowWord = BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
    return BigInteger.valueOf(high).shiftLeft(64).or(lowWord);
  }
}
