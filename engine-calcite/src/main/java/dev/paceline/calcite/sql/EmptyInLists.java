package dev.paceline.calcite.sql;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.grammar.PacelineParser;
import dev.paceline.grammar.PacelineParserConstants;
import dev.paceline.grammar.PacelineParserTokenManager;
import dev.paceline.grammar.SimpleCharStream;
import dev.paceline.grammar.Token;
import dev.paceline.grammar.TokenMgrError;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParserImplFactory;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Lets {@code x IN ()} and {@code x NOT IN ()} pass Calcite's parser, whose grammar wants at least
 * one value: its lexer puts a stand-in between the parentheses, and {@link #resolve} writes what
 * the list means. Strings, comments and positions are the lexer's, hence right. One for a parse.
 */
final class EmptyInLists implements SqlParserImplFactory {
  private static final String STAND_IN = ")";

  private final String sql;
  private final List<SqlParserPos> standIns = new ArrayList<>();

  EmptyInLists(String sql) {
    this.sql = sql;
  }

  @Override
  public SqlAbstractParserImpl getParser(Reader reader) {
    PacelineParser parser = (PacelineParser) PacelineParser.FACTORY.getParser(reader);
    parser.token_source = new Lexer(new Characters(reader, sql.length()));
    return parser;
  }

  /** The statement with the value of each comparison with an empty list in its place. */
  SqlNode resolve(SqlNode statement) {
    SqlNode resolved = standIns.isEmpty() ? statement : statement.accept(new Resolution());
    return resolved == null ? statement : resolved;
  }

  /**
   * Columns count from one and a tab is one of them, as in Calcite's own parsers. The buffer holds
   * the longest token from the start: JavaCC makes it longer by 2,048 characters at a time, and
   * copies it, so that a literal of 16 MB would take minutes.
   */
  private static final class Characters extends SimpleCharStream {
    Characters(Reader reader, int statementLength) {
      super(reader, 1, 1, Math.max(4_096, statementLength + 1));
      setTabSize(1);
    }
  }

  private final class Lexer extends PacelineParserTokenManager {
    private int beforeLast;
    private int last;
    private @Nullable Token held;
    private @Nullable Iterator<Token> arranged;
    private @Nullable TokenMgrError wrong;

    Lexer(SimpleCharStream characters) {
      super(characters);
    }

    /** The statement's tokens, {@linkplain TokenGroups arranged}, up to the first that is none. */
    private Token nextArranged() {
      Iterator<Token> known = arranged;
      if (known == null) {
        List<Token> tokens = new ArrayList<>();
        try {
          do {
            PlanningCheck.check();
            tokens.add(super.getNextToken());
          } while (tokens.getLast().kind != PacelineParserConstants.EOF);
        } catch (TokenMgrError e) {
          wrong = e;
        }
        known = TokenGroups.arrange(tokens).iterator();
        arranged = known;
      }
      if (!known.hasNext()) {
        throw requireNonNull(wrong, "there is no token after the last");
      }
      return known.next();
    }

    @Override
    public Token getNextToken() {
      PlanningCheck.check();
      Token token = held == null ? nextArranged() : held;
      held = null;
      if (token.kind == PacelineParserConstants.RPAREN
          && last == PacelineParserConstants.LPAREN
          && beforeLast == PacelineParserConstants.IN) {
        held = token;
        token = standInBefore(token);
      }
      beforeLast = last;
      last = token.kind;
      return token;
    }

    private Token standInBefore(Token parenthesis) {
      Token name = new Token();
      name.kind = PacelineParserConstants.IDENTIFIER;
      name.image = STAND_IN;
      name.beginLine = parenthesis.beginLine;
      name.beginColumn = parenthesis.beginColumn;
      name.endLine = parenthesis.endLine;
      name.endColumn = parenthesis.endColumn;
      standIns.add(
          new SqlParserPos(name.beginLine, name.beginColumn, name.endLine, name.endColumn));
      return name;
    }
  }

  private final class Resolution extends SqlShuttle {
    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      boolean negated = call.getKind() == SqlKind.NOT_IN;
      if ((negated || call.getKind() == SqlKind.IN)
          && call.operand(1) instanceof SqlNodeList list
          && list.size() == 1
          && isStandIn(list.get(0))) {
        return constant(call, negated);
      }
      return super.visit(call);
    }

    /** False, or true if negated: whether x IS NULL is never unknown. Keeps x to be validated. */
    private SqlNode constant(SqlCall call, boolean negated) {
      SqlParserPos position = call.getParserPosition();
      SqlNode known =
          SqlStdOperatorTable.IS_NULL.createCall(position, call.operand(0).accept(this));
      return (negated ? SqlStdOperatorTable.IS_NOT_UNKNOWN : SqlStdOperatorTable.IS_UNKNOWN)
          .createCall(position, known);
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
      if (isStandIn(name)) {
        SqlParserPos position = name.getParserPosition();
        throw SqlErrorTranslation.positioned(
            ErrorCode.SYNTAX_ERROR,
            "unexpected " + STAND_IN,
            sql,
            position.getLineNum(),
            position.getColumnNum(),
            null);
      }
      return name;
    }

    /** Elsewhere than in lists, positions include the parentheses around a name. */
    private boolean isStandIn(SqlNode node) {
      SqlParserPos position = node.getParserPosition();
      return node instanceof SqlIdentifier name
          && name.isSimple()
          && name.getSimple().equals(STAND_IN)
          && (standIns.contains(position) || standIns.stream().anyMatch(position::overlaps));
    }
  }
}
