package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.memory.UnreadLanes;
import dev.paceline.core.operator.key.KeyHasher;
import dev.paceline.core.operator.key.KeyLayout;
import dev.paceline.core.operator.key.KeyPacker;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the right rows of a key. What is true of the complete build side decides how: a direct
 * array where the packed keys are dense, tags that are the packed keys where these are short,
 * packed keys beside row numbers where they are long, and tags of hashes where keys cannot be
 * packed (see {@link JoinKernels}). Immutable and safe for all threads once built.
 */
public final class JoinTable {
  /** The most entries of a direct array for every row. */
  private static final long DIRECT_ENTRIES_PER_ROW = 16;

  /** A direct array of at most this many entries is always used, because it fits the cache. */
  private static final long SMALL_DIRECT_ENTRIES = 1L << 18;

  /** How keys are found. */
  private enum Kind {
    /** Packed keys are indexes. */
    DIRECT(4),
    /** A slot holds a packed key in its upper bits and a row number in the others. */
    TAGGED(8),
    /** A slot holds a packed key, followed by a row number. */
    KEYED(16),
    /** A slot holds the upper bits of a hash, and a row number in the other bits. */
    HASHED(8);

    private final int slotBytes;

    Kind(int slotBytes) {
      this.slotBytes = slotBytes;
    }
  }

  private final JoinKeys keys;
  private final @Nullable KeyLayout layout;
  private final Kind kind;
  private final int rowBits;
  private final long slots;
  private final MemorySegment table;
  private MemorySegment next = UnreadLanes.SEGMENT;

  private JoinTable(
      JoinKeys keys,
      @Nullable KeyLayout layout,
      Kind kind,
      int rowBits,
      long slots,
      MemorySegment table) {
    this.keys = keys;
    this.layout = layout;
    this.kind = kind;
    this.rowBits = rowBits;
    this.slots = slots;
    this.table = table;
  }

  /**
   * Allocates the table that suits all rows of a store, whose key columns are complete; {@link
   * JoinTableBuild} fills it.
   */
  static JoinTable allocate(JoinKeys keys, RowStore store, QueryContext query) {
    MemoryScope memory = query.memory();
    int rowCount = store.rowCount();
    int rowBits = 32 - Integer.numberOfLeadingZeros(rowCount);
    KeyLayout layout = layout(keys, store);
    Kind kind;
    long slots;
    if (layout != null
        && query.uses(Technique.DIRECT)
        && isDense(layout.size(), rowCount, memory)) {
      kind = Kind.DIRECT;
      slots = layout.size();
    } else {
      kind = layout == null ? Kind.HASHED : fitsTag(layout, rowBits) ? Kind.TAGGED : Kind.KEYED;
      // Keyed slots have twice the size, so a fuller table is better in spite of longer searches.
      slots = Math.max(16, kind == Kind.KEYED ? rowCount + rowCount / 2L : 2L * rowCount);
    }
    MemorySegment table = memory.allocate(kind.slotBytes * slots);
    return new JoinTable(keys, layout, kind, rowBits, slots, table);
  }

  private static boolean fitsTag(KeyLayout layout, int rowBits) {
    return Long.SIZE - Long.numberOfLeadingZeros(layout.size() - 1) + rowBits <= Long.SIZE;
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

  /** Whether packed keys are indexes of the table. */
  boolean isDirect() {
    return kind == Kind.DIRECT;
  }

  /** Entries of the table: one a packed key, or slots. */
  long slots() {
    return slots;
  }

  /** Empties some entries. Only while the table is being filled. */
  void clear(long fromSlot, long toSlot) {
    int bytes = kind.slotBytes;
    table.asSlice(fromSlot * bytes, (toSlot - fromSlot) * bytes).fill((byte) 0);
  }

  /**
   * Puts rows in front of the chains of their keys, the last row first. Only while the table is
   * being filled; by one thread for each part of the table.
   *
   * @param encoded keys, as an {@link Encoder} makes them
   * @param rows their row numbers
   * @param end the rows' part of the table ends before this slot
   * @param wraps whether a search that reaches the end continues at the first slot of the table; no
   *     other thread may insert rows at the same time then
   * @return as {@link JoinKernels#insertTagged}
   */
  int insert(MemorySegment encoded, MemorySegment rows, int count, long end, boolean wraps) {
    return switch (kind) {
      case DIRECT -> JoinKernels.insertDirect(encoded, rows, count, table, next);
      case KEYED -> JoinKernels.insertKeyed(encoded, rows, count, table, slots, end, wraps, next);
      case TAGGED, HASHED ->
          JoinKernels.insertTagged(
              encoded, rows, count, isExact(), rowBits, table, slots, end, wraps, next);
    };
  }

  /**
   * Sorts encoded keys by the part of the table that they belong to.
   *
   * @param shift of a slot to its part
   * @param starts gets where each part begins
   */
  void divide(
      MemorySegment encoded,
      int firstRow,
      int count,
      int shift,
      int[] starts,
      MemorySegment keysByPart,
      MemorySegment rowsByPart) {
    if (kind == Kind.DIRECT) {
      JoinKernels.divideDirect(encoded, firstRow, count, shift, starts, keysByPart, rowsByPart);
    } else {
      JoinKernels.divideTagged(
          encoded, firstRow, count, isExact(), slots, shift, starts, keysByPart, rowsByPart);
    }
  }

  /** Gives the table chains, of which every entry must be set to -1. */
  void chain(MemorySegment chains) {
    next = chains;
  }

  /** Whether found rows surely have the key; else the pair must be verified. */
  boolean isExact() {
    return layout != null;
  }

  /** Whether no key (or tag) has more than one row. */
  boolean isUnique() {
    return !UnreadLanes.isReadable(next);
  }

  /** The row behind a row in its chain; -1 for none. */
  int next(int row) {
    return isUnique() ? -1 : next.get(ValueLayout.JAVA_INT, (long) row << 2);
  }

  /** Returns the kind of the table, for profiles and tests. */
  public String describe() {
    return kind.name().toLowerCase(Locale.ROOT) + (isUnique() ? " unique" : "");
  }

  Finder newFinder(WorkerContext context) {
    return new Finder(context);
  }

  Encoder newEncoder(WorkerContext context) {
    return new Encoder(context);
  }

  /** One worker's way to make table keys of key columns. */
  final class Encoder {
    private final MemorySegment encoded;
    private final @Nullable KeyPacker packer;
    private final @Nullable KeyHasher hasher;

    private Encoder(WorkerContext context) {
      int capacity = context.batchRows();
      encoded = context.memory().allocate(8L * capacity);
      packer = layout == null ? null : new KeyPacker(layout, context.memory(), capacity);
      hasher = layout != null ? null : new KeyHasher(keys.count(), context.memory(), capacity);
    }

    /** One long a row, valid until the next call. */
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

    private Finder(WorkerContext context) {
      encoder = new Encoder(context);
    }

    /**
     * @param rows gets per key the first row that has it (or may have it), or -1
     */
    void find(ColumnVector[] columns, int count, MemorySegment rows) {
      if (findLanes(columns, count, rows)) {
        return;
      }
      MemorySegment encoded = encoder.encode(columns, count);
      switch (kind) {
        case DIRECT -> JoinKernels.findDirect(encoded, count, table, rows);
        case KEYED -> JoinKernels.findKeyed(encoded, count, table, slots, rows);
        case TAGGED, HASHED ->
            JoinKernels.findTagged(encoded, count, isExact(), rowBits, table, slots, rows);
      }
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
      if (kind != Kind.DIRECT
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
