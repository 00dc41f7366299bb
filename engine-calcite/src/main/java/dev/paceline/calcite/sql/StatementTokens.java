package dev.paceline.calcite.sql;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.PacelineParser;
import dev.paceline.grammar.PacelineParserConstants;
import dev.paceline.grammar.PacelineParserTokenManager;
import dev.paceline.grammar.SimpleCharStream;
import dev.paceline.grammar.Token;
import java.io.IOException;
import java.io.Reader;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParserImplFactory;

/**
 * Makes parsers that a cancelled statement ends, and that read long tokens in linear time.
 *
 * @param length of the statement in characters
 */
record StatementTokens(int length) implements SqlParserImplFactory {
  @Override
  public SqlAbstractParserImpl getParser(Reader reader) {
    PacelineParser parser = (PacelineParser) PacelineParser.FACTORY.getParser(reader);
    parser.token_source = new Lexer(new Characters(reader, length));
    return parser;
  }

  /**
   * Columns count from one and a tab is one of them, as in Calcite's own parsers. The buffer holds
   * the longest token from the start: JavaCC makes it longer by 2,048 characters at a time, and
   * copies it, so that a literal of 16 MB would take minutes.
   */
  private static final class Characters extends SimpleCharStream {
    Characters(Reader reader, int length) {
      super(reader, 1, 1, Math.max(4_096, length + 1));
      setTabSize(1);
    }
  }

  private static final class Lexer extends PacelineParserTokenManager {
    Lexer(SimpleCharStream characters) {
      super(characters);
    }

    @Override
    public Token getNextToken() {
      PlanningCheck.check();
      Token token = super.getNextToken();
      return token.kind == PacelineParserConstants.NAMED_PARAMETER ? quoted(token) : token;
    }

    /**
     * Reads the string that begins with a tag between two dollar signs and ends with the same tag;
     * another token is a parameter, which is returned as it is.
     */
    private Token quoted(Token token) {
      int length = token.image.indexOf('$', 1) + 1;
      if (length == 0) {
        return token;
      }
      String tag = token.image.substring(0, length);
      StringBuilder text = new StringBuilder(token.image);
      int end = text.indexOf(tag, length);
      try {
        while (end < 0) {
          text.append(input_stream.readChar());
          int start = text.length() - length;
          end = start >= length && text.indexOf(tag, start) == start ? start : -1;
        }
      } catch (IOException e) {
        throw new PacelineException(
            ErrorCode.SYNTAX_ERROR, "a string that begins with " + tag + " does not end", e);
      }
      input_stream.backup(text.length() - end - length);
      token.kind = PacelineParserConstants.DOLLAR_QUOTED;
      token.image = "$$" + text.substring(length, end) + "$$";
      token.endLine = input_stream.getEndLine();
      token.endColumn = input_stream.getEndColumn();
      return token;
    }
  }
}
