package dev.paceline.core.expr.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.list.NestedCall;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes values of any type of JSON: numbers, strings and truth values become values as their texts
 * do, arrays lists, objects structs or maps, and null NULL. The JSON becomes the text of the value
 * first, of which the casts of strings make the value.
 */
public final class JsonCast {
  private final DataType type;
  private final boolean lenient;

  /** The casts of the fields, of the elements, or of the values of a map. */
  private final List<JsonCast> inner;

  private final Set<String> names = new HashSet<>();

  private JsonCast(DataType type, boolean lenient) {
    this.type = type;
    this.lenient = lenient;
    inner =
        switch (type.kind()) {
          case LIST -> List.of(new JsonCast(type.elementType(), lenient));
          case MAP -> List.of(new JsonCast(type.valueType(), lenient));
          case STRUCT ->
              type.fields().stream().map(field -> new JsonCast(field.type(), lenient)).toList();
          default -> List.of();
        };
    type.fields().forEach(field -> names.add(field.name()));
  }

  /**
   * Returns the values of a type that JSON stands for.
   *
   * @param json strings
   * @param lenient whether what does not fit becomes NULL, and members that the type does not have
   *     are left out; an error otherwise
   */
  public static Expression of(Expression json, DataType type, boolean lenient) {
    Expression text =
        new NestedCall(
            "json_text",
            DataType.VARCHAR,
            List.of(json),
            true,
            context -> {
              JsonCast cast = new JsonCast(type, lenient);
              return (a, row, out) -> {
                JsonNode value = JsonValueWriter.parse(Utf8.string(a[0], row));
                StringBuilder written = new StringBuilder();
                if (value.isNull() || !cast.append(value, false, written)) {
                  out.appendNull();
                } else {
                  out.text().append(written.toString());
                  out.endText();
                }
              };
            });
    return lenient ? Expressions.safeCast(text, type) : Expressions.cast(text, type);
  }

  /**
   * Appends the text of a value.
   *
   * @param inside whether it is part of another value
   * @return false if the value does not fit and nothing was appended
   */
  private boolean append(JsonNode value, boolean inside, StringBuilder out) {
    if (value.isNull()) {
      out.append("NULL");
      return true;
    }
    return switch (type.kind()) {
      case LIST -> value.isArray() ? appendList(value, out) : unfit(value);
      case STRUCT -> value.isObject() || lenient ? appendStruct(value, out) : unfit(value);
      case MAP -> value.isObject() ? appendMap(value, out) : unfit(value);
      default -> {
        if (value.isContainerNode() && type.family() != TypeFamily.BYTES) {
          yield unfit(value);
        }
        appendString(value.isContainerNode() ? value.toString() : value.asText(), inside, out);
        yield true;
      }
    };
  }

  private boolean unfit(JsonNode value) {
    if (lenient) {
      return false;
    }
    String text = value.toString();
    throw new PacelineException(
        ErrorCode.INVALID_CAST,
        "the JSON "
            + (text.length() > 80 ? text.substring(0, 80) + "…" : text)
            + " cannot be cast to "
            + type);
  }

  private boolean appendList(JsonNode array, StringBuilder out) {
    char separator = '[';
    for (JsonNode value : array) {
      out.append(separator);
      inner.getFirst().appendInside(value, out);
      separator = ',';
    }
    out.append(array.isEmpty() ? "[]" : "]");
    return true;
  }

  private boolean appendStruct(JsonNode value, StringBuilder out) {
    char separator = '{';
    for (int i = 0; i < inner.size(); i++) {
      String name = type.fields().get(i).name();
      JsonNode member = value.get(name);
      if (member != null) {
        out.append(separator);
        appendString(name, true, out);
        out.append(':');
        inner.get(i).appendInside(member, out);
        separator = ',';
      }
    }
    out.append(separator == '{' ? "{}" : "}");
    if (!lenient) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (!names.contains(member.getKey())) {
          throw new PacelineException(
              ErrorCode.INVALID_CAST,
              type
                  + " has no field for the member "
                  + member.getKey()
                  + " of an object of JSON; add it, or use json_transform, which leaves it out");
        }
      }
    }
    return true;
  }

  private boolean appendMap(JsonNode object, StringBuilder out) {
    char separator = '{';
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      out.append(separator);
      appendString(member.getKey(), true, out);
      out.append('=');
      inner.getFirst().appendInside(member.getValue(), out);
      separator = ',';
    }
    out.append(object.isEmpty() ? "{}" : "}");
    return true;
  }

  private void appendInside(JsonNode value, StringBuilder out) {
    if (!append(value, true, out)) {
      out.append("NULL");
    }
  }

  /** Appends a string, inside another value in quotes. */
  private static void appendString(String string, boolean inside, StringBuilder out) {
    if (!inside) {
      out.append(string);
      return;
    }
    out.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\');
      }
      out.append(c);
    }
    out.append('"');
  }
}
