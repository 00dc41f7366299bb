package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * INTERSECT and EXCEPT: counts how often each row comes from the left and how often from the right.
 * The two sinks may be filled in any order or at once; the output's pipeline depends on both.
 */
public final class SetOperation {
  private static final int LEFT = 0;
  private static final int RIGHT = 1;

  private final List<DataType> types;
  private final boolean except;
  private final boolean all;
  private final QueryContext query;
  private final Sink left = new Side(LEFT);
  private final Sink right = new Side(RIGHT);

  @GuardedBy("this")
  private final List<Counts> locals = new ArrayList<>();

  /**
   * @param except EXCEPT instead of INTERSECT
   * @param all keeps duplicates: min(m, n) of them, or max(m - n, 0)
   */
  public SetOperation(List<DataType> types, boolean except, boolean all, QueryContext query) {
    this.types = List.copyOf(types);
    this.except = except;
    this.all = all;
    this.query = query;
  }

  /** Takes the rows of the left input. */
  public Sink left() {
    return left;
  }

  /** Takes the rows of the right input. */
  public Sink right() {
    return right;
  }

  public Source output() {
    return new Output();
  }

  private synchronized Counts newCounts(WorkerContext context) {
    Counts local = new Counts(types, context);
    locals.add(local);
    return local;
  }

  private synchronized @Nullable Counts merged() {
    Counts merged = locals.isEmpty() ? null : locals.removeFirst();
    for (Counts local : locals) {
      if (merged != null) {
        merged.merge(local, query);
      }
    }
    locals.clear();
    return merged;
  }

  /** How often a row is wanted. */
  private long copies(long m, long n) {
    if (all) {
      return except ? Math.max(m - n, 0) : Math.min(m, n);
    }
    return m > 0 && except == (n == 0) ? 1 : 0;
  }

  private final class Side implements Sink {
    private final int side;

    Side(int side) {
      this.side = side;
    }

    @Override
    public BatchConsumer newLocal(WorkerContext context) {
      Counts counts = newCounts(context);
      return batch -> {
        counts.add(batch, side);
        return true;
      };
    }

    @Override
    public String name() {
      return (except ? "except " : "intersect ") + (side == LEFT ? "left" : "right");
    }
  }

  /** The distinct rows that one worker has met, with a count for each side. */
  private static final class Counts {
    private final GroupIndex index;
    private final MemorySegment ids;
    private final CountState[] sides;
    private final RowGroups groups;
    private final Compactor compactor;
    private final ColumnVector[] keys;
    private final Argument none;
    private final int capacity;

    Counts(List<DataType> types, WorkerContext context) {
      capacity = context.batchRows();
      var scope = context.memory();
      index = new GroupIndex(types, scope, capacity, -1L);
      ids = scope.allocate(4L * capacity);
      sides = new CountState[] {new CountState(scope, false), new CountState(scope, false)};
      for (CountState counts : sides) {
        counts.reserve(1);
      }
      groups = new RowGroups(scope, capacity, 0);
      compactor = new Compactor(types.toArray(new DataType[0]), scope, capacity);
      keys = new ColumnVector[types.size()];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = new ColumnVector(types.get(i), scope);
      }
      none = new Argument(-1, scope, capacity);
    }

    void add(Batch batch, int side) {
      Batch rows = compactor.compact(batch);
      for (int i = 0; i < keys.length; i++) {
        keys[i].pointTo(rows.column(i));
      }
      index.find(keys, rows.rowCount(), groups.startIds(rows.rowCount()));
      reserve();
      sides[side].update(groups, none);
    }

    private void reserve() {
      for (CountState counts : sides) {
        counts.reserve(index.size());
      }
    }

    void merge(Counts other, QueryContext query) {
      MemorySegment from = query.memory().allocate(4L * capacity);
      for (int first = 1; first <= other.index.size(); first += capacity) {
        query.cancellation().check();
        int count = Math.min(capacity, other.index.size() - first + 1);
        for (int i = 0; i < count; i++) {
          from.set(JAVA_INT, (long) i << 2, first + i);
        }
        for (int i = 0; i < keys.length; i++) {
          other.index.emit(i, from, count, keys[i]);
        }
        index.find(keys, count, ids);
        reserve();
        for (int side = LEFT; side <= RIGHT; side++) {
          sides[side].merge(other.sides[side], from, ids, count);
        }
      }
      other.index.release();
    }
  }

  private final class Output implements Source {
    private final AtomicBoolean taken = new AtomicBoolean();

    @Override
    public @Nullable Morsel next() {
      return taken.compareAndSet(false, true) ? new Morsel() {} : null;
    }

    @Override
    public boolean exhausted() {
      return taken.get();
    }

    @Override
    public SourceReader newReader(WorkerContext context) {
      return (morsel, out) -> {
        Counts counts = merged();
        if (counts != null) {
          emit(counts, context, out);
        }
      };
    }

    private void emit(Counts counts, WorkerContext context, BatchConsumer out) {
      ColumnVector[] columns = new ColumnVector[types.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new ColumnVector(types.get(i), context.memory());
      }
      Batch batch = new Batch(columns);
      int capacity = context.batchRows();
      MemorySegment wanted = context.memory().allocate(4L * capacity);
      int count = 0;
      for (int group = 1; group <= counts.index.size(); group++) {
        long copies = copies(counts.sides[LEFT].get(group), counts.sides[RIGHT].get(group));
        for (long copy = 0; copy < copies; copy++) {
          wanted.set(JAVA_INT, (long) count++ << 2, group);
          if (count == capacity) {
            query.cancellation().check();
            if (!emit(counts, wanted, count, batch, out)) {
              return;
            }
            count = 0;
          }
        }
      }
      if (count > 0) {
        emit(counts, wanted, count, batch, out);
      }
    }

    private static boolean emit(
        Counts counts, MemorySegment groups, int count, Batch batch, BatchConsumer out) {
      for (int i = 0; i < batch.columnCount(); i++) {
        counts.index.emit(i, groups, count, batch.column(i));
      }
      return out.accept(batch.set(count, null));
    }

    @Override
    public String name() {
      return except ? "except" : "intersect";
    }
  }
}
