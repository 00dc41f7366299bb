package dev.paceline.storage.load.parquet.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The logical type of a column: how readers interpret the values that are stored.
 *
 * @param precision decimal digits, or bits of an INTEGER
 * @param scale decimal digits after the point
 * @param unit of TIME and TIMESTAMP; null otherwise
 * @param flag whether an INTEGER is signed, or whether a TIME or TIMESTAMP is in UTC
 */
public record LogicalType(
    Meaning meaning, int precision, int scale, @Nullable Resolution unit, boolean flag) {

  /** The meanings that the format knows. */
  public enum Meaning {
    NONE,
    STRING,
    ENUM,
    JSON,
    BSON,
    UUID,
    FLOAT16,
    DECIMAL,
    DATE,
    TIME,
    TIMESTAMP,
    INTEGER,
    INTERVAL,
    LIST,
    MAP,
    /** One that only newer readers know. */
    OTHER
  }

  /** Units of TIME and TIMESTAMP, in the order of the format's numbers. */
  public enum Resolution {
    MILLIS,
    MICROS,
    NANOS
  }

  public static final LogicalType NONE = of(Meaning.NONE);

  /** The names of the older annotations, in the order of their numbers. */
  private static final List<String> CONVERTED_NAMES =
      List.of(
          "UTF8",
          "MAP",
          "MAP_KEY_VALUE",
          "LIST",
          "ENUM",
          "DECIMAL",
          "DATE",
          "TIME_MILLIS",
          "TIME_MICROS",
          "TIMESTAMP_MILLIS",
          "TIMESTAMP_MICROS",
          "UINT_8",
          "UINT_16",
          "UINT_32",
          "UINT_64",
          "INT_8",
          "INT_16",
          "INT_32",
          "INT_64",
          "JSON",
          "BSON",
          "INTERVAL");

  public static LogicalType of(Meaning meaning) {
    return new LogicalType(meaning, 0, 0, null, false);
  }

  public static LogicalType decimal(int precision, int scale) {
    return new LogicalType(Meaning.DECIMAL, precision, scale, null, false);
  }

  public static LogicalType integer(int bits, boolean signed) {
    return new LogicalType(Meaning.INTEGER, bits, 0, null, signed);
  }

  /**
   * A TIME or TIMESTAMP.
   *
   * @param utc whether it is an instant
   */
  public static LogicalType time(Meaning meaning, Resolution unit, boolean utc) {
    return new LogicalType(meaning, 0, 0, unit, utc);
  }

  /** Returns the meaning of the older annotation of that number. */
  static LogicalType ofConverted(int converted, int precision, int scale) {
    return switch (converted) {
      case 0 -> of(Meaning.STRING);
      case 1, 2 -> of(Meaning.MAP);
      case 3 -> of(Meaning.LIST);
      case 4 -> of(Meaning.ENUM);
      case 5 -> decimal(precision, scale);
      case 6 -> of(Meaning.DATE);
      case 7 -> time(Meaning.TIME, Resolution.MILLIS, true);
      case 8 -> time(Meaning.TIME, Resolution.MICROS, true);
      case 9 -> time(Meaning.TIMESTAMP, Resolution.MILLIS, true);
      case 10 -> time(Meaning.TIMESTAMP, Resolution.MICROS, true);
      case 11, 12, 13, 14 -> integer(8 << converted - 11, false);
      case 15, 16, 17, 18 -> integer(8 << converted - 15, true);
      case 19 -> of(Meaning.JSON);
      case 20 -> of(Meaning.BSON);
      case 21 -> of(Meaning.INTERVAL);
      default -> of(Meaning.OTHER);
    };
  }

  /**
   * @param millis the number for milliseconds in UTC, behind which that for microseconds is
   */
  private int convertedTime(int millis) {
    Resolution resolution = unit;
    if (!flag || resolution == null) {
      return -1;
    }
    return switch (resolution) {
      case MILLIS -> millis;
      case MICROS -> millis + 1;
      case NANOS -> -1;
    };
  }

  /** Returns the number of the older annotation, for readers that know no other; -1 for none. */
  public int converted() {
    return switch (meaning) {
      case STRING -> 0;
      case MAP -> 1;
      case LIST -> 3;
      case DECIMAL -> 5;
      case DATE -> 6;
      case TIME -> convertedTime(7);
      case TIMESTAMP -> convertedTime(9);
      case INTEGER -> (flag ? 15 : 11) + Integer.numberOfTrailingZeros(precision) - 3;
      case INTERVAL -> 21;
      default -> -1;
    };
  }

  /** Returns the name of the older annotation; null for none. */
  public @Nullable String convertedName() {
    int number = converted();
    return number < 0 ? null : CONVERTED_NAMES.get(number);
  }

  /** Reads the struct that is the current field. */
  static LogicalType read(ThriftReader reader) {
    LogicalType type = of(Meaning.OTHER);
    reader.beginStruct();
    while (reader.nextField()) {
      type =
          switch (reader.fieldId()) {
            case 1 -> readEmpty(reader, Meaning.STRING);
            case 2 -> readEmpty(reader, Meaning.MAP);
            case 3 -> readEmpty(reader, Meaning.LIST);
            case 4 -> readEmpty(reader, Meaning.ENUM);
            case 5 -> readDecimal(reader);
            case 6 -> readEmpty(reader, Meaning.DATE);
            case 7 -> readTime(reader, Meaning.TIME);
            case 8 -> readTime(reader, Meaning.TIMESTAMP);
            case 10 -> readInteger(reader);
            case 11 -> readEmpty(reader, Meaning.NONE);
            case 12 -> readEmpty(reader, Meaning.JSON);
            case 13 -> readEmpty(reader, Meaning.BSON);
            case 14 -> readEmpty(reader, Meaning.UUID);
            case 15 -> readEmpty(reader, Meaning.FLOAT16);
            default -> readEmpty(reader, Meaning.OTHER);
          };
    }
    return type;
  }

  private static LogicalType readEmpty(ThriftReader reader, Meaning meaning) {
    reader.skip();
    return of(meaning);
  }

  private static LogicalType readDecimal(ThriftReader reader) {
    int precision = 0;
    int scale = 0;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> scale = reader.readInt();
        case 2 -> precision = reader.readInt();
        default -> reader.skip();
      }
    }
    return decimal(precision, scale);
  }

  private static LogicalType readTime(ThriftReader reader, Meaning meaning) {
    boolean utc = false;
    Resolution unit = null;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> utc = reader.readBoolean();
        case 2 -> {
          reader.beginStruct();
          while (reader.nextField()) {
            int number = reader.fieldId();
            if (number < 1 || number > Resolution.values().length) {
              throw reader.invalid("a unit of time is unknown");
            }
            unit = Resolution.values()[number - 1];
            reader.skip();
          }
        }
        default -> reader.skip();
      }
    }
    if (unit == null) {
      throw reader.invalid("a unit of time is missing");
    }
    return time(meaning, unit, utc);
  }

  private static LogicalType readInteger(ThriftReader reader) {
    int bits = 0;
    boolean signed = false;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> bits = reader.readInt();
        case 2 -> signed = reader.readBoolean();
        default -> reader.skip();
      }
    }
    return integer(bits, signed);
  }

  /** Writes it as a field, unless the format has no annotation of that meaning. */
  void write(ThriftWriter writer, int field) {
    Resolution resolution = unit;
    int id =
        switch (meaning) {
          case STRING -> 1;
          case MAP -> 2;
          case LIST -> 3;
          case DECIMAL -> 5;
          case DATE -> 6;
          case TIME -> 7;
          case TIMESTAMP -> 8;
          case INTEGER -> 10;
          case UUID -> 14;
          default -> 0;
        };
    if (id == 0) {
      return;
    }
    writer.beginStruct(field);
    writer.beginStruct(id);
    if (meaning == Meaning.DECIMAL) {
      writer.writeInt(1, scale);
      writer.writeInt(2, precision);
    } else if (resolution != null) {
      writer.writeBoolean(1, flag);
      writer.beginStruct(2);
      writer.beginStruct(resolution.ordinal() + 1);
      writer.endStruct();
      writer.endStruct();
    } else if (meaning == Meaning.INTEGER) {
      writer.writeByteField(1, precision);
      writer.writeBoolean(2, flag);
    }
    writer.endStruct();
    writer.endStruct();
  }

  @Override
  public String toString() {
    return switch (meaning) {
      case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
      case INTEGER -> (flag ? "INT" : "UINT") + precision;
      case TIME, TIMESTAMP -> meaning + "(" + unit + (flag ? ", UTC)" : ")");
      default -> meaning.name();
    };
  }
}
