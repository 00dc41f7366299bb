package dev.paceline.core.operator.aggregate.index;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.WordLayout.Field;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers distinct keys from 1; those of a batch get larger numbers than those of batches before
 * it. NULLs are equal. Numbers never change; 0 is for rows that do not count.
 *
 * <p>Keys are packed into words by a {@link WordLayout} that follows the ranges met so far. When a
 * batch leaves them, the layout widens, the stored words are packed anew and the table is rebuilt;
 * whether it is an array indexed by the key or a hash table is decided again each time. Strings,
 * which the fields have numbered in their order of arrival, keep those numbers as long as nothing
 * else comes, so that there is no other table. Where it is known how far keys can reach, an array
 * for all of them is made as soon as the rows that came promise enough. One worker uses it; when it
 * is full, anyone may read.
 */
public final class GroupIndex {

  /** Rows seen are taken for a part of those to come, at least as many as this all in all. */
  private static final int PROMISED_ROWS = 2;

  /**
   * Keys of several words, which no array can find, get room for ranges that are wider by this
   * power of two, because each widening packs all keys anew.
   */
  private static final int SEVERAL_WORDS_ROOM = 4;

  private static final long WIDEST_SHIFTED = Long.MAX_VALUE >> SEVERAL_WORDS_ROOM + 1;

  private final List<DataType> types;
  private final MemoryScope scope;
  private final int capacity;
  private final long hashMask;
  private final @Nullable ValueRange[] columnRanges;
  private final GroupTable table;
  private final MemorySegment placed;

