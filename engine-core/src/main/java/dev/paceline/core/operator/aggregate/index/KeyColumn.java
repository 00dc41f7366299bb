package dev.paceline.core.operator.aggregate.index;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * One key column as whole numbers: integers as they are, booleans as 0 and 1, doubles as their bits
 * (one for both zeros, one for all NaNs), strings as their number in a {@link StringTable}, 128-bit
 * values as two fields. One worker uses it.
 */
public final class KeyColumn {
  /** The most strings for which memory is reserved before they come. */
  private static final int MOST_EXPECTED = 1 << 16;

  /** The most entries of a dictionary that are all numbered when it is first seen; a power of 2. */
  private static final int FEW_ENTRIES = 256;

  /** The first rows of a batch, among which a frequent string is looked for. */
  private static final int SAMPLED_ROWS = 64;

  /** The most strings for which a dictionary is built. */
  private static final int MOST_CODED = 1 << 12;

  /** Stands for the number of an entry that is being looked up. */
  private static final int PENDING = -1;

  private static final long NAN_BITS = Double.doubleToLongBits(Double.NaN);

  private final DataType type;
  private final MemoryScope scope;
  private final int capacity;
  private final long hashMask;
  private final AffineLanes[] fields;

  private @Nullable StringTable strings;
  private int expected;

  private @Nullable Dictionary dictionary;
  private @Nullable MemorySegment numbers;
  private long[] fewNumbers = {};
  private long[] views = {};
  private int[] positions = {};

  /** The rows of the batch whose string was not looked up one by one. */
  private int frequentRows;

  private boolean withoutRows;
  private @Nullable Dictionary coded;

