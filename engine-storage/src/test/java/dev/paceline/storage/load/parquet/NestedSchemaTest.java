package dev.paceline.storage.load.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.LogicalType.Meaning;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.metadata.SchemaNode.Repetition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The forms of lists and maps that the Parquet format describes, older ones among them. */
class NestedSchemaTest {
  private static SchemaNode leaf(String name, Repetition repetition) {
    return new SchemaNode(name, PhysicalType.INT32, 0, repetition, 0, LogicalType.NONE, -1);
  }

  private static SchemaNode group(
      String name, Repetition repetition, int children, Meaning meaning) {
    return new SchemaNode(
        name,
        null,
        0,
        repetition,
        children,
        meaning == Meaning.NONE ? LogicalType.NONE : LogicalType.of(meaning),
        -1);
  }

  private static ParquetColumn column(SchemaNode... nodes) {
    return NestedSchema.column(List.of(nodes), 0, 3, false);
  }

  /** Returns the type, and for each leaf its number, definition and repetition level. */
  private static String read(SchemaNode... nodes) {
    ParquetColumn column = column(nodes);
    assertThat(column.unreadable()).isNull();
    List<String> leaves = new ArrayList<>();
    addLeaves(column.nested(), leaves);
    return column.type() + " " + String.join(" ", leaves);
  }

  private static void addLeaves(NestedNode node, List<String> leaves) {
    if (node.leaf() != null) {
      leaves.add(node.leaf().leaf() + "/" + node.definition() + "/" + node.repetition());
    }
    node.children().forEach(child -> addLeaves(child, leaves));
  }

  @Test
  void listsHaveThreeLevelsToday() {
    assertThat(
            read(
                group("l", Repetition.OPTIONAL, 1, Meaning.LIST),
                group("list", Repetition.REPEATED, 1, Meaning.NONE),
                leaf("element", Repetition.OPTIONAL)))
        .isEqualTo("INTEGER[] 3/3/1");
    assertThat(
            read(
                group("l", Repetition.REQUIRED, 1, Meaning.LIST),
                group("list", Repetition.REPEATED, 1, Meaning.NONE),
                leaf("element", Repetition.REQUIRED)))
        .isEqualTo("INTEGER[] 3/1/1");
  }

  @Test
  void listsOfOlderWritersHaveTwo() {
    assertThat(
            read(
                group("l", Repetition.OPTIONAL, 1, Meaning.LIST),
                leaf("element", Repetition.REPEATED)))
        .isEqualTo("INTEGER[] 3/2/1");
    assertThat(
            read(
                group("l", Repetition.OPTIONAL, 1, Meaning.LIST),
                group("element", Repetition.REPEATED, 2, Meaning.NONE),
                leaf("a", Repetition.REQUIRED),
                leaf("b", Repetition.OPTIONAL)))
        .isEqualTo("STRUCT(a INTEGER, b INTEGER)[] 3/2/1 4/3/1");
    for (String name : List.of("array", "l_tuple")) {
      assertThat(
              read(
                  group("l", Repetition.OPTIONAL, 1, Meaning.LIST),
                  group(name, Repetition.REPEATED, 1, Meaning.NONE),
                  leaf("a", Repetition.REQUIRED)))
          .as(name)
          .isEqualTo("STRUCT(a INTEGER)[] 3/2/1");
    }
  }

  @Test
  void repeatedFieldsAreLists() {
    assertThat(read(leaf("l", Repetition.REPEATED))).isEqualTo("INTEGER[] 3/1/1");
    assertThat(
            read(
                group("s", Repetition.OPTIONAL, 2, Meaning.NONE),
                leaf("l", Repetition.REPEATED),
                leaf("x", Repetition.OPTIONAL)))
        .isEqualTo("STRUCT(l INTEGER[], x INTEGER) 3/2/1 4/2/0");
  }

  @Test
  void mapsAndListsNest() {
    assertThat(
            read(
                group("m", Repetition.OPTIONAL, 1, Meaning.MAP),
                group("key_value", Repetition.REPEATED, 2, Meaning.NONE),
                leaf("key", Repetition.REQUIRED),
                group("value", Repetition.OPTIONAL, 1, Meaning.LIST),
                group("list", Repetition.REPEATED, 1, Meaning.NONE),
                leaf("element", Repetition.OPTIONAL)))
        .isEqualTo("MAP(INTEGER, INTEGER[]) 3/2/1 4/5/2");
  }

  @Test
  void otherSchemasAreNotRead() {
    assertThat(column(group("s", Repetition.OPTIONAL, 0, Meaning.NONE)).unreadable())
        .contains("without fields");
    assertThat(
            column(
                    group("m", Repetition.OPTIONAL, 1, Meaning.MAP),
                    group("key_value", Repetition.REPEATED, 1, Meaning.NONE),
                    leaf("key", Repetition.REQUIRED))
                .unreadable())
        .contains("keys without values");
    assertThat(
            column(
                    group("l", Repetition.OPTIONAL, 1, Meaning.LIST),
                    leaf("element", Repetition.OPTIONAL))
                .unreadable())
        .contains("no repeated group");
    List<SchemaNode> deep = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      deep.add(group("s", Repetition.OPTIONAL, 1, Meaning.NONE));
    }
    deep.add(leaf("x", Repetition.OPTIONAL));
    assertThat(NestedSchema.column(deep, 0, 0, false).unreadable()).contains("more than 24");
  }
}
