package dev.paceline.storage.load.parquet;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.storage.load.parquet.metadata.LogicalType.Meaning;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.metadata.SchemaNode.Repetition;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the schema of one column that has lists, structs or maps. It also knows the forms in which
 * older writers declare lists. Each object reads one column.
 */
final class NestedSchema {
  private static final int MAX_DEPTH = 24;

  private final List<SchemaNode> schema;
  private final boolean binaryAsString;

  /** The next node of the schema, and the next column of the file. */
  private int at;

  private int leaf;

  /** Why a column cannot be read, as the end of a sentence. */
  private static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableException(String reason) {
      super(reason);
    }
  }

  private NestedSchema(List<SchemaNode> schema, int at, int leaf, boolean binaryAsString) {
    this.schema = schema;
    this.at = at;
    this.leaf = leaf;
    this.binaryAsString = binaryAsString;
  }

  /**
   * Returns a column at the top of the schema that is a group or repeated.
   *
   * @param at the number of its node
   * @param leaf the number of its first column
   */
  static ParquetColumn column(List<SchemaNode> schema, int at, int leaf, boolean binaryAsString) {
    SchemaNode node = schema.get(at);
    try {
      NestedNode nested = new NestedSchema(schema, at, leaf, binaryAsString).node(0, 0, 0);
      return ParquetColumn.nested(node, leaf, nested);
    } catch (UnreadableException e) {
      return ParquetColumn.unreadable(node, leaf, requireNonNull(e.getMessage()));
    }
  }

  private SchemaNode next() throws UnreadableException {
    if (at >= schema.size()) {
      throw new UnreadableException("its schema ends too early");
    }
    return schema.get(at++);
  }

  /**
   * Reads a node and those below it.
   *
   * @param definition the level from which on what contains it is there
   * @param repetition how many lists contain it
   */
  private NestedNode node(int definition, int repetition, int depth) throws UnreadableException {
    if (depth > MAX_DEPTH) {
      throw new UnreadableException("it has more than " + MAX_DEPTH + " lists within each other");
    }
    SchemaNode node = next();
    if (node.repetition() == Repetition.REPEATED) {
      // A list without a group around it is never NULL.
      NestedNode element = value(node, definition + 1, repetition + 1, depth);
      return list(definition, repetition, element);
    }
    int optional = node.repetition() == Repetition.OPTIONAL ? 1 : 0;
    return value(node, definition + optional, repetition, depth);
  }

  /** Reads what is below a node, whatever its repetition. */
  private NestedNode value(SchemaNode node, int definition, int repetition, int depth)
      throws UnreadableException {
    if (node.type() != null) {
      return leaf(node, definition, repetition);
    }
    Meaning meaning = node.logical().meaning();
    if (meaning == Meaning.LIST || meaning == Meaning.MAP) {
      if (node.childCount() != 1
          || at >= schema.size()
          || schema.get(at).repetition() != Repetition.REPEATED) {
        throw new UnreadableException("one of its lists or maps has no repeated group");
      }
      return meaning == Meaning.LIST
          ? annotatedList(node, definition, repetition, depth)
          : map(definition, repetition, depth);
    }
    return struct(node, definition, repetition, depth);
  }

  private NestedNode leaf(SchemaNode node, int definition, int repetition)
      throws UnreadableException {
    SchemaNode alone =
        new SchemaNode(
            node.name(),
            node.type(),
            node.typeLength(),
            Repetition.OPTIONAL,
            0,
            node.logical(),
            node.fieldId());
    ParquetColumn column = ParquetColumn.of(alone, leaf++, binaryAsString);
    if (column.unreadable() != null) {
      throw new UnreadableException("in a part of it, " + column.unreadable());
    }
    return new NestedNode(column.type(), definition, repetition, List.of(), column);
  }

  private static NestedNode list(int definition, int repetition, NestedNode element) {
    return new NestedNode(
        DataType.list(element.type()), definition, repetition, List.of(element), null);
  }

  /**
   * The elements are in a group of their own, unless that group is the element: older writers leave
   * the group out, or name it after the list.
   */
  private NestedNode annotatedList(SchemaNode node, int definition, int repetition, int depth)
      throws UnreadableException {
    SchemaNode repeated = next();
    boolean isElement =
        repeated.type() != null
            || repeated.childCount() != 1
            || repeated.logical().meaning() != Meaning.NONE
            || repeated.name().equals("array")
            || repeated.name().equals(node.name() + "_tuple")
            || at < schema.size() && schema.get(at).repetition() == Repetition.REPEATED;
    NestedNode element =
        isElement
            ? value(repeated, definition + 1, repetition + 1, depth + 1)
            : node(definition + 1, repetition + 1, depth + 1);
    return list(definition, repetition, element);
  }

  private NestedNode map(int definition, int repetition, int depth) throws UnreadableException {
    SchemaNode entries = next();
    if (entries.type() != null || entries.childCount() != 2) {
      throw new UnreadableException("one of its maps has keys without values");
    }
    NestedNode key = node(definition + 1, repetition + 1, depth + 1);
    NestedNode value = node(definition + 1, repetition + 1, depth + 1);
    return new NestedNode(
        DataType.map(key.type(), value.type()), definition, repetition, List.of(key, value), null);
  }

  private NestedNode struct(SchemaNode node, int definition, int repetition, int depth)
      throws UnreadableException {
    List<NestedNode> children = new ArrayList<>();
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < node.childCount(); i++) {
      if (at >= schema.size()) {
        throw new UnreadableException("its schema ends too early");
      }
      String name = schema.get(at).name();
      NestedNode child = node(definition, repetition, depth + 1);
      children.add(child);
      fields.add(new StructField(name, child.type()));
    }
    if (fields.isEmpty()) {
      throw new UnreadableException("it is a struct without fields");
    }
    boolean haveNames = fields.stream().noneMatch(field -> field.name().isEmpty());
    if (!haveNames || fields.stream().map(StructField::name).distinct().count() < fields.size()) {
      throw new UnreadableException("fields of its structs have no names, or equal ones");
    }
    return new NestedNode(DataType.struct(fields), definition, repetition, children, null);
  }
}
