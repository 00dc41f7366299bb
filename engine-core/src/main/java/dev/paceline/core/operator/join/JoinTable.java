package dev.paceline.core.operator.join;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.key.KeyHasher;
import dev.paceline.core.operator.key.KeyLayout;
import dev.paceline.core.operator.key.KeyPacker;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Finds the right rows of a key. What is true of the complete build side decides how: a direct
 * array where the packed keys are dense, tags that are the packed keys where these are short, tags
 * of hashes otherwise (see {@link JoinKernels}). Immutable and safe for all threads once built.
 */
final class JoinTable {
  /** A direct array may have so many entries for every row. */
  private static final long DIRECT_ENTRIES_PER_ROW = 16;

  /** A direct array of so many entries is always welcome: it fits the cache. */
  private static final long SMALL_DIRECT_ENTRIES = 1L << 18;

  private static final MemorySegment NONE = MemorySegment.NULL;

  private final JoinKeys keys;
  private final @Nullable KeyLayout layout;
  private final boolean direct;
  private final int rowBits;
  private final long slots;
  private final MemorySegment table;
  private MemorySegment next = NONE;

  private JoinTable(
      JoinKeys keys,
      @Nullable KeyLayout layout,
      boolean direct,
      int rowBits,
      long slots,
      MemorySegment table) {
    this.keys = keys;
    this.layout = layout;
    this.direct = direct;
    this.rowBits = rowBits;
    this.slots = slots;
    this.table = table;
  }

  /**
   * Makes the table of all rows of a store whose key columns are complete.
   *
   * @param context of the worker that calls
   */
  static JoinTable build(JoinKeys keys, RowStore store, WorkerContext context) {
    MemoryScope memory = context.query().memory();
    int rowCount = store.rowCount();
    int rowBits = 32 - Integer.numberOfLeadingZeros(rowCount);
    KeyLayout layout = layout(keys, store);
    JoinTable table;
    if (layout != null
        && context.query().uses(Technique.DIRECT)
        && isDense(layout.size(), rowCount, memory)) {
      MemorySegment heads = memory.allocateZeroed(4 * layout.size());
      table = new JoinTable(keys, layout, true, rowBits, 0, heads);
    } else {
      if (layout != null
          && 64 - Long.numberOfLeadingZeros(layout.size() - 1) + rowBits > Long.SIZE) {
        layout = null;
      }
      long slots = Math.max(16, 2L * rowCount);
      MemorySegment entries = memory.allocateZeroed(8 * slots);
      table = new JoinTable(keys, layout, false, rowBits, slots, entries);
    }
    table.insertAll(store, context);
    return table;
  }

  private static boolean isDense(long size, int rowCount, MemoryScope memory) {
    return size <= SMALL_DIRECT_ENTRIES
        || size <= DIRECT_ENTRIES_PER_ROW * rowCount
            && 4 * size <= memory.ledger().availableBytes() / 4;
  }

  /** The keys' packing by their true bounds; null if they cannot be packed. */
  private static @Nullable KeyLayout layout(JoinKeys keys, RowStore store) {
    if (!KeyPacker.accepts(keys.types())) {
      return null;
    }
    long[] mins = new long[keys.count()];
    long[] maxes = new long[keys.count()];
    boolean[] nullable = new boolean[keys.count()];
    for (int key = 0; key < keys.count(); key++) {
      ColumnVector column = store.column(keys.stored()[key]);
      nullable[key] = keys.nullsEqual()[key] && column.mayHaveNulls();
      switch (column.type().family()) {
        case BOOLEAN -> maxes[key] = 1;
        default -> {
          if (column.hasBounds()) {
            mins[key] = column.min();
            maxes[key] = column.max();
          } else if (column.width() == 16) {
            return null;
          }
        }
      }
    }
    return KeyLayout.of(mins, maxes, nullable);
  }

  private void insertAll(RowStore store, WorkerContext context) {
    MemoryScope memory = context.query().memory();
    int capacity = context.batchRows();
    Encoder encoder = new Encoder(context);
    ColumnVector[] windows = new ColumnVector[keys.count()];
    for (int key = 0; key < windows.length; key++) {
      windows[key] = new ColumnVector(keys.types().get(key), context.memory());
    }
    // The last rows first, so that chains lead to rows in ascending order.
    int from = (store.rowCount() - 1) / capacity * capacity;
    for (; from >= 0 && store.rowCount() > 0; from -= capacity) {
      int count = Math.min(capacity, store.rowCount() - from);
      for (int key = 0; key < windows.length; key++) {
        store.window(keys.stored()[key], from, count, windows[key]);
      }
      MemorySegment encoded = encoder.encode(windows, count);
      int remaining = insert(encoded, from, count);
      if (remaining > 0) {
        next = memory.allocate(4L * store.rowCount());
        next.fill((byte) -1);
        insert(encoded, from, remaining);
      }
      context.query().cancellation().check();
    }
  }

