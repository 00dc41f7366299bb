package dev.paceline.grammar.query;

import dev.paceline.grammar.UnsupportedSyntax;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Which collations there are: those that compare code points, as all comparisons do, and those of
 * {@link CollationOperator}.
 */
public final class Collation {
  private static final Set<String> BINARY =
      Set.of("c", "posix", "binary", "ucs_basic", "default", "c.utf8", "c.utf-8");

  private Collation() {}

  /** Whether strings are compared so without the collation, too. */
  public static boolean isBinary(SqlIdentifier name) {
    return BINARY.contains(Util.last(name.names).toLowerCase(Locale.ROOT));
  }

  /** Returns what is not supported for a column. */
  public static String description(SqlIdentifier name) {
    return "COLLATE " + name + " of a column (its strings are compared by their code points)";
  }

  /** Returns the operator behind a string, also for a collation that is not supported. */
  public static SqlPostfixOperator operator(SqlIdentifier name) {
    return CollationOperator.of(name)
        .<SqlPostfixOperator>map(operator -> operator)
        .orElseGet(
            () ->
                new Unsupported(
                    "COLLATE "
                        + name
                        + " (there are NOCASE, NOACCENT, NFC and those by code points)"));
  }

  private static final class Unsupported extends SqlPostfixOperator {
    Unsupported(String name) {
      super(name, SqlKind.OTHER, 100, null, null, null);
    }

    @Override
    public SqlCall createCall(
        @Nullable SqlLiteral quantifier, SqlParserPos position, @Nullable SqlNode... operands) {
      return new UnsupportedSyntax(position, getName());
    }
  }
}
