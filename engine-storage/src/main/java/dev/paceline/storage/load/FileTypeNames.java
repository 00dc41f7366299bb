package dev.paceline.storage.load;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of SQL types as options of files give them. */
public final class FileTypeNames {
  private static final Pattern TYPE =
      Pattern.compile(
          "\\s*([A-Z][A-Z0-9 ]*?)\\s*(?:\\(\\s*(\\d+)\\s*(?:,\\s*(\\d+)\\s*)?\\))?\\s*");

  private static final Pattern NESTED =
      Pattern.compile(
          "(STRUCT|ROW|TUPLE|MAP)\\s*\\((.*)\\)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** A name, with quotes or without, and a type. */
  private static final Pattern FIELD =
      Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")+)\"|(\\w+))\\s+(.+)", Pattern.DOTALL);

  private static final int DEFAULT_PRECISION = 18;
  private static final int DEFAULT_SCALE = 3;

  private FileTypeNames() {}

  /**
   * Returns the type of a name such as {@code DECIMAL(10, 2)}.
   *
   * @param option that gives the name, for messages
   * @throws PacelineException INVALID_ARGUMENT if there is no such type
   */
  public static DataType parse(String option, String name) {
    Matcher matcher = TYPE.matcher(name.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw unknown(option, name);
    }
    int precision = number(matcher.group(2), -1);
    int scale = number(matcher.group(3), 0);
    return switch (matcher.group(1)) {
      case "BOOLEAN", "BOOL", "LOGICAL" -> DataType.BOOLEAN;
      case "TINYINT", "INT1" -> DataType.INT8;
      case "SMALLINT", "INT2", "SHORT" -> DataType.INT16;
      case "INTEGER", "INT", "INT4", "SIGNED" -> DataType.INT32;
      case "BIGINT", "INT8", "LONG" -> DataType.INT64;
      case "REAL", "FLOAT4" -> DataType.FLOAT32;
      case "DOUBLE", "DOUBLE PRECISION", "FLOAT", "FLOAT8" -> DataType.FLOAT64;
      case "DATE" -> DataType.DATE;
      case "TIME" -> DataType.TIME;
      case "TIMESTAMP", "DATETIME" -> DataType.TIMESTAMP;
      case "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE" ->
          DataType.TIMESTAMP_LTZ;
      case "VARCHAR", "STRING", "TEXT", "CHARACTER VARYING", "JSON" ->
          precision < 0 ? DataType.VARCHAR : DataType.varchar(precision);
      case "INTERVAL", "INTERVAL DAY TO SECOND", "INTERVAL YEAR TO MONTH" -> DataType.INTERVAL;
      case "DECIMAL", "NUMERIC", "DEC" -> decimal(option, name, precision, scale);
      default -> throw unknown(option, name);
    };
  }

  /**
   * Returns the type of a name, which may be one of lists, structs and maps, such as {@code
   * STRUCT(a INTEGER, b VARCHAR[])[]}.
   *
   * @param option that gives the name, for messages
   * @throws PacelineException INVALID_ARGUMENT if there is no such type
   */
  public static DataType parseNested(String option, String name) {
    String text = name.strip();
    if (text.endsWith("[]")) {
      return DataType.list(parseNested(option, text.substring(0, text.length() - 2)));
    }
    Matcher nested = NESTED.matcher(text);
    if (text.equalsIgnoreCase("UUID")) {
      return DataType.UUID;
    }
    if (!nested.matches()) {
      return parse(option, text);
    }
    List<String> parts = parts(nested.group(2));
    if (nested.group(1).equalsIgnoreCase("MAP")) {
      if (parts.size() != 2) {
        throw unknown(option, name);
      }
      return DataType.map(
          parseNested(option, parts.getFirst()), parseNested(option, parts.getLast()));
    }
    List<StructField> fields = new ArrayList<>();
    if (nested.group(1).equalsIgnoreCase("TUPLE")) {
      parts.forEach(part -> fields.add(new StructField("", parseNested(option, part))));
      return DataType.struct(fields);
    }
    for (String part : parts) {
      Matcher field = FIELD.matcher(part);
      if (!field.matches()) {
        throw unknown(option, name);
      }
      String quoted = field.group(1);
      fields.add(
          new StructField(
              quoted == null ? field.group(2) : quoted.replace("\"\"", "\""),
              parseNested(option, field.group(3))));
    }
    return DataType.struct(fields);
  }

  /** Splits at the commas that are neither in parentheses nor in quotes. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    boolean quoted = false;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '"';
      depth += quoted ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0 && !quoted) {
        parts.add(text.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  /** Returns the name that {@link #parse} or {@link #parseNested} understands. */
  public static String of(DataType type) {
    return switch (type.kind()) {
      case LIST -> of(type.elementType()) + "[]";
      case MAP -> "MAP(" + of(type.keyType()) + ", " + of(type.valueType()) + ")";
      case STRUCT -> type.textWith(FileTypeNames::of);
      case INT8 -> "TINYINT";
      case INT16 -> "SMALLINT";
      case INT32 -> "INTEGER";
      case INT64 -> "BIGINT";
      case FLOAT32 -> "REAL";
      case FLOAT64 -> "DOUBLE";
      case TIMESTAMP_LTZ -> "TIMESTAMP WITH LOCAL TIME ZONE";
      default -> type.toString();
    };
  }

  private static DataType decimal(String option, String name, int precision, int scale) {
    if (precision < 0) {
      return DataType.decimal(DEFAULT_PRECISION, DEFAULT_SCALE);
    }
    if (precision < 1 || precision > DataType.MAX_DECIMAL_PRECISION || scale > precision) {
      throw unknown(option, name);
    }
    return DataType.decimal(precision, scale);
  }

  private static int number(@Nullable String digits, int otherwise) {
    return digits == null
        ? otherwise
        : digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
  }

  private static PacelineException unknown(String option, String name) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "the option "
            + option
            + " has the type "
            + name
            + ", which a file cannot have; its types are BOOLEAN, TINYINT, SMALLINT, INTEGER,"
            + " BIGINT, DECIMAL(p, s), REAL, DOUBLE, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL,"
            + " VARCHAR");
  }
}
