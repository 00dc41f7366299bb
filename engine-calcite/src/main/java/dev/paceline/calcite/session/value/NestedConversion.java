package dev.paceline.calcite.session.value;

import dev.paceline.calcite.session.value.ValueConversion.Special;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.NestedValue;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns collections, maps, arrays and texts into values of nested types. */
final class NestedConversion {
  private NestedConversion() {}

  /** Converts a value inside of another one. */
  @FunctionalInterface
  interface Inner {
    /** Returns the value as one of the type, or {@link Special#INEXACT}. */
    Object convert(Object value, DataType type);
  }

  /**
   * Returns the bytes of a nested value, or {@link Special#INEXACT} if a value inside is that.
   *
   * @param what names the value in errors
   * @throws PacelineException TYPE_MISMATCH, INVALID_CAST or INVALID_ARGUMENT if the value is none
   *     of the type
   */
  static Object convert(Object value, DataType type, String what, Inner inner) {
    List<?> parts = parts(value, type, what);
    if (type.isFixedArray() && parts.size() != type.precision()) {
      throw new PacelineException(
          ErrorCode.INVALID_CAST,
          "the value of " + what + " has " + parts.size() + " elements, which is no " + type);
    }
    List<@Nullable Object> converted = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      Object part = parts.get(i);
      Object result = part == null ? null : inner.convert(part, partType(type, i));
      if (result == Special.INEXACT) {
        return result;
      }
      converted.add(result);
    }
    return NestedValue.of(type, converted);
  }

  private static DataType partType(DataType type, int index) {
    return switch (type.kind()) {
      case STRUCT -> type.fields().get(index).type();
      case MAP -> index % 2 == 0 ? type.keyType() : type.valueType();
      default -> type.elementType();
    };
  }

  /** The elements of a list, the fields of a struct, or the keys and values of a map by turns. */
  private static List<?> parts(Object value, DataType type, String what) {
    if (value instanceof String text) {
      try {
        return NestedValue.textParts(text, type);
      } catch (PacelineException e) {
        throw ValueConversion.badText(ErrorCode.INVALID_CAST, text, type, what);
      }
    }
    List<?> list = listOf(value);
    boolean fits =
        type.kind() == TypeKind.LIST
            || type.kind() == TypeKind.STRUCT
                && list != null
                && list.size() == type.fields().size();
    if (list != null && fits) {
      return list;
    }
    if (type.kind() == TypeKind.LIST || !(value instanceof Map<?, ?> map)) {
      throw ValueConversion.mismatch(value, type, what);
    }
    return type.kind() == TypeKind.STRUCT ? fields(map, type, what) : entries(map);
  }

  private static List<?> entries(Map<?, ?> map) {
    List<@Nullable Object> parts = new ArrayList<>();
    map.forEach(
        (key, value) -> {
          parts.add(key);
          parts.add(value);
        });
    return parts;
  }

  /** The fields of a struct by their names; those that are missing are NULL. */
  private static List<?> fields(Map<?, ?> map, DataType type, String what) {
    @Nullable Object[] fields = new Object[type.fields().size()];
    map.forEach(
        (name, value) -> {
          int index = indexOf(type.fields(), String.valueOf(name));
          if (index < 0) {
            throw new PacelineException(
                ErrorCode.TYPE_MISMATCH,
                "the value of "
                    + what
                    + " has a field "
                    + name
                    + " that "
                    + type
                    + " does not have");
          }
          fields[index] = value;
        });
    return Arrays.asList(fields);
  }

  private static int indexOf(List<StructField> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The elements of a collection or an array that is no binary string; null for others. */
  static @Nullable List<?> listOf(Object value) {
    return switch (value) {
      case Collection<?> collection -> new ArrayList<>(collection);
      case Object[] array -> Arrays.asList(array);
      case int[] array -> Arrays.stream(array).boxed().toList();
      case long[] array -> Arrays.stream(array).boxed().toList();
      case double[] array -> Arrays.stream(array).boxed().toList();
      case float[] array -> {
        List<Double> list = new ArrayList<>(array.length);
        for (float number : array) {
          list.add((double) number);
        }
        yield list;
      }
      default -> null;
    };
  }

  /** The type that a nested value has by itself; null if the value is not nested. */
  static @Nullable DataType naturalType(Object value) {
    List<?> list = listOf(value);
    if (list != null) {
      return DataType.list(common(list));
    }
    return value instanceof Map<?, ?> map
        ? DataType.map(common(map.keySet()), common(map.values()))
        : null;
  }

  /** The type of values; VARCHAR if they have none in common. */
  private static DataType common(Collection<?> values) {
    List<DataType> types =
        values.stream()
            .map(ValueConversion::naturalType)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (types.size() == 1) {
      return types.getFirst();
    }
    if (types.isEmpty() || !types.stream().allMatch(NestedConversion::isNumber)) {
      return DataType.VARCHAR;
    }
    if (types.contains(DataType.FLOAT64)) {
      return DataType.FLOAT64;
    }
    int scale = types.stream().mapToInt(DataType::scale).max().orElse(0);
    return types.stream().anyMatch(type -> type.kind() == TypeKind.DECIMAL)
        ? DataType.decimal(DataType.MAX_DECIMAL_PRECISION, scale)
        : DataType.INT64;
  }

  private static boolean isNumber(DataType type) {
    return switch (type.kind()) {
      case INT32, INT64, DECIMAL, FLOAT64 -> true;
      default -> false;
    };
  }
}
