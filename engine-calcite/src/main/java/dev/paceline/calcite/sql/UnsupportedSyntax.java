package dev.paceline.calcite.sql;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Statements of other products that our grammar does not have. Asked only about a text that could
 * not be parsed, so that its writer learns that the statement is not supported instead of which
 * word the parser stumbled over.
 */
final class UnsupportedSyntax {
  private static final Map<String, Pattern> STATEMENTS = new LinkedHashMap<>();

  static {
    statement("CREATE INDEX", "create\\s+(unique\\s+)?index\\b");
    statement("DROP INDEX", "drop\\s+index\\b");
    statement("REINDEX", "reindex\\b");
    statement("CREATE TRIGGER", "create\\s+(temp\\s+|temporary\\s+)?trigger\\b");
    statement("DROP TRIGGER", "drop\\s+trigger\\b");
    statement("CREATE VIEW", "create\\s+(or\\s+replace\\s+|temp\\s+|temporary\\s+)*view\\b");
    statement("ALTER", "alter\\b");
    statement("INSERT OR REPLACE", "insert\\s+or\\s+\\w+\\b");
    statement("REPLACE", "replace\\b");
    statement("UPDATE OR REPLACE", "update\\s+or\\s+\\w+\\b");
    statement("COPY", "copy\\b");
    statement("PRAGMA", "pragma\\b");
    statement("VACUUM", "vacuum\\b");
    statement("ANALYZE", "analyze\\b");
    statement("BEGIN", "(begin|start\\s+transaction)\\b");
    statement("COMMIT", "commit\\b");
    statement("ROLLBACK", "rollback\\b");
    statement(
        "PRIMARY KEY or UNIQUE of a column", "create\\s+table\\b.*\\b(primary\\s+key|unique)\\b");
  }

  private UnsupportedSyntax() {}

  /** The error that says so; null if the text is none of these statements. */
  static @Nullable PacelineException find(String sql) {
    for (Map.Entry<String, Pattern> statement : STATEMENTS.entrySet()) {
      if (statement.getValue().matcher(sql).lookingAt()) {
        return new PacelineException(
            ErrorCode.NOT_SUPPORTED, statement.getKey() + " is not supported");
      }
    }
    return null;
  }

  private static void statement(String name, String pattern) {
    STATEMENTS.put(
        name, Pattern.compile("\\s*" + pattern, Pattern.CASE_INSENSITIVE | Pattern.DOTALL));
  }
}
