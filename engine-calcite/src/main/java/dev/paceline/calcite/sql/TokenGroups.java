package dev.paceline.calcite.sql;

import dev.paceline.grammar.PacelineParserConstants;
import dev.paceline.grammar.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Puts parentheses around parts of long chains of AND and OR, before the parser sees them. Calcite
 * parses the operators of one pair of parentheses as one list of length n. That takes time in
 * proportion to n², or to n³ if BETWEEN or LIKE is among the operators. {@code (b OR c)} in place
 * of {@code b OR c} within {@code a OR b OR c OR d} changes neither the meaning nor the positions
 * of the tokens. Where parentheses nest deeply, pairs that only enclose another pair are removed.
 * Statements without such chains stay as they are.
 *
 * <p>A token that cannot be a part of a simple condition (a clause, a comma, a keyword that is not
 * listed here) ends a chain. At worst, too few parentheses are added.
 */
final class TokenGroups implements PacelineParserConstants {
  /** The operands in a group, and groups in a group of the next level. */
  private static final int GROUP = 16;

  /** Nesting from which on superfluous parentheses are dropped. */
  private static final int DEEP = 64;

  /** The reserved words that a condition may have. */
  private static final Set<Integer> RESERVED_WORDS =
      Set.of(
          AND,
          OR,
          NOT,
          BETWEEN,
          LIKE,
          SIMILAR,
          TO,
          ESCAPE,
          IS,
          IN,
          EXISTS,
          NULL,
          TRUE,
          FALSE,
          UNKNOWN,
          DISTINCT,
          DATE,
          TIME,
          TIMESTAMP,
          INTERVAL,
          CAST,
          EXTRACT,
          SUBSTRING,
          TRIM,
          UPPER,
          LOWER,
          CHAR_LENGTH,
          POSITION,
          COALESCE,
          ABS,
          MOD,
          FLOOR,
          CEIL);

  private static final Set<String> OPERATORS =
      Set.of(".", "?", "=", "<>", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "||", "::");

  private static final BitSet CONDITION_TOKENS = conditionTokens();

  private final List<Token> tokens;
  private final int[] opened;
  private final int[] closed;
  private final Deque<Level> levels = new ArrayDeque<>();

  /** Names, which other keywords can be, literals, and operators other than the comma. */
  private static BitSet conditionTokens() {
    BitSet kinds = new BitSet();
    for (int kind = 0; kind < tokenImage.length; kind++) {
      String image = tokenImage[kind].replace("\"", "");
      boolean word = !image.isEmpty() && Character.isLetter(image.charAt(0));
      if (word ? !SqlFrontEnd.isReserved(image) : OPERATORS.contains(image)) {
        kinds.set(kind);
      }
    }
    RESERVED_WORDS.forEach(kinds::set);
    for (int kind :
        new int[] {
          IDENTIFIER,
          QUOTED_IDENTIFIER,
          QUOTED_STRING,
          PREFIXED_STRING_LITERAL,
          UNSIGNED_INTEGER_LITERAL,
          DECIMAL_NUMERIC_LITERAL,
          APPROX_NUMERIC_LITERAL
        }) {
      kinds.set(kind);
    }
    return kinds;
  }

  private TokenGroups(List<Token> tokens) {
    this.tokens = tokens;
    opened = new int[tokens.size()];
    closed = new int[tokens.size()];
  }

  /**
   * Returns the tokens, with more or fewer parentheses where that makes them cheap to parse.
   *
   * @throws dev.paceline.core.error.PacelineException INVALID_STATEMENT if parentheses and CASEs
   *     nest deeper than {@link StatementShape#MAX_DEPTH}
   */
  static List<Token> arrange(List<Token> tokens) {
    List<Token> shallow = withoutDoubles(tokens);
    checkDepth(shallow);
    long operators = shallow.stream().filter(t -> t.kind == AND || t.kind == OR).count();
    return operators < 2 * GROUP ? shallow : new TokenGroups(shallow).grouped();
  }

