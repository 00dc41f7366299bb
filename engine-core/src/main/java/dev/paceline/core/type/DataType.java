package dev.paceline.core.type;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column or an expression. Whether NULL may occur is a property of the vector, not of
 * the type.
 *
 * @param kind the SQL type
 * @param precision decimal digits, characters or bytes; the length of a LIST if all values have it;
 *     0 where the kind has none; {@link #UNBOUNDED} for strings without a limit
 * @param scale digits after the decimal point; 0 where the kind has none
 * @param element the type of the elements of a LIST, or of the entries of a MAP, which are a STRUCT
 *     of a key and a value; null for other kinds
 * @param fields the fields of a STRUCT; empty for other kinds
 * @param unsigned whether the type is one of whole numbers that are not negative; its kind is that
 *     of the next wider signed numbers
 * @param labels the strings that the values of an ENUM stand for, in their order; its kind is
 *     INT32, and a value is the place of its label, from 0 on; null for other types
 */
public record DataType(
    TypeKind kind,
    int precision,
    int scale,
    @Nullable DataType element,
    List<StructField> fields,
    boolean unsigned,
    @Nullable List<String> labels) {
  /** Precision of a string type without a limit of its own. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /** The largest number of decimal digits. */
  public static final int MAX_DECIMAL_PRECISION = 38;

  /** The largest decimal precision whose unscaled values fit 64 bits. */
  public static final int MAX_LONG_PRECISION = 18;

  /** The digits of the largest unsigned number of 64 bits. */
  private static final int UINT64_DIGITS = 20;

  public static final DataType BOOLEAN = new DataType(TypeKind.BOOLEAN, 0, 0);
  public static final DataType INT8 = new DataType(TypeKind.INT8, 0, 0);
  public static final DataType INT16 = new DataType(TypeKind.INT16, 0, 0);
  public static final DataType INT32 = new DataType(TypeKind.INT32, 0, 0);
  public static final DataType INT64 = new DataType(TypeKind.INT64, 0, 0);
  public static final DataType UINT8 = unsigned(INT16);
  public static final DataType UINT16 = unsigned(INT32);
  public static final DataType UINT32 = unsigned(INT64);
  public static final DataType UINT64 = unsigned(new DataType(TypeKind.DECIMAL, UINT64_DIGITS, 0));
  public static final DataType FLOAT32 = new DataType(TypeKind.FLOAT32, 0, 0);
  public static final DataType FLOAT64 = new DataType(TypeKind.FLOAT64, 0, 0);
  public static final DataType VARCHAR = new DataType(TypeKind.VARCHAR, UNBOUNDED, 0);
  public static final DataType VARBINARY = new DataType(TypeKind.VARBINARY, UNBOUNDED, 0);
  public static final DataType UUID = new DataType(TypeKind.UUID, UuidText.BYTES, 0);
  public static final DataType DATE = new DataType(TypeKind.DATE, 0, 0);
  public static final DataType TIME = new DataType(TypeKind.TIME, 0, 0);
  public static final DataType TIMESTAMP = new DataType(TypeKind.TIMESTAMP, 0, 0);
  public static final DataType TIMESTAMP_LTZ = new DataType(TypeKind.TIMESTAMP_LTZ, 0, 0);
  public static final DataType INTERVAL = new DataType(TypeKind.INTERVAL, 0, 0);

  public DataType {
    requireNonNull(kind, "kind");
    if (kind == TypeKind.DECIMAL
        && (precision < 1 || precision > MAX_DECIMAL_PRECISION || scale < 0 || scale > precision)) {
      throw new IllegalArgumentException("DECIMAL(" + precision + ", " + scale + ")");
    }
    if ((kind == TypeKind.LIST || kind == TypeKind.MAP) != (element != null)
        || (kind == TypeKind.STRUCT) == fields.isEmpty()) {
      throw new IllegalArgumentException(kind + " of " + element + fields);
    }
    if (unsigned) {
      unsignedBits(kind, precision, scale);
    }
    if (labels != null && kind != TypeKind.INT32) {
      throw new IllegalArgumentException(kind + " of labels");
    }
    fields = List.copyOf(fields);
    labels = labels == null ? null : List.copyOf(labels);
  }

  /** Creates a type that has no elements and no fields. */
  public DataType(TypeKind kind, int precision, int scale) {
    this(kind, precision, scale, null, List.of(), false, null);
  }

  /**
   * Returns the unsigned type whose values a signed type holds, with half of its bits.
   *
   * @param signed INT16, INT32, INT64 or DECIMAL(20, 0)
   */
  public static DataType unsigned(DataType signed) {
    return new DataType(signed.kind, signed.precision, signed.scale, null, List.of(), true, null);
  }

  public static DataType decimal(int precision, int scale) {
    return new DataType(TypeKind.DECIMAL, precision, scale);
  }

  public static DataType varchar(int length) {
    return new DataType(TypeKind.VARCHAR, length, 0);
  }

  public static DataType character(int length) {
    return new DataType(TypeKind.CHAR, length, 0);
  }

  /** Returns the type of lists whose elements have a type; strings in them have no limit. */
  public static DataType list(DataType element) {
    return new DataType(TypeKind.LIST, 0, 0, withoutLimit(element), List.of(), false, null);
  }

  /**
   * Returns the type of lists of a fixed length.
   *
   * @param length at least 1
   */
  public static DataType array(DataType element, int length) {
    return new DataType(TypeKind.LIST, length, 0, withoutLimit(element), List.of(), false, null);
  }

  /** Returns the type of structs with some fields, at least one; strings in them have no limit. */
  public static DataType struct(List<StructField> fields) {
    return new DataType(
        TypeKind.STRUCT,
        0,
        0,
        null,
        fields.stream()
            .map(field -> new StructField(field.name(), withoutLimit(field.type())))
            .toList(),
        false,
        null);
  }

  /** Returns the type of maps from keys of one type to values of another one. */
  public static DataType map(DataType key, DataType value) {
    DataType entry = struct(List.of(new StructField("key", key), new StructField("value", value)));
    return new DataType(TypeKind.MAP, 0, 0, entry, List.of(), false, null);
  }

  /**
   * Returns the ENUM whose values are some strings.
   *
   * @param labels the strings, all different, in the order of the values
   */
  public static DataType enumeration(List<String> labels) {
    return new DataType(TypeKind.INT32, 0, 0, null, List.of(), false, labels);
  }

  private static DataType withoutLimit(DataType nested) {
    return switch (nested.kind()) {
      case CHAR, VARCHAR -> VARCHAR;
      case BINARY, VARBINARY -> VARBINARY;
      default -> nested;
    };
  }

  /** Returns whether values contain values of other types. */
  public boolean isNested() {
    return element != null || !fields.isEmpty();
  }

  /** Returns whether values are those of an ENUM. */
  public boolean isEnum() {
    return labels != null;
  }

  /** Returns the labels of an ENUM. */
  public List<String> enumLabels() {
    return requireNonNull(labels, "labels");
  }

  /** Returns the type with strings in the place of ENUMs, including those inside. */
  public DataType withoutEnums() {
    if (isEnum()) {
      return VARCHAR;
    }
    return isNested()
        ? new DataType(
            kind,
            precision,
            scale,
            element == null ? null : element.withoutEnums(),
            fields.stream()
                .map(field -> new StructField(field.name(), field.type().withoutEnums()))
                .toList(),
            unsigned,
            null)
        : this;
  }

  /** Returns whether values are lists of a fixed length, which is the precision. */
  public boolean isFixedArray() {
    return kind == TypeKind.LIST && precision > 0;
  }

  /** Returns whether the fields of this STRUCT have names. */
  public boolean hasNames() {
    return !fields.getFirst().name().isEmpty();
  }

  /** Returns whether a struct in values of this type has fields without names. */
  public boolean hasUnnamedFields() {
    return element != null && element.hasUnnamedFields()
        || kind == TypeKind.STRUCT && !hasNames()
        || fields.stream().anyMatch(field -> field.type().hasUnnamedFields());
  }

  /** Returns the type of the keys of a MAP. */
  public DataType keyType() {
    return elementType().fields().getFirst().type();
  }

  /** Returns the type of the values of a MAP. */
  public DataType valueType() {
    return elementType().fields().getLast().type();
  }

  /** Returns the type of the elements of a LIST, or of the entries of a MAP. */
  public DataType elementType() {
    return requireNonNull(element, "element");
  }

  public TypeFamily family() {
    return kind.family();
  }

  /** Returns whether every value of this INTEGRAL type fits a signed 64-bit lane. */
  public boolean fitsLong() {
    return kind == TypeKind.DECIMAL ? precision <= MAX_LONG_PRECISION : kind != TypeKind.INTERVAL;
  }

  /**
   * The smallest value of this INTEGRAL type; only for types that {@linkplain #fitsLong fit} 64
   * bits.
   */
  public long minLong() {
    if (unsigned || isEnum()) {
      return 0;
    }
    return switch (kind) {
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      case INT32, DATE -> Integer.MIN_VALUE;
      case TIME -> 0;
      case DECIMAL -> -maxLong();
      default -> Long.MIN_VALUE;
    };
  }

  /**
   * The largest value of this INTEGRAL type; only for types that {@linkplain #fitsLong fit} 64
   * bits.
   */
  public long maxLong() {
    if (unsigned) {
      return (1L << unsignedBits(kind, precision, scale)) - 1;
    }
    if (isEnum()) {
      return Math.max(0, enumLabels().size() - 1);
    }
    return switch (kind) {
      case INT8 -> Byte.MAX_VALUE;
      case INT16 -> Short.MAX_VALUE;
      case INT32, DATE -> Integer.MAX_VALUE;
      case TIME -> Micros.PER_DAY - 1;
      case DECIMAL -> {
        long limit = 1;
        for (int i = 0; i < Math.min(precision, MAX_LONG_PRECISION); i++) {
          limit *= 10;
        }
        yield limit - 1;
      }
      default -> Long.MAX_VALUE;
    };
  }

  /** Returns the smallest unscaled value of this INTEGRAL type. */
  public BigInteger minUnscaled() {
    return unsigned
        ? BigInteger.ZERO
        : kind == TypeKind.DECIMAL || kind == TypeKind.INTERVAL
            ? maxUnscaled().negate()
            : BigInteger.valueOf(minLong());
  }

  /** Returns the largest unscaled value of this INTEGRAL type. */
  public BigInteger maxUnscaled() {
    if (kind == TypeKind.INTERVAL) {
      return IntervalFields.LIMIT;
    }
    return fitsLong()
        ? BigInteger.valueOf(maxLong())
        : unsigned
            ? BigInteger.TWO.pow(unsignedBits(kind, precision, scale)).subtract(BigInteger.ONE)
            : Int128.maxUnscaled(precision);
  }

  /** Returns the number of bits of the unsigned type whose values a signed type holds. */
  private static int unsignedBits(TypeKind kind, int precision, int scale) {
    return switch (kind) {
      case INT16 -> Byte.SIZE;
      case INT32 -> Short.SIZE;
      case INT64 -> Integer.SIZE;
      default -> {
        if (kind != TypeKind.DECIMAL || precision != UINT64_DIGITS || scale != 0) {
          throw new IllegalArgumentException("unsigned " + kind);
        }
        yield Long.SIZE;
      }
    };
  }

  /** Does what records do, without method handles, which are slow in a young process. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof DataType that
            && kind == that.kind
            && precision == that.precision
            && scale == that.scale
            && unsigned == that.unsigned
            && Objects.equals(element, that.element)
            && fields.equals(that.fields)
            && Objects.equals(labels, that.labels);
  }

  @Override
  public int hashCode() {
    int hash = kind.ordinal();
    hash = 31 * hash + precision;
    hash = 31 * hash + scale;
    hash = 31 * hash + Boolean.hashCode(unsigned);
    hash = 31 * hash + Objects.hashCode(element);
    hash = 31 * hash + fields.hashCode();
    return 31 * hash + Objects.hashCode(labels);
  }

  @Override
  public String toString() {
    if (unsigned) {
      return switch (kind) {
        case INT16 -> "UTINYINT";
        case INT32 -> "USMALLINT";
        case INT64 -> "UINTEGER";
        default -> "UBIGINT";
      };
    }
    if (isEnum()) {
      return enumLabels().stream()
          .map(label -> "'" + label.replace("'", "''") + "'")
          .collect(joining(", ", "ENUM(", ")"));
    }
    return switch (kind) {
      case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
      case CHAR, VARCHAR, BINARY, VARBINARY ->
          precision == UNBOUNDED ? kind.sqlName() : kind.sqlName() + "(" + precision + ")";
      case LIST -> element + (isFixedArray() ? "[" + precision + "]" : "[]");
      case STRUCT -> textWith(DataType::toString);
      case MAP -> "MAP(" + keyType() + ", " + valueType() + ")";
      default -> kind.sqlName();
    };
  }

  /** Returns the name of a STRUCT, with other names of the types of its fields. */
  public String textWith(Function<DataType, String> typeName) {
    return fields.stream()
        .map(field -> quoted(field.name()) + typeName.apply(field.type()))
        .collect(joining(", ", hasNames() ? "STRUCT(" : "TUPLE(", ")"));
  }

  /**
   * Returns a name and a blank, with quotes if the name needs them; the empty string if there is no
   * name.
   */
  private static String quoted(String name) {
    if (name.isEmpty()) {
      return "";
    }
    boolean plain = name.matches("[A-Za-z_][A-Za-z_0-9]*");
    return (plain ? name : '"' + name.replace("\"", "\"\"") + '"') + " ";
  }
}
