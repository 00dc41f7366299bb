package dev.paceline.storage.load.csv.field;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileTypeNames;
import org.jspecify.annotations.Nullable;

/**
 * Parses one field of all records into a column. Each type has its loop of its own. Stateless; any
 * thread may use it.
 */
public abstract class FieldParser {
  private final DataType type;

  FieldParser(DataType type) {
    this.type = type;
  }

  /** Returns the parser of a type as a dialect writes its values. */
  public static FieldParser of(DataType type, CsvDialect dialect, CsvPatterns patterns) {
    return of(type, dialect, patterns, true);
  }

  /**
   * Returns the parser of a type as a dialect writes its values.
   *
   * @param hasNulls false if what is written for NULL is a string in a column of strings
   */
  public static FieldParser of(
      DataType type, CsvDialect dialect, CsvPatterns patterns, boolean hasNulls) {
    return switch (type.kind()) {
      case BOOLEAN -> new BooleanParser(false);
      case INT8, INT16, INT32, INT64 -> new IntegerParser(type, dialect);
      case DECIMAL -> new DecimalParser(type, dialect);
      case FLOAT32, FLOAT64 -> new FloatingParser(type, dialect);
      case DATE -> new DateParser(patterns.date(), true);
      case TIME -> new TimeParser(type, null);
      case INTERVAL -> new IntervalParser();
      case TIMESTAMP, TIMESTAMP_LTZ -> new TimeParser(type, patterns.timestamp(), true);
      case VARCHAR -> new StringParser(type, dialect, hasNulls);
      case UUID, LIST, STRUCT, MAP -> new CastParser(type, dialect);
      case CHAR, BINARY, VARBINARY ->
          throw new IllegalArgumentException("no CSV field has the type " + type);
    };
  }

  public final DataType type() {
    return type;
  }

  /**
   * Parses a column.
   *
   * @param table at least one row
   * @param field of its records
   * @param memory for what the column points to
   * @return null if {@code failures} does not want to go on
   */
  public abstract @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures);

  /** How errors call the type. */
  static String name(DataType type) {
    return FileTypeNames.of(type);
  }
}