  private KeyFields fields;
  private @Nullable ValueRange[] ranges;
  private long[] mins;
  private long[] maxes;
  private WordLayout layout;
  private MemorySegment[] words;
  private long keysExpected;
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
    this.types = List.copyOf(types);
    this.scope = scope;
    this.capacity = capacity;
    this.hashMask = hashMask;
    this.columnRanges = ranges;
    placed = scope.allocateScratch(8L * capacity);
    words = new MemorySegment[] {scope.allocateScratch(8L * capacity)};
    table = new GroupTable(scope, capacity, hashMask);
    start(new boolean[types.size()]);
  }

  /**
   * Chooses how columns become fields, before there are keys.
   *
   * @param inTuple see {@link KeyFields}
   */
  private void start(boolean[] inTuple) {
    fields = new KeyFields(types, inTuple, scope, capacity, hashMask);
    fields.expect(keysExpected);
    ranges = fields.rangesOf(columnRanges);
    mins = new long[fields.count()];
    maxes = new long[fields.count()];
    Arrays.fill(mins, Long.MAX_VALUE);
    Arrays.fill(maxes, Long.MIN_VALUE);
    layout = WordLayout.of(mins, maxes);
    growWords(layout.words());
    table.start(layout, 0);
  }

  /** Lets the numbers of strings be those of the groups, before there are groups. */
  private void startNumbered() {
    maxes[0] = Integer.MAX_VALUE;
    mins[0] = 0;
    layout = WordLayout.of(mins, maxes);
    table.startNumbered();
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
    for (DataType type : types) {
      if (type.family() == TypeFamily.BYTES) {
        return false;
      }
    }
    table.preferDirect();
    return table.isDirect() || table.wouldBeDirect(layout, rowsSeen) || widenToRanges();
  }

  /** Makes room for up to {@code most} keys in total. */
  public void expect(long most) {
    keysExpected = most;
    table.expect(most);
    fields.expect(most);
  }

  /** Announces about {@code keys} new keys. */
  public void expectNew(long keys) {
    table.expectNew(keys);
  }

  /** Announces the total number of rows. */
  public void promise(long rows) {
    rowsPromised = rows;
  }

  /**
   * Numbers the keys of a batch without a selection.
   *
   * @param ids gets one 32-bit number a row
   */
  public void find(ColumnVector[] keys, int rows, MemorySegment ids) {
    if (rows == 0) {
      return;
    }
    table.checkRoom(rows);
    if (table.size() == 0) {
      boolean[] inTuple = KeyFields.chooseTuple(types, keys);
      if (!fields.hasTuple(inTuple)) {
        start(inTuple);
      }
    }
    fields.prepare(keys, rows);
    rowsSeen += rows;
    if (table.size() == 0 && fields.areNumbered()) {
      startNumbered();
    }
    if (table.isNumbered()) {
      if (fields.areNumbered()) {
        AffineLanes numbers = fields.get(0);
        table.takeNumbers(numbers.longs(rows), rows, (int) numbers.max() + 1, ids);
        return;
      }
      leaveNumbers();
    }
    boolean covered = true;
    for (int i = 0; i < fields.count(); i++) {
      AffineLanes source = fields.get(i);
      covered &= source.min() > source.max() || source.min() >= mins[i] && source.max() <= maxes[i];
    }
    if (!covered) {
      widen();
    }
    table.reserve(rows, rowsSeen);
    encode(rows);
    table.find(words, rows, ids);
  }

  /** Makes a table of the keys that were numbers, for others to come. */
  private void leaveNumbers() {
    maxes[0] = Math.max(0, table.size() - 1);
    relayout(WordLayout.of(mins, maxes), rowsSeen);
  }

  /** Lets the layout cover the batch, with room to grow if that costs nothing. */
  private void widen() {
    boolean fresh = table.size() == 0;
    long[] oldMins = mins;
    long[] oldMaxes = maxes;
    if (fresh) {
      oldMins = new long[mins.length];
      oldMaxes = new long[maxes.length];
      Arrays.fill(oldMins, Long.MAX_VALUE);
      Arrays.fill(oldMaxes, Long.MIN_VALUE);
    }
    mins = new long[oldMins.length];
    maxes = new long[oldMins.length];
    for (int i = 0; i < fields.count(); i++) {
      mins[i] = Math.min(oldMins[i], fields.get(i).min());
      maxes[i] = Math.max(oldMaxes[i], fields.get(i).max());
    }
    if (widenToRanges()) {
      return;
    }
    WordLayout tight = WordLayout.of(mins, maxes);
    boolean several = tight.words() > 1;
    if (several && widenFreely(oldMins, oldMaxes, true, SEVERAL_WORDS_ROOM, tight)
        || widenFreely(oldMins, oldMaxes, several, 0, tight)) {
      return;
    }
    relayout(tight, rowsSeen);
  }

  /**
   * Takes a layout with room beyond the bounds that have moved if it has as many words as a tight
   * one and no other kind of table.
   *
   * @param early whether there is room even beyond the bounds of the first batch
   * @param shift the room is as wide as the range, shifted to the left by this
   * @return whether it took it
   */
  private boolean widenFreely(
      long[] oldMins, long[] oldMaxes, boolean early, int shift, WordLayout tight) {
    long[] roomyMins = new long[mins.length];
    long[] roomyMaxes = new long[mins.length];
    for (int i = 0; i < fields.count(); i++) {
      boolean first = oldMins[i] > oldMaxes[i];
      long span = maxes[i] - mins[i];
      long room = first && !early ? 0 : span >= 0 && span <= WIDEST_SHIFTED ? span << shift : span;
      roomyMins[i] = mins[i] < oldMins[i] ? minus(mins[i], room) : mins[i];
      roomyMaxes[i] = maxes[i] > oldMaxes[i] ? plus(maxes[i], room) : maxes[i];
      ValueRange range = ranges[i];
      if (range != null) {
        roomyMins[i] = Math.min(mins[i], Math.max(roomyMins[i], range.min()));
        roomyMaxes[i] = Math.max(maxes[i], Math.min(roomyMaxes[i], range.max()));
      }
    }
    WordLayout roomy = WordLayout.of(roomyMins, roomyMaxes);
    if (roomy.words() != tight.words()
        || table.wouldBeDirect(roomy, rowsSeen) != table.wouldBeDirect(tight, rowsSeen)) {
      return false;
    }
    mins = roomyMins;
    maxes = roomyMaxes;
    relayout(roomy, rowsSeen);
    return true;
  }

  /** Makes an array for all keys that can come, if that is known and enough rows promise to. */
  private boolean widenToRanges() {
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
    growWords(next.words());
    table.relayout(layout, next, rows);
    layout = next;
  }

  private void growWords(int count) {
    if (words.length < count) {
      MemorySegment[] more = new MemorySegment[count];
      System.arraycopy(words, 0, more, 0, words.length);
      for (int i = words.length; i < more.length; i++) {
        more[i] = scope.allocateScratch(placed.byteSize());
      }
      words = more;
    }
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
    if (fields.count() == 0) {
      words[0].asSlice(0, 8L * rows).fill((byte) 0);
    }
    for (int i = 0; i < fields.count(); i++) {
      Field field = layout.field(i);
      AffineLanes source = fields.get(i);
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
      for (int word = 0; word << 6 < rows; word++) {
        long bits = Masks.word(nulls, source.nullsOffset(), rows, word);
        for (; bits != 0; bits &= bits - 1) {
          long row = ((long) word << 6) + Long.numberOfTrailingZeros(bits);
          placed.set(ValueLayout.JAVA_LONG, row << 3, 0);
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

  /** Declares that no more keys will be added; {@link #emit} may then emit dictionary codes. */
  public void complete() {
    fields.complete();
  }

  /**
   * Makes {@code out} one key column of some groups, in scratch of its own or pointing to the
   * strings here; integers have the bounds of these groups.
   *
   * @param ids 32-bit numbers
   */
  public void emit(int column, MemorySegment ids, int count, ColumnVector out) {
    fields.emit(column, table, layout, ids, count, out);
  }
}
