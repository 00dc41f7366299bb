package dev.paceline.benchmarks.variants;

import dev.paceline.core.type.DataType;
import dev.paceline.datasets.RowSink;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One generated row, to be changed before it goes on. */
final class BufferedRow implements RowSink {
  private final TableDefinition table;
  private final long[] numbers;
  private final @Nullable String[] texts;
  private final boolean[] isNull;
  private int column;

  BufferedRow(TableDefinition table) {
    this.table = table;
    this.numbers = new long[table.columnCount()];
    this.texts = new String[table.columnCount()];
    this.isNull = new boolean[table.columnCount()];
  }

  /** A whole number, unscaled decimal or day. */
  long number(int index) {
    return numbers[index];
  }

  void setNumber(int index, long value) {
    numbers[index] = value;
  }

  void setNull(int index) {
    isNull[index] = true;
  }

  /** Writes the row and ends it. */
  void writeTo(RowSink sink) {
    List<ColumnDefinition> columns = table.columns();
    for (int i = 0; i < columns.size(); i++) {
      String text = texts[i];
      DataType type = columns.get(i).type();
      if (isNull[i]) {
        sink.nothing();
      } else if (text != null) {
        sink.text(text);
      } else if (type.equals(DataType.DATE)) {
        sink.date(Math.toIntExact(numbers[i]));
      } else if (type.equals(DataType.INT64) || type.equals(DataType.INT32)) {
        sink.integer(numbers[i]);
      } else {
        sink.cents(numbers[i]);
      }
    }
    sink.end();
  }

  @Override
  public RowSink integer(long value) {
    return add(value, null, false);
  }

  @Override
  public RowSink text(String value) {
    return add(0, value, false);
  }

  @Override
  public RowSink nothing() {
    return add(0, null, true);
  }

  @Override
  public void end() {
    column = 0;
  }

  private RowSink add(long number, @Nullable String text, boolean nothing) {
    numbers[column] = number;
    texts[column] = text;
    isNull[column++] = nothing;
    return this;
  }
}
