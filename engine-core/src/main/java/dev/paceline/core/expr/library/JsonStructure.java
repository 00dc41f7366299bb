package dev.paceline.core.expr.library;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/** The structure of JSON: what is left if each value is replaced by its type, as in DuckDB. */
final class JsonStructure {
  private static final TextNode NULL = new TextNode("NULL");
  private static final TextNode JSON = new TextNode("JSON");
  private static final TextNode BIGINT = new TextNode("BIGINT");
  private static final TextNode UBIGINT = new TextNode("UBIGINT");
  private static final TextNode HUGEINT = new TextNode("HUGEINT");
  private static final TextNode DOUBLE = new TextNode("DOUBLE");

  /** The types of whole numbers. */
  private static final Set<JsonNode> WHOLE = Set.of(BIGINT, UBIGINT, HUGEINT);

  private static final BigDecimal MAX_UBIGINT = new BigDecimal("18446744073709551615");
  private static final BigDecimal MIN_BIGINT = BigDecimal.valueOf(Long.MIN_VALUE);

  private JsonStructure() {}

  static JsonNode of(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> {
        ObjectNode structure = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
          structure.set(member.getKey(), of(member.getValue()));
        }
        yield structure.isEmpty() ? JSON : structure;
      }
      case ARRAY -> {
        JsonNode element = NULL;
        for (JsonNode inner : value) {
          element = common(element, of(inner));
        }
        yield JsonNodeFactory.instance.arrayNode().add(element);
      }
      case NUMBER -> number(value);
      default -> new TextNode(JsonLibrary.type(value));
    };
  }

  private static JsonNode number(JsonNode value) {
    BigDecimal number = value.decimalValue();
    if (!value.isIntegralNumber()
        || number.compareTo(MAX_UBIGINT) > 0
        || number.compareTo(MIN_BIGINT) < 0) {
      return DOUBLE;
    }
    return number.signum() < 0 ? BIGINT : UBIGINT;
  }

  /** Returns the structure of values that have one of two structures. */
  private static JsonNode common(JsonNode one, JsonNode other) {
    if (one.equals(other) || other.equals(NULL)) {
      return one;
    }
    if (one.equals(NULL)) {
      return other;
    }
    if (one instanceof ObjectNode object && other instanceof ObjectNode second) {
      ObjectNode both = object.deepCopy();
      for (Map.Entry<String, JsonNode> member : second.properties()) {
        JsonNode known = both.get(member.getKey());
        both.set(
            member.getKey(), known == null ? member.getValue() : common(known, member.getValue()));
      }
      return both;
    }
    if (one instanceof ArrayNode array && other instanceof ArrayNode second) {
      return JsonNodeFactory.instance.arrayNode().add(common(array.get(0), second.get(0)));
    }
    if (WHOLE.contains(one) && WHOLE.contains(other)) {
      return HUGEINT;
    }
    return isNumber(one) && isNumber(other) ? DOUBLE : JSON;
  }

  private static boolean isNumber(JsonNode type) {
    return type.equals(DOUBLE) || WHOLE.contains(type);
  }
}
