package dev.paceline.calcite.session;

import dev.paceline.calcite.session.value.ValueConversion;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one execution as Calcite represents values: Byte, Short, Integer or Long for
 * integers, days, microseconds and months; BigDecimal, Double, Float, Boolean, String, ByteString.
 *
 * @param values null for NULL
 */
record BoundParameters(List<@Nullable Object> values) {
  static final BoundParameters NONE = new BoundParameters(List.of());

  /**
   * @return null if some value is not exactly one of its parameter's type: the statement is then to
   *     be planned for the {@linkplain #naturalTypes types of the values}
   */
  static @Nullable BoundParameters bind(
      List<@Nullable Object> values, List<RelDataType> types, ValueConversion conversion) {
    checkCount(values.size(), types.size());
    if (types.isEmpty()) {
      return NONE;
    }
    List<@Nullable Object> bound = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      DataType type = TypeMapping.toDataType(types.get(i));
      Object exact = value == null ? null : conversion.exact(value, type, "parameter " + (i + 1));
      if (exact == ValueConversion.Special.INEXACT) {
        return null;
      }
      bound.add(exact == null ? null : represent(exact, type));
    }
    return new BoundParameters(bound);
  }

  /**
   * Like {@link #bind}, for a statement that was planned for the types of these values as far as
   * there are such types.
   *
   * @throws PacelineException NUMERIC_OVERFLOW if a value is one of no type that the parameter can
   *     have
   */
  static BoundParameters bindRetyped(
      List<@Nullable Object> values, List<RelDataType> types, ValueConversion conversion) {
    BoundParameters bound = bind(values, types, conversion);
    if (bound != null) {
      return bound;
    }
    for (int i = 0; ; i++) {
      Object value = values.get(i);
      DataType type = TypeMapping.toDataType(types.get(i));
      String what = "parameter " + (i + 1);
      if (value != null && conversion.exact(value, type, what) == ValueConversion.Special.INEXACT) {
        throw ValueConversion.overflowError(value, type, what);
      }
    }
  }

  static void checkCount(int given, int wanted) {
    if (given != wanted) {
      throw new PacelineException(
          ErrorCode.PARAMETER_COUNT,
          "the statement has " + wanted + " parameters, but " + given + " values were given");
    }
  }

  /**
   * @param inferred the types that the statement tells; null if it tells none
   * @return for every parameter the type of its value, or the inferred one for NULL
   */
  static List<RelDataType> naturalTypes(
      List<@Nullable Object> values,
      @Nullable List<RelDataType> inferred,
      RelDataTypeFactory factory) {
    List<RelDataType> types = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      DataType natural = ValueConversion.naturalType(values.get(i));
      RelDataType type =
          natural != null
              ? TypeMapping.toRelType(factory, natural)
              : inferred != null
                  ? inferred.get(i)
                  : TypeMapping.toRelType(factory, DataType.VARCHAR);
      types.add(factory.createTypeWithNullability(type, true));
    }
    return types;
  }

  private static Object represent(Object value, DataType type) {
    return switch (type.kind()) {
      case INT8 -> ((Long) value).byteValue();
      case INT16 -> ((Long) value).shortValue();
      case INT32, DATE -> ((Long) value).intValue();
      case FLOAT32 -> ((Double) value).floatValue();
      case BINARY, VARBINARY -> new ByteString((byte[]) value);
      case CHAR -> padded((String) value, type.precision());
      case BOOLEAN,
          INT64,
          DECIMAL,
          FLOAT64,
          VARCHAR,
          TIME,
          TIMESTAMP,
          TIMESTAMP_LTZ,
          INTERVAL,
          UUID,
          LIST,
          STRUCT,
          MAP ->
          value;
    };
  }

  private static String padded(String text, int length) {
    int characters = text.codePointCount(0, text.length());
    return length == DataType.UNBOUNDED || characters >= length
        ? text
        : text + " ".repeat(length - characters);
  }
}
