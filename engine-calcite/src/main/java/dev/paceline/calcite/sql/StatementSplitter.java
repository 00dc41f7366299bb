package dev.paceline.calcite.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a script into statements at semicolons outside of quotes and comments.
 *
 * @param statements the finished statements, stripped, without their semicolons; none is blank or
 *     only comment
 * @param rest what follows the last semicolon, stripped; empty if that is only space and comment
 * @param isOpen whether the text ends inside of a quote or a block comment
 */
public record StatementSplitter(List<String> statements, String rest, boolean isOpen) {
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
        end = after(script, String.valueOf(c), i + 1);
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

  /** All statements, the unfinished last one too. */
  public List<String> all() {
    List<String> all = new ArrayList<>(statements);
    if (!rest.isEmpty()) {
      all.add(rest);
    }
    return all;
  }
}
