package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;

/** Looks for an entry of a map by the bytes of its key or its value. One worker uses it. */
final class MapSearch {
  private final ListReader entries;
  private final FieldReader part;
  private final ColumnVector sought;

  /**
   * @param index 0 to compare keys, 1 to compare values
   */
  MapSearch(DataType map, int index, WorkerContext context) {
    entries = new ListReader(map.elementType());
    part = new FieldReader(map.elementType(), index);
    sought = new ColumnVector(DataType.VARBINARY, context.memory());
  }

  /** Whether the map in a row has the key or the value in a row, which is not NULL. */
  boolean find(ColumnVector maps, ColumnVector values, int row) {
    TextWriter writer = new TextWriter(sought);
    NestedFormat.append(values, row, writer);
    long view = writer.finish();
    entries.reset(maps, row);
    while (entries.next()) {
      read(part);
      if (StringView.equal(part.heap(), part.view(), writer.heap(), view)) {
        return true;
      }
    }
    return false;
  }

  /** Lets a reader go to its field of the entry that was found. */
  FieldReader read(FieldReader field) {
    return field.reset(entries.heap(), entries.nestedView());
  }
}
