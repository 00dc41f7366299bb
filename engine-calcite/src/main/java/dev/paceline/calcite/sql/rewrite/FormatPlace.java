package dev.paceline.calcite.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a value in a format.
 *
 * @param start the index of its first character
 * @param end the index behind its last character
 * @param value the number of its value from 0
 * @param format how a format of one value writes it
 */
record FormatPlace(int start, int end, int value, String format) {
  private static final Pattern BRACES =
      Pattern.compile("\\{\\{|\\}\\}|\\{(?<number>\\d{0,4})(?<format>:[^}]*)?\\}");
  private static final Pattern PERCENT =
      Pattern.compile("%%|%(?:(?<number>\\d{1,4})\\$)?(?<format>[-+ #0,_'\\d.]*[a-zA-Z]+?)");

  static List<FormatPlace> ofBraces(String text) {
    return places(BRACES.matcher(text), "{", "}");
  }

  /** Values are numbered from 1 there. */
  static List<FormatPlace> ofPercent(String text) {
    return places(PERCENT.matcher(text), "%", "");
  }

  private static List<FormatPlace> places(Matcher matcher, String before, String after) {
    List<FormatPlace> places = new ArrayList<>();
    int next = 0;
    int first = before.equals("%") ? 1 : 0;
    while (matcher.find()) {
      if (matcher.group().equals("{{")
          || matcher.group().equals("}}")
          || matcher.group().equals("%%")) {
        continue;
      }
      String number = matcher.group("number");
      boolean numbered = number != null && !number.isEmpty();
      int value = numbered ? Math.max(Integer.parseInt(number) - first, 0) : next++;
      String format = matcher.group("format");
      places.add(
          new FormatPlace(
              matcher.start(),
              matcher.end(),
              value,
              before + (format == null ? "" : format) + after));
    }
    return places;
  }
}
