package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.CheckConstraint;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the definitions of tables, views, sequences, macros and names for types as the
 * {@link Manifest} and its edits have them. Each version of the file format is read; only the
 * latest one is written.
 */
final class DefinitionCodec {
  private DefinitionCodec() {}

  static void encode(ObjectName name, RecordWriter out) {
    out.writeText(name.schema());
    out.writeText(name.name());
  }

  static void encode(TableDefinition table, RecordWriter out) {
    encode(table.qualifiedName(), out);
    out.writeLong(table.columnCount());
    for (ColumnDefinition column : table.columns()) {
      out.writeText(column.name());
      TypeCodec.encode(column.type(), out);
      out.writeBoolean(column.nullable());
      ColumnValue value = column.value();
      out.writeText(value == null ? "" : value.kind().name());
      if (value != null) {
        out.writeText(value.expression());
        SequenceDefinition sequence = value.sequence();
        if (sequence != null) {
          encode(sequence, out);
        }
      }
      encodeComment(column.comment(), out);
    }
    out.writeLong(table.checks().size());
    for (CheckConstraint check : table.checks()) {
      out.writeText(check.name());
      out.writeText(check.condition());
    }
    encodeComment(table.comment(), out);
  }

  /** Comments are never empty. */
  private static void encodeComment(@Nullable String comment, RecordWriter out) {
    out.writeText(comment == null ? "" : comment);
  }

  static void encode(SequenceDefinition sequence, RecordWriter out) {
    encode(sequence.qualifiedName(), out);
    out.writeLong(sequence.start());
    out.writeLong(sequence.increment());
    out.writeLong(sequence.minimum());
    out.writeLong(sequence.maximum());
    out.writeBoolean(sequence.cycles());
  }

  static void encode(SequencePosition position, RecordWriter out) {
    out.writeLong(position.next());
    out.writeBoolean(position.ended());
  }

  static void encode(ViewDefinition view, RecordWriter out) {
    encode(view.qualifiedName(), out);
    out.writeLong(view.columns().size());
    view.columns().forEach(out::writeText);
    out.writeText(view.query());
    encodeComment(view.comment(), out);
  }

  static void encode(MacroDefinition macro, RecordWriter out) {
    out.writeText(macro.name());
    out.writeBoolean(macro.table());
    out.writeText(macro.text());
  }

  static void encode(TypeDefinition type, RecordWriter out) {
    out.writeText(type.name());
    TypeCodec.encode(type.type(), out);
  }

  /**
   * @param fileVersion of the manifest file
   */
  static TableDefinition decodeTable(RecordReader in, int fileVersion) {
    boolean hasValues = fileVersion >= ManifestFile.FIRST_VERSION_WITH_VALUES;
    ObjectName name = decodeName(in, fileVersion, "table");
    int columnCount = in.readCount("the number of columns");
    List<ColumnDefinition> columns = new ArrayList<>();
    for (int i = 0; i < columnCount; i++) {
      String column = in.readText("the name of a column");
      DataType type = TypeCodec.decode(in);
      boolean nullable = in.readBoolean("whether NULL may occur");
      columns.add(
          new ColumnDefinition(
              column,
              type,
              nullable,
              hasValues ? decodeValue(in, fileVersion) : null,
              decodeComment(in, fileVersion)));
    }
    List<CheckConstraint> checks = new ArrayList<>();
    int checkCount = hasValues ? in.readCount("the number of checks") : 0;
    for (int i = 0; i < checkCount; i++) {
      checks.add(
          new CheckConstraint(in.readText("the name of a check"), in.readText("a condition")));
    }
    String comment = decodeComment(in, fileVersion);
    try {
      return new TableDefinition(name.schema(), name.name(), columns, checks, comment);
    } catch (PacelineException e) {
      throw in.corrupt(e.getMessage());
    }
  }

  private static @Nullable String decodeComment(RecordReader in, int fileVersion) {
    if (fileVersion < ManifestFile.FIRST_VERSION_WITH_COMMENTS) {
      return null;
    }
    String comment = in.readText("a comment");
    return comment.isEmpty() ? null : comment;
  }

  private static @Nullable ColumnValue decodeValue(RecordReader in, int fileVersion) {
    String kind = in.readText("the kind of a value");
    if (kind.isEmpty()) {
      return null;
    }
    for (ColumnValue.Kind known : ColumnValue.Kind.values()) {
      if (known.name().equals(kind)) {
        String expression = in.readText("the expression of a value");
        return known == ColumnValue.Kind.DEFAULT || known == ColumnValue.Kind.GENERATED
            ? new ColumnValue(known, expression)
            : new ColumnValue(known, expression, decodeSequence(in, fileVersion));
      }
    }
    throw in.corrupt("the kind of value " + kind + " is unknown");
  }

  /** Names of earlier versions have no schema. */
  static ObjectName decodeName(RecordReader in, int fileVersion, String what) {
    return fileVersion < ManifestFile.FIRST_VERSION_WITH_SCHEMAS
        ? ObjectName.main(in.readText("the name of a " + what))
        : new ObjectName(
            in.readText("the schema of a " + what), in.readText("the name of a " + what));
  }

  static ViewDefinition decodeView(RecordReader in, int fileVersion) {
    ObjectName name = decodeName(in, fileVersion, "view");
    int columnCount = in.readCount("the number of columns");
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < columnCount; i++) {
      columns.add(in.readText("the name of a column"));
    }
    String query = in.readText("the query of a view");
    return new ViewDefinition(
        name.schema(), name.name(), columns, query, decodeComment(in, fileVersion));
  }

  static SequenceDefinition decodeSequence(RecordReader in, int fileVersion) {
    ObjectName name = decodeName(in, fileVersion, "sequence");
    long start = in.readLong(Long.MIN_VALUE, Long.MAX_VALUE, "the start of a sequence");
    long increment = in.readLong(Long.MIN_VALUE, Long.MAX_VALUE, "the increment of a sequence");
    long minimum = in.readLong(Long.MIN_VALUE, Long.MAX_VALUE, "the minimum of a sequence");
    long maximum = in.readLong(Long.MIN_VALUE, Long.MAX_VALUE, "the maximum of a sequence");
    boolean cycles = in.readBoolean("whether a sequence cycles");
    try {
      return new SequenceDefinition(
          name.schema(), name.name(), start, increment, minimum, maximum, cycles);
    } catch (IllegalArgumentException e) {
      throw in.corrupt(String.valueOf(e.getMessage()));
    }
  }

  static SequencePosition decodePosition(RecordReader in) {
    return new SequencePosition(
        in.readLong(Long.MIN_VALUE, Long.MAX_VALUE, "the next value of a sequence"),
        in.readBoolean("whether a sequence has ended"));
  }

  static MacroDefinition decodeMacro(RecordReader in) {
    return new MacroDefinition(
        in.readText("the name of a macro"),
        in.readBoolean("whether a macro stands for a query"),
        in.readText("the text of a macro"));
  }

  static TypeDefinition decodeType(RecordReader in) {
    return new TypeDefinition(in.readText("the name of a type"), TypeCodec.decode(in));
  }
}
