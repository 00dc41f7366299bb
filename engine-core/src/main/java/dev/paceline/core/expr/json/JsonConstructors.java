package dev.paceline.core.expr.json;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.expr.list.NestedCall;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Functions that make JSON of values of any type. */
public final class JsonConstructors {
  private JsonConstructors() {}

  /**
   * Values that become parts of JSON.
   *
   * @param texts whether each is a string that is JSON already
   */
  public record Parts(List<Expression> values, List<Boolean> texts) {}

  /** The JSON of a value; NULL for NULL. */
  public static Expression of(Expression value) {
    return new NestedCall(
        "to_json",
        DataType.VARCHAR,
        List.of(value),
        true,
        context -> {
          JsonValueWriter text = new JsonValueWriter(value.type());
          return (a, row, out) -> {
            StringBuilder json = new StringBuilder();
            text.append(a[0], row, json);
            out.text().append(json.toString());
            out.endText();
          };
        });
  }

  /** A string that must be JSON. */
  public static Expression checked(Expression text) {
    return new NestedCall(
        "json",
        DataType.VARCHAR,
        List.of(text),
        true,
        context ->
            (a, row, out) -> {
              String json = Utf8.string(a[0], row);
              JsonValueWriter.check(json);
              out.text().append(json);
              out.endText();
            });
  }

  /** The array of some values. */
  public static Expression array(Parts parts) {
    return new NestedCall(
        "json_array",
        DataType.VARCHAR,
        parts.values(),
        false,
        context -> {
          Writers writers = new Writers(parts);
          return (a, row, out) -> {
            StringBuilder json = new StringBuilder("[");
            for (int i = 0; i < a.length; i++) {
              json.append(i == 0 ? "" : ",");
              writers.append(i, a[i], row, json);
            }
            out.text().append(json.append(']').toString());
            out.endText();
          };
        });
  }

  /**
   * The object of some names and their values.
   *
   * @param names one for each value
   */
  public static Expression object(List<Expression> names, Parts parts) {
    List<Expression> operands = new ArrayList<>();
    names.forEach(name -> operands.add(Casts.cast(name, DataType.VARCHAR)));
    operands.addAll(parts.values());
    return new NestedCall(
        "json_object",
        DataType.VARCHAR,
        operands,
        false,
        context -> {
          Writers writers = new Writers(parts);
          int count = names.size();
          return (a, row, out) -> {
            StringBuilder json = new StringBuilder("{");
            for (int i = 0; i < count; i++) {
              json.append(i == 0 ? "" : ",");
              JsonValueWriter.appendString(name(a[i], row), json);
              json.append(':');
              writers.append(i, a[count + i], row, json);
            }
            out.text().append(json.append('}').toString());
            out.endText();
          };
        });
  }

  /**
   * The array of the elements of a list; NULL for NULL.
   *
   * @param texts whether they are strings that are JSON already
   */
  public static Expression arrayOf(Expression list, boolean texts) {
    DataType element = list.type().elementType();
    return ofElements(
        "json_group_array",
        list,
        "[]",
        () -> {
          ColumnVector value = new ColumnVector(element);
          Writers writer =
              new Writers(new Parts(List.of(Literal.of(element, null)), List.of(texts)));
          return (reader, json) -> {
            reader.read(value);
            writer.append(0, value, 0, json);
          };
        });
  }

  /**
   * The object of a list of structs of a name and a value; NULL for NULL.
   *
   * @param texts whether the values are strings that are JSON already
   */
  public static Expression objectOf(Expression entries, boolean texts) {
    DataType entry = entries.type().elementType();
    return ofElements(
        "json_group_object",
        entries,
        "{}",
        () -> {
          ColumnVector struct = new ColumnVector(entry);
          FieldReader[] fields = FieldReader.ofAll(entry);
          ColumnVector name = new ColumnVector(fields[0].type());
          ColumnVector value = new ColumnVector(fields[1].type());
          Writers writer =
              new Writers(new Parts(List.of(Literal.of(value.type(), null)), List.of(texts)));
          return (reader, json) -> {
            reader.read(struct);
            fields[0].reset(struct, 0).read(name);
            fields[1].reset(struct, 0).read(value);
            JsonValueWriter.appendString(name(name, 0), json);
            json.append(':');
            writer.append(0, value, 0, json);
          };
        });
  }

  /** Writes the element that a reader is at. */
  private interface ElementWriter {
    void write(ListReader element, StringBuilder json);
  }

  private static Expression ofElements(
      String name, Expression list, String brackets, Supplier<ElementWriter> newWriter) {
    return new NestedCall(
        name,
        DataType.VARCHAR,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(list.type().elementType());
          ElementWriter writer = newWriter.get();
          return (a, row, out) -> {
            StringBuilder json = new StringBuilder(brackets.substring(0, 1));
            reader.reset(a[0], row);
            for (boolean first = true; reader.next(); first = false) {
              json.append(first ? "" : ",");
              writer.write(reader, json);
            }
            out.text().append(json.append(brackets.substring(1)).toString());
            out.endText();
          };
        });
  }

  private static String name(ColumnVector names, int row) {
    if (names.isNull(row)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "a name in a JSON object cannot be NULL");
    }
    return Casts.text(names, row);
  }

  /** Writes each of some values. One thread. */
  private static final class Writers {
    private final Parts parts;
    private final JsonValueWriter[] texts;

    Writers(Parts parts) {
      this.parts = parts;
      texts =
          parts.values().stream()
              .map((Expression value) -> new JsonValueWriter(value.type()))
              .toArray(JsonValueWriter[]::new);
    }

    void append(int index, ColumnVector values, int row, StringBuilder out) {
      if (parts.texts().get(index) && !values.isNull(row)) {
        out.append(Utf8.string(values, row));
      } else {
        texts[index].append(values, row, out);
      }
    }
  }
}
