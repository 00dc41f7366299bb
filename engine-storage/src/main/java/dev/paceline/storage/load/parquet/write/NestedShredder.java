package dev.paceline.storage.load.parquet.write;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.ElementVector;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.LogicalType.Meaning;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.metadata.SchemaNode.Repetition;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts nested values into the columns of the file, with the levels of each entry (Melnik et al.,
 * 2010): a tree of the parts of one column. Not thread-safe.
 */
final class NestedShredder {
  /** Whether a value may be NULL, which takes a level of its own. */
  private enum Presence {
    OPTIONAL,
    REQUIRED,
    /** The entry of a map: neither it nor its key, the first field, may be NULL. */
    ENTRY
  }

  /** The level of a value that is not NULL, and the number of lists around it. */
  private final int definition;

  private final int repetition;
  private final EntryLevels levels = new EntryLevels();
  private final List<NestedShredder> children = new ArrayList<>();
  private final List<ElementVector> pieces = new ArrayList<>();
  private final FieldReader[] fields;
  private final @Nullable ListReader elements;

  /** The column of the file; null if there are children. */
  private final @Nullable ColumnBuffer leaf;

  private NestedShredder(
      DataType type,
      String column,
      int outerDefinition,
      int repetition,
      Presence presence,
      int batchRows,
      MemoryScope memory,
      List<ColumnBuffer> leaves) {
    this.definition = outerDefinition + (presence == Presence.OPTIONAL ? 1 : 0);
    this.repetition = repetition;
    boolean isStruct = type.kind() == TypeKind.STRUCT;
    this.fields = isStruct ? FieldReader.ofAll(type) : new FieldReader[0];
    this.elements = isStruct || !type.isNested() ? null : new ListReader(type.elementType());
    this.leaf =
        type.isNested()
            ? null
            : ColumnBuffer.withLevels(
                StoredType.of(new ColumnDefinition(column, type, true)),
                definition,
                repetition,
                batchRows,
                memory);
    if (leaf != null) {
      leaves.add(leaf);
    } else if (isStruct) {
      for (StructField field : type.fields()) {
        boolean isKey = presence == Presence.ENTRY && children.isEmpty();
        addChild(
            field.type(),
            column,
            definition,
            repetition,
            isKey ? Presence.REQUIRED : Presence.OPTIONAL,
            batchRows,
            memory,
            leaves);
      }
    } else {
      addChild(
          type.elementType(),
          column,
          definition + 1,
          repetition + 1,
          type.kind() == TypeKind.MAP ? Presence.ENTRY : Presence.OPTIONAL,
          batchRows,
          memory,
          leaves);
    }
  }

  private void addChild(
      DataType child,
      String column,
      int outerDefinition,
      int childRepetition,
      Presence presence,
      int batchRows,
      MemoryScope memory,
      List<ColumnBuffer> leaves) {
    children.add(
        new NestedShredder(
            child, column, outerDefinition, childRepetition, presence, batchRows, memory, leaves));
    pieces.add(new ElementVector(child, memory));
  }

  /**
   * Returns what cuts a column.
   *
   * @param batchRows the most rows that are added at once
   * @param leaves to which the columns of the file are added, in the order of the schema
   */
  static NestedShredder of(
      ColumnDefinition column, int batchRows, MemoryScope memory, List<ColumnBuffer> leaves) {
    return new NestedShredder(
        column.type(), column.name(), 0, 0, Presence.OPTIONAL, batchRows, memory, leaves);
  }

  /** Adds some rows of a vector. */
  void append(ColumnVector vector, int from, int count) {
    levels.clear();
    for (int i = 0; i < count; i++) {
      levels.add(0, 0, true);
    }
    cut(vector, from);
  }

  /**
   * Adds the values of all entries of {@link #levels}.
   *
   * @param vector in which the entries follow each other; NULL for those that are not live
   * @param from the row of the first one
   */
  private void cut(ColumnVector vector, int from) {
    ColumnBuffer column = leaf;
    ListReader reader = elements;
    if (column != null) {
      column.append(vector, from, levels, definition);
    } else if (reader == null) {
      cutStructs(vector, from);
    } else {
      cutLists(vector, from, reader);
    }
  }

