package dev.paceline.core.expr.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;

/**
 * Writes values of one type as JSON: numbers and BOOLEANs as such, NULL as null, lists as arrays,
 * structs and maps as objects, structs without names as arrays, and everything else as strings. One
 * thread.
 */
final class JsonValueWriter {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private final DataType type;

  /** The value inside another one that is written. */
  private final ColumnVector value;

  private final JsonValueWriter[] inner;
  private final FieldReader[] fields;
  private final ListReader[] elements;

  JsonValueWriter(DataType type) {
    this.type = type;
    value = new ColumnVector(type);
    fields = FieldReader.ofAll(type);
    if (type.element() == null) {
      elements = new ListReader[0];
      inner =
          type.fields().stream()
              .map(f -> new JsonValueWriter(f.type()))
              .toArray(JsonValueWriter[]::new);
    } else {
      elements = new ListReader[] {new ListReader(type.elementType())};
      inner = new JsonValueWriter[] {new JsonValueWriter(type.elementType())};
    }
  }

  void append(ColumnVector values, int row, StringBuilder out) {
    if (values.isNull(row)) {
      out.append("null");
      return;
    }
    if (type.isEnum()) {
      appendString(Casts.text(values, row), out);
      return;
    }
    switch (type.kind()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL -> out.append(Casts.text(values, row));
      case FLOAT32, FLOAT64 -> out.append(number(values, row));
      case LIST, MAP -> appendElements(values, row, out);
      case STRUCT -> appendStruct(values, row, out);
      default -> appendString(Casts.text(values, row), out);
    }
  }

  private static String number(ColumnVector values, int row) {
    if (!Double.isFinite(values.getDouble(row))) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "JSON has no number " + Casts.text(values, row));
    }
    return Casts.text(values, row);
  }

  /** Checks that a string is JSON. */
  static void check(String text) {
    parse(text);
  }

  /**
   * Reads JSON.
   *
   * @throws PacelineException INVALID_CAST if the text is no JSON
   */
  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new PacelineException(
          ErrorCode.INVALID_CAST, "a string is no JSON: " + JsonFaults.reason(e), e);
    }
  }

  static void appendString(String text, StringBuilder out) {
    out.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, out);
    out.append('"');
  }

  private void appendElements(ColumnVector lists, int row, StringBuilder out) {
    boolean map = type.kind() == TypeKind.MAP;
    ListReader reader = elements[0].reset(lists, row);
    JsonValueWriter element = inner[0];
    out.append(map ? '{' : '[');
    for (boolean first = true; reader.next(); first = false) {
      out.append(first ? "" : ",");
      reader.read(element.value);
      if (map) {
        element.appendEntry(out);
      } else {
        element.append(element.value, 0, out);
      }
    }
    out.append(map ? '}' : ']');
  }

  /** Appends the entry of a map that is the value; its name is the key as a string. */
  private void appendEntry(StringBuilder out) {
    JsonValueWriter key = inner[0];
    fields[0].reset(value, 0).read(key.value);
    StringBuilder name = new StringBuilder();
    key.append(key.value, 0, name);
    if (name.charAt(0) == '"') {
      out.append(name);
    } else {
      appendString(name.toString(), out);
    }
    out.append(':');
    appendField(1, value, 0, out);
  }

  private void appendStruct(ColumnVector structs, int row, StringBuilder out) {
    boolean named = type.hasNames();
    out.append(named ? '{' : '[');
    for (int i = 0; i < fields.length; i++) {
      out.append(i == 0 ? "" : ",");
      if (named) {
        appendString(type.fields().get(i).name(), out);
        out.append(':');
      }
      appendField(i, structs, row, out);
    }
    out.append(named ? '}' : ']');
  }

  private void appendField(int index, ColumnVector structs, int row, StringBuilder out) {
    fields[index].reset(structs, row).read(inner[index].value);
    inner[index].append(inner[index].value, 0, out);
  }
}
