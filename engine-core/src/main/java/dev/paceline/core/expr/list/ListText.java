package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.type.DataType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes lists as DuckDB does: {@code [1, 2, NULL]}. One thread. */
public final class ListText {
  private static final String SPECIAL = "()[]{},:=\"'\\";

  private final ListReader reader;
  private final ColumnVector value;
  private final @Nullable ListText inner;

  /**
   * @param element the type of the elements
   */
  public ListText(DataType element) {
    reader = new ListReader(element);
    value = new ColumnVector(element);
    inner = element.element() == null ? null : new ListText(element.elementType());
  }

  /** Returns the text of the list in a row, which must not be NULL. */
  public String of(ColumnVector lists, int row) {
    StringBuilder text = new StringBuilder();
    append(lists, row, text);
    return text.toString();
  }

  private void append(ColumnVector lists, int row, StringBuilder out) {
    reader.reset(lists, row);
    out.append('[');
    for (boolean first = true; reader.next(); first = false) {
      out.append(first ? "" : ", ");
      reader.read(value);
      if (value.isNull(0)) {
        out.append("NULL");
      } else if (inner != null) {
        inner.append(value, 0, out);
      } else {
        appendValue(value, 0, out);
      }
    }
    out.append(']');
  }

  private static void appendValue(ColumnVector values, int row, StringBuilder out) {
    String text = Casts.text(values, row);
    switch (values.type().family()) {
      case BOOLEAN -> out.append(text.toLowerCase(Locale.ROOT));
      case FLOATING -> out.append(text);
      case INTEGRAL, BYTES -> appendText(text, out);
    }
  }

  /** Puts a string in quotes if its characters would not tell it from the list around it. */
  private static void appendText(String text, StringBuilder out) {
    boolean plain =
        !text.isEmpty()
            && text.strip().length() == text.length()
            && !text.equalsIgnoreCase("NULL")
            && text.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0);
    if (plain) {
      out.append(text);
    } else {
      out.append('\'').append(text.replace("\\", "\\\\").replace("'", "\\'")).append('\'');
    }
  }
}
