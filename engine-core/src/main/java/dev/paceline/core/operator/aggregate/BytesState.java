package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * One byte string a group: the least, the greatest or the first. Owns the bytes; those of replaced
 * strings are squeezed out when they are more than half.
 */
final class BytesState extends State {
  private static final long ABSENT = -1;

  private final LongState.Operation operation;
  private MemorySegment heap;
  private long heapUsed;
  private long heapLive;

  /**
   * @param operation MIN, MAX or PUT
   */
  BytesState(MemoryScope scope, LongState.Operation operation) {
    super(scope, 8);
    this.operation = operation;
    this.heap = scope.allocate(1 << 12);
  }

  @Override
  protected void initialise(int from, int to) {
    data.asSlice(8L * from, 8L * (to - from)).fill((byte) ABSENT);
  }

  @Override
  void clear(int last) {
    heapUsed = 0;
    heapLive = 0;
    super.clear(last);
  }

  @Override
  void update(RowGroups groups, Argument argument) {
    ColumnVector vector = argument.vector();
    MemorySegment ids = groups.ids();
    MemorySegment source = vector.valueHeap();
    for (int i = 0; i < groups.rows(); i++) {
      int group = id(ids, i);
      if (group != 0) {
        join(group, source, vector.getView(i));
      }
    }
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    BytesState that = (BytesState) other;
    for (int i = 0; i < count; i++) {
      long view = that.view(id(from, i));
      if (view != ABSENT) {
        join(id(to, i), that.heap, view);
      }
    }
  }

  private void join(int group, MemorySegment source, long view) {
    long old = view(group);
    if (old != ABSENT) {
      if (operation == LongState.Operation.PUT) {
        return;
      }
      int order = StringView.compare(source, view, heap, old);
      if (operation == LongState.Operation.MIN ? order >= 0 : order <= 0) {
        return;
      }
      heapLive -= StringView.length(old);
    }
    int length = StringView.length(view);
    data.set(JAVA_LONG, 8L * group, ABSENT);
    if (heapUsed + length > heap.byteSize()) {
      makeRoom(length);
    }
    MemorySegment.copy(source, StringView.offset(view), heap, heapUsed, length);
    data.set(JAVA_LONG, 8L * group, StringView.of(heapUsed, length));
    heapUsed += length;
    heapLive += length;
  }

  private void makeRoom(int length) {
    MemorySegment next = scope().allocate(Math.max(2 * (heapLive + length), heap.byteSize()));
    long used = 0;
    for (int group = 0; group < capacity(); group++) {
      long view = view(group);
      if (view != ABSENT) {
        int bytes = StringView.length(view);
        MemorySegment.copy(heap, StringView.offset(view), next, used, bytes);
        data.set(JAVA_LONG, 8L * group, StringView.of(used, bytes));
        used += bytes;
      }
    }
    scope().release(heap);
    heap = next;
    heapUsed = used;
  }

  private long view(int group) {
    return data.get(JAVA_LONG, 8L * group);
  }

  @Override
  DataType storedType() {
    return DataType.VARBINARY;
  }

  /** NULL for groups without a string. */
  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment views = out.scratch(8L * count);
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    for (int i = 0; i < count; i++) {
      long view = view(id(ids, i));
      if (view == ABSENT) {
        Bitmaps.set(nulls, 0, i);
      }
      views.set(JAVA_LONG, (long) i << 3, view == ABSENT ? StringView.of(0, 0) : view);
    }
    out.setViews(views, 0, heap).setNulls(nulls, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    for (int i = 0; i < count; i++) {
      if (!stored.isNull(i)) {
        join(i + 1, stored.heap(), stored.getView(i));
      }
    }
  }

  /** Points {@code out} at the strings of some groups; those without one are empty. */
  void emit(int from, int count, ColumnVector out) {
    MemorySegment views = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      long view = view(from + i);
      views.set(JAVA_LONG, (long) i << 3, view == ABSENT ? StringView.of(0, 0) : view);
    }
    out.setViews(views, 0, heap);
  }
}
