package dev.paceline.storage.load.arrow.metadata;

import static dev.paceline.storage.load.arrow.metadata.Messages.present;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.UuidText;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;
import org.apache.arrow.flatbuf.UnionMode;
import org.jspecify.annotations.Nullable;

/** Reads a schema. Used once. */
final class SchemaReader {
  /** The least bytes that an element of a list of offsets takes. */
  private static final int OFFSET_BYTES = 4;

  private static final int MAX_DEPTH = 24;
  private static final int MAX_FIELDS = 1 << 17;

  /** The most bytes of all names together, as a multiple of the metadata, which may share names. */
  private static final int MAX_NAME_PART = 16;

  private final int bytes;
  private int fieldCount;
  private long nameLength;

  /**
   * @param bytes of the metadata
   */
  private SchemaReader(int bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns the fields of a schema.
   *
   * @param bytes of the metadata
   * @throws IllegalArgumentException if it is damaged or of an order of bytes that is not read
   */
  static List<ArrowField> read(Schema schema, int bytes) {
    if (schema.endianness() != Endianness.Little) {
      throw new IllegalArgumentException(
          "the bytes of its numbers begin with the highest, and only files whose numbers begin with"
              + " the lowest byte are read");
    }
    SchemaReader reader = new SchemaReader(bytes);
    List<ArrowField> fields = new ArrayList<>();
    int count = Messages.count(schema.fieldsLength(), OFFSET_BYTES, bytes);
    for (int i = 0; i < count; i++) {
      fields.add(reader.field(present(schema.fields(i), "a field"), 0));
    }
    return List.copyOf(fields);
  }

  private ArrowField field(Field field, int depth) {
    fieldCount++;
    if (depth > MAX_DEPTH || fieldCount > MAX_FIELDS) {
      throw new IllegalArgumentException("its schema has too many fields within each other");
    }
    String name = counted(field.name());
    List<ArrowField> children = new ArrayList<>();
    int count = Messages.count(field.childrenLength(), OFFSET_BYTES, bytes);
    for (int i = 0; i < count; i++) {
      children.add(field(present(field.children(i), "a field"), depth + 1));
    }
    ArrowField values = values(field, name, children);
    DictionaryEncoding dictionary = field.dictionary();
    if (dictionary == null) {
      return values;
    }
    Int codes = dictionary.indexType();
    int bits = codes == null ? Integer.SIZE : codes.bitWidth();
    checkBits(bits);
    return values.withIndex(
        new DictionaryIndex(dictionary.id(), bits / Byte.SIZE, codes == null || codes.isSigned()));
  }

  /** Returns a name, and counts the characters of all of them. */
  private String counted(@Nullable String name) {
    if (name == null) {
      return "";
    }
    nameLength += name.length() + 1L;
    if (nameLength > (long) MAX_NAME_PART * bytes) {
      throw new IllegalArgumentException("the names of its fields are too long");
    }
    return name;
  }

  private static void checkBits(int bits) {
    if (bits != Byte.SIZE && bits != Short.SIZE && bits != Integer.SIZE && bits != Long.SIZE) {
      throw new IllegalArgumentException("integers have " + bits + " bits");
    }
  }

  private ArrowField values(Field field, String name, List<ArrowField> children) {
    return switch (field.typeType()) {
      case Type.Null -> ArrowField.of(name, DataType.VARCHAR, ArrowLayout.NULLS);
      case Type.Bool -> ArrowField.of(name, DataType.BOOLEAN, ArrowLayout.BITS);
      case Type.Int -> integer(name, type(field, new Int()));
      case Type.FloatingPoint -> floating(name, type(field, new FloatingPoint()));
      case Type.Decimal -> decimal(name, type(field, new Decimal()));
      case Type.Date -> date(name, type(field, new Date()));
      case Type.Time -> {
        Time time = type(field, new Time());
        yield moment(name, DataType.TIME, time.bitWidth(), time.unit());
      }
      case Type.Timestamp -> {
        Timestamp timestamp = type(field, new Timestamp());
        String zone = timestamp.timezone();
        boolean hasZone = zone != null && !zone.isEmpty();
        DataType moment = hasZone ? DataType.TIMESTAMP_LTZ : DataType.TIMESTAMP;
        yield moment(name, moment, Long.SIZE, timestamp.unit());
      }
      case Type.Duration -> duration(name, type(field, new Duration()).unit());
      case Type.Interval -> interval(name, type(field, new Interval()).unit());
      case Type.Utf8 -> ArrowField.of(name, DataType.VARCHAR, ArrowLayout.STRINGS);
      case Type.LargeUtf8 -> ArrowField.of(name, DataType.VARCHAR, ArrowLayout.LARGE_STRINGS);
      case Type.Utf8View -> ArrowField.of(name, DataType.VARCHAR, ArrowLayout.STRING_VIEWS);
      case Type.Binary -> ArrowField.of(name, DataType.VARBINARY, ArrowLayout.STRINGS);
      case Type.LargeBinary -> ArrowField.of(name, DataType.VARBINARY, ArrowLayout.LARGE_STRINGS);
      case Type.BinaryView -> ArrowField.of(name, DataType.VARBINARY, ArrowLayout.STRING_VIEWS);
      case Type.FixedSizeBinary -> {
        int width = notNegative(type(field, new FixedSizeBinary()).byteWidth());
        boolean isUuid = width == UuidText.BYTES && isUuid(field);
        yield ArrowField.fixedStrings(name, isUuid ? DataType.UUID : DataType.VARBINARY, width);
      }
      case Type.List -> list(name, ArrowLayout.LISTS, 0, children);
      case Type.LargeList -> list(name, ArrowLayout.LARGE_LISTS, 0, children);
      case Type.ListView -> list(name, ArrowLayout.LIST_VIEWS, 0, children);
      case Type.LargeListView -> list(name, ArrowLayout.LARGE_LIST_VIEWS, 0, children);
      case Type.FixedSizeList -> {
        int length = notNegative(type(field, new FixedSizeList()).listSize());
        yield list(name, ArrowLayout.FIXED_LISTS, length, children);
      }
      case Type.Struct_ -> struct(name, children);
      case Type.Map -> map(name, children);
      case Type.Union ->
          ArrowField.unreadable(
              name,
              type(field, new Union()).mode() == UnionMode.Sparse
                  ? ArrowLayout.SPARSE_UNION
                  : ArrowLayout.DENSE_UNION,
              children,
              "its values have several types, and unions are not read");
      case Type.RunEndEncoded ->
          ArrowField.unreadable(
              name, ArrowLayout.RUN_ENDS, children, "runs of values are not read");
      default ->
          throw new IllegalArgumentException(
              "field " + name + " has an unknown type, " + field.typeType());
    };
  }

  private boolean isUuid(Field field) {
    int count = Messages.count(field.customMetadataLength(), OFFSET_BYTES, bytes);
    for (int i = 0; i < count; i++) {
      KeyValue entry = present(field.customMetadata(i), "metadata");
      if (counted(entry.key()).equals(ArrowField.EXTENSION_NAME)) {
        return counted(entry.value()).equals(ArrowField.UUID_EXTENSION);
      }
    }
    return false;
  }

  @SuppressWarnings("unchecked")
  private static <T extends com.google.flatbuffers.Table> T type(Field field, T type) {
    return (T) present(field.type(type), "a type");
  }

  private static int notNegative(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("values have " + length + " bytes");
    }
    return length;
  }

