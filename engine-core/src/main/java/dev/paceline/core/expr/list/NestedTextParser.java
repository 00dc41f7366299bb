package dev.paceline.core.expr.list;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits the text of a list, a struct or a map into the texts of the values inside, as DuckDB does:
 * {@code [1, NULL]}, {@code {'a': 1, b: "x"}}, {@code (1, x)}, {@code {k=1}}. Quotes keep
 * characters from being syntax, and backslashes do so inside quotes and before them. Inside inner
 * brackets all characters stay as they are.
 */
final class NestedTextParser {
  private static final String OPENING = "[{(";
  private static final String CLOSING = "]})";

  private final String text;
  private final DataType type;
  private int position;

  private NestedTextParser(String text, DataType type) {
    this.text = text;
    this.type = type;
  }

  /**
   * Returns a value whose inner values are the strings in a text. The one of a map is the list of
   * its entries.
   *
   * @param type a nested type, whose values the text stands for
   */
  static Expression split(Expression text, DataType type) {
    return new NestedCall(
        "split",
        stringsOf(type),
        List.of(text),
        true,
        context ->
            (a, row, out) -> {
              new NestedTextParser(Utf8.string(a[0], row), type).write(out.text());
              out.endText();
            });
  }

  private static DataType stringsOf(DataType type) {
    return switch (type.kind()) {
      case LIST -> DataType.list(DataType.VARCHAR);
      case STRUCT ->
          DataType.struct(
              type.fields().stream()
                  .map(field -> new StructField(field.name(), DataType.VARCHAR))
                  .toList());
      default -> DataType.list(stringsOf(type.elementType()));
    };
  }

  /**
   * Returns the strings in the text of a nested value, with null for NULL: the elements of a list,
   * the fields of a struct, or the keys and values of a map by turns.
   *
   * @throws PacelineException INVALID_CAST if the text is none of a value of the type
   */
  static List<@Nullable String> parts(String text, DataType type) {
    return new NestedTextParser(text, type).parts();
  }

  private List<@Nullable String> parts() {
    List<@Nullable String> parts = new ArrayList<>();
    switch (type.kind()) {
      case LIST -> readList(parts);
      case STRUCT -> readStruct(parts);
      default -> readMap(parts);
    }
    skipBlanks();
    require(position == text.length());
    return parts;
  }

  private void write(TextWriter out) {
    List<@Nullable String> parts = parts();
    for (int i = 0; i < parts.size(); i++) {
      if (type.kind() == TypeKind.MAP && i % 2 == 0) {
        out.append(NestedFormat.VALUE);
      }
      append(parts.get(i), out);
    }
    if (type.kind() != TypeKind.STRUCT) {
      out.append(NestedFormat.END);
    }
  }

  private void readList(List<@Nullable String> parts) {
    begin('[');
    for (boolean more = !ends(']'); more; more = continues(']')) {
      parts.add(next(",]"));
    }
  }

  private void readMap(List<@Nullable String> parts) {
    begin('{');
    for (boolean more = !ends('}'); more; more = continues('}')) {
      parts.add(next("="));
      position++;
      parts.add(next(",}"));
    }
  }

  private void readStruct(List<@Nullable String> parts) {
    @Nullable String[] fields = new String[type.fields().size()];
    skipBlanks();
    boolean named = position < text.length() && text.charAt(position) == '{';
    char close = named ? '}' : ')';
    begin(named ? '{' : '(');
    int number = 0;
    for (boolean more = !ends(close); more; more = continues(close)) {
      int index = named ? fieldOf(next(":")) : number++;
      position += named ? 1 : 0;
      require(index >= 0 && index < fields.length);
      fields[index] = next("," + close);
    }
    require(type.hasNames() || number == fields.length);
    Collections.addAll(parts, fields);
  }

  private int fieldOf(@Nullable String name) {
    return name == null ? -1 : StructFunctions.indexOf(type, name);
  }

  private void begin(char open) {
    skipBlanks();
    require(position < text.length() && text.charAt(position) == open);
    position++;
  }

