package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.type.DataType;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Merges maps, where the value of a key is that of the last map with the key. One worker. */
final class MapMerge {
  private final ListReader entries;
  private final FieldReader key;

  /** The last entry of each key: the index of its map and its bytes there. */
  private final Map<String, Entry> merged = new LinkedHashMap<>();

  private record Entry(int map, long view) {}

  MapMerge(DataType map) {
    entries = new ListReader(map.elementType());
    key = new FieldReader(map.elementType(), 0);
  }

  /** Appends the map of the entries of all maps in a row that are not NULL. */
  void write(ColumnVector[] maps, int row, ElementVector out) {
    merged.clear();
    for (int i = 0; i < maps.length; i++) {
      if (!maps[i].isNull(row)) {
        entries.reset(maps[i], row);
        while (entries.next()) {
          key.reset(entries.heap(), entries.nestedView());
          merged.put(bytes(key), new Entry(i, entries.view()));
        }
      }
    }
    for (Entry entry : merged.values()) {
      out.text().append(maps[entry.map()].valueHeap(), entry.view());
    }
    ListFunctions.end(out);
  }

  /** Returns the bytes of a value as a string of as many characters. */
  private static String bytes(EncodedValue value) {
    byte[] bytes = StringView.bytes(value.heap(), value.view());
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
