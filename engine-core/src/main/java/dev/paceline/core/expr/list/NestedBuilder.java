package dev.paceline.core.expr.list;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * Builds a vector of lists, structs or maps from vectors with their elements, as readers of files
 * do. Values are appended one after the other. One thread at a time may use it.
 */
public final class NestedBuilder {
  private final ElementVector values;

  /** Null unless the values are maps. */
  private final @Nullable MapWriter maps;

  /**
   * @param type a LIST, a STRUCT or a MAP
   * @param memory of the values
   */
  public NestedBuilder(DataType type, MemoryScope memory) {
    values = new ElementVector(type, memory);
    maps = type.kind() == TypeKind.MAP ? new MapWriter(type, memory) : null;
  }

  /** Removes all values and makes room for some. */
  public void reset(int count) {
    values.reset(count);
  }

  /** Appends NULL. */
  public void appendNull() {
    values.appendNull();
  }

  /**
   * Appends a list.
   *
   * @param elements a vector of the type of the elements
   * @param from the row of its first element
   * @param to the row behind its last one
   */
  public void appendList(ColumnVector elements, int from, int to) {
    TextWriter out = values.text();
    for (int row = from; row < to; row++) {
      NestedFormat.append(elements, row, out);
    }
    ListFunctions.end(values);
  }

  /**
   * Appends a struct.
   *
   * @param fields a vector of the type of each field
   */
  public void appendStruct(ColumnVector[] fields, int row) {
    TextWriter out = values.text();
    for (ColumnVector field : fields) {
      NestedFormat.append(field, row, out);
    }
    values.endText();
  }

  /**
   * Appends a map.
   *
   * @param from the row of its first entry
   * @param to the row behind its last one
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT if a key is NULL, or two
   *     keys are equal
   */
  public void appendMap(ColumnVector keys, ColumnVector entries, int from, int to) {
    MapWriter map = requireNonNull(maps, "maps");
    map.begin();
    TextWriter out = values.text();
    for (int row = from; row < to; row++) {
      map.add(keys, row, entries, row, out);
    }
    map.end(values);
  }

  /** Returns the vector of all values, which is valid until the next {@link #reset}. */
  public ColumnVector finish() {
    return values.finish();
  }
}