  private int insert(MemorySegment encoded, int from, int count) {
    return direct
        ? JoinKernels.insertDirect(encoded, from, count, table, next)
        : JoinKernels.insertTagged(
            encoded, from, count, layout != null, rowBits, table, slots, next);
  }

  /** Whether found rows surely have the key; else the pair must be verified. */
  boolean isExact() {
    return layout != null;
  }

  /** Whether no key (or tag) has more than one row. */
  boolean isUnique() {
    return next.byteSize() == 0;
  }

  /** The row behind a row in its chain; -1 for none. */
  int next(int row) {
    return isUnique() ? -1 : next.get(ValueLayout.JAVA_INT, (long) row << 2);
  }

  /** What kind of table it is, for profiles and tests. */
  String describe() {
    return (direct ? "direct" : layout != null ? "tagged" : "hashed")
        + (isUnique() ? " unique" : "");
  }

  Finder newFinder(WorkerContext context) {
    return new Finder(context);
  }

  /** One worker's way to make table keys of key columns. */
  private final class Encoder {
    private final MemorySegment encoded;
    private final @Nullable KeyPacker packer;
    private final @Nullable KeyHasher hasher;

    Encoder(WorkerContext context) {
      int capacity = context.batchRows();
      encoded = context.memory().allocate(8L * capacity);
      packer = layout == null ? null : new KeyPacker(layout, context.memory(), capacity);
      hasher = layout != null ? null : new KeyHasher(keys.count(), context.memory(), capacity);
    }

    MemorySegment encode(ColumnVector[] columns, int count) {
      if (packer != null) {
        packer.pack(columns, count, encoded);
      } else if (hasher != null) {
        hasher.hash(columns, count, encoded);
        if (keys.hashMask() != -1L) {
          for (int i = 0; i < count; i++) {
            long hash = encoded.get(ValueLayout.JAVA_LONG, (long) i << 3);
            encoded.set(ValueLayout.JAVA_LONG, (long) i << 3, hash & keys.hashMask());
          }
        }
      }
      return encoded;
    }
  }

  /** One worker's way to find rows. */
  final class Finder {
    private final Encoder encoder;
    private final MemorySegment entries;

    private Finder(WorkerContext context) {
      encoder = new Encoder(context);
      entries = context.memory().allocate(8L * context.batchRows());
    }

    /**
     * @param rows gets per key the first row that has it (or may have it), or -1
     */
    void find(ColumnVector[] columns, int count, MemorySegment rows) {
      if (findLanes(columns, count, rows)) {
        return;
      }
      MemorySegment encoded = encoder.encode(columns, count);
      if (direct) {
        JoinKernels.findDirect(encoded, count, table, rows);
        return;
      }
      JoinKernels.findTagged(encoded, count, layout != null, rowBits, table, slots, entries, rows);
      if (layout == null) {
        for (int key = 0; key < columns.length; key++) {
          if (!keys.nullsEqual()[key]) {
            dropNulls(columns[key], count, rows);
          }
        }
      }
    }

    /** The most frequent case without packing first; returns whether it is one. */
    private boolean findLanes(ColumnVector[] columns, int count, MemorySegment rows) {
      ColumnVector key = columns[0];
      if (!direct
          || layout == null
          || columns.length != 1
          || layout.digit(0).shift() != 0
          || key.form() != Form.FLAT
          || key.type().family() != TypeFamily.INTEGRAL
          || key.width() != 4 && key.width() != 8
          || key.nulls() != null) {
        return false;
      }
      JoinKernels.findDirectLanes(
          key.data(),
          key.offset(),
          key.width(),
          key.base(),
          key.multiplier(),
          count,
          layout.digit(0).min(),
          layout.digit(0).range(),
          table,
          rows);
      return true;
    }

    private static void dropNulls(ColumnVector column, int count, MemorySegment rows) {
      MemorySegment nulls = column.nulls();
      if (column.isConstantNull()) {
        rows.asSlice(0, 4L * count).fill((byte) -1);
      } else if (nulls != null && !column.isConstant()) {
        JoinKernels.dropNulls(rows, count, nulls, column.nullsOffset());
      }
    }
  }
}
