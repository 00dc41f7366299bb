package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fills the table of a join, in orders of about a millisecond.
 *
 * <p>A build of many rows is divided: ranges of rows are sorted by the part of the table that their
 * keys belong to, then each part is filled by itself, so that no two workers write the same entry
 * and the part stays in the cache (the radix join of Manegold, Boncz and Kersten, Optimizing
 * Main-Memory Join on Modern Hardware, TKDE 2002). Others are filled range after range, which needs
 * no memory beside the table. Both put the last rows first, so that chains lead to rows in
 * ascending order, and the table does not depend on the number of workers.
 *
 * <p>Chains are allocated when a key occurs for the second time. Rows that are already in the table
 * stay there; only the remaining rows are inserted with chains.
 */
final class JoinTableBuild {
  private static final int RANGE_ROWS = 1 << 16;
  private static final int MAX_PARTS = 1 << 8;

  /** Entries of a part: with the keys that go there it fits a core's cache. */
  private static final int MIN_PART_SLOTS = 1 << 14;

  /** Bytes that a divided row takes beside the table: its key and its number. */
  private static final long DIVIDED_ROW_BYTES = Long.BYTES + Integer.BYTES;

  private final JoinTable table;
  private final JoinKeys keys;
  private final RowStore store;
  private final QueryContext query;
  private final Range[] ranges;
  private final Part[] parts;
  private final int partShift;

  /** Rows [from, to) of the store. */
  private static final class Range {
    private final int from;
    private final int to;
    private final int[] starts;
    private MemorySegment dividedKeys = MemorySegment.NULL;
    private MemorySegment dividedRows = MemorySegment.NULL;

    Range(int from, int to, int parts) {
      this.from = from;
      this.to = to;
      this.starts = new int[parts + 1];
    }
  }

  /** Slots [from, to) of the table, and which rows of it remain. */
  private final class Part {
    private final int number;
    private final long from;
    private final long to;
    private final List<Long> overflowKeys = new ArrayList<>();
    private final List<Integer> overflowRows = new ArrayList<>();

    /** The last range whose rows have not been filled in. */
    private int range;

    /** How many of its rows remain; -1 for all. */
    private int remaining = -1;

    Part(int number, long from, long to) {
      this.number = number;
      this.from = from;
      this.to = to;
      range = ranges.length - 1;
    }
  }

  /**
   * @param table which is empty
   * @param divides whether several workers should have parts of the table each; a table that is no
   *     array is divided for the sake of the caches, too, which halves the time of one worker
   */
  JoinTableBuild(
      JoinTable table, JoinKeys keys, RowStore store, boolean divides, QueryContext query) {
    this.table = table;
    this.keys = keys;
    this.store = store;
    this.query = query;
    int shift = 63;
    int partCount = 1;
    if ((divides || !table.isDirect()) && store.rowCount() > RANGE_ROWS && hasRoom()) {
      shift = Long.SIZE - Long.numberOfLeadingZeros(MIN_PART_SLOTS - 1);
      while ((table.slots() - 1) >>> shift >= MAX_PARTS) {
        shift++;
      }
      partCount = (int) ((table.slots() - 1) >>> shift) + 1;
    }
    partShift = shift;
    ranges = new Range[(store.rowCount() + RANGE_ROWS - 1) / RANGE_ROWS];
    for (int i = 0; i < ranges.length; i++) {
      int from = i * RANGE_ROWS;
      ranges[i] = new Range(from, Math.min(RANGE_ROWS, store.rowCount() - from) + from, partCount);
    }
    parts = new Part[partCount];
    for (int i = 0; i < partCount; i++) {
      parts[i] = new Part(i, (long) i << shift, Math.min(((long) i + 1) << shift, table.slots()));
    }
    if (partCount == 1) {
      parts[0] = new Part(0, 0, table.slots());
    }
  }

  private boolean hasRoom() {
    long bytes = DIVIDED_ROW_BYTES * store.rowCount();
    return query.budget().usedBytes() + bytes <= query.budget().boundBytes()
        && bytes <= query.memory().ledger().availableBytes() / 2;
  }

  /** Whether parts of the table are filled at the same time. */
  boolean isDivided() {
    return parts.length > 1;
  }

  /** Returns the work after which the table is complete. */
  FinishPhase phases() {
    List<FinishOrder> orders = new ArrayList<>();
    if (isDivided()) {
      for (Range range : ranges) {
        orders.add(context -> divide(range, context));
      }
      return FinishPhase.of(orders).then(this::fillParts);
    }
    long step = (long) RANGE_ROWS << 2;
    for (long from = 0; from < table.slots(); from += step) {
      long first = from;
      orders.add(unused -> table.clear(first, Math.min(first + step, table.slots())));
    }
    return FinishPhase.of(orders).then(this::fillInTurn);
  }

  private FinishPhase fillInTurn() {
    Part all = parts[0];
    if (all.range < 0) {
      return FinishPhase.COMPLETE;
    }
    return FinishPhase.of(List.<FinishOrder>of(context -> insertRange(all, context)))
        .then(() -> all.remaining > 0 && table.isUnique() ? chains() : fillInTurn());
  }

  private FinishPhase fillParts() {
    List<FinishOrder> orders = new ArrayList<>();
    for (Part part : parts) {
      if (part.range >= 0) {
        orders.add(unused -> insertPart(part));
      }
    }
    return FinishPhase.of(orders)
        .then(
            () -> {
              boolean wantsChains = Arrays.stream(parts).anyMatch(part -> part.range >= 0);
              return wantsChains ? chains() : insertOverflow();
            });
  }

