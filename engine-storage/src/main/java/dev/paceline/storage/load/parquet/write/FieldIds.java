package dev.paceline.storage.load.parquet.write;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the elements of a schema the numbers of the option {@code field_ids}: {@code auto} counts
 * them from 0, and {@code {a: 1, b: {__duckdb_field_id: 2, element: 3}}} gives numbers by names,
 * where those of lists are {@code element}, and those of maps {@code key} and {@code value}.
 */
final class FieldIds {
  private static final String OPTION = "field_ids";
  private static final String OWN = "__duckdb_field_id";

  /** The group between a list or a map and what is in it has no number. */
  private static final List<String> BETWEEN = List.of("list", "key_value");

  private final List<SchemaNode> schema;
  private int at;
  private int counted;

  private FieldIds(List<SchemaNode> schema) {
    this.schema = new ArrayList<>(schema);
  }

  /**
   * Returns the schema with numbers.
   *
   * @param schema without its root, in depth-first order
   * @param option its value
   * @throws PacelineException INVALID_ARGUMENT for a name that the schema does not have, or a value
   *     that is no number
   */
  static List<SchemaNode> assign(List<SchemaNode> schema, Object option) {
    FieldIds ids = new FieldIds(schema);
    if (option instanceof String text && text.equalsIgnoreCase("auto")) {
      while (ids.at < schema.size()) {
        ids.count(false);
      }
      return ids.schema;
    }
    if (!(option instanceof Map<?, ?>)) {
      throw wrong("'auto' or numbers by names, such as {a: 1}, but is " + option);
    }
    ids.assign(Integer.MAX_VALUE, option, false);
    return ids.schema;
  }

  /** Numbers the next element, unless it is a group between, and what is below it. */
  private void count(boolean isBetween) {
    SchemaNode node = schema.get(at);
    if (!isBetween) {
      schema.set(at, node.withFieldId(counted++));
    }
    at++;
    for (int i = 0; i < children(node); i++) {
      count(isBetween(node, isBetween));
    }
  }

  private static int children(SchemaNode node) {
    return node.type() == null ? node.childCount() : 0;
  }

  /** Whether the child of an element is a group between. */
  private boolean isBetween(SchemaNode node, boolean isItself) {
    return !isItself
        && children(node) == 1
        && BETWEEN.contains(schema.get(at).name())
        && schema.get(at).repetition() == SchemaNode.Repetition.REPEATED;
  }

  /** Numbers the next siblings by names. */
  private void assign(int siblings, Object option, boolean areBetween) {
    Map<String, Object> left = names(option);
    List<String> known = new ArrayList<>();
    for (int i = 0; i < siblings && at < schema.size(); i++) {
      SchemaNode node = schema.get(at);
      known.add(node.name());
      if (areBetween) {
        at++;
        assign(children(node), option, false);
        return;
      }
      Object given = left.remove(node.name());
      Object own = given instanceof Map<?, ?> map ? map.get(OWN) : given;
      if (own != null) {
        schema.set(at, node.withFieldId(number(node.name(), own)));
      }
      at++;
      Object below = given instanceof Map<?, ?> ? given : Map.of();
      int children = children(node);
      if (children > 0) {
        assign(children, below, isBetween(node, false));
      }
    }
    left.remove(OWN);
    if (!left.isEmpty()) {
      String name = left.keySet().iterator().next();
      throw wrong(
          "numbers by names of columns, but names " + name + NameSuggestion.of(name, known));
    }
  }

  private static Map<String, Object> names(Object option) {
    Map<String, Object> names = new LinkedHashMap<>();
    ((Map<?, ?>) option).forEach((name, value) -> names.put((String) name, value));
    return names;
  }

  private static int number(String name, Object value) {
    if (value instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
      return number.intValue();
    }
    throw wrong("whole numbers from 0 by names, but is " + value + " for " + name);
  }

  private static PacelineException wrong(String what) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT, "the option " + OPTION + " must be " + what);
  }
}
