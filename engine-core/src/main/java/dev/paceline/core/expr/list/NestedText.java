package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.Locale;

/**
 * Writes nested values as DuckDB does: {@code [1, 2, NULL]}, {@code {'a': 1, 'b': x}}, {@code
 * {k=1}}. One thread.
 */
public final class NestedText {
  private static final String SPECIAL = "()[]{},:=\"'\\";

  private final DataType type;

  /** The value inside another one that is written. */
  private final ColumnVector value;

  private final NestedText[] inner;
  private final FieldReader[] fields;
  private final ListReader[] elements;

  /**
   * @param type of the values; not nested only for those inside others
   */
  public NestedText(DataType type) {
    this.type = type;
    value = new ColumnVector(type);
    fields = FieldReader.ofAll(type);
    if (type.element() == null) {
      elements = new ListReader[0];
      inner = type.fields().stream().map(f -> new NestedText(f.type())).toArray(NestedText[]::new);
    } else {
      elements = new ListReader[] {new ListReader(type.elementType())};
      inner = new NestedText[] {new NestedText(type.elementType())};
    }
  }

  /** Returns the text of the nested value in a row, which must not be NULL. */
  public String of(ColumnVector values, int row) {
    StringBuilder text = new StringBuilder();
    append(values, row, text);
    return text.toString();
  }

  private void append(ColumnVector values, int row, StringBuilder out) {
    switch (type.kind()) {
      case LIST -> {
        out.append('[');
        appendElements(values, row, out);
        out.append(']');
      }
      case MAP -> {
        out.append('{');
        appendElements(values, row, out);
        out.append('}');
      }
      case STRUCT -> appendStruct(values, row, out);
      default -> appendScalar(values, row, out);
    }
  }

  private void appendElements(ColumnVector lists, int row, StringBuilder out) {
    ListReader reader = elements[0].reset(lists, row);
    NestedText element = inner[0];
    for (boolean first = true; reader.next(); first = false) {
      out.append(first ? "" : ", ");
      reader.read(element.value);
      if (type.kind() == TypeKind.MAP) {
        element.appendEntry(out);
      } else {
        element.appendValue(out);
      }
    }
  }

  /** Appends the entry of a map that is the value. */
  private void appendEntry(StringBuilder out) {
    for (int i = 0; i < fields.length; i++) {
      out.append(i == 0 ? "" : "=");
      appendField(i, value, 0, out);
    }
  }

  private void appendStruct(ColumnVector structs, int row, StringBuilder out) {
    boolean named = type.hasNames();
    out.append(named ? '{' : '(');
    for (int i = 0; i < fields.length; i++) {
      out.append(i == 0 ? "" : ", ");
      if (named) {
        appendQuoted(type.fields().get(i).name(), out);
        out.append(": ");
      }
      appendField(i, structs, row, out);
    }
    if (!named && fields.length == 1) {
      out.append(',');
    }
    out.append(named ? '}' : ')');
  }

  private void appendField(int index, ColumnVector structs, int row, StringBuilder out) {
    fields[index].reset(structs, row).read(inner[index].value);
    inner[index].appendValue(out);
  }

  private void appendValue(StringBuilder out) {
    if (value.isNull(0)) {
      out.append("NULL");
    } else {
      append(value, 0, out);
    }
  }

  private static void appendScalar(ColumnVector values, int row, StringBuilder out) {
    String text = Casts.text(values, row);
    switch (values.type().family()) {
      case BOOLEAN -> out.append(text.toLowerCase(Locale.ROOT));
      case FLOATING -> out.append(text);
      case INTEGRAL, BYTES -> appendText(text, out);
    }
  }

  /** Puts a string in quotes if its characters would not tell it from the value around it. */
  private static void appendText(String text, StringBuilder out) {
    boolean plain =
        !text.isEmpty()
            && text.strip().length() == text.length()
            && !text.equalsIgnoreCase("NULL")
            && text.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0);
    if (plain) {
      out.append(text);
    } else {
      appendQuoted(text, out);
    }
  }

  private static void appendQuoted(String text, StringBuilder out) {
    out.append('\'').append(text.replace("\\", "\\\\").replace("'", "\\'")).append('\'');
  }
}
