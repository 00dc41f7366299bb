package dev.paceline.storage.load;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of columns in the names of directories, such as {@code year=2024/month=2/data.csv}. */
public final class HivePath {
  private static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

  private HivePath() {}

  /** Returns the columns with their values, in the order of the path; a value of NULL is null. */
  static Map<String, @Nullable String> values(Path file) {
    Map<String, @Nullable String> values = new LinkedHashMap<>();
    Path directory = file.getParent();
    if (directory != null) {
      for (Path name : directory) {
        String text = name.toString();
        int equals = text.indexOf('=');
        if (equals > 0) {
          String value = decoded(text.substring(equals + 1));
          values.put(decoded(text.substring(0, equals)), value.equals(NULL_VALUE) ? null : value);
        }
      }
    }
    return values;
  }

  /**
   * Returns the name of a directory.
   *
   * @param value null for NULL
   */
  public static String directory(String column, @Nullable String value) {
    return encoded(column) + "=" + (value == null ? NULL_VALUE : encoded(value));
  }

  /** Escapes all characters but letters, digits and a few signs that no file system minds. */
  private static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean isPlain =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || "-_.~".indexOf(c) >= 0;
      encoded.append(isPlain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return encoded.toString();
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that escapes nothing
    }
  }
}
