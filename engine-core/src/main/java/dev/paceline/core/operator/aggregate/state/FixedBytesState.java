package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * A state of several fields in a fixed number of bytes a group. All fields are 0 without rows, and
 * the bytes are written to temporary files as they are. One worker uses it.
 */
abstract class FixedBytesState extends State {
  private final int bytes;

  FixedBytesState(MemoryScope scope, int bytes) {
    super(scope, bytes);
    this.bytes = bytes;
  }

  @Override
  protected final void initialise(int from, int to) {
    data.asSlice((long) bytes * from, (long) bytes * (to - from)).fill((byte) 0);
  }

  @Override
  final DataType storedType() {
    return DataType.VARBINARY;
  }

  @Override
  final void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment views = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      views.set(JAVA_LONG, (long) i << 3, StringView.of((long) bytes * id(ids, i), bytes));
    }
    out.setViews(views, 0, data);
  }

  @Override
  final void load(ColumnVector stored, int count) {
    for (int i = 0; i < count; i++) {
      long from = StringView.offset(stored.getView(i));
      MemorySegment.copy(stored.valueHeap(), from, data, (long) bytes * (i + 1), bytes);
    }
  }
}
