package dev.paceline.core.expr.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Map;

/** The types that the second argument of {@code json_transform} names. */
public final class JsonTypeText {
  private JsonTypeText() {}

  /**
   * Returns the name in SQL of the type that a structure such as {@code
   * {"a":"INTEGER","b":["DATE"]}} stands for.
   *
   * @throws PacelineException INVALID_ARGUMENT if it is no structure
   */
  public static String of(String structure) {
    StringBuilder type = new StringBuilder();
    append(JsonValueWriter.parse(structure), type);
    return type.toString();
  }

  private static void append(JsonNode structure, StringBuilder out) {
    if (structure.isTextual()) {
      out.append(structure.asText().equals("NULL") ? "VARCHAR" : structure.asText());
    } else if (structure.isArray() && structure.size() == 1) {
      append(structure.get(0), out);
      out.append("[]");
    } else if (structure.isObject() && !structure.isEmpty()) {
      String separator = "STRUCT(";
      for (Map.Entry<String, JsonNode> member : structure.properties()) {
        out.append(separator)
            .append('"')
            .append(member.getKey().replace("\"", "\"\""))
            .append("\" ");
        append(member.getValue(), out);
        separator = ", ";
      }
      out.append(')');
    } else {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the JSON "
              + structure
              + " is no structure; write the name of a type as a string, a list as an array of one"
              + " structure, and a struct as an object of structures");
    }
  }
}