  /** Makes chains, which some part waits for. */
  private FinishPhase chains() {
    MemorySegment next = query.memory().allocate(4L * store.rowCount());
    List<FinishOrder> orders = new ArrayList<>();
    for (Range range : ranges) {
      orders.add(
          unused -> next.asSlice(4L * range.from, 4L * (range.to - range.from)).fill((byte) -1));
    }
    return FinishPhase.of(orders)
        .then(
            () -> {
              table.chain(next);
              return isDivided() ? fillParts() : fillInTurn();
            });
  }

  /** Encodes the keys of a range and sorts them by part. */
  private void divide(Range range, WorkerContext context) {
    int rows = range.to - range.from;
    range.dividedKeys = query.memory().allocate(8L * rows);
    range.dividedRows = query.memory().allocate(4L * rows);
    try (MemoryScope scratch = query.budget().openScope("dividing rows of " + query.name())) {
      MemorySegment all = scratch.allocate(8L * rows);
      KeyWindows windows = new KeyWindows(new WorkerContext(query, scratch));
      int step = context.batchRows();
      for (int from = range.from; from < range.to; from += step) {
        int count = Math.min(step, range.to - from);
        MemorySegment.copy(
            windows.encode(from, count), 0, all, 8L * (from - range.from), 8L * count);
        query.cancellation().check();
      }
      table.divide(
          all, range.from, rows, partShift, range.starts, range.dividedKeys, range.dividedRows);
    }
  }

  /** Fills a part in, up to the first key that needs a chain which is missing. */
  private void insertPart(Part part) {
    if (part.range == ranges.length - 1 && part.remaining < 0) {
      table.clear(part.from, part.to);
    }
    while (part.range >= 0) {
      query.cancellation().check();
      Range range = ranges[part.range];
      int start = range.starts[part.number];
      MemorySegment encoded = range.dividedKeys.asSlice(8L * start);
      MemorySegment rows = range.dividedRows.asSlice(4L * start);
      int count = part.remaining < 0 ? range.starts[part.number + 1] - start : part.remaining;
      while (count > 0) {
        int rest = table.insert(encoded, rows, count, part.to, false);
        if (rest > 0) {
          part.remaining = rest;
          return;
        }
        count = 0;
        if (rest < 0) {
          count = -rest - 1;
          part.overflowKeys.add(encoded.get(ValueLayout.JAVA_LONG, 8L * count));
          part.overflowRows.add(rows.get(ValueLayout.JAVA_INT, 4L * count));
        }
      }
      part.range--;
      part.remaining = -1;
    }
  }

  /** Fills rows in whose part of the table had no slot behind theirs, into the next part. */
  private FinishPhase insertOverflow() {
    for (Range range : ranges) {
      query.memory().release(range.dividedKeys);
      query.memory().release(range.dividedRows);
    }
    try (MemoryScope scratch = query.budget().openScope("dividing rows of " + query.name())) {
      MemorySegment key = scratch.allocate(8);
      MemorySegment row = scratch.allocate(4);
      for (Part part : parts) {
        for (int i = 0; i < part.overflowKeys.size(); i++) {
          key.set(ValueLayout.JAVA_LONG, 0, part.overflowKeys.get(i));
          row.set(ValueLayout.JAVA_INT, 0, part.overflowRows.get(i));
          if (table.insert(key, row, 1, table.slots(), true) > 0) {
            MemorySegment next = query.memory().allocate(4L * store.rowCount());
            next.fill((byte) -1);
            table.chain(next);
            table.insert(key, row, 1, table.slots(), true);
          }
        }
      }
    }
    return FinishPhase.COMPLETE;
  }

  /** Fills a range of rows in, the last ones first, up to a key that needs a missing chain. */
  private void insertRange(Part all, WorkerContext context) {
    Range range = ranges[all.range];
    try (MemoryScope scratch = query.budget().openScope("a join table of " + query.name())) {
      KeyWindows windows = new KeyWindows(new WorkerContext(query, scratch));
      int step = context.batchRows();
      MemorySegment rows = scratch.allocate(4L * step);
      int end = range.from + (all.remaining < 0 ? range.to - range.from : all.remaining);
      while (end > range.from) {
        query.cancellation().check();
        int from = range.from + (end - range.from - 1) / step * step;
        JoinKernels.iota(rows, from, end - from);
        int rest = table.insert(windows.encode(from, end - from), rows, end - from, all.to, true);
        if (rest > 0) {
          all.remaining = from + rest - range.from;
          return;
        }
        end = from;
      }
      all.range--;
      all.remaining = -1;
    }
  }

  /** One worker's way to encode the keys of consecutive rows. */
  private final class KeyWindows {
    private final JoinTable.Encoder encoder;
    private final ColumnVector[] windows;

    KeyWindows(WorkerContext context) {
      encoder = table.newEncoder(context);
      windows = new ColumnVector[keys.count()];
      for (int key = 0; key < windows.length; key++) {
        windows[key] = new ColumnVector(keys.types().get(key), context.memory());
      }
    }

    MemorySegment encode(int from, int count) {
      for (int key = 0; key < windows.length; key++) {
        store.window(keys.stored()[key], from, count, windows[key]);
      }
      return encoder.encode(windows, count);
    }
  }
}
