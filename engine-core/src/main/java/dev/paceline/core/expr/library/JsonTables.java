package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.NestedFormat;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the tables {@code json_each} and {@code json_tree} as lists: one value for each
 * member of an object or element of an array, or for each value in JSON.
 */
final class JsonTables {
  /** The place of each value is a number, as SQLite counts. */
  private record Row(
      @Nullable String key,
      JsonNode value,
      long id,
      @Nullable Long parent,
      String fullKey,
      String path) {}

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          column("json_each_texts", VARCHAR, false, "key, value, type, atom, fullkey or path"),
          column("json_each_numbers", INT64, false, "id or parent"),
          column("json_tree_texts", VARCHAR, true, "key, value, type, atom, fullkey or path"),
          column("json_tree_numbers", INT64, true, "id or parent"));

  private final boolean tree;
  private final List<Row> rows = new ArrayList<>();
  private long next;

  private JsonTables(boolean tree) {
    this.tree = tree;
  }

  private static LibraryFunction column(
      String name, DataType element, boolean tree, String columns) {
    return new LibraryFunction(
        name,
        List.of(VARCHAR, VARCHAR, VARCHAR),
        DataType.list(element),
        FAILS,
        "Returns a column of `"
            + (tree ? "json_tree" : "json_each")
            + "(json, path)` as a list: "
            + columns
            + ".",
        context -> {
          TextCache<JsonPath> paths = new TextCache<>(JsonPath::of);
          return RowFunctions.text(
                  (a, row, out) -> {
                    String column = Utf8.string(a[2], row);
                    for (Row found : rows(paths, a, row, tree)) {
                      Object value = value(found, column);
                      switch (value) {
                        case null -> NestedFormat.appendNull(element, out);
                        case Long number -> NestedFormat.appendLong(number, out);
                        default -> NestedFormat.appendString(value.toString(), out);
                      }
                    }
                    out.append(NestedFormat.END);
                  })
              .newFunction(context);
        });
  }

  private static List<Row> rows(
      TextCache<JsonPath> paths, ColumnVector[] arguments, int row, boolean tree) {
    String path = Utf8.string(arguments[1], row);
    JsonNode root = paths.get(arguments[1], row).in(JsonLibrary.parse(arguments[0], row));
    JsonTables all = new JsonTables(tree);
    if (root.isMissingNode()) {
      return all.rows;
    }
    if (tree || root.isValueNode()) {
      all.add(null, root, null, path, path);
    } else {
      all.next++; // the root has a number, and is in no row
      all.addInner(root, null, path);
    }
    return all.rows;
  }

  private void add(
      @Nullable String key, JsonNode value, @Nullable Long parent, String fullKey, String path) {
    long id = next++;
    rows.add(new Row(key, value, id, parent, fullKey, path));
    if (tree) {
      addInner(value, id, fullKey);
    }
  }

  private void addInner(JsonNode node, @Nullable Long id, String path) {
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        add(Integer.toString(i), node.get(i), id, path + "[" + i + "]", path);
      }
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      next++; // the name has a number, too
      add(member.getKey(), member.getValue(), id, path + "." + step(member.getKey()), path);
    }
  }

  private static String step(String name) {
    return name.matches("[A-Za-z_][A-Za-z_0-9]*") ? name : '"' + name + '"';
  }

  private static @Nullable Object value(Row row, String column) {
    return switch (column) {
      case "key" -> row.key();
      case "value" -> row.value().toString();
      case "type" -> JsonLibrary.type(row.value());
      case "atom" -> row.value().isValueNode() ? row.value().toString() : null;
      case "id" -> row.id();
      case "parent" -> row.parent();
      case "fullkey" -> row.fullKey();
      case "path" -> row.path();
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT, "json_each has no column " + column);
    };
  }
}
