package dev.paceline.core.operator.aggregate.index;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.WordLayout.Field;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers distinct keys from 1 in order of arrival; NULLs are equal. Numbers never change; 0 is for
 * rows that do not count.
 *
 * <p>Keys are packed into words by a {@link WordLayout} that follows the ranges met so far. When a
 * batch leaves them, the layout widens, the stored words are packed anew and the table is rebuilt;
 * whether it is an array indexed by the key or a hash table is decided again each time. Where it is
 * known how far keys can reach, an array for all of them is made as soon as the rows that came
 * promise enough. One worker uses it; when it is full, anyone may read.
 */
public final class GroupIndex {

  /** Rows seen are taken for a part of those to come, at least as many as this all in all. */
  private static final int PROMISED_ROWS = 2;

  private final MemoryScope scope;
  private final KeyColumn[] columns;
  private final AffineLanes[] sources;
  private final int[] firstField;
  private final @Nullable ValueRange[] ranges;
  private final long[] mins;
  private final long[] maxes;
  private final GroupTable table;
  private final MemorySegment placed;

  private WordLayout layout;
  private MemorySegment[] words;
  private long rowsSeen;
  private long rowsPromised;

  /** Nothing is known of the keys' ranges. */
  public GroupIndex(List<DataType> types, MemoryScope scope, int capacity, long hashMask) {
    this(types, new ValueRange[types.size()], scope, capacity, hashMask);
  }