  /**
   * @param capacity the most rows of a batch
   */
  public KeyColumn(DataType type, MemoryScope scope, int capacity, long hashMask) {
    this.type = type;
    this.scope = scope;
    this.capacity = capacity;
    this.hashMask = hashMask;
    this.fields = new AffineLanes[type.family() == TypeFamily.INTEGRAL && !type.fitsLong() ? 2 : 1];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = new AffineLanes(scope, capacity);
    }
  }

  int fieldCount() {
    return fields.length;
  }

  /**
   * Returns the numbers of the batch that was prepared last. Field 0 has the low words, field 1 the
   * high words.
   */
  public AffineLanes field(int index) {
    return fields[index];
  }

  /**
   * Whether the rows are strings, and each string that has a number has been a row's. The numbers
   * of such a column lack none of those below the largest.
   */
  boolean numbersRows() {
    return type.family() == TypeFamily.BYTES && !withoutRows;
  }

  /** Makes room for up to {@code most} different keys in total. */
  void expect(long most) {
    expected = (int) Math.min(most, MOST_EXPECTED);
    if (strings != null) {
      strings.expect(expected);
    }
  }

  /** The strings of a string column, made when they are first needed. */
  StringTable strings() {
    StringTable table = strings;
    if (table == null) {
      table = new StringTable(scope, hashMask);
      table.expect(expected);
      strings = table;
    }
    return table;
  }

  /** Translates a batch without a selection. */
  public void prepare(ColumnVector vector, int rows) {
    if (vector.isConstant()) {
      prepareConstant(vector);
      return;
    }
    switch (type.family()) {
      case BOOLEAN -> fields[0].setBits(vector, rows);
      case INTEGRAL -> {
        if (fields.length == 2) {
          prepareWide(vector, rows);
        } else {
          fields[0].setIntegers(vector, rows);
        }
      }
      case FLOATING -> {
        MemorySegment lanes = fields[0].setFull(vector.nulls(), vector.nullsOffset());
        for (int i = 0; i < rows; i++) {
          lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, bits(vector.getDouble(i)));
        }
      }
      case BYTES -> prepareStrings(vector, rows);
    }
  }

  private static long bits(double value) {
    return value == 0 ? 0 : Double.isNaN(value) ? NAN_BITS : Double.doubleToRawLongBits(value);
  }

  private void prepareConstant(ColumnVector vector) {
    if (vector.isConstantNull()) {
      for (AffineLanes field : fields) {
        field.setConstantNull();
      }
      return;
    }
    switch (type.family()) {
      case BOOLEAN -> fields[0].setConstant(vector.constantLong());
      case INTEGRAL -> {
        fields[0].setConstant(vector.constantLong());
        if (fields.length == 2) {
          fields[1].setConstant(vector.constantHigh());
        }
      }
      case FLOATING -> fields[0].setConstant(bits(vector.constantDouble()));
      case BYTES -> fields[0].setConstant(strings().number(vector.heap(), vector.constantLong()));
    }
  }

  private void prepareWide(ColumnVector vector, int rows) {
    MemorySegment highs = fields[1].setFull(vector.nulls(), vector.nullsOffset());
    if (vector.width() <= 8) {
      fields[0].setIntegers(vector, rows);
      if (fields[0].min() >= 0) {
        fields[1].setConstant(0);
        fields[1].setNulls(vector.nulls(), vector.nullsOffset());
        return;
      }
    } else {
      MemorySegment lows = fields[0].setFull(vector.nulls(), vector.nullsOffset());
      for (int i = 0; i < rows; i++) {
        lows.set(ValueLayout.JAVA_LONG, (long) i << 3, vector.getLong(i));
      }
    }
    for (int i = 0; i < rows; i++) {
      highs.set(ValueLayout.JAVA_LONG, (long) i << 3, vector.getHigh(i));
    }
    fields[1].measure(rows);
  }

  private void prepareStrings(ColumnVector vector, int rows) {
    StringTable table = strings();
    MemorySegment lanes = fields[0].setFull(vector.nulls(), vector.nullsOffset());
    if (vector.form() == Form.DICTIONARY) {
      Dictionary entries = vector.dictionary();
      int[] codes = DictionaryCodes.of(vector, rows);
      if (entries.size() <= FEW_ENTRIES) {
        translate(codes, numbersOfAll(entries, table), rows, lanes);
        fields[0].setBounds(0, table.size() - 1);
        return;
      }
      MemorySegment known = numbersOf(entries);
      numberCodes(vector, codes, rows, known, table);
      translate(codes, known, rows, lanes);
    } else {
      numberFlat(vector, rows, table, lanes);
    }
    fields[0].setBounds(0, table.size() - 1);
  }

  /**
   * Numbers the strings of a FLAT vector. One that is frequent is not looked up row by row: what
   * stands for a missing text ({@code coalesce(x, 'none')}), or else the empty string, which
   * columns of optional texts are full of.
   */
  private void numberFlat(ColumnVector vector, int rows, StringTable table, MemorySegment lanes) {
    long[] views = views(rows);
    int[] positions = positions(rows);
    long frequent = frequentView(vector, rows);
    int count =
        StringView.length(frequent) == 0
            ? findNotEmpty(vector, rows, views, positions)
            : findOthers(vector, rows, frequent, views, positions);
    if (frequentRows > 0) {
      fill(lanes, rows, table.number(vector.heap(), frequent));
    }
    table.number(vector.heap(), views, count, views);
    place(views, positions, count, lanes);
  }

  /**
   * Returns the view that most of the first rows have, if there is one; otherwise that of an empty
   * string (Boyer and Moore, MJRTY: A Fast Majority Vote Algorithm, 1991).
   */
  private static long frequentView(ColumnVector vector, int rows) {
    int sampled = Math.min(rows, SAMPLED_ROWS);
    long candidate = 0;
    int votes = 0;
    for (int i = 0; i < sampled; i++) {
      long view = vector.getView(i);
      candidate = votes == 0 ? view : candidate;
      votes += view == candidate ? 1 : -1;
    }
    int occurrences = 0;
    for (int i = 0; i < sampled; i++) {
      occurrences += vector.getView(i) == candidate && !vector.isNull(i) ? 1 : 0;
    }
    return 2 * occurrences > sampled ? candidate : StringView.of(0, 0);
  }

  /**
   * Finds the strings that are neither NULL nor empty, and counts the empty ones as {@link
   * #frequentRows}.
   *
   * @return how many there are
   */
  private int findNotEmpty(ColumnVector vector, int rows, long[] found, int[] rowsOfFound) {
    MemorySegment nulls = vector.nulls();
    int count = 0;
    int empties = 0;
    for (int i = 0; i < rows; i++) {
      long view = vector.getView(i);
      int known = nulls != null && Bitmaps.get(nulls, vector.nullsOffset(), i) ? 0 : 1;
      int empty = StringView.length(view) == 0 ? known : 0;
      found[count] = view;
      rowsOfFound[count] = i;
      count += known - empty;
      empties += empty;
    }
    frequentRows = empties;
    return count;
  }

  /**
   * Finds the strings that are neither NULL nor the frequent one, and counts the rows of that one
   * as {@link #frequentRows}. One loop for this and {@link #findNotEmpty} was slower.
   *
   * @return how many there are
   */
  private int findOthers(
      ColumnVector vector, int rows, long frequent, long[] found, int[] rowsOfFound) {
    MemorySegment nulls = vector.nulls();
    int count = 0;
    int equal = 0;
    for (int i = 0; i < rows; i++) {
      long view = vector.getView(i);
      int known = nulls != null && Bitmaps.get(nulls, vector.nullsOffset(), i) ? 0 : 1;
      int same = view == frequent ? known : 0;
      found[count] = view;
      rowsOfFound[count] = i;
      count += known - same;
      equal += same;
    }
    frequentRows = equal;
    return count;
  }

  private static void fill(MemorySegment lanes, int rows, long value) {
    for (int i = 0; i < rows; i++) {
      lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, value);
    }
  }

  private static void place(long[] values, int[] rows, int count, MemorySegment lanes) {
    for (int i = 0; i < count; i++) {
      lanes.set(ValueLayout.JAVA_LONG, (long) rows[i] << 3, values[i]);
    }
  }

  /**
   * Numbers the entries of a dictionary that rows have and that have no number yet. Its loops are
   * methods of their own: the JIT compiles each without the look-up in the table.
   */
  private void numberCodes(
      ColumnVector vector, int[] codes, int rows, MemorySegment known, StringTable table) {
    int[] unknown = positions(rows);
    int count = findUnknown(vector.nulls(), vector.nullsOffset(), codes, rows, known, unknown);
    if (count == 0) {
      return;
    }
    Dictionary entries = vector.dictionary();
    long[] views = views(rows);
    for (int i = 0; i < count; i++) {
      views[i] = entries.view(unknown[i]);
    }
    table.number(entries.heap(), views, count, views);
    for (int i = 0; i < count; i++) {
      known.set(ValueLayout.JAVA_INT, (long) unknown[i] << 2, (int) views[i] + 1);
    }
  }

  /**
   * Finds the codes of rows that have no number yet, and marks them as pending.
   *
   * @return how many there are
   */
  private static int findUnknown(
      @Nullable MemorySegment nulls,
      long nullsOffset,
      int[] codes,
      int rows,
      MemorySegment known,
      int[] unknown) {
    int count = 0;
    for (int i = 0; i < rows; i++) {
      long at = (long) codes[i] << 2;
      if (known.get(ValueLayout.JAVA_INT, at) == 0
          && (nulls == null || !Bitmaps.get(nulls, nullsOffset, i))) {
        known.set(ValueLayout.JAVA_INT, at, PENDING);
        unknown[count++] = codes[i];
      }
    }
    return count;
  }

  private long[] views(int rows) {
    if (views.length < rows) {
      views = new long[Math.max(capacity, rows)];
    }
    return views;
  }

  private int[] positions(int rows) {
    if (positions.length < rows) {
      positions = new int[Math.max(capacity, rows)];
    }
    return positions;
  }

  /** Returns the number of each entry of a small dictionary. */
  private long[] numbersOfAll(Dictionary entries, StringTable table) {
    if (dictionary != entries) {
      if (fewNumbers.length == 0) {
        fewNumbers = new long[FEW_ENTRIES];
      }
      for (int code = 0; code < entries.size(); code++) {
        fewNumbers[code] = table.number(entries.heap(), entries.view(code));
      }
      dictionary = entries;
      withoutRows = true; // some entries may be no row's
    }
    return fewNumbers;
  }

  /**
   * Looks up the number of each code. The mask keeps codes of NULL rows, which may be any, inside.
   */
  private static void translate(int[] codes, long[] numbers, int rows, MemorySegment lanes) {
    for (int i = 0; i < rows; i++) {
      lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, numbers[codes[i] & FEW_ENTRIES - 1]);
    }
  }

  /** Looks up the number of each code; that of a NULL row may be any. */
  private static void translate(int[] codes, MemorySegment known, int rows, MemorySegment lanes) {
    for (int i = 0; i < rows; i++) {
      int number = known.get(ValueLayout.JAVA_INT, (long) codes[i] << 2);
      lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, number - 1);
    }
  }

  /**
   * Builds a dictionary of all strings, if there are few of them. Keys are then emitted as its
   * codes, which another table merges without hashing the string of each row. No strings may be
   * added after that. Further calls do nothing.
   */
  void complete() {
    StringTable table = strings;
    if (coded != null || table == null || table.size() == 0 || table.size() > MOST_CODED) {
      return;
    }
    MemorySegment views = scope.allocate(8L * table.size());
    for (int number = 0; number < table.size(); number++) {
      views.set(ValueLayout.JAVA_LONG, (long) number << 3, table.view(number));
    }
    coded = new Dictionary(table.size(), views, 0, table.heap(), false);
  }

  /** Returns the dictionary that {@link #complete} built, by number; null if there is none. */
  @Nullable Dictionary coded() {
    return coded;
  }

  /** Number + 1 of each entry of a dictionary, 0 where it is not known yet. */
  private MemorySegment numbersOf(Dictionary entries) {
    MemorySegment known = numbers;
    if (dictionary != entries || known == null) {
      long bytes = 4L * entries.size();
      if (known == null || known.byteSize() < bytes) {
        if (known != null) {
          scope.release(known);
        }
        known = scope.allocate(Math.max(bytes, 4L * capacity));
        numbers = known;
      }
      known.asSlice(0, bytes).fill((byte) 0);
      dictionary = entries;
    }
    return known;
  }
}
