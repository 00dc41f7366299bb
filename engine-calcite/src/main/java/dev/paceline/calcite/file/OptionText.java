package dev.paceline.calcite.file;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Values of options as statements write them. */
public final class OptionText {
  private OptionText() {}

  /** Returns the text of a Boolean, a number, a string, a list, or a map from strings. */
  public static String of(Object value) {
    return switch (value) {
      case String text -> '\'' + text.replace("'", "''") + '\'';
      case List<?> list ->
          list.stream().map(OptionText::of).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> of(entry.getKey()) + ": " + of(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      default -> value.toString();
    };
  }
}
