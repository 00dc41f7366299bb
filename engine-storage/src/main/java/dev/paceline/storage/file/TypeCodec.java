package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes types as the manifest has them: a name, precision and scale, and then the types
 * inside.
 */
final class TypeCodec {
  /** The prefix of the names of unsigned types; the name of the signed type follows. */
  private static final String UNSIGNED = "UNSIGNED ";

  /** The name of types with labels. */
  private static final String ENUM = "ENUM";

  /** Types nested more deeply are not read, so that a damaged file cannot exhaust the stack. */
  private static final int MAX_TYPE_DEPTH = 1000;

  private static final Map<String, TypeKind> KINDS = new HashMap<>();

  static {
    for (TypeKind kind : TypeKind.values()) {
      KINDS.put(kind.name(), kind);
    }
    // Intervals were of months, or of milliseconds and later microseconds, before they had both.
    KINDS.put("INTERVAL_MONTHS", TypeKind.INTERVAL);
    KINDS.put("INTERVAL_MILLIS", TypeKind.INTERVAL);
  }

  private TypeCodec() {}

  /** Writes a type. */
  static void encode(DataType type, RecordWriter out) {
    out.writeText(name(type));
    out.writeLong(type.precision());
    out.writeLong(type.scale());
    if (type.isEnum()) {
      out.writeLong(type.enumLabels().size());
      type.enumLabels().forEach(out::writeText);
      return;
    }
    switch (type.kind()) {
      case LIST, MAP -> encode(type.elementType(), out);
      case STRUCT -> {
        out.writeLong(type.fields().size());
        for (StructField field : type.fields()) {
          out.writeText(field.name());
          encode(field.type(), out);
        }
      }
      default -> {
        // has no types inside
      }
    }
  }

  private static String name(DataType type) {
    if (type.isEnum()) {
      return ENUM;
    }
    return type.unsigned() ? UNSIGNED + type.kind().name() : type.kind().name();
  }

  /**
   * Reads a type.
   *
   * @throws PacelineException CORRUPT_DATA
   */
  static DataType decode(RecordReader in) {
    return decode(in, 0);
  }

  /**
   * @param depth the number of types around it
   */
  private static DataType decode(RecordReader in, int depth) {
    if (depth > MAX_TYPE_DEPTH) {
      throw in.corrupt("a type is nested in more than " + MAX_TYPE_DEPTH + " others");
    }
    String name = in.readText("a type");
    if (name.equals(ENUM)) {
      return decodeEnum(in);
    }
    boolean unsigned = name.startsWith(UNSIGNED);
    TypeKind kind = KINDS.get(unsigned ? name.substring(UNSIGNED.length()) : name);
    if (kind == null) {
      throw in.corrupt("the type " + name + " is unknown");
    }
    int precision = in.readInt(0, Integer.MAX_VALUE, "the precision of a type");
    int scale = in.readInt(0, Integer.MAX_VALUE, "the scale of a type");
    DataType element = kind == TypeKind.LIST || kind == TypeKind.MAP ? decode(in, depth + 1) : null;
    List<StructField> fields = new ArrayList<>();
    if (kind == TypeKind.STRUCT) {
      int fieldCount = in.readCount("the number of fields");
      for (int i = 0; i < fieldCount; i++) {
        fields.add(new StructField(in.readText("the name of a field"), decode(in, depth + 1)));
      }
    }
    try {
      DataType type = new DataType(kind, precision, scale, element, fields, false, null);
      return unsigned ? DataType.unsigned(type) : type;
    } catch (IllegalArgumentException e) {
      throw in.corrupt(e.getMessage() + " is no type");
    }
  }

  private static DataType decodeEnum(RecordReader in) {
    in.readInt(0, 0, "the precision of an ENUM");
    in.readInt(0, 0, "the scale of an ENUM");
    int count = in.readCount("the number of labels");
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      labels.add(in.readText("a label"));
    }
    return DataType.enumeration(labels);
  }
}