  /**
   * @param ranges of the keys, null where nothing is known; a key outside costs time only
   * @param capacity the most rows of a batch
   * @param hashMask bits of hashes that are used; all but in tests
   */
  public GroupIndex(
      List<DataType> types,
      @Nullable ValueRange[] ranges,
      MemoryScope scope,
      int capacity,
      long hashMask) {
    this.scope = scope;
    this.ranges = ranges;
    columns = new KeyColumn[types.size()];
    firstField = new int[columns.length];
    int fields = 0;
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new KeyColumn(types.get(i), scope, capacity, hashMask);
      firstField[i] = fields;
      fields += columns[i].fieldCount();
    }
    sources = new AffineLanes[fields];
    for (int i = 0; i < columns.length; i++) {
      for (int k = 0; k < columns[i].fieldCount(); k++) {
        sources[firstField[i] + k] = columns[i].field(k);
      }
    }
    mins = new long[fields];
    maxes = new long[fields];
    placed = scope.allocateScratch(8L * capacity);
    words = new MemorySegment[] {scope.allocateScratch(8L * capacity)};
    table = new GroupTable(scope, capacity, hashMask);
    for (int i = 0; i < fields; i++) {
      mins[i] = Long.MAX_VALUE;
      maxes[i] = Long.MIN_VALUE;
    }
    layout = WordLayout.of(mins, maxes);
    table.start(layout, 0);
  }

  /** Distinct keys so far; numbers are 1 to this. */
  public int size() {
    return table.size();
  }

  /**
   * Lets an array indexed by keys that are numbers of their own find the groups from now on, if the
   * keys are dense enough.
   *
   * @return whether an array finds them
   */
  public boolean preferIndexed() {
    for (KeyColumn column : columns) {
      if (column.type().family() == TypeFamily.BYTES) {
        return false;
      }
    }
    table.preferDirect();
    return table.isDirect() || table.wouldBeDirect(layout, rowsSeen) || widenToRanges();
  }

  /** Makes room for so many keys all in all, or less. */
  public void expect(long most) {
    table.expect(most);
    for (KeyColumn column : columns) {
      column.expect(most);
    }
  }

  /** Says that about so many new keys will come. */
  public void expectNew(long keys) {
    table.expectNew(keys);
  }

  /** Says that so many rows will come all in all. */
  public void promise(long rows) {
    rowsPromised = rows;
  }

  /**
   * Numbers the keys of a batch without a selection.
   *
   * @param ids gets one 32-bit number a row
   */
  public void find(ColumnVector[] keys, int rows, MemorySegment ids) {
    boolean covered = true;
    for (int i = 0; i < columns.length; i++) {
      columns[i].prepare(keys[i], rows);
    }
    for (int i = 0; i < sources.length; i++) {
      AffineLanes source = sources[i];
      covered &= source.min() > source.max() || source.min() >= mins[i] && source.max() <= maxes[i];
    }
    rowsSeen += rows;
    if (!covered) {
      widen();
    }
    table.reserve(rows, rowsSeen);
    encode(rows);
    table.find(words, rows, ids);
  }

  /** Lets the layout cover the batch, with room to grow if that costs nothing. */
  private void widen() {
    boolean fresh = table.size() == 0;
    long[] roomyMins = new long[mins.length];
    long[] roomyMaxes = new long[mins.length];
    for (int i = 0; i < sources.length; i++) {
      long oldMin = fresh ? Long.MAX_VALUE : mins[i];
      long oldMax = fresh ? Long.MIN_VALUE : maxes[i];
      mins[i] = Math.min(oldMin, sources[i].min());
      maxes[i] = Math.max(oldMax, sources[i].max());
      long room = fresh || oldMin > oldMax ? 0 : maxes[i] - mins[i];
      roomyMins[i] = mins[i] < oldMin ? minus(mins[i], room) : mins[i];
      roomyMaxes[i] = maxes[i] > oldMax ? plus(maxes[i], room) : maxes[i];
      ValueRange range = ranges.length == sources.length ? ranges[i] : null;
      if (range != null) {
        roomyMins[i] = Math.min(mins[i], Math.max(roomyMins[i], range.min()));
        roomyMaxes[i] = Math.max(maxes[i], Math.min(roomyMaxes[i], range.max()));
      }
    }
    if (widenToRanges()) {
      return;
    }
    WordLayout tight = WordLayout.of(mins, maxes);
    WordLayout roomy = WordLayout.of(roomyMins, roomyMaxes);
    boolean free =
        roomy.words() == tight.words()
            && table.wouldBeDirect(roomy, rowsSeen) == table.wouldBeDirect(tight, rowsSeen);
    WordLayout next = free ? roomy : tight;
    if (free) {
      System.arraycopy(roomyMins, 0, mins, 0, mins.length);
      System.arraycopy(roomyMaxes, 0, maxes, 0, maxes.length);
    }
    relayout(next, rowsSeen);
  }

  /** Makes an array for all keys that can come, if that is known and enough rows promise to. */
  private boolean widenToRanges() {
    if (ranges.length != sources.length) {
      return false; // some key has two fields
    }
    long[] allMins = new long[ranges.length];
    long[] allMaxes = new long[ranges.length];
    for (int i = 0; i < ranges.length; i++) {
      ValueRange range = ranges[i];
      if (range == null) {
        return false;
      }
      allMins[i] = Math.min(mins[i], range.min());
      allMaxes[i] = Math.max(maxes[i], range.max());
    }
    WordLayout all = WordLayout.of(allMins, allMaxes);
    long promised = Math.max(rowsPromised, PROMISED_ROWS * rowsSeen);
    if (!table.wouldBeDirect(all, promised)) {
      return false;
    }
    System.arraycopy(allMins, 0, mins, 0, mins.length);
    System.arraycopy(allMaxes, 0, maxes, 0, maxes.length);
    relayout(all, promised);
    return true;
  }

  private void relayout(WordLayout next, long rows) {
    if (words.length < next.words()) {
      MemorySegment[] more = new MemorySegment[next.words()];
      System.arraycopy(words, 0, more, 0, words.length);
      for (int i = words.length; i < more.length; i++) {
        more[i] = scope.allocateScratch(placed.byteSize());
      }
      words = more;
    }
    table.relayout(layout, next, rows);
    layout = next;
  }

  private static long minus(long value, long room) {
    long result = value - room;
    return room < 0 || result > value ? Long.MIN_VALUE : result;
  }

  private static long plus(long value, long room) {
    long result = value + room;
    return room < 0 || result < value ? Long.MAX_VALUE : result;
  }

  private void encode(int rows) {
    boolean[] started = new boolean[layout.words()];
    if (sources.length == 0) {
      words[0].asSlice(0, 8L * rows).fill((byte) 0);
    }
    for (int i = 0; i < sources.length; i++) {
      Field field = layout.field(i);
      AffineLanes source = sources[i];
      // Doing the widening's affine map in the field's scale packs without another pass.
      long step = source.multiplier() << field.shift();
      long first =
          field.full() ? source.base() : (source.base() - field.base() + 1) << field.shift();
      boolean only = !started[field.word()] && source.nulls() == null && !source.isConstantNull();
      MemorySegment target = only ? words[field.word()] : placed;
      DecodeKernels.current()
          .widen(
              source.data(),
              source.offset(),
              source.width(),
              first,
              field.full() ? source.multiplier() : step,
              rows,
              target,
              0);
      if (!only) {
        clearNulls(source, rows);
        add(words[field.word()], rows, started[field.word()]);
      }
      started[field.word()] = true;
      if (field.full()) {
        nullBits(source, rows, 1L << field.nullShift());
        add(words[field.nullWord()], rows, started[field.nullWord()]);
        started[field.nullWord()] = true;
      }
    }
  }

  private void clearNulls(AffineLanes source, int rows) {
    MemorySegment nulls = source.nulls();
    if (source.isConstantNull()) {
      placed.asSlice(0, 8L * rows).fill((byte) 0);
    } else if (nulls != null) {
      for (int i = 0; i < rows; i++) {
        if (Bitmaps.get(nulls, source.nullsOffset(), i)) {
          placed.set(ValueLayout.JAVA_LONG, (long) i << 3, 0);
        }
      }
    }
  }

  private void nullBits(AffineLanes source, int rows, long bit) {
    MemorySegment nulls = source.nulls();
    boolean all = source.isConstantNull();
    for (int i = 0; i < rows; i++) {
      boolean isNull = all || nulls != null && Bitmaps.get(nulls, source.nullsOffset(), i);
      placed.set(ValueLayout.JAVA_LONG, (long) i << 3, isNull ? bit : 0);
    }
  }

  private void add(MemorySegment word, int rows, boolean started) {
    if (started) {
      for (int i = 0; i < rows; i++) {
        long at = (long) i << 3;
        word.set(
            ValueLayout.JAVA_LONG,
            at,
            word.get(ValueLayout.JAVA_LONG, at) | placed.get(ValueLayout.JAVA_LONG, at));
      }
    } else {
      MemorySegment.copy(placed, 0, word, 0, 8L * rows);
    }
  }

  /**
   * Makes {@code out} one key column of some groups, in scratch of its own or pointing to the
   * strings here; integers have the bounds of these groups.
   *
   * @param ids 32-bit numbers
   */
  public void emit(int column, MemorySegment ids, int count, ColumnVector out) {
    KeyColumn key = columns[column];
    Field low = layout.field(firstField[column]);
    boolean wide = key.fieldCount() == 2;
    boolean anyNull = false;
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    for (int i = 0; i < count; i++) {
      if (table.isNull(id(ids, i), low)) {
        Bitmaps.set(nulls, 0, i);
        anyNull = true;
      }
    }
    switch (key.type().family()) {
      case INTEGRAL -> {
        if (wide && !fitsLong(layout.field(firstField[column] + 1), ids, count, low)) {
          emitWide(layout.field(firstField[column] + 1), low, ids, count, out);
        } else {
          emitLongs(low, ids, count, out);
        }
      }
      case BOOLEAN -> {
        MemorySegment bits = out.scratch(Bitmaps.bytes(count));
        Bitmaps.zero(bits, 0, count);
        for (int i = 0; i < count; i++) {
          if (table.value(id(ids, i), low) == 1) {
            Bitmaps.set(bits, 0, i);
          }
        }
        out.setBits(bits, 0);
      }
      case FLOATING -> {
        MemorySegment lanes = out.scratch(8L * count);
        for (int i = 0; i < count; i++) {
          lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, table.value(id(ids, i), low));
        }
        out.setDoubles(lanes, 0);
      }
      case BYTES -> {
        MemorySegment views = out.scratch(8L * count);
        StringTable strings = key.strings();
        for (int i = 0; i < count; i++) {
          int group = id(ids, i);
          long view =
              table.isNull(group, low)
                  ? StringView.of(0, 0)
                  : strings.view((int) table.value(group, low));
          views.set(ValueLayout.JAVA_LONG, (long) i << 3, view);
        }
        out.setViews(views, 0, strings.heap());
      }
    }
    if (anyNull) {
      out.setNulls(nulls, 0);
    }
  }

  private void emitLongs(Field field, MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * count);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int group = id(ids, i);
      long value = table.value(group, field);
      lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, value);
      if (!table.isNull(group, field)) {
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    out.setLongs(lanes, 0);
    if (min <= max) {
      out.setBounds(min, max);
    }
  }

  private boolean fitsLong(Field high, MemorySegment ids, int count, Field low) {
    for (int i = 0; i < count; i++) {
      int group = id(ids, i);
      if (!table.isNull(group, low) && table.value(group, high) != table.value(group, low) >> 63) {
        return false;
      }
    }
    return true;
  }

  private void emitWide(Field high, Field low, MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(16L * count);
    for (int i = 0; i < count; i++) {
      int group = id(ids, i);
      lanes.set(ValueLayout.JAVA_LONG, (long) i << 4, table.value(group, low));
      lanes.set(ValueLayout.JAVA_LONG, ((long) i << 4) + 8, table.value(group, high));
    }
    out.setInt128s(lanes, 0);
  }

  private static int id(MemorySegment ids, int i) {
    return ids.get(ValueLayout.JAVA_INT, (long) i << 2);
  }
}
