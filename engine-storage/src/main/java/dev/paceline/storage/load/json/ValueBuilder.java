package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.column.BooleanColumn;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.DoubleColumn;
import dev.paceline.storage.load.column.IntegralColumn;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.column.StringColumn;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Collects the values of one column of a chunk that are not nested. Not thread-safe. */
final class ValueBuilder implements ColumnBuilder {
  private static final int MAX_UTF8_BYTES = 3;

  /** Numbers beyond cannot be decimals, and would take long to round. */
  private static final int MAX_EXPONENT = 1000;

  private final IntervalFields interval = new IntervalFields();
  private final DataType type;
  private final JsonOptions options;
  private final MemoryScope memory;
  private final int width;
  private final GrowingBuffer lanes;
  private final GrowingBuffer heap;

  /** A byte a row: 1 for NULL. */
  private final GrowingBuffer nulls;

  private int rows;
  private int nullCount;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  ValueBuilder(DataType type, JsonOptions options, MemoryScope memory) {
    this.type = type;
    this.options = options;
    this.memory = memory;
    this.width =
        type.family() == TypeFamily.BOOLEAN
            ? 1
            : type.family() == TypeFamily.INTEGRAL && !type.fitsLong() ? 16 : 8;
    this.lanes = new GrowingBuffer(memory);
    this.heap = new GrowingBuffer(memory);
    this.nulls = new GrowingBuffer(memory);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long bytes() {
    return lanes.length() + heap.length();
  }

  @Override
  public void shorten(int toRows) {
    while (rows > toRows) {
      rows--;
      nullCount -= nulls.segment().get(ValueLayout.JAVA_BYTE, rows);
    }
    nulls.shorten(rows);
    lanes.shorten((long) rows * width);
  }

  @Override
  public void addNull() {
    long at = lanes.extend(width);
    lanes.segment().asSlice(at, width).fill((byte) 0);
    nulls.writeByte(1);
    rows++;
    nullCount++;
  }

  @Override
  public void add(JsonParser parser) throws IOException, ValueMismatch {
    JsonToken token =
        parser.currentToken() == JsonToken.FIELD_NAME
            ? JsonToken.VALUE_STRING
            : parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      addNull();
      return;
    }
    if (type.family() != TypeFamily.BYTES && token.isStructStart()) {
      throw mismatch(JsonValues.of(parser));
    }
    switch (type.family()) {
      case BOOLEAN -> addBoolean(parser, token);
      case INTEGRAL -> addIntegral(parser, token);
      case FLOATING -> addDouble(parser, token);
      case BYTES -> addString(parser, token);
    }
    nulls.writeByte(0);
    rows++;
  }

  private void addBoolean(JsonParser parser, JsonToken token) throws IOException, ValueMismatch {
    boolean value;
    if (token == JsonToken.VALUE_STRING && parser.getText().equalsIgnoreCase("true")) {
      value = true;
    } else if (token == JsonToken.VALUE_STRING && parser.getText().equalsIgnoreCase("false")) {
      value = false;
    } else if (token.isBoolean()) {
      value = token == JsonToken.VALUE_TRUE;
    } else {
      throw mismatch(parser.getText());
    }
    lanes.writeByte(value ? 1 : 0);
  }

  private void addIntegral(JsonParser parser, JsonToken token) throws IOException, ValueMismatch {
    switch (type.kind()) {
      case DATE -> addTemporal(parser, token, text -> TemporalStrings.date(text, options.date()));
      case TIME -> addTemporal(parser, token, TemporalStrings::time);
      case TIMESTAMP, TIMESTAMP_LTZ ->
          addTemporal(parser, token, text -> TemporalStrings.timestamp(text, options.timestamp()));
      case INTERVAL -> addInterval(parser, token);
      case DECIMAL -> addDecimal(parser, token);
      default -> {
        if (token == JsonToken.VALUE_NUMBER_INT
            && parser.getNumberType() != NumberType.BIG_INTEGER) {
          addLong(parser.getLongValue(), parser);
        } else if (token == JsonToken.VALUE_STRING) {
          addLong(parseLong(parser.getText()), parser);
        } else {
          throw mismatch(parser.getText());
        }
      }
    }
  }

