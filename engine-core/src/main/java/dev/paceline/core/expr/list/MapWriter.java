package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;

/** Writes one map after the other, whose keys must be different and not NULL. One worker. */
final class MapWriter {
  private final ElementVector keys;
  private final ElementOrder order;

  MapWriter(DataType map, MemoryScope memory) {
    keys = new ElementVector(DataType.list(map.keyType()), memory);
    order = new ElementOrder(new ListReader(map.keyType()));
  }

  /** Begins a map. */
  void begin() {
    keys.reset(1);
  }

  /** Adds an entry. */
  void add(ColumnVector key, int keyRow, ColumnVector value, int valueRow, TextWriter out) {
    checkKey(key.isNull(keyRow));
    NestedFormat.append(key, keyRow, keys.text());
    out.append(NestedFormat.VALUE);
    NestedFormat.append(key, keyRow, out);
    NestedFormat.append(value, valueRow, out);
  }

  /** Adds an entry. */
  void add(EncodedValue key, EncodedValue value, TextWriter out) {
    checkKey(key.isNull());
    key.copyTo(keys.text());
    out.append(NestedFormat.VALUE);
    key.copyTo(out);
    value.copyTo(out);
  }

  static void checkKey(boolean isNull) {
    if (isNull) {
      throw new PacelineException(ErrorCode.INVALID_ARGUMENT, "a key of a map cannot be NULL");
    }
  }

  static void checkDistinct(boolean distinct) {
    if (!distinct) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the keys of a map must differ from each other");
    }
  }

  /** Ends the map, which becomes the next value. */
  void end(ElementVector out) {
    ListFunctions.end(keys);
    order.read(keys.finish(), 0).sort();
    for (int i = 1; i < order.count(); i++) {
      checkDistinct(!order.repeats(i));
    }
    ListFunctions.end(out);
  }
}
