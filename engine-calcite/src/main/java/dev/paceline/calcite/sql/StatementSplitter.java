package dev.paceline.calcite.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a script into statements at semicolons outside of quotes and comments.
 *
 * @param statements the finished statements, stripped, without their semicolons; none is blank or
 *     only comment
 * @param rest what follows the last semicolon, stripped; empty if that is only space and comment
 * @param isOpen whether the text ends inside of a quote or a block comment
 */
public record StatementSplitter(List<String> statements, String rest, boolean isOpen) {
  /** The begin and the end of a string between dollar signs, such as {@code $$} and {@code $a$}. */
  private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([A-Za-z_][A-Za-z_0-9]*)?\\$");

  /** Cuts a script. */
  public static StatementSplitter split(String script) {
    List<String> statements = new ArrayList<>();
    int start = 0;
    boolean hasContent = false;
    boolean isOpen = false;
    int i = 0;
    while (i < script.length()) {
      char c = script.charAt(i);
      int end;
      if (c == '\'' || c == '"' || c == '`') {
        end =
            c == '\'' && isEscaped(script, i)
                ? afterEscaped(script, i + 1)
                : after(script, String.valueOf(c), i + 1);
        hasContent = true;
      } else if (c == '$'
          && !isPartOfName(script, i - 1)
          && DOLLAR_QUOTE.matcher(script).region(i, script.length()) instanceof Matcher quote
          && quote.lookingAt()) {
        end = after(script, quote.group(), quote.end());
        hasContent = true;
      } else if (script.startsWith("--", i)) {
        end = script.indexOf('\n', i);
        end = end < 0 ? script.length() : end;
      } else if (script.startsWith("/*", i)) {
        end = after(script, "*/", i + 2);
      } else {
        end = i + 1;
        if (c == ';') {
          if (hasContent) {
            statements.add(script.substring(start, i).strip());
          }
          start = end;
          hasContent = false;
        } else {
          hasContent |= !Character.isWhitespace(c);
        }
      }
      isOpen = end < 0;
      i = isOpen ? script.length() : end;
    }
    String rest = hasContent || isOpen ? script.substring(start).strip() : "";
    return new StatementSplitter(List.copyOf(statements), rest, isOpen);
  }

  /** The index behind the next mark, or -1. A doubled quote just closes and opens again. */
  private static int after(String script, String mark, int from) {
    int index = script.indexOf(mark, from);
    return index < 0 ? -1 : index + mark.length();
  }

  /** Whether the string that a quote begins is written e'…', with backslashes as escapes. */
  private static boolean isEscaped(String script, int quote) {
    return quote > 0
        && (script.charAt(quote - 1) == 'e' || script.charAt(quote - 1) == 'E')
        && !isPartOfName(script, quote - 2);
  }

  private static boolean isPartOfName(String script, int index) {
    return index >= 0
        && (Character.isLetterOrDigit(script.charAt(index)) || script.charAt(index) == '_');
  }

  private static int afterEscaped(String script, int from) {
    for (int i = from; i < script.length(); i++) {
      if (script.charAt(i) == '\\') {
        i++;
      } else if (script.charAt(i) == '\'') {
        return i + 1;
      }
    }
    return -1;
  }

  /** All statements, the unfinished last one too. */
  public List<String> all() {
    List<String> all = new ArrayList<>(statements);
    if (!rest.isEmpty()) {
      all.add(rest);
    }
    return all;
  }
}
