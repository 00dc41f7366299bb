package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Relabel;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;

/** Functions that make and read maps. A map keeps the order of its entries. */
public final class MapFunctions {
  private MapFunctions() {}

  /**
   * The map of some entries.
   *
   * @param entries a key, its value, a key, its value
   */
  public static Expression mapOf(DataType type, List<Expression> entries) {
    List<Expression> cast = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      cast.add(NestedCast.any(entries.get(i), i % 2 == 0 ? type.keyType() : type.valueType()));
    }
    return new NestedCall(
        "map",
        type,
        cast,
        false,
        context -> {
          MapWriter map = new MapWriter(type, context.memory());
          return (a, row, out) -> {
            map.begin();
            for (int i = 0; i < a.length; i += 2) {
              map.add(a[i], row, a[i + 1], row, out.text());
            }
            map.end(out);
          };
        });
  }

  /** The map of a list of keys and a list of as many values; NULL if one of them is NULL. */
  public static Expression ofLists(DataType type, Expression keys, Expression values) {
    List<Expression> lists =
        List.of(
            NestedCast.any(keys, DataType.list(type.keyType())),
            NestedCast.any(values, DataType.list(type.valueType())));
    return new NestedCall(
        "map",
        type,
        lists,
        true,
        context -> {
          ListReader key = new ListReader(type.keyType());
          ListReader value = new ListReader(type.valueType());
          MapWriter map = new MapWriter(type, context.memory());
          return (a, row, out) -> {
            key.reset(a[0], row);
            value.reset(a[1], row);
            if (key.count() != value.count()) {
              throw new PacelineException(
                  ErrorCode.INVALID_ARGUMENT,
                  "a map needs as many values as keys, not %d keys and %d values"
                      .formatted(key.count(), value.count()));
            }
            map.begin();
            while (key.next() && value.next()) {
              map.add(key, value, out.text());
            }
            map.end(out);
          };
        });
  }

  /** The map of the entries in a list of structs of two fields; NULL for NULL. */
  public static Expression fromEntries(DataType type, Expression entries) {
    DataType entry = entries.type().elementType();
    return new NestedCall(
        "map_from_entries",
        type,
        List.of(entries),
        true,
        context -> {
          ListReader reader = new ListReader(entry);
          FieldReader key = new FieldReader(entry, 0);
          FieldReader value = new FieldReader(entry, 1);
          MapWriter map = new MapWriter(type, context.memory());
          return (a, row, out) -> {
            reader.reset(a[0], row);
            map.begin();
            while (reader.next()) {
              if (reader.isNull()) {
                throw new PacelineException(
                    ErrorCode.INVALID_ARGUMENT, "an entry of a map cannot be NULL");
              }
              map.add(
                  key.reset(reader.heap(), reader.nestedView()),
                  value.reset(reader.heap(), reader.nestedView()),
                  out.text());
            }
            map.end(out);
          };
        });
  }

  /** The entries of a map as a list of structs of a key and a value. */
  public static Expression entries(Expression map) {
    return new Relabel(map, DataType.list(map.type().elementType()));
  }

  /** The keys of a map as a list. */
  public static Expression keys(Expression map) {
    return parts("map_keys", map, 0);
  }

  /** The values of a map as a list. */
  public static Expression values(Expression map) {
    return parts("map_values", map, 1);
  }

  private static Expression parts(String name, Expression map, int index) {
    DataType entry = map.type().elementType();
    return new NestedCall(
        name,
        DataType.list(entry.fields().get(index).type()),
        List.of(map),
        true,
        context -> {
          ListReader reader = new ListReader(entry);
          FieldReader part = new FieldReader(entry, index);
          return (a, row, out) -> {
            reader.reset(a[0], row);
            while (reader.next()) {
              part.reset(reader.heap(), reader.nestedView()).copyTo(out.text());
            }
            ListFunctions.end(out);
          };
        });
  }

  /** The value of a key; NULL if there is none. */
  public static Expression value(Expression map, Expression key) {
    return new NestedCall(
        "map_extract_value",
        map.type().valueType(),
        withKey(map, key),
        true,
        context -> {
          MapSearch search = new MapSearch(keyed(map, key), 0, context);
          FieldReader value = new FieldReader(map.type().elementType(), 1);
          return (a, row, out) -> {
            if (search.find(a[0], a[1], row)) {
              search.read(value).appendTo(out);
            } else {
              out.appendNull();
            }
          };
        });
  }

  /** The list of the value of a key, which is empty if there is none. */
  public static Expression valueList(Expression map, Expression key) {
    return new NestedCall(
        "map_extract",
        DataType.list(map.type().valueType()),
        withKey(map, key),
        false,
        context -> {
          MapSearch search = new MapSearch(keyed(map, key), 0, context);
          FieldReader value = new FieldReader(map.type().elementType(), 1);
          return (a, row, out) -> {
            if (a[0].isNull(row)) {
              out.appendNull();
              return;
            }
            if (search.find(a[0], a[1], row)) {
              search.read(value).copyTo(out.text());
            }
            ListFunctions.end(out);
          };
        });
  }

  /** Whether a map has a key, BOOLEAN. */
  public static Expression containsKey(Expression map, Expression key) {
    return contains("map_contains", map, key, 0);
  }

  /** Whether a map has a value, BOOLEAN. */
  public static Expression containsValue(Expression map, Expression value) {
    return contains("map_contains_value", map, value, 1);
  }

  private static Expression contains(String name, Expression map, Expression sought, int index) {
    Expression known = commonMap(map, sought, index);
    DataType part = known.type().elementType().fields().get(index).type();
    return new NestedCall(
        name,
        DataType.BOOLEAN,
        List.of(known, NestedCast.any(sought, part)),
        true,
        context -> {
          MapSearch search = new MapSearch(known.type(), index, context);
          return (a, row, out) -> out.appendBoolean(search.find(a[0], a[1], row));
        });
  }

  private static List<Expression> withKey(Expression map, Expression key) {
    Expression known = commonMap(map, key, 0);
    return List.of(known, NestedCast.any(key, known.type().keyType()));
  }

  private static DataType keyed(Expression map, Expression key) {
    return commonMap(map, key, 0).type();
  }

  /** A map whose keys or values have a type that the sought one can have, too. */
  private static Expression commonMap(Expression map, Expression sought, int index) {
    DataType type = map.type();
    DataType key = type.keyType();
    DataType value = type.valueType();
    DataType wanted =
        index == 0
            ? DataType.map(ListFunctions.commonType(key, sought.type()), value)
            : DataType.map(key, ListFunctions.commonType(value, sought.type()));
    return NestedCast.any(map, wanted);
  }

  /** The entries of several maps, where later ones replace values; NULL if all maps are NULL. */
  public static Expression concat(DataType type, List<Expression> maps) {
    return new NestedCall(
        "map_concat",
        type,
        maps.stream().map(map -> NestedCast.any(map, type)).toList(),
        false,
        context -> {
          MapMerge merge = new MapMerge(type);
          return (a, row, out) -> {
            boolean any = false;
            for (ColumnVector map : a) {
              any |= !map.isNull(row);
            }
            if (any) {
              merge.write(a, row, out);
            } else {
              out.appendNull();
            }
          };
        });
  }
}
