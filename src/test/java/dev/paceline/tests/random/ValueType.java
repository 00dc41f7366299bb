package dev.paceline.tests.random;

import java.util.Locale;
import java.util.Random;

/** The types of expressions in random queries. */
enum ValueType {
  WHOLE("CAST(1 AS INTEGER)"),
  DECIMAL("CAST(1.5 AS DECIMAL(9, 2))"),
  FLOATING("CAST(1.5 AS DOUBLE)"),
  TEXT("CAST('a' AS VARCHAR)"),
  DATE("DATE '2024-02-29'"),
  TRUTH("TRUE");

  private final String smallest;

  ValueType(String smallest) {
    this.smallest = smallest;
  }

  /** The simplest expression of the type. */
  String smallest() {
    return smallest;
  }

  String kind() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A constant; doubles are quarters, so that sums are exact. */
  String literal(Random random) {
    if (random.nextInt(12) == 0) {
      return "CAST(NULL AS " + sqlName() + ")";
    }
    return switch (this) {
      case WHOLE -> Integer.toString(random.nextInt(30) - 5);
      case DECIMAL ->
          "CAST(" + (random.nextInt(40) - 10) + "." + random.nextInt(100) + " AS DECIMAL(9, 2))";
      case FLOATING -> "CAST(" + (random.nextInt(60) - 20) / 4.0 + " AS DOUBLE)";
      case TEXT -> "'" + word(random) + "'";
      case DATE -> "DATE '2024-0" + (1 + random.nextInt(9)) + "-1" + random.nextInt(10) + "'";
      case TRUTH -> random.nextBoolean() ? "TRUE" : "FALSE";
    };
  }

  /** A short string, often one that has been there before. */
  static String word(Random random) {
    String letters = "abcä";
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  String sqlName() {
    return switch (this) {
      case WHOLE -> "INTEGER";
      case DECIMAL -> "DECIMAL(9, 2)";
      case FLOATING -> "DOUBLE";
      case TEXT -> "VARCHAR";
      case DATE -> "DATE";
      case TRUTH -> "BOOLEAN";
    };
  }

  static ValueType any(Random random, ValueType... choices) {
    return choices[random.nextInt(choices.length)];
  }

  static ValueType any(Random random) {
    return values()[random.nextInt(values().length)];
  }
}