  /** Whether the value is empty, which then is behind the position. */
  private boolean ends(char close) {
    skipBlanks();
    boolean end = position < text.length() && text.charAt(position) == close;
    position += end ? 1 : 0;
    return end;
  }

  /** Goes on behind the comma, or behind the end of the value; returns whether it goes on. */
  private boolean continues(char close) {
    return text.charAt(position++) != close;
  }

  /**
   * Returns the string up to one of some characters, at which the position is then; null for NULL.
   */
  private @Nullable String next(String ends) {
    int from = -1;
    int to = position;
    while (position < text.length() && ends.indexOf(text.charAt(position)) < 0) {
      char c = text.charAt(position);
      if (!isBlank(c)) {
        from = from < 0 ? position : from;
        skip(c);
        to = position + 1;
      }
      position++;
    }
    require(position < text.length());
    String raw = from < 0 ? "" : text.substring(from, to);
    return raw.equalsIgnoreCase("NULL") ? null : plain(raw);
  }

  /** Goes to the last character of what begins with a character at the position. */
  private void skip(char first) {
    if (isEscapedQuote(text, position)) {
      position++;
    } else if (isQuote(first)) {
      position = endOfQuotes(text, position);
      require(position < text.length());
    } else if (OPENING.indexOf(first) >= 0) {
      position = endOfBrackets(text, position);
      require(position < text.length());
    }
  }

  /** Returns the position of the closing quote; the length of the text if there is none. */
  private static int endOfQuotes(String text, int open) {
    int at = open + 1;
    while (at < text.length() && text.charAt(at) != text.charAt(open)) {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, text.length());
  }

  /** Returns the position of the closing bracket; the length of the text if there is none. */
  private static int endOfBrackets(String text, int open) {
    StringBuilder expected = new StringBuilder();
    int at = open;
    while (at < text.length()) {
      char c = text.charAt(at);
      int kind = OPENING.indexOf(c);
      if (kind >= 0) {
        expected.append(CLOSING.charAt(kind));
      } else if (isEscapedQuote(text, at)) {
        at++;
      } else if (isQuote(c)) {
        at = endOfQuotes(text, at);
      } else if (c == expected.charAt(expected.length() - 1)) {
        expected.setLength(expected.length() - 1);
        if (expected.isEmpty()) {
          return at;
        }
      }
      at++;
    }
    return text.length();
  }

  /** Returns a string without the quotes and backslashes that are not inside brackets. */
  private static String plain(String raw) {
    StringBuilder plain = new StringBuilder(raw.length());
    char quote = 0;
    for (int at = 0; at < raw.length(); at++) {
      char c = raw.charAt(at);
      if (c == '\\' && (quote != 0 || isEscapedQuote(raw, at))) {
        at++;
        plain.append(raw, at, Math.min(at + 1, raw.length()));
      } else if (quote != 0 ? c == quote : isQuote(c)) {
        quote = quote == 0 ? c : 0;
      } else if (quote == 0 && OPENING.indexOf(c) >= 0) {
        int end = endOfBrackets(raw, at);
        plain.append(raw, at, end + 1);
        at = end;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static void append(@Nullable String value, TextWriter out) {
    if (value == null) {
      NestedFormat.appendNull(DataType.VARCHAR, out);
    } else {
      NestedFormat.appendString(value, out);
    }
  }

  /** Whether a quote behind a backslash begins at a position. */
  private static boolean isEscapedQuote(String text, int at) {
    return text.charAt(at) == '\\' && at + 1 < text.length() && isQuote(text.charAt(at + 1));
  }

  private static boolean isQuote(char c) {
    return c == '\'' || c == '"';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }

  private void skipBlanks() {
    while (position < text.length() && isBlank(text.charAt(position))) {
      position++;
    }
  }

  private void require(boolean valid) {
    if (!valid) {
      throw new PacelineException(
          ErrorCode.INVALID_CAST, "'" + text + "' cannot be cast to " + type);
    }
  }
}
