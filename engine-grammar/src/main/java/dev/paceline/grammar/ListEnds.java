package dev.paceline.grammar;

/** Tokens behind lists that may end with a comma, or with the word ALL. */
final class ListEnds implements PacelineParserConstants {
  private ListEnds() {}

  static boolean endsSelectList(int kind) {
    return switch (kind) {
      case EOF, FROM, RPAREN, SEMICOLON -> true;
      default -> false;
    };
  }

  static boolean endsGroupBy(int kind) {
    return switch (kind) {
      case EOF,
          RPAREN,
          SEMICOLON,
          HAVING,
          WINDOW,
          QUALIFY,
          ORDER,
          LIMIT,
          OFFSET,
          FETCH,
          UNION,
          INTERSECT,
          EXCEPT,
          SET_MINUS ->
          true;
      default -> false;
    };
  }
}
