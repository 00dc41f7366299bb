package dev.paceline.storage.load.json;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.library.StepTexts;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.expr.list.NestedText;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.BlobText;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.DoubleText;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.output.TimeFormats;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records that one worker writes. */
final class JsonPart implements RowWriter.Part {
  private static final int FLUSH_BYTES = 1 << 20;
  private static final int MAX_LONG_DIGITS = 20;

  /** A byte of a string becomes six characters at most, as in {@code \u001f}. */
  private static final int MAX_ESCAPED = 6;

  private static final byte[] NULL = ascii("null");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] HEX = ascii("0123456789abcdef");

  private final JsonRowWriter writer;
  private final TypeKind[] kinds;

  /** The text before each value of a record: a separator and the name of the value. */
  private final byte[][] prefixes;

  /** Write dates and timestamps that have a format; null for those that have none. */
  private final @Nullable StepTexts dates;

  private final @Nullable StepTexts timestamps;
  private final byte[] separator;
  private final GrowingBuffer out;
  private final byte[] digits = new byte[MAX_LONG_DIGITS];

  JsonPart(
      JsonRowWriter writer, List<ColumnDefinition> columns, TimeFormats times, MemoryScope memory) {
    this.writer = writer;
    this.kinds = columns.stream().map(column -> column.type().kind()).toArray(TypeKind[]::new);
    this.dates = times.texts(TypeKind.DATE);
    this.timestamps = times.texts(TypeKind.TIMESTAMP);
    this.separator = writer.separator();
    this.out = new GrowingBuffer(memory);
    this.prefixes = new byte[columns.size()][];
    for (int i = 0; i < prefixes.length; i++) {
      byte[] name = columns.get(i).name().getBytes(StandardCharsets.UTF_8);
      MemorySegment source = memory.allocate(name.length);
      MemorySegment.copy(name, 0, source, JAVA_BYTE, 0, name.length);
      out.clear();
      out.writeByte(i == 0 ? '{' : ',');
      writeString(source, StringView.of(0, name.length));
      out.writeByte(':');
      prefixes[i] = out.segment().asSlice(0, out.length()).toArray(JAVA_BYTE);
    }
    out.clear();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void append(Batch batch) {
    Selection selection = batch.selection();
    int count = batch.selectedCount();
    for (int i = 0; i < count; i++) {
      int row = selection == null ? i : selection.positions().getAtIndex(ValueLayout.JAVA_INT, i);
      if (out.length() > 0) {
        out.writeBytes(separator);
      }
      for (int column = 0; column < prefixes.length; column++) {
        out.writeBytes(prefixes[column]);
        write(batch.column(column), kinds[column], row);
      }
      out.writeByte('}');
      if (out.length() >= FLUSH_BYTES) {
        flush();
      }
    }
  }

  @Override
  public void end() {
    if (out.length() > 0) {
      flush();
    }
    out.release();
  }

  private void flush() {
    writer.append(out.bytes());
    out.clear();
  }

  private void write(ColumnVector vector, TypeKind kind, int row) {
    if (vector.isNull(row)) {
      out.writeBytes(NULL);
      return;
    }
    switch (kind) {
      case BOOLEAN -> out.writeBytes(vector.getBoolean(row) ? TRUE : FALSE);
      case INT8, INT16, INT32, INT64 -> writeLong(vector.getLong(row));
      case INTERVAL -> writeQuoted(IntervalText.of(vector.getHigh(row), vector.getLong(row)));
      case DECIMAL -> out.writeBytes(ascii(vector.getDecimal(row).toPlainString()));
      case FLOAT32 -> writeDouble(vector.getDouble(row), true);
      case FLOAT64 -> writeDouble(vector.getDouble(row), false);
      case DATE -> writeDate(vector.getLong(row));
      case TIME -> writeQuoted(DateTimeText.formatTime(vector.getLong(row)));
      case TIMESTAMP -> writeTimestamp(vector.getLong(row), "");
      case TIMESTAMP_LTZ -> writeTimestamp(vector.getLong(row), "Z");
      case CHAR, VARCHAR -> writeString(vector.valueHeap(), vector.getView(row));
      case BINARY, VARBINARY -> writeText(BlobText.of(vector.getBytes(row)));
      case UUID -> writeQuoted(UuidText.of(vector.getBytes(row)).toString());
      case LIST -> writeList(vector, row);
      case STRUCT -> writeStruct(vector, row);
      case MAP -> writeMap(vector, row);
    }
  }

  private void writeDate(long day) {
    if (dates == null) {
      writeQuoted(DateTimeText.formatDate(day));
    } else {
      writeText(new String(dates.text(Micros.at(day, 0)), StandardCharsets.UTF_8));
    }
  }

  private void writeTimestamp(long micros, String zone) {
    if (timestamps == null) {
      writeQuoted(DateTimeText.formatTimestamp(micros) + zone);
    } else {
      writeText(new String(timestamps.text(micros), StandardCharsets.UTF_8));
    }
  }

  private void writeList(ColumnVector vector, int row) {
    DataType element = vector.type().elementType();
    ListReader list = new ListReader(element).reset(vector, row);
    ColumnVector value = new ColumnVector(element);
    out.writeByte('[');
    for (boolean first = true; list.next(); first = false) {
      if (!first) {
        out.writeByte(',');
      }
      list.read(value);
      write(value, element.kind(), 0);
    }
    out.writeByte(']');
  }

  /** Writes an object, or an array for a struct without names. */
  private void writeStruct(ColumnVector vector, int row) {
    DataType type = vector.type();
    boolean named = type.hasNames();
    out.writeByte(named ? '{' : '[');
    FieldReader[] fields = FieldReader.ofAll(type);
    for (int i = 0; i < fields.length; i++) {
      StructField field = type.fields().get(i);
      if (i > 0) {
        out.writeByte(',');
      }
      if (named) {
        writeText(field.name());
        out.writeByte(':');
      }
      ColumnVector value = new ColumnVector(field.type());
      fields[i].reset(vector, row).read(value);
      write(value, field.type().kind(), 0);
    }
    out.writeByte(named ? '}' : ']');
  }

  /** Writes an object whose names are the keys as strings. */
  private void writeMap(ColumnVector vector, int row) {
    DataType entry = vector.type().elementType();
    ListReader entries = new ListReader(entry).reset(vector, row);
    ColumnVector struct = new ColumnVector(entry);
    ColumnVector key = new ColumnVector(vector.type().keyType());
    ColumnVector value = new ColumnVector(vector.type().valueType());
    FieldReader[] fields = FieldReader.ofAll(entry);
    out.writeByte('{');
    for (boolean first = true; entries.next(); first = false) {
      if (!first) {
        out.writeByte(',');
      }
      entries.read(struct);
      fields[0].reset(struct, 0).read(key);
      writeText(key.type().isNested() ? new NestedText(key.type()).of(key, 0) : Casts.text(key, 0));
      out.writeByte(':');
      fields[1].reset(struct, 0).read(value);
      write(value, value.type().kind(), 0);
    }
    out.writeByte('}');
  }

  /** Writes a text with escapes, such as a name inside of a value. */
  private void writeText(String name) {
    StringBuilder text = new StringBuilder().append('"');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < ' ') {
        text.append("\\u00").append((char) HEX[c >>> 4]).append((char) HEX[c & 15]);
      } else {
        text.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    out.writeBytes(text.append('"').toString().getBytes(StandardCharsets.UTF_8));
  }

  private void writeLong(long value) {
    if (value == Long.MIN_VALUE) {
      out.writeBytes(ascii(Long.toString(value)));
      return;
    }
    int at = MAX_LONG_DIGITS;
    long rest = Math.abs(value);
    do {
      digits[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    if (value < 0) {
      digits[--at] = '-';
    }
    long to = out.extend(MAX_LONG_DIGITS - at);
    MemorySegment.copy(digits, at, out.segment(), JAVA_BYTE, to, MAX_LONG_DIGITS - at);
  }

  /** JSON has no numbers for NaN and the infinities: they are strings. */
  private void writeDouble(double value, boolean isFloat) {
    String text = isFloat ? DoubleText.of((float) value) : DoubleText.of(value);
    if (Double.isFinite(value)) {
      out.writeBytes(ascii(text));
    } else {
      writeQuoted(text);
    }
  }

  /** Writes a string that needs no escapes. */
  private void writeQuoted(String text) {
    out.writeByte('"');
    out.writeBytes(ascii(text));
    out.writeByte('"');
  }

  private void writeString(MemorySegment heap, long view) {
    long from = StringView.offset(view);
    int length = StringView.length(view);
    long at = out.extend(2 + (long) MAX_ESCAPED * length);
    MemorySegment to = out.segment();
    to.set(JAVA_BYTE, at++, (byte) '"');
    for (int i = 0; i < length; i++) {
      byte c = heap.get(JAVA_BYTE, from + i);
      if (c < 0 || c >= ' ' && c != '"' && c != '\\') {
        to.set(JAVA_BYTE, at++, c);
        continue;
      }
      to.set(JAVA_BYTE, at++, (byte) '\\');
      byte letter =
          switch (c) {
            case '"', '\\' -> c;
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '\b' -> 'b';
            case '\f' -> 'f';
            default -> 'u';
          };
      to.set(JAVA_BYTE, at++, letter);
      if (letter == 'u') {
        to.set(JAVA_BYTE, at++, (byte) '0');
        to.set(JAVA_BYTE, at++, (byte) '0');
        to.set(JAVA_BYTE, at++, HEX[c >>> 4]);
        to.set(JAVA_BYTE, at++, HEX[c & 15]);
      }
    }
    to.set(JAVA_BYTE, at++, (byte) '"');
    out.shorten(at);
  }
}
