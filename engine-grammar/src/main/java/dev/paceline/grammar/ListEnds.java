package dev.paceline.grammar;

/**
 * Tokens behind lists that may end with a comma, or with the word ALL, and before queries and
 * names.
 */
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

  /** Whether a token is a keyword, which is a name behind AS. */
  static boolean isLabel(Token token) {
    return token.kind != IDENTIFIER
        && token.kind != MEASURE
        && token.image.matches("[A-Za-z_][A-Za-z_0-9]*");
  }

  /** Whether a keyword behind a dot is the name of a column or a field, and not of a function. */
  static boolean isField(Token dot, Token word, Token next) {
    return dot.kind == DOT && isLabel(word) && next.kind != LPAREN;
  }

  /** Whether an argument that begins with two tokens may be a query, which ORDER BY may end. */
  static boolean beginsQuery(int first, int second) {
    return switch (first) {
      case SELECT, WITH, VALUES, FROM, TABLE -> true;
      case LPAREN -> second == LPAREN || beginsQuery(second, EOF);
      default -> false;
    };
  }

  /** Whether a statement that begins with a token is a query. */
  static boolean startsQuery(int kind) {
    return switch (kind) {
      case SELECT, FROM, UNPIVOT, PIVOT, WITH, VALUES, TABLE, LPAREN -> true;
      default -> false;
    };
  }
}