  private static void checkDepth(List<Token> tokens) {
    int depth = 0;
    for (Token token : tokens) {
      if (token.kind == LPAREN || token.kind == CASE) {
        if (++depth > StatementShape.MAX_DEPTH) {
          throw StatementShape.tooDeep(null);
        }
      } else if (token.kind == RPAREN || token.kind == END) {
        depth--;
      }
    }
  }

  /** The chains between one pair of parentheses, or between CASE and END. */
  private final class Level {
    private final List<Integer> ors = new ArrayList<>();
    private final List<Integer> ands = new ArrayList<>();
    private int betweens;

    void add(int index) {
      switch (tokens.get(index).kind) {
        case OR -> {
          group(ands);
          ors.add(index);
        }
        case AND -> {
          if (betweens > 0) {
            betweens--;
          } else {
            ands.add(index);
          }
        }
        case BETWEEN -> betweens++;
        default -> {}
      }
    }

    void end() {
      group(ands);
      group(ors);
      betweens = 0;
    }
  }

  /** Groups what stands between the operators at these indices, and forgets them. */
  private void group(List<Integer> operators) {
    for (int size = GROUP; size < operators.size(); size *= GROUP) {
      for (int i = 0; i + size < operators.size(); i += size) {
        opened[operators.get(i) + 1]++;
        closed[operators.get(i + size) - 1]++;
      }
    }
    operators.clear();
  }

  private List<Token> grouped() {
    levels.push(new Level());
    for (int i = 0; i < tokens.size(); i++) {
      int kind = tokens.get(i).kind;
      if (kind == LPAREN || kind == CASE) {
        levels.push(new Level());
      } else if ((kind == RPAREN || kind == END) && levels.size() > 1) {
        levels.pop().end();
      } else if (CONDITION_TOKENS.get(kind) || isDistinctFrom(i)) {
        levels.element().add(i);
      } else {
        levels.element().end();
      }
    }
    levels.forEach(Level::end);
    List<Token> result = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      for (int k = 0; k < opened[i]; k++) {
        result.add(parenthesis(LPAREN, "(", token.beginLine, token.beginColumn));
      }
      result.add(token);
      for (int k = 0; k < closed[i]; k++) {
        result.add(parenthesis(RPAREN, ")", token.endLine, token.endColumn));
      }
    }
    return result;
  }

  private boolean isDistinctFrom(int index) {
    return tokens.get(index).kind == FROM && index > 0 && tokens.get(index - 1).kind == DISTINCT;
  }

  private static Token parenthesis(int kind, String image, int line, int column) {
    Token token = new Token();
    token.kind = kind;
    token.image = image;
    token.beginLine = line;
    token.endLine = line;
    token.beginColumn = column;
    token.endColumn = column;
    return token;
  }

  /** Keeps the outermost and the innermost of parentheses that enclose nothing but each other. */
  private static List<Token> withoutDoubles(List<Token> tokens) {
    int[] match = new int[tokens.size()];
    Arrays.fill(match, -1);
    Deque<Integer> open = new ArrayDeque<>();
    int deepest = 0;
    for (int i = 0; i < match.length; i++) {
      if (tokens.get(i).kind == LPAREN) {
        open.push(i);
        deepest = Math.max(deepest, open.size());
      } else if (tokens.get(i).kind == RPAREN && !open.isEmpty()) {
        match[i] = open.pop();
        match[match[i]] = i;
      }
    }
    if (deepest < DEEP) {
      return tokens;
    }
    List<Token> result = new ArrayList<>();
    for (int i = 0; i < match.length; i++) {
      int first = Math.min(i, match[i]);
      int last = Math.max(i, match[i]);
      boolean superfluous =
          first > 0
              && last + 1 < match.length
              && match[first - 1] == last + 1
              && match[first + 1] == last - 1
              && last - first > 2;
      if (!superfluous) {
        result.add(tokens.get(i));
      }
    }
    return result;
  }
}
