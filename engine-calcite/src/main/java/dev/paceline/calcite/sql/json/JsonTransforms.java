package dev.paceline.calcite.sql.json;

import dev.paceline.calcite.sql.rewrite.JsonAliases;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.json.JsonTypeText;
import java.util.Locale;
import java.util.function.Function;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Calls of {@code json_transform}, whose second argument is the type of the result as JSON. */
public final class JsonTransforms {
  private JsonTransforms() {}

  /**
   * Returns the value that JSON stands for; the node itself if it is no such call.
   *
   * @param parser reads expressions
   */
  public static @Nullable SqlNode rewrite(
      @Nullable SqlNode node, Function<String, SqlNode> parser) {
    if (!(node instanceof SqlBasicCall call) || call.operandCount() != 2) {
      return node;
    }
    return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "JSON_TRANSFORM", "FROM_JSON" -> value(call, true, parser);
      case "JSON_TRANSFORM_STRICT", "FROM_JSON_STRICT" -> value(call, false, parser);
      default -> node;
    };
  }

  private static SqlNode value(
      SqlBasicCall call, boolean lenient, Function<String, SqlNode> parser) {
    if (!(call.operand(1) instanceof SqlCharStringLiteral structure)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          call.getOperator().getName()
              + " needs a literal as its second argument, such as '{\"a\":\"INTEGER\"}', because it"
              + " decides about the type of the result");
    }
    SqlCall typed =
        (SqlCall) parser.apply("CAST(NULL AS " + JsonTypeText.of(structure.toValue()) + ")");
    return JsonAliases.value(call.operand(0), typed.operand(1), lenient, call.getParserPosition());
  }
}
