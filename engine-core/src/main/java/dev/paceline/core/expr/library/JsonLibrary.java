package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.BOOLEAN;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.json.JsonFaults;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.expr.list.NestedFormat;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.DataType;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Functions of strings that hold JSON. */
final class JsonLibrary {
  /**
   * Holds the mapper in a class of its own, so that the JVM initialises Jackson's 150 classes when
   * the first statement uses JSON, and not in every process.
   */
  private static final class Mapper {
    static final JsonMapper JSON =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
  }

  private static final DataType STRINGS = DataType.list(VARCHAR);

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "json_array_length",
              List.of(VARCHAR),
              INT64,
              FAILS,
              "Returns the number of elements of an array, 0 for any other value.",
              RowFunctions.longs((a, row) -> length(parse(a[0], row)))),
          new LibraryFunction(
              "json_array_length",
              List.of(VARCHAR, VARCHAR),
              INT64,
              FAILS,
              "Does the same for the value at a path; NULL if there is none.",
              exists(node -> !node.isMissingNode()),
              context -> {
                TextCache<JsonPath> paths = new TextCache<>(JsonPath::of);
                return RowFunctions.longs((a, row) -> length(at(paths, a, row)))
                    .newFunction(context);
              }),
          new LibraryFunction(
              "json",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns JSON without blanks.",
              RowFunctions.text((a, row, out) -> out.append(parse(a[0], row).toString()))),
          new LibraryFunction(
              "json_keys",
              List.of(VARCHAR),
              STRINGS,
              FAILS,
              "Returns the names in an object as a list, which is empty for any other value.",
              RowFunctions.text((a, row, out) -> appendAll(parse(a[0], row).fieldNames(), out))),
          new LibraryFunction(
              "json_keys",
              List.of(VARCHAR, VARCHAR),
              STRINGS,
              FAILS,
              "Does the same for the value at a path; NULL if there is none.",
              exists(node -> !node.isMissingNode()),
              context -> {
                TextCache<JsonPath> paths = new TextCache<>(JsonPath::of);
                return RowFunctions.text(
                        (a, row, out) -> appendAll(at(paths, a, row).fieldNames(), out))
                    .newFunction(context);
              }),
          new LibraryFunction(
              "json_contains",
              List.of(VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS,
              "Tells whether the second value is the first one or inside it, where objects may have"
                  + " further names.",
              RowFunctions.booleans((a, row) -> contains(parse(a[0], row), parse(a[1], row)))),
          new LibraryFunction(
              "json_merge_patch",
              List.of(VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the first object with the members of the second one, where null removes a"
                  + " member (RFC 7396).",
              RowFunctions.text(
                  (a, row, out) ->
                      out.append(merged(parse(a[0], row), parse(a[1], row)).toString()))),
          new LibraryFunction(
              "json_extract",
              List.of(VARCHAR, STRINGS),
              STRINGS,
              FAILS,
              "Returns the list of the JSON at several paths.",
              ofPaths(node -> node.isMissingNode() ? null : node.toString())),
          new LibraryFunction(
              "json_extract_string",
              List.of(VARCHAR, STRINGS),
              STRINGS,
              FAILS,
              "Returns the list of the values at several paths without quotes.",
              ofPaths(node -> node.isMissingNode() || node.isNull() ? null : content(node))),
          new LibraryFunction(
              "json_extract_all",
              List.of(VARCHAR, VARCHAR),
              STRINGS,
              FAILS,
              "Returns the list of the JSON at all places of a path with wildcards. It is"
                  + " `json_extract` with a literal such as `'$.a[*].b'`, `'$.a.*'` or `'$..b'`.",
              ofWildcards(JsonNode::toString)),
          new LibraryFunction(
              "json_extract_string_all",
              List.of(VARCHAR, VARCHAR),
              STRINGS,
              FAILS,
              "Does the same without quotes, as `json_extract_string` does; null is NULL.",
              ofWildcards(node -> node.isNull() ? null : content(node))),
          new LibraryFunction(
              "json_structure",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns JSON that has types in the places of the values, such as"
                  + " `{\"a\":\"UBIGINT\",\"b\":[\"DOUBLE\"]}`. Elements of an array have one type in"
                  + " common, which is `JSON` if they have none.",
              RowFunctions.text(
                  (a, row, out) -> out.append(JsonStructure.of(parse(a[0], row)).toString()))),
          new LibraryFunction(
              "json_type",
              List.of(VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Does the same as `json_type` of the value at a path; NULL if there is none.",
              exists(node -> !node.isMissingNode()),
              text(JsonLibrary::type)),
          new LibraryFunction(
              "json_exists",
              List.of(VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS,
              "Tells whether there is a value at a path.",
              exists(node -> !node.isMissingNode())),
          new LibraryFunction(
              "json_extract",
              List.of(VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the JSON of the value at a path, such as `'$.name[0]'`, `'/name/0'` or"
                  + " `'name'`; NULL if there is none.",
              exists(node -> !node.isMissingNode()),
              text(JsonNode::toString)),
          new LibraryFunction(
              "json_extract",
              List.of(VARCHAR, INT64),
              VARCHAR,
              FAILS,
              "Returns the JSON of an element of an array, counted from 0, from the end if the number"
                  + " is negative; NULL if there is none. `x -> y` is the same as both.",
              RowFunctions.booleans((a, row) -> element(a, row) != null),
              RowFunctions.text((a, row, out) -> out.append(String.valueOf(element(a, row))))),
          new LibraryFunction(
              "json_extract_string",
              List.of(VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the value at a path, without quotes if it is a string; NULL if there is"
                  + " none, or if it is null.",
              exists(node -> !node.isMissingNode() && !node.isNull()),
              text(JsonLibrary::content)),
          new LibraryFunction(
              "json_extract_string",
              List.of(VARCHAR, INT64),
              VARCHAR,
              FAILS,
              "Returns an element of an array without quotes; NULL if there is none, or if it is"
                  + " null. `x ->> y` is the same as both.",
              RowFunctions.booleans(
                  (a, row) -> {
                    JsonNode element = element(a, row);
                    return element != null && !element.isNull();
                  }),
              RowFunctions.text((a, row, out) -> out.append(content(element(a, row))))),
          new LibraryFunction(
              "json_query",
              List.of(VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the JSON of the object or the array at a path; NULL for other values and if"
                  + " there is none.",
              exists(JsonNode::isContainerNode),
              text(JsonNode::toString)),
          new LibraryFunction(
              "json_value",
              List.of(VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the string, number or truth value at a path; NULL for other values and if"
                  + " there is none.",
              exists(node -> node.isValueNode() && !node.isNull() && !node.isMissingNode()),
              text(JsonNode::asText)),
          new LibraryFunction(
              "json_type",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns `OBJECT`, `ARRAY`, `VARCHAR`, `BIGINT`, `UBIGINT`, `DOUBLE`, `BOOLEAN` or"
                  + " `NULL`, as in DuckDB.",
              RowFunctions.text((a, row, out) -> out.append(type(parse(a[0], row))))),
          new LibraryFunction(
              "json_valid",
              List.of(VARCHAR),
              BOOLEAN,
              TOTAL,
              "Tells whether a string is JSON.",
              RowFunctions.booleans((a, row) -> isValid(Utf8.string(a[0], row)))));

  private JsonLibrary() {}

  private static JsonNode at(TextCache<JsonPath> paths, ColumnVector[] arguments, int row) {
    return paths.get(arguments[1], row).in(parse(arguments[0], row));
  }

  private static void appendAll(Iterator<String> strings, TextWriter out) {
    strings.forEachRemaining(string -> NestedFormat.appendString(string, out));
    out.append(NestedFormat.END);
  }

  /** The list of what is at each of some paths; null is NULL. */
  private static VectorFunction.Factory ofPaths(Function<JsonNode, @Nullable String> content) {
    return context -> {
      TextCache<JsonPath> known = new TextCache<>(JsonPath::of);
      ListReader paths = new ListReader(VARCHAR);
      ColumnVector path = new ColumnVector(VARCHAR);
      return RowFunctions.text(
              (a, row, out) -> {
                JsonNode root = parse(a[0], row);
                paths.reset(a[1], row);
                while (paths.next()) {
                  paths.read(path);
                  String found = path.isNull(0) ? null : content.apply(known.get(path, 0).in(root));
                  appendNullable(found, out);
                }
                out.append(NestedFormat.END);
              })
          .newFunction(context);
    };
  }

  private static void appendNullable(@Nullable String string, TextWriter out) {
    if (string == null) {
      NestedFormat.appendNull(VARCHAR, out);
    } else {
      NestedFormat.appendString(string, out);
    }
  }

  /** The list of what is at the places of a path; null is NULL. */
  private static VectorFunction.Factory ofWildcards(Function<JsonNode, @Nullable String> content) {
    return context -> {
      TextCache<JsonPath> paths = new TextCache<>(JsonPath::of);
      return RowFunctions.text(
              (a, row, out) -> {
                for (JsonNode node : paths.get(a[1], row).allIn(parse(a[0], row))) {
                  String found = content.apply(node);
                  appendNullable(found, out);
                }
                out.append(NestedFormat.END);
              })
          .newFunction(context);
    };
  }

  private static boolean contains(JsonNode haystack, JsonNode needle) {
    if (matches(haystack, needle)) {
      return true;
    }
    for (JsonNode inner : haystack) {
      if (contains(inner, needle)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value has all that another one has. */
  private static boolean matches(JsonNode value, JsonNode wanted) {
    if (wanted.isObject() && value.isObject()) {
      return wanted.properties().stream()
          .allMatch(
              member ->
                  value.has(member.getKey())
                      && matches(value.get(member.getKey()), member.getValue()));
    }
    if (wanted.isArray() && value.isArray()) {
      for (JsonNode element : wanted) {
        if (!hasMatch(value, element)) {
          return false;
        }
      }
      return true;
    }
    return value.equals(wanted);
  }

  private static boolean hasMatch(JsonNode array, JsonNode wanted) {
    for (JsonNode element : array) {
      if (matches(element, wanted)) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch;
    }
    ObjectNode result =
        target instanceof ObjectNode object ? object : Mapper.JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> change : changes.properties()) {
      if (change.getValue().isNull()) {
        result.remove(change.getKey());
      } else {
        result.set(change.getKey(), merged(result.path(change.getKey()), change.getValue()));
      }
    }
    return result;
  }

  private static String content(@Nullable JsonNode node) {
    return node != null && node.isValueNode() ? node.asText() : String.valueOf(node);
  }

  private static @Nullable JsonNode element(ColumnVector[] arguments, int row) {
    JsonNode array = parse(arguments[0], row);
    long number = arguments[1].getLong(row);
    long index = number < 0 ? number + array.size() : number;
    return array.isArray() && index >= 0 && index < array.size() ? array.get((int) index) : null;
  }

  private static VectorFunction.Factory exists(Predicate<JsonNode> wanted) {
    return context -> {
      TextCache<JsonPath> paths = new TextCache<>(JsonPath::of);
      return RowFunctions.booleans(
              (a, row) -> wanted.test(paths.get(a[1], row).in(parse(a[0], row))))
          .newFunction(context);
    };
  }

  private static VectorFunction.Factory text(Function<JsonNode, String> content) {
    return context -> {
      TextCache<JsonPath> paths = new TextCache<>(JsonPath::of);
      return RowFunctions.text(
              (a, row, out) -> out.append(content.apply(paths.get(a[1], row).in(parse(a[0], row)))))
          .newFunction(context);
    };
  }

  /** Reads the JSON of a row. */
  static JsonNode parse(ColumnVector texts, int row) {
    String text = Utf8.string(texts, row);
    try {
      JsonNode node = Mapper.JSON.readTree(text);
      return node == null ? MissingNode.getInstance() : node;
    } catch (JsonProcessingException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "a string is no JSON: "
              + JsonFaults.reason(e)
              + " in "
              + (text.length() > 80 ? text.substring(0, 80) + "…" : text),
          e);
    }
  }

  private static boolean isValid(String text) {
    try {
      return !text.isBlank() && !Mapper.JSON.readTree(text).isMissingNode();
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static int length(JsonNode node) {
    return node.isArray() ? node.size() : 0;
  }

  static String type(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> "OBJECT";
      case ARRAY -> "ARRAY";
      case STRING -> "VARCHAR";
      case BOOLEAN -> "BOOLEAN";
      case NUMBER ->
          !node.isIntegralNumber()
              ? "DOUBLE"
              : node.decimalValue().signum() < 0 ? "BIGINT" : "UBIGINT";
      default -> "NULL";
    };
  }
}
