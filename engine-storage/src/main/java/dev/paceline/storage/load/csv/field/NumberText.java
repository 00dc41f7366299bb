package dev.paceline.storage.load.csv.field;

/** Numbers as a dialect writes them, in the form that the JDK parses; for rare forms only. */
final class NumberText {
  /** Longer texts are no numbers. */
  private static final int LONGEST = 400;

  private NumberText() {}

  /**
   * Returns a number without blanks around it and without thousands separators, with a decimal
   * point; an empty string if it has a character that no number has.
   */
  static String plain(String string, CsvDialect dialect) {
    String number = string.strip();
    if (number.length() > LONGEST) {
      return "";
    }
    if (dialect.thousands() != 0) {
      number = number.replace(Character.toString(dialect.thousands()), "");
    }
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      boolean known =
          c >= '0' && c <= '9'
              || c == '+'
              || c == '-'
              || c == 'e'
              || c == 'E'
              || c == dialect.decimalSeparator();
      if (!known) {
        return "";
      }
    }
    return number.replace((char) dialect.decimalSeparator(), '.');
  }
}