  private static ArrowField integer(String name, Int type) {
    checkBits(type.bitWidth());
    int width = type.bitWidth() / Byte.SIZE;
    if (!type.isSigned()) {
      DataType wider =
          switch (width) {
            case 1 -> DataType.INT16;
            case 2 -> DataType.INT32;
            case 4 -> DataType.INT64;
            default -> DataType.decimal(20, 0);
          };
      return ArrowField.number(name, wider, width, NumberKind.UNSIGNED, 1);
    }
    DataType same =
        switch (width) {
          case 1 -> DataType.INT8;
          case 2 -> DataType.INT16;
          case 4 -> DataType.INT32;
          default -> DataType.INT64;
        };
    return ArrowField.number(name, same, width, NumberKind.SIGNED, 1);
  }

  private static ArrowField floating(String name, FloatingPoint type) {
    return switch (type.precision()) {
      case Precision.HALF ->
          ArrowField.number(name, DataType.FLOAT32, Short.BYTES, NumberKind.HALF, 1);
      case Precision.SINGLE ->
          ArrowField.number(name, DataType.FLOAT32, Float.BYTES, NumberKind.FLOAT, 1);
      case Precision.DOUBLE ->
          ArrowField.number(name, DataType.FLOAT64, Double.BYTES, NumberKind.DOUBLE, 1);
      default -> throw new IllegalArgumentException("a number has an unknown precision");
    };
  }

  private static ArrowField decimal(String name, Decimal type) {
    int precision = type.precision();
    int scale = type.scale();
    int width = type.bitWidth() / Byte.SIZE;
    if (width != 4 && width != 8 && width != 16 && width != 32) {
      throw new IllegalArgumentException("decimals have " + type.bitWidth() + " bits");
    }
    NumberKind kind = width > Long.BYTES ? NumberKind.WIDE : NumberKind.SIGNED;
    boolean readable =
        precision >= 1
            && precision <= DataType.MAX_DECIMAL_PRECISION
            && scale >= 0
            && scale <= precision
            && (kind == NumberKind.WIDE || precision <= DataType.MAX_LONG_PRECISION);
    if (readable) {
      return ArrowField.number(name, DataType.decimal(precision, scale), width, kind, 1);
    }
    String reason =
        "it has the type DECIMAL("
            + precision
            + ", "
            + scale
            + "), and decimals have 1 to 38 digits, all of them or some behind the point";
    return new ArrowField(
        name, DataType.VARCHAR, ArrowLayout.FIXED, width, kind, 1, null, List.of(), reason);
  }

