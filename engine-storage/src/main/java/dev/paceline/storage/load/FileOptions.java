package dev.paceline.storage.load;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Options of reading or writing a file, as a statement gives them. Values are {@link Boolean},
 * {@link Long}, {@link Double}, {@link String}, a {@link List} of values, or a {@link Map} from
 * strings to values. Names are case-insensitive. Immutable.
 */
public final class FileOptions {
  private final Map<String, Object> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  public FileOptions(Map<String, ?> values) {
    this.values.putAll(values);
  }

  /** Returns all options, by name. */
  public Map<String, Object> values() {
    return Map.copyOf(values);
  }

  /**
   * Checks that all options are known.
   *
   * @param format what the message calls the format
   * @throws PacelineException INVALID_ARGUMENT that names the unknown one and the nearest known one
   */
  public void checkNames(String format, List<String> known) {
    for (String name : values.keySet()) {
      if (known.stream().noneMatch(name::equalsIgnoreCase)) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the format "
                + format
                + " has no option "
                + name
                + NameSuggestion.of(name, known)
                + "; its options are "
                + String.join(", ", known));
      }
    }
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns any value; null if the option is not given. */
  public @Nullable Object value(String name) {
    return values.get(name);
  }

  /** Returns a string; null if the option is not given. */
  public @Nullable String string(String name) {
    return typed(name, String.class, "a string");
  }

  /**
   * Returns the string of an option with several names; null if it is not given.
   *
   * @throws PacelineException INVALID_ARGUMENT if it is given by two of them
   */
  public @Nullable String string(List<String> names) {
    String found = null;
    for (String name : names) {
      String value = string(name);
      if (value != null && found != null) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the options " + String.join(", ", names) + " are names of one; give it once");
      }
      found = value == null ? found : value;
    }
    return found;
  }

  /** Returns a truth value; null if the option is not given. */
  public @Nullable Boolean bool(String name) {
    Object value = values.get(name);
    if (value instanceof String text
        && (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"))) {
      return Boolean.valueOf(text);
    }
    if (value instanceof Long number && (number == 0 || number == 1)) {
      return number == 1;
    }
    return typed(name, Boolean.class, "true or false");
  }

  /** Returns a whole number from {@code min} to {@code max}; null if the option is not given. */
  public @Nullable Long number(String name, long min, long max) {
    Object value = values.get(name);
    Long number =
        value instanceof String text && text.matches("-?\\d{1,18}")
            ? Long.valueOf(text)
            : typed(name, Long.class, "a whole number");
    if (number != null && (number < min || number > max)) {
      throw wrong(name, number, "a whole number from " + min + " to " + max);
    }
    return number;
  }

  /** Returns strings, of which a single one may be given alone; null if the option is not given. */
  public @Nullable List<String> strings(String name) {
    Object value = values.get(name);
    if (value == null) {
      return null;
    }
    List<?> list = value instanceof List<?> several ? several : List.of(value);
    for (Object element : list) {
      if (!(element instanceof String)) {
        throw wrong(name, value, "a string or a list of strings");
      }
    }
    return list.stream().map(String.class::cast).toList();
  }

  /**
   * Returns strings by strings, as of {@code {'a': 'INTEGER'}}; null if the option is not given.
   */
  public @Nullable Map<String, String> stringMap(String name) {
    Object value = values.get(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong(name, value, "a list of names with strings, such as {'a': 'INTEGER'}");
    }
    Map<String, String> strings = new LinkedHashMap<>();
    map.forEach(
        (key, element) -> {
          if (!(element instanceof String text)) {
            throw wrong(name, value, "a list of names with strings, such as {'a': 'INTEGER'}");
          }
          strings.put((String) key, text);
        });
    return strings;
  }

  private <T> @Nullable T typed(String name, Class<T> type, String expected) {
    Object value = values.get(name);
    if (value != null && !type.isInstance(value)) {
      throw wrong(name, value, expected);
    }
    return type.cast(value);
  }

  private static PacelineException wrong(String name, Object value, String expected) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "the option " + name + " must be " + expected + ", but is " + value);
  }
}
