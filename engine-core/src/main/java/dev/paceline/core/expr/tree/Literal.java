package dev.paceline.core.expr.tree;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A constant. */
public final class Literal extends Expression {
  private final @Nullable Object value;

  private Literal(DataType type, @Nullable Object value) {
    super(type);
    this.value = value;
  }

  public static Literal of(DataType type, @Nullable Object value) {
    return new Literal(type, value == null ? null : normalize(type, value));
  }

  /** An INTEGRAL constant by its unscaled value. */
  public static Literal ofUnscaled(DataType type, BigInteger unscaled) {
    return new Literal(type, unscaled);
  }

  /** Boolean, BigInteger (the unscaled value of every INTEGRAL type), Double or byte[]. */
  private static Object normalize(DataType type, Object value) {
    return switch (type.family()) {
      case BOOLEAN -> (Boolean) value;
      case FLOATING -> ((Number) value).doubleValue();
      case BYTES ->
          switch (value) {
            case byte[] bytes -> bytes.clone();
            case UUID uuid -> UuidText.bytes(uuid);
            default -> ((String) value).getBytes(StandardCharsets.UTF_8);
          };
      case INTEGRAL -> unscaled(type, value);
    };
  }

  private static BigInteger unscaled(DataType type, Object value) {
    BigDecimal number =
        value instanceof BigDecimal decimal
            ? decimal
            : BigDecimal.valueOf(((Number) value).longValue());
    int scale = type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    BigInteger unscaled = number.setScale(scale, RoundingMode.HALF_UP).unscaledValue();
    if (unscaled.compareTo(type.minUnscaled()) < 0 || unscaled.compareTo(type.maxUnscaled()) > 0) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW, value + " is out of the range of " + type);
    }
    return unscaled;
  }

  public boolean isNull() {
    return value == null;
  }

  /** The unscaled value of an INTEGRAL literal that is not NULL. */
  public BigInteger unscaled() {
    if (value instanceof BigInteger unscaled) {
      return unscaled;
    }
    throw new IllegalStateException(this + " is no INTEGRAL literal");
  }

  /** The value as {@link Expressions#literal} takes it. */
  public @Nullable Object value() {
    return switch (value) {
      case BigInteger unscaled
          when type().kind() == TypeKind.DECIMAL || type().kind() == TypeKind.INTERVAL ->
          new BigDecimal(unscaled, type().scale());
      case BigInteger unscaled -> unscaled.longValue();
      case byte[] bytes ->
          switch (type().kind()) {
            case BINARY, VARBINARY, LIST, STRUCT, MAP -> bytes.clone();
            case UUID -> UuidText.of(bytes);
            default -> new String(bytes, StandardCharsets.UTF_8);
          };
      case null, default -> value;
    };
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    ColumnVector constant = new ColumnVector(type(), context.memory());
    switch (value) {
      case null -> constant.setConstantNull();
      case Boolean truth -> constant.setConstantBoolean(truth);
      case Double number -> constant.setConstantDouble(number);
      case BigInteger unscaled ->
          constant.setConstantInt128(Int128.high(unscaled), Int128.low(unscaled));
      case byte[] bytes -> {
        MemorySegment heap = constant.heapScratch(bytes.length, 0);
        MemorySegment.copy(bytes, 0, heap, ValueLayout.JAVA_BYTE, 0, bytes.length);
        constant.setConstantView(heap, StringView.of(0, bytes.length));
      }
      default -> throw new IllegalStateException("literal of " + value.getClass());
    }
    return batch -> constant;
  }

  @Override
  public String toString() {
    Object shown = value();
    return switch (type().kind()) {
      case CHAR, VARCHAR ->
          shown == null ? "NULL" : "'" + ((String) shown).replace("'", "''") + "'";
      case DATE -> shown == null ? "NULL" : "DATE '" + DateTimeText.formatDate((Long) shown) + "'";
      case TIMESTAMP ->
          shown == null ? "NULL" : "TIMESTAMP '" + DateTimeText.formatTimestamp((Long) shown) + "'";
      case INTERVAL ->
          shown == null ? "NULL" : "INTERVAL '" + new IntervalFields().read(unscaled()) + "'";
      case BINARY, VARBINARY, LIST, STRUCT, MAP ->
          shown == null
              ? "NULL"
              : "X'" + java.util.HexFormat.of().withUpperCase().formatHex((byte[]) shown) + "'";
      default -> shown == null ? "NULL" : shown.toString();
    };
  }
}
