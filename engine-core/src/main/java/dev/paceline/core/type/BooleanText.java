package dev.paceline.core.type;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Strings that stand for truth values. */
public final class BooleanText {
  private BooleanText() {}

  /** Returns the truth value of a string, in any case; null if it is none. */
  public static @Nullable Boolean parse(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "t", "1", "yes", "y", "on" -> true;
      case "false", "f", "0", "no", "n", "off" -> false;
      default -> null;
    };
  }
}