  private boolean isPresent(ColumnVector vector, int from, int entry) {
    return levels.isLive(entry) && !vector.isNull(from + entry);
  }

  private void cutStructs(ColumnVector vector, int from) {
    for (int i = 0; i < fields.length; i++) {
      NestedShredder child = children.get(i);
      ElementVector piece = pieces.get(i);
      child.levels.clear();
      piece.reset(levels.count());
      for (int entry = 0; entry < levels.count(); entry++) {
        if (isPresent(vector, from, entry)) {
          child.levels.add(levels.repetition(entry), definition, true);
          fields[i].reset(vector, from + entry).appendTo(piece);
        } else {
          child.levels.add(levels.repetition(entry), levels.definition(entry), false);
          piece.appendNull();
        }
      }
      child.cut(piece.finish(), 0);
    }
  }

  private void cutLists(ColumnVector vector, int from, ListReader reader) {
    long size = 0;
    for (int entry = 0; entry < levels.count(); entry++) {
      size +=
          isPresent(vector, from, entry)
              ? Math.max(1, reader.reset(vector, from + entry).count())
              : 1;
    }
    NestedShredder child = children.getFirst();
    ElementVector piece = pieces.getFirst();
    child.levels.clear();
    piece.reset(Math.toIntExact(size));
    for (int entry = 0; entry < levels.count(); entry++) {
      int begin = levels.repetition(entry);
      if (!isPresent(vector, from, entry)) {
        child.levels.add(begin, levels.definition(entry), false);
        piece.appendNull();
        continue;
      }
      reader.reset(vector, from + entry);
      boolean isEmpty = true;
      while (reader.next()) {
        child.levels.add(isEmpty ? begin : repetition + 1, definition + 1, true);
        reader.appendTo(piece);
        isEmpty = false;
      }
      if (isEmpty) {
        child.levels.add(begin, definition, false);
        piece.appendNull();
      }
    }
    child.cut(piece.finish(), 0);
  }

  /**
   * Returns the schema of a column, in depth-first order.
   *
   * @throws PacelineException NOT_SUPPORTED for types that the format does not hold
   */
  static List<SchemaNode> schema(ColumnDefinition column) {
    List<SchemaNode> nodes = new ArrayList<>();
    addSchema(column.name(), column.name(), column.type(), Repetition.OPTIONAL, nodes);
    return nodes;
  }

  private static void addSchema(
      String column, String name, DataType type, Repetition repetition, List<SchemaNode> nodes) {
    switch (type.kind()) {
      case LIST -> {
        nodes.add(group(name, repetition, 1, LogicalType.of(Meaning.LIST)));
        nodes.add(group("list", Repetition.REPEATED, 1, LogicalType.NONE));
        addSchema(column, "element", type.elementType(), Repetition.OPTIONAL, nodes);
      }
      case MAP -> {
        nodes.add(group(name, repetition, 1, LogicalType.of(Meaning.MAP)));
        nodes.add(group("key_value", Repetition.REPEATED, 2, LogicalType.NONE));
        addSchema(column, "key", type.keyType(), Repetition.REQUIRED, nodes);
        addSchema(column, "value", type.valueType(), Repetition.OPTIONAL, nodes);
      }
      case STRUCT -> {
        if (!type.hasNames()) {
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "column "
                  + column
                  + " has structs whose fields have no names, which Parquet files cannot hold; name"
                  + " them, for example with {'a': 1}");
        }
        nodes.add(group(name, repetition, type.fields().size(), LogicalType.NONE));
        type.fields()
            .forEach(
                field -> addSchema(column, field.name(), field.type(), Repetition.OPTIONAL, nodes));
      }
      default ->
          nodes.add(StoredType.of(new ColumnDefinition(column, type, true)).node(name, repetition));
    }
  }

  private static SchemaNode group(
      String name, Repetition repetition, int children, LogicalType logical) {
    return new SchemaNode(name, null, 0, repetition, children, logical, -1);
  }
}
