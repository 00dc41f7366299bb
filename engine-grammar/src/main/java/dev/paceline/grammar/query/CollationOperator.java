package dev.paceline.grammar.query;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPostfixOperator;

/**
 * COLLATE with a collation that compares something else than a string's own code points: the
 * results of functions, such as LOWER for NOCASE. A name such as NOCASE.NOACCENT combines several.
 */
public final class CollationOperator extends SqlPostfixOperator {
  private static final int PRECEDENCE = 100;

  private static final Map<String, String> FUNCTIONS =
      Map.of("nocase", "LOWER", "noaccent", "STRIP_ACCENTS", "nfc", "NFC_NORMALIZE");

  private final List<String> functions;

  private CollationOperator(String name, List<String> functions) {
    super(name, SqlKind.OTHER, PRECEDENCE, null, null, null);
    this.functions = functions;
  }

  /** Returns the operator of a collation; empty if it is not supported. */
  static Optional<CollationOperator> of(SqlIdentifier name) {
    List<String> functions =
        name.names.stream()
            .map(part -> FUNCTIONS.get(part.toLowerCase(Locale.ROOT)))
            .filter(function -> function != null)
            .toList();
    return functions.size() == name.names.size()
        ? Optional.of(new CollationOperator("COLLATE " + name, functions))
        : Optional.empty();
  }

  /** Returns the functions whose results are compared, the first one to be called first. */
  public List<String> functions() {
    return functions;
  }
}
