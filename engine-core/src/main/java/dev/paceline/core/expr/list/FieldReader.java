package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Reads one field of structs, one struct after another. One thread at a time may use it. */
public final class FieldReader extends EncodedValue {
  private final DataType struct;
  private final int index;

  /** The distance of the field from the start of its struct in bytes; -1 if it differs. */
  private final int offset;

  /**
   * @param index of the field, from 0
   */
  public FieldReader(DataType struct, int index) {
    super(struct.fields().get(index).type());
    this.struct = struct;
    this.index = index;
    this.offset = offset(struct.fields().subList(0, index));
  }

  /** Returns a reader of each field of a struct. */
  public static FieldReader[] ofAll(DataType struct) {
    FieldReader[] fields = new FieldReader[struct.fields().size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = new FieldReader(struct, i);
    }
    return fields;
  }

  private static int offset(List<StructField> before) {
    return before.isEmpty() ? 0 : NestedFormat.payloadBytes(DataType.struct(before));
  }

  /** Goes to the field of the struct in a row, which must not be NULL. */
  public FieldReader reset(ColumnVector structs, int row) {
    return reset(structs.valueHeap(), structs.getView(row));
  }

  /** Goes to the field of a struct. */
  FieldReader reset(MemorySegment heap, long view) {
    long start = StringView.offset(view);
    long at = offset >= 0 ? start + offset : NestedFormat.fieldAt(heap, start, struct, index);
    set(heap, at, NestedFormat.endOfElement(heap, at, type()));
    return this;
  }
}
