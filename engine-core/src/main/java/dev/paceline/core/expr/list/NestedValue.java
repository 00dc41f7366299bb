package dev.paceline.core.expr.list;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the bytes of a nested value from Java objects, for parameters and appenders. The scalar
 * counterpart of {@link NestedBuilder}.
 */
public final class NestedValue {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private NestedValue() {}

  /**
   * Returns the strings in the text of a nested value, with null for NULL: the elements of a list,
   * the fields of a struct, or the keys and values of a map by turns.
   *
   * @throws dev.paceline.core.error.PacelineException INVALID_CAST if the text is none of a value
   *     of the type
   */
  public static List<@Nullable String> textParts(String text, DataType type) {
    return NestedTextParser.parts(text, type);
  }

  /**
   * Returns the bytes of a nested value.
   *
   * @param type a LIST, a STRUCT or a MAP
   * @param parts the elements of a list, the fields of a struct, or the keys and values of a map by
   *     turns: Boolean, Long, BigDecimal of the scale of its type, Double, String, byte[], UUID,
   *     and the bytes of nested values; null for NULL
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT if a key of a map is NULL,
   *     or two keys are equal
   */
  public static byte[] of(DataType type, List<@Nullable Object> parts) {
    NestedValue value = new NestedValue();
    switch (type.kind()) {
      case STRUCT -> value.appendFields(type.fields(), parts);
      case MAP -> value.appendEntries(type, parts);
      default -> parts.forEach(part -> value.append(type.elementType(), part));
    }
    if (type.kind() != TypeKind.STRUCT) {
      value.bytes.write(NestedFormat.END);
    }
    return value.bytes.toByteArray();
  }

  private void appendFields(List<StructField> fields, List<@Nullable Object> values) {
    for (int i = 0; i < fields.size(); i++) {
      append(fields.get(i).type(), values.get(i));
    }
  }

  private void appendEntries(DataType map, List<@Nullable Object> parts) {
    Set<ByteBuffer> keys = new HashSet<>();
    for (int i = 0; i < parts.size(); i += 2) {
      Object key = parts.get(i);
      MapWriter.checkKey(key == null);
      NestedValue written = new NestedValue();
      written.append(map.keyType(), key);
      byte[] keyBytes = written.bytes.toByteArray();
      MapWriter.checkDistinct(keys.add(ByteBuffer.wrap(keyBytes)));
      bytes.write(NestedFormat.VALUE);
      bytes.writeBytes(keyBytes);
      append(map.valueType(), parts.get(i + 1));
    }
  }

  private void append(DataType type, @Nullable Object value) {
    if (value == null) {
      bytes.write(NestedFormat.NULL);
      bytes.writeBytes(new byte[Math.max(0, NestedFormat.payloadBytes(type))]);
      return;
    }
    bytes.write(NestedFormat.VALUE);
    switch (value) {
      case Boolean flag -> bytes.write(flag ? 1 : 0);
      case Double number -> appendLong(NestedFormat.encode(number));
      case Long number -> appendInteger(type, BigInteger.valueOf(number));
      case BigDecimal number -> appendInteger(type, number.unscaledValue());
      case String text -> appendString(text.getBytes(StandardCharsets.UTF_8));
      case UUID uuid -> appendString(UuidText.bytes(uuid));
      case byte[] binary when type.isNested() -> bytes.writeBytes(binary);
      case byte[] binary -> appendString(binary);
      default -> throw new IllegalArgumentException(value.getClass() + " in a nested value");
    }
  }

  private void appendInteger(DataType type, BigInteger unscaled) {
    if (type.fitsLong()) {
      appendLong(unscaled.longValue() ^ Long.MIN_VALUE);
    } else {
      appendLong(Int128.high(unscaled) ^ Long.MIN_VALUE);
      appendLong(Int128.low(unscaled));
    }
  }

  private void appendLong(long value) {
    bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  private void appendString(byte[] string) {
    for (byte value : string) {
      bytes.write(value);
      if (value == 0) {
        bytes.write(NestedFormat.ESCAPED);
      }
    }
    bytes.write(0);
    bytes.write(0);
  }
}