  private static ArrowField date(String name, Date type) {
    return type.unit() == DateUnit.DAY
        ? ArrowField.number(name, DataType.DATE, Integer.BYTES, NumberKind.SIGNED, 1)
        : ArrowField.number(
            name, DataType.DATE, Long.BYTES, NumberKind.DIVIDED, Micros.PER_DAY / Micros.PER_MILLI);
  }

  /** A number of some unit, which becomes one of microseconds. */
  private static ArrowField moment(String name, DataType type, int bits, short unit) {
    if (bits != Integer.SIZE && bits != Long.SIZE) {
      throw new IllegalArgumentException("times have " + bits + " bits");
    }
    int width = bits / Byte.SIZE;
    return switch (unit) {
      case TimeUnit.SECOND ->
          ArrowField.number(name, type, width, NumberKind.SCALED, Micros.PER_SECOND);
      case TimeUnit.MILLISECOND ->
          ArrowField.number(name, type, width, NumberKind.SCALED, Micros.PER_MILLI);
      case TimeUnit.MICROSECOND -> ArrowField.number(name, type, width, NumberKind.SIGNED, 1);
      case TimeUnit.NANOSECOND -> {
        if (width != Long.BYTES) {
          throw new IllegalArgumentException("nanoseconds have " + bits + " bits");
        }
        yield ArrowField.number(name, type, width, NumberKind.DIVIDED, Micros.NANOS_PER_MICRO);
      }
      default -> throw new IllegalArgumentException("a time has an unknown unit, " + unit);
    };
  }

  private static ArrowField interval(String name, short unit) {
    return switch (unit) {
      case IntervalUnit.YEAR_MONTH ->
          ArrowField.number(name, DataType.INTERVAL, Integer.BYTES, NumberKind.MONTHS, 1);
      case IntervalUnit.DAY_TIME ->
          ArrowField.number(name, DataType.INTERVAL, Long.BYTES, NumberKind.DAYS_AND_MILLIS, 1);
      case IntervalUnit.MONTH_DAY_NANO ->
          ArrowField.number(
              name, DataType.INTERVAL, 2 * Long.BYTES, NumberKind.MONTHS_DAYS_AND_NANOS, 1);
      default -> throw new IllegalArgumentException("an interval has an unknown unit, " + unit);
    };
  }

  /** A duration, which becomes an interval without months and days. */
  private static ArrowField duration(String name, short unit) {
    ArrowField micros = moment(name, DataType.TIMESTAMP, Long.SIZE, unit);
    return micros.numberKind() == NumberKind.DIVIDED
        ? ArrowField.number(name, DataType.INTERVAL, Long.BYTES, NumberKind.NANOS, 1)
        : ArrowField.number(name, DataType.INTERVAL, Long.BYTES, NumberKind.TIME, micros.factor());
  }

  private static ArrowField list(
      String name, ArrowLayout layout, int width, List<ArrowField> children) {
    checkChildren(children, 1);
    String reason = unreadable(children);
    return reason != null
        ? ArrowField.unreadable(name, layout, children, reason)
        : ArrowField.nested(
            name, DataType.list(children.getFirst().type()), layout, width, children);
  }

  private static ArrowField struct(String name, List<ArrowField> children) {
    String reason = unreadable(children);
    long named = children.stream().filter(child -> !child.name().isEmpty()).count();
    long names = children.stream().map(ArrowField::name).distinct().count();
    if (children.isEmpty()) {
      reason = "it is a struct without fields";
    } else if (reason == null && named > 0 && names < children.size()) {
      reason = "two fields of its structs have the same name";
    } else if (reason == null && named > 0 && named < children.size()) {
      reason = "a field of its structs has no name";
    }
    return reason != null
        ? ArrowField.unreadable(name, ArrowLayout.STRUCTS, children, reason)
        : ArrowField.nested(
            name,
            DataType.struct(
                children.stream()
                    .map(child -> new StructField(child.name(), child.type()))
                    .toList()),
            ArrowLayout.STRUCTS,
            0,
            children);
  }

  private static ArrowField map(String name, List<ArrowField> children) {
    checkChildren(children, 1);
    ArrowField entries = children.getFirst();
    if (entries.layout() != ArrowLayout.STRUCTS || entries.index() != null) {
      throw new IllegalArgumentException("the entries of a map are no structs");
    }
    checkChildren(entries.children(), 2);
    String reason = unreadable(entries.children());
    return reason != null
        ? ArrowField.unreadable(name, ArrowLayout.LISTS, children, reason)
        : ArrowField.nested(
            name,
            DataType.map(entries.children().getFirst().type(), entries.children().getLast().type()),
            ArrowLayout.LISTS,
            0,
            children);
  }

  private static void checkChildren(List<ArrowField> children, int expected) {
    if (children.size() != expected) {
      throw new IllegalArgumentException("a nested field has " + children.size() + " parts");
    }
  }

  private static @Nullable String unreadable(List<ArrowField> children) {
    for (ArrowField child : children) {
      if (child.unreadable() != null) {
        return "in a part of it, " + child.unreadable();
      }
    }
    return null;
  }
}
