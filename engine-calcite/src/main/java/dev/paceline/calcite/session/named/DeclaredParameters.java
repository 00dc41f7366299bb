package dev.paceline.calcite.session.named;

import dev.paceline.calcite.sql.SourceText;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Writes a cast around each parameter of a statement whose types are declared. */
public final class DeclaredParameters {
  private DeclaredParameters() {}

  /**
   * Returns a statement with casts of its parameters, but for those of LIMIT and OFFSET.
   *
   * @param count how many parameters it has
   * @param types as they are written
   * @throws PacelineException INVALID_STATEMENT if a parameter has no type
   */
  public static String cast(String statement, SqlNode parsed, int count, List<String> types) {
    if (count > types.size()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the statement has "
              + count
              + " parameters, but "
              + types.size()
              + " types are declared");
    }
    // Casts are inserted from the end, so that the positions of earlier parameters do not change.
    Map<Integer, SqlDynamicParam> parameters = new TreeMap<>(Comparator.reverseOrder());
    parsed.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            parameters.put(SourceText.offset(parameter.getParserPosition(), statement), parameter);
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlOrderBy order) {
              order.query.accept(this);
              order.orderList.accept(this);
              return null;
            }
            return super.visit(call);
          }
        });
    StringBuilder text = new StringBuilder(statement);
    parameters.forEach(
        (offset, parameter) -> {
          int end = offset + 1;
          while (statement.charAt(offset) == '$'
              && end < statement.length()
              && Character.isJavaIdentifierPart(statement.charAt(end))) {
            end++;
          }
          text.insert(end, " AS " + types.get(parameter.getIndex()) + ")").insert(offset, "CAST(");
        });
    return text.toString();
  }
}
