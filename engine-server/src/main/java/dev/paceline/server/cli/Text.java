package dev.paceline.server.cli;

import java.math.BigDecimal;
import java.util.Locale;

/** Quantities for people, the same in every locale. */
public final class Text {
  private static final double NANOS_PER_MILLI = 1e6;

  private Text() {}

  /** Such as {@code 12.3 ms}. */
  public static String millis(long nanos) {
    return format("%.1f ms", nanos / NANOS_PER_MILLI);
  }

  /** Such as {@code 6,001,215}. */
  public static String count(long number) {
    return format("%,d", number);
  }

  /** Such as {@code 0.1} or {@code 10}: without needless digits. */
  public static String number(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** Such as {@code 232.4 MB}; a MB has 1,000,000 bytes. */
  public static String bytes(double number) {
    String[] units = {"B", "kB", "MB", "GB", "TB"};
    int unit = 0;
    while (number >= 1000 && unit < units.length - 1) {
      number /= 1000;
      unit++;
    }
    return format(unit == 0 ? "%.0f %s" : "%.1f %s", number, units[unit]);
  }

  /** {@link String#format} in the root locale. */
  public static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