  private long parseLong(String text) throws ValueMismatch {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw mismatch(text);
    }
  }

  private void addLong(long value, JsonParser parser) throws IOException, ValueMismatch {
    if (value < type.minLong() || value > type.maxLong()) {
      throw new ValueMismatch(parser.getText(), "is out of the range of " + FileTypeNames.of(type));
    }
    long at = lanes.extend(Long.BYTES);
    lanes.segment().set(ValueLayout.JAVA_LONG, at, value);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  /** Turns a string into a number; {@link TemporalStrings#INVALID} if it does not fit. */
  @FunctionalInterface
  private interface TemporalParser {
    long parse(String text);
  }

  private void addTemporal(JsonParser parser, JsonToken token, TemporalParser temporal)
      throws IOException, ValueMismatch {
    String text = parser.getText();
    long value =
        token == JsonToken.VALUE_STRING ? temporal.parse(text.strip()) : TemporalStrings.INVALID;
    if (value == TemporalStrings.INVALID) {
      throw mismatch(text);
    }
    addLong(value, parser);
  }

  private void addDecimal(JsonParser parser, JsonToken token) throws IOException, ValueMismatch {
    String text = parser.getText();
    if (!token.isNumeric() && token != JsonToken.VALUE_STRING) {
      throw mismatch(text);
    }
    BigInteger unscaled;
    try {
      BigDecimal value = new BigDecimal(text.strip());
      if (Math.abs((long) value.precision() - value.scale()) > MAX_EXPONENT) {
        throw mismatch(text);
      }
      unscaled = value.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
    } catch (NumberFormatException e) {
      throw mismatch(text);
    }
    if (unscaled.compareTo(type.maxUnscaled()) > 0 || unscaled.compareTo(type.minUnscaled()) < 0) {
      throw new ValueMismatch(text, "is out of the range of " + FileTypeNames.of(type));
    }
    if (width == Long.BYTES) {
      addLong(unscaled.longValue(), parser);
      return;
    }
    addWide(Int128.high(unscaled), Int128.low(unscaled));
  }

  private void addInterval(JsonParser parser, JsonToken token) throws IOException, ValueMismatch {
    String text = parser.getText();
    if (token != JsonToken.VALUE_STRING) {
      throw mismatch(text);
    }
    try {
      long length = IntervalText.parse(text, interval).length();
      addWide(interval.high(length), interval.low(length));
    } catch (PacelineException e) {
      throw mismatch(text);
    }
  }

  private void addWide(long high, long low) {
    long at = lanes.extend(width);
    lanes.segment().set(ValueLayout.JAVA_LONG, at, low);
    lanes.segment().set(ValueLayout.JAVA_LONG, at + Long.BYTES, high);
  }

  private void addDouble(JsonParser parser, JsonToken token) throws IOException, ValueMismatch {
    double value;
    if (token.isNumeric()) {
      value = parser.getDoubleValue();
    } else if (token == JsonToken.VALUE_STRING) {
      try {
        value = Double.parseDouble(parser.getText().strip());
      } catch (NumberFormatException e) {
        throw mismatch(parser.getText());
      }
    } else {
      throw mismatch(parser.getText());
    }
    long at = lanes.extend(Double.BYTES);
    lanes
        .segment()
        .set(ValueLayout.JAVA_DOUBLE, at, type.kind() == TypeKind.FLOAT32 ? (float) value : value);
  }

  private void addUuid(JsonParser parser) throws IOException, ValueMismatch {
    try {
      heap.writeBytes(UuidText.bytes(UuidText.parse(parser.getText().strip())));
    } catch (PacelineException e) {
      throw mismatch(parser.getText());
    }
  }

  private void addString(JsonParser parser, JsonToken token) throws IOException, ValueMismatch {
    long start = heap.length();
    if (type.kind() == TypeKind.UUID) {
      addUuid(parser);
    } else if (token == JsonToken.VALUE_STRING) {
      append(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    } else {
      String text = JsonValues.of(parser);
      append(text.toCharArray(), 0, text.length());
    }
    long length = heap.length() - start;
    if (length > StringView.MAX_LENGTH) {
      throw new ValueMismatch(
          "a string of " + length + " bytes", "is longer than " + StringView.MAX_LENGTH + " bytes");
    }
    if (type.precision() < length && type.precision() < characters(start)) {
      throw new ValueMismatch(
          parser.getText(), "has more characters than " + FileTypeNames.of(type) + " allows");
    }
    long at = lanes.extend(Long.BYTES);
    lanes.segment().set(ValueLayout.JAVA_LONG, at, StringView.of(start, (int) length));
  }

  private int characters(long start) {
    int count = 0;
    for (long at = start; at < heap.length(); at++) {
      count += (heap.segment().get(ValueLayout.JAVA_BYTE, at) & 0xc0) == 0x80 ? 0 : 1;
    }
    return count;
  }

  /** Appends characters as UTF-8; a surrogate without its other half becomes a question mark. */
  private void append(char[] characters, int offset, int length) {
    long at = heap.extend((long) MAX_UTF8_BYTES * length);
    MemorySegment to = heap.segment();
    for (int i = offset; i < offset + length; i++) {
      char c = characters[i];
      if (c < 0x80) {
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) c);
      } else if (c < 0x800) {
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0xc0 | c >> 6));
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0x80 | c & 0x3f));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < offset + length
          && Character.isLowSurrogate(characters[i + 1])) {
        int point = Character.toCodePoint(c, characters[++i]);
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0xf0 | point >> 18));
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0x80 | point >> 12 & 0x3f));
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0x80 | point >> 6 & 0x3f));
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0x80 | point & 0x3f));
      } else if (Character.isSurrogate(c)) {
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) '?');
      } else {
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0xe0 | c >> 12));
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0x80 | c >> 6 & 0x3f));
        to.set(ValueLayout.JAVA_BYTE, at++, (byte) (0x80 | c & 0x3f));
      }
    }
    heap.shorten(at);
  }

  private ValueMismatch mismatch(String text) {
    return new ValueMismatch(text, "is no value of type " + FileTypeNames.of(type));
  }

  @Override
  public ChunkColumn finish() {
    if (nullCount == rows) {
      return ConstantColumn.ofNull(type, rows);
    }
    NullRows nullRows =
        nullCount == 0 ? NullRows.none(rows) : new NullRows(rows, nullCount, bits(nulls));
    return switch (type.family()) {
      case BOOLEAN -> new BooleanColumn(nullRows, bits(lanes));
      case INTEGRAL ->
          width == Long.BYTES
              ? IntegralColumn.of(type, nullRows, lanes.segment(), width, min, max)
              : IntegralColumn.wide(type, nullRows, lanes.segment());
      case FLOATING -> DoubleColumn.of(type, nullRows, lanes.segment());
      case BYTES -> {
        heap.extend(0);
        yield new StringColumn(type, nullRows, lanes.segment(), heap.segment());
      }
    };
  }

  private MemorySegment bits(GrowingBuffer bytes) {
    MemorySegment bits = memory.allocateZeroed(Bitmaps.bytes(rows));
    for (int i = 0; i < rows; i++) {
      if (bytes.segment().get(ValueLayout.JAVA_BYTE, i) != 0) {
        Bitmaps.set(bits, 0, i);
      }
    }
    return bits;
  }
}
