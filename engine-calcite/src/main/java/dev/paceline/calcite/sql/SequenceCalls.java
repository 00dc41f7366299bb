package dev.paceline.calcite.sql;

import dev.paceline.calcite.function.SequenceOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.definition.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/** Calls of {@code nextval} and {@code currval}, whose argument is the name of a sequence. */
public final class SequenceCalls {
  private SequenceCalls() {}

  /**
   * Returns a call with the sequence that it means.
   *
   * @param sequences finds sequences by their names, or fails
   */
  static @Nullable SqlNode resolve(
      @Nullable SqlNode node, Function<List<String>, Sequence> sequences) {
    String function = functionOf(node);
    if (function == null || !(node instanceof SqlCall call)) {
      return node;
    }
    SqlLiteral name = nameIn(call);
    if (name == null) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          function
              + " of anything but the name of a sequence is not supported; write "
              + function
              + "('name')");
    }
    return new SequenceOperator(sequences.apply(names(name)), function.equals("nextval"))
        .createCall(call.getParserPosition());
  }

  private static @Nullable String functionOf(@Nullable SqlNode node) {
    if (!(node instanceof SqlCall call)
        || !(call.getOperator() instanceof SqlFunction function)
        || call.operandCount() != 1) {
      return null;
    }
    return function.getName().equalsIgnoreCase("nextval")
        ? "nextval"
        : function.getName().equalsIgnoreCase("currval") ? "currval" : null;
  }

  private static @Nullable SqlLiteral nameIn(SqlCall call) {
    return call.operand(0) instanceof SqlLiteral literal && literal.getValue() instanceof NlsString
        ? literal
        : null;
  }

  /** Reads the name of a sequence, which may have a schema and quotes. */
  private static List<String> names(SqlLiteral literal) {
    String text = literal.getValueAs(String.class);
    try {
      if (SqlFrontEnd.parseExpression(text) instanceof SqlIdentifier identifier) {
        return identifier.names;
      }
    } catch (PacelineException e) {
      // a name that needs quotes, and has none
    }
    return List.of(text);
  }

  /** Returns the names of the sequences that an expression names. */
  public static List<List<String>> in(SqlNode expression) {
    List<List<String>> all = new ArrayList<>();
    for (SqlLiteral literal : literals(expression)) {
      all.add(names(literal));
    }
    return all;
  }

  private static List<SqlLiteral> literals(SqlNode expression) {
    List<SqlLiteral> literals = new ArrayList<>();
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            SqlLiteral name = functionOf(call) == null ? null : nameIn(call);
            if (name != null) {
              literals.add(name);
            }
            return super.visit(call);
          }
        });
    return literals;
  }

  /**
   * Returns the text of an expression in which sequences have their schemas.
   *
   * @param text at the position of the expression in {@code sql}
   * @param schemas finds a sequence, and returns its name with the schema; fails if there is none
   */
  public static String qualified(
      SqlNode expression, String text, String sql, Function<List<String>, ObjectName> schemas) {
    StringBuilder changed = new StringBuilder(text);
    int start = SourceText.offset(expression.getParserPosition(), sql);
    for (SqlLiteral literal : literals(expression).reversed()) {
      String written = SourceText.of(literal.getParserPosition(), sql);
      int at = SourceText.offset(literal.getParserPosition(), sql) - start;
      if (written != null && at >= 0) {
        String name = call(schemas.apply(names(literal)));
        changed.replace(at, at + written.length(), name);
      }
    }
    return changed.toString();
  }

  /** Returns the argument of a call that means a sequence. */
  public static String call(ObjectName name) {
    return "'" + part(name.schema()) + "." + part(name.name()).replace("'", "''") + "'";
  }

  private static String part(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*")
            && !SqlFrontEnd.isReserved(name.toUpperCase(Locale.ROOT))
        ? name
        : '"' + name.replace("\"", "\"\"") + '"';
  }
}
