package dev.paceline.core.operator.aggregate.index;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.WordLayout.Field;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of keys as fields of whole numbers: most columns are one field, 128-bit values two,
 * and string columns that have no dictionary are one field all together. One worker uses it; after
 * that anyone may read.
 */
final class KeyFields {
  /** The most different rows of strings for which room is made before they arrive. */
  private static final int MOST_EXPECTED = 1 << 16;

  private static final int NOT_IN_TUPLE = -1;

  private final List<DataType> types;
  private final KeyColumn[] columns;

  /** The place of each column in the tuple, negative if it is not there. */
  private final int[] places;

  private final @Nullable StringTuple tuple;
  private final AffineLanes[] fields;
  private final int[] firstField;

  /** Whether a key of the field has been NULL. */
  private final boolean[] hasNull;

  /**
   * @param inTuple for each column, whether it is one of the strings that are numbered together
   * @param capacity the most rows of a batch
   * @param hashMask bits of hashes that are used; all but in tests
   */
  KeyFields(
      List<DataType> types, boolean[] inTuple, MemoryScope scope, int capacity, long hashMask) {
    this.types = types;
    columns = new KeyColumn[types.size()];
    places = new int[columns.length];
    firstField = new int[columns.length];
    int count = 0;
    int members = 0;
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new KeyColumn(types.get(i), scope, capacity, hashMask);
      places[i] = inTuple[i] ? members++ : NOT_IN_TUPLE;
      firstField[i] = count;
      count += inTuple[i] ? 0 : columns[i].fieldCount();
    }
    tuple = members == 0 ? null : new StringTuple(members, scope, capacity, hashMask);
    fields = new AffineLanes[tuple == null ? count : count + 1];
    hasNull = new boolean[fields.length];
    for (int i = 0; i < columns.length; i++) {
      if (inTuple[i]) {
        firstField[i] = count;
        continue;
      }
      for (int k = 0; k < columns[i].fieldCount(); k++) {
        fields[firstField[i] + k] = columns[i].field(k);
      }
    }
    if (tuple != null) {
      fields[count] = tuple.field();
    }
  }

  /**
   * Chooses the columns of a tuple by the first batch: strings whose dictionary is known are
   * numbered by their codes, which takes no search; a tuple of one column would gain nothing.
   */
  static boolean[] chooseTuple(List<DataType> types, ColumnVector[] keys) {
    boolean[] inTuple = new boolean[keys.length];
    int members = 0;
    for (int i = 0; i < keys.length; i++) {
      inTuple[i] = types.get(i).family() == TypeFamily.BYTES && keys[i].form() == Form.FLAT;
      members += inTuple[i] ? 1 : 0;
    }
    return members > 1 ? inTuple : new boolean[keys.length];
  }

  /** Whether the same columns are in the tuple. */
  boolean hasTuple(boolean[] inTuple) {
    for (int i = 0; i < inTuple.length; i++) {
      if (inTuple[i] != places[i] >= 0) {
        return false;
      }
    }
    return true;
  }

  int count() {
    return fields.length;
  }

  /** A field of the batch that was prepared last. */
  AffineLanes get(int field) {
    return fields[field];
  }

  /**
   * Returns whether all keys so far, including those of the batch that was prepared last, are
   * strings numbered from 0 in the order in which they came. A NULL has no such number.
   */
  boolean areNumbered() {
    if (fields.length != 1 || hasNull[0]) {
      return false;
    }
    return tuple != null || columns[0].numbersRows();
  }

  /** The range of each field's values, null where nothing is known. */
  @Nullable ValueRange[] rangesOf(@Nullable ValueRange[] ofColumns) {
    @Nullable ValueRange[] ranges = new ValueRange[fields.length];
    for (int i = 0; i < columns.length; i++) {
      if (places[i] < 0 && columns[i].fieldCount() == 1) {
        ranges[firstField[i]] = ofColumns[i];
      }
    }
    return ranges;
  }

  /** Makes room for up to {@code most} keys in total. */
  void expect(long most) {
    for (KeyColumn column : columns) {
      column.expect(most);
    }
    if (tuple != null) {
      tuple.expect((int) Math.min(most, MOST_EXPECTED));
    }
  }

  /** Translates a batch without a selection. */
  void prepare(ColumnVector[] keys, int rows) {
    for (int i = 0; i < columns.length; i++) {
      if (tuple != null && places[i] >= 0) {
        tuple.read(places[i], keys[i], rows);
      } else {
        columns[i].prepare(keys[i], rows);
      }
    }
    if (tuple != null) {
      tuple.number(rows);
    }
    for (int i = 0; i < fields.length; i++) {
      fields[i].dropEmptyNulls(rows);
      hasNull[i] |= fields[i].nulls() != null || fields[i].isConstantNull();
    }
  }

  /**
   * Makes {@code out} one column of some keys, in scratch of its own or pointing to the strings
   * here; integers have the bounds of these keys.
   *
   * @param ids 32-bit numbers of keys in the table
   */
  void emit(
      int column,
      GroupTable table,
      WordLayout layout,
      MemorySegment ids,
      int count,
      ColumnVector out) {
    Field low = layout.field(firstField[column]);
    if (tuple != null && places[column] >= 0) {
      emitMember(tuple, places[column], table, low, ids, count, out);
      return;
    }
    KeyColumn key = columns[column];
    boolean wide = key.fieldCount() == 2;
    MemorySegment nulls = nulls(column, table, low, ids, count, out);
    switch (types.get(column).family()) {
      case INTEGRAL -> {
        if (wide && !fitsLong(table, layout.field(firstField[column] + 1), ids, count, low)) {
          emitWide(table, layout.field(firstField[column] + 1), low, ids, count, out);
        } else {
          emitLongs(table, low, ids, count, nulls, out);
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
        table.values(low, ids, count, lanes);
        out.setDoubles(lanes, 0);
      }
      case BYTES -> {
        MemorySegment lanes = out.scratch(8L * count);
        table.values(low, ids, count, lanes);
        clearNulls(lanes, nulls, count);
        emitStrings(key, lanes, count, out);
      }
    }
    if (nulls != null) {
      out.setNulls(nulls, 0);
    }
  }

  private static void clearNulls(MemorySegment lanes, @Nullable MemorySegment nulls, int count) {
    if (nulls == null) {
      return;
    }
    for (int i = 0; i < count; i++) {
      if (Bitmaps.get(nulls, 0, i)) {
        lanes.set(JAVA_LONG, (long) i << 3, 0);
      }
    }
  }

  /**
   * Turns numbers of strings into views, or into codes if there is a dictionary.
   *
   * @param lanes the numbers, 64 bits each, in the scratch of {@code out}; become what it has
   */
  private static void emitStrings(KeyColumn key, MemorySegment lanes, int count, ColumnVector out) {
    Dictionary dictionary = key.coded();
    if (dictionary != null) {
      for (int i = 0; i < count; i++) {
        lanes.set(JAVA_INT, (long) i << 2, (int) lanes.get(JAVA_LONG, (long) i << 3));
      }
      out.setDictionary(lanes, 0, Integer.BYTES, dictionary);
      return;
    }
    StringTable strings = key.strings();
    for (int i = 0; i < count; i++) {
      long view = strings.view((int) lanes.get(JAVA_LONG, (long) i << 3));
      lanes.set(JAVA_LONG, (long) i << 3, view);
    }
    out.setViews(lanes, 0, strings.heap());
  }

  /**
   * Declares that no more keys will be added. From then on, a string column with few distinct
   * strings is emitted as codes of a dictionary.
   */
  void complete() {
    for (int i = 0; i < columns.length; i++) {
      if (places[i] < 0) {
        columns[i].complete();
      }
    }
  }

  /** The bitmap of NULLs of some keys, in the vector's scratch; null if there are none. */
  private @Nullable MemorySegment nulls(
      int column, GroupTable table, Field field, MemorySegment ids, int count, ColumnVector out) {
    if (!hasNull[firstField[column]]) {
      return null;
    }
    boolean anyNull = false;
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    for (int i = 0; i < count; i++) {
      if (table.isNull(id(ids, i), field)) {
        Bitmaps.set(nulls, 0, i);
        anyNull = true;
      }
    }
    return anyNull ? nulls : null;
  }

  private static void emitMember(
      StringTuple tuple,
      int place,
      GroupTable table,
      Field field,
      MemorySegment ids,
      int count,
      ColumnVector out) {
    MemorySegment views = out.scratch(8L * count);
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    boolean anyNull = false;
    for (int i = 0; i < count; i++) {
      long view = tuple.view((int) table.value(id(ids, i), field), place);
      if (view == StringTuple.NULL_VIEW) {
        Bitmaps.set(nulls, 0, i);
        anyNull = true;
        view = StringView.of(0, 0);
      }
      views.set(JAVA_LONG, (long) i << 3, view);
    }
    out.setViews(views, 0, tuple.heap());
    if (anyNull) {
      out.setNulls(nulls, 0);
    }
  }

  private static void emitLongs(
      GroupTable table,
      Field field,
      MemorySegment ids,
      int count,
      @Nullable MemorySegment nulls,
      ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * count);
    table.values(field, ids, count, lanes);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    if (nulls == null) {
      for (int i = 0; i < count; i++) {
        long value = lanes.get(JAVA_LONG, (long) i << 3);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    } else {
      for (int i = 0; i < count; i++) {
        if (!Bitmaps.get(nulls, 0, i)) {
          long value = lanes.get(JAVA_LONG, (long) i << 3);
          min = Math.min(min, value);
          max = Math.max(max, value);
        }
      }
    }
    out.setLongs(lanes, 0);
    if (min <= max) {
      out.setBounds(min, max);
    }
  }

  private static boolean fitsLong(
      GroupTable table, Field high, MemorySegment ids, int count, Field low) {
    for (int i = 0; i < count; i++) {
      int group = id(ids, i);
      if (!table.isNull(group, low) && table.value(group, high) != table.value(group, low) >> 63) {
        return false;
      }
    }
    return true;
  }

  private static void emitWide(
      GroupTable table, Field high, Field low, MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(16L * count);
    for (int i = 0; i < count; i++) {
      int group = id(ids, i);
      lanes.set(JAVA_LONG, (long) i << 4, table.value(group, low));
      lanes.set(JAVA_LONG, ((long) i << 4) + 8, table.value(group, high));
    }
    out.setInt128s(lanes, 0);
  }

  private static int id(MemorySegment ids, int i) {
    return ids.get(JAVA_INT, (long) i << 2);
  }
}
