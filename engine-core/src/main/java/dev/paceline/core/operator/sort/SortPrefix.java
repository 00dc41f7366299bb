package dev.paceline.core.operator.sort;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DoubleOrder;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Packs sort keys of a row into one long whose unsigned order never contradicts the order of the
 * rows. Keys that do not fit continue in a further prefix ({@link #all}): rows with equal first
 * prefixes are ordered by the second one, and so on. The prefixes contain at most the first eight
 * bytes of a long string. Each key takes one bit for NULL if there may be NULLs, and the bits that
 * its values need. Immutable.
 */
final class SortPrefix {
  /** The most bytes of a string that is packed whole, with its length behind it. */
  private static final int SHORT_STRING_BYTES = 7;

  /**
   * The range of the values of a key.
   *
   * @param min and max bounds of an INTEGRAL key; values outside count as these
   * @param clamped whether values may be outside
   * @param skip leading bytes that all strings share
   * @param longest bytes of the longest string, or more
   * @param ranks of strings, if they are few; else null
   * @param nullable whether there may be NULLs
   */
  record Range(
      long min,
      long max,
      boolean clamped,
      int skip,
      int longest,
      @Nullable StringRanks ranks,
      boolean nullable) {
    /** Returns the range of all values of a type. */
    static Range of(DataType type) {
      return type.family() == TypeFamily.INTEGRAL && type.fitsLong()
          ? new Range(type.minLong(), type.maxLong(), false, 0, 0, null, true)
          : new Range(Long.MIN_VALUE, Long.MAX_VALUE, true, 0, Integer.MAX_VALUE, null, true);
    }

    /** Returns the range of the values of a column whose strings have not been looked at. */
    static Range of(ColumnVector column) {
      return of(column, 0, Integer.MAX_VALUE, null);
    }

    /** Returns the range of the values of a column. */
    static Range of(ColumnVector column, StringTraits traits) {
      return of(column, traits.sharedBytes(), traits.longest(), traits.ranks());
    }

    private static Range of(
        ColumnVector column, int skip, int longest, @Nullable StringRanks ranks) {
      boolean nullable = column.mayHaveNulls();
      boolean bounded = column.type().family() == TypeFamily.INTEGRAL && column.hasBounds();
      return bounded
          ? new Range(column.min(), column.max(), false, 0, 0, null, nullable)
          : new Range(
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              !column.type().fitsLong(),
              skip,
              longest,
              ranks,
              nullable);
    }

    /** Returns the range of the values of both; strings of different columns share no bytes. */
    Range or(Range other) {
      return new Range(
          Math.min(min, other.min),
          Math.max(max, other.max),
          clamped || other.clamped,
          0,
          Math.max(longest, other.longest),
          null,
          nullable || other.nullable);
    }

    /** Bytes of the longest string without those that all share. */
    private int ownBytes() {
      return longest - skip;
    }
  }

  /** The content of a part of a key: an unsigned number in the order of the values. */
  private enum Kind {
    NULL,
    BOOLEAN,
    /** The distance from the smallest value, of values within the bounds. */
    INTEGER,
    /** The same, of values that are put within the bounds first. */
    CLAMPED,
    /** The higher and the lower half of an integer of 128 bits. */
    HIGH,
    LOW,
    DOUBLE,
    /** The place of a string among all that there are. */
    RANK,
    /** All bytes that not all strings share, then how many they are. */
    SHORT_STRING,
    /** The first eight bytes that not all strings share; others may follow. */
    LONG_STRING
  }

  /**
   * @param key its number
   */
  private record Part(int key, Kind kind, int bits) {}

  /**
   * @param keyNumber of the key
   * @param bits of the part that are in this prefix
   * @param drop lower bits of the part that are not
   */
  private record Field(
      int keyNumber, SortKey key, Kind kind, Range range, int shift, int bits, int drop) {}

  private final List<Field> fields;
  private final int usedBits;
  private final boolean exact;

  private SortPrefix(List<Field> fields, int usedBits, boolean exact) {
    this.fields = fields;
    this.usedBits = usedBits;
    this.exact = exact;
  }

  /**
   * Creates the prefixes by which rows are compared, the most significant one first.
   *
   * @param types of all columns
   * @param ranges one a key
   * @return one or more
   */
  static List<SortPrefix> all(List<DataType> types, List<SortKey> keys, List<Range> ranges) {
    List<SortPrefix> prefixes = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    int free = Long.SIZE;
    for (Part part : parts(types, keys, ranges)) {
      int left = part.bits;
      while (left > 0) {
        if (free == 0) {
          prefixes.add(of(fields, 0, false));
          fields = new ArrayList<>();
          free = Long.SIZE;
        }
        int bits = Math.min(left, free);
        left -= bits;
        free -= bits;
        SortKey key = keys.get(part.key);
        fields.add(new Field(part.key, key, part.kind, ranges.get(part.key), free, bits, left));
        if (part.kind == Kind.LONG_STRING) {
          prefixes.add(of(fields, free, false));
          fields = new ArrayList<>();
          free = Long.SIZE;
          left = 0;
        }
      }
    }
    if (!fields.isEmpty() || prefixes.isEmpty()) {
      prefixes.add(of(fields, free, prefixes.isEmpty()));
    }
    return List.copyOf(prefixes);
  }

  private static SortPrefix of(List<Field> fields, int free, boolean exact) {
    List<Field> shifted =
        fields.stream()
            .map(
                f -> new Field(f.keyNumber, f.key, f.kind, f.range, f.shift - free, f.bits, f.drop))
            .toList();
    return new SortPrefix(shifted, Long.SIZE - free, exact);
  }

  private static List<Part> parts(List<DataType> types, List<SortKey> keys, List<Range> ranges) {
    List<Part> parts = new ArrayList<>();
    for (int key = 0; key < keys.size(); key++) {
      DataType type = types.get(keys.get(key).column());
      Range range = ranges.get(key);
      if (range.nullable) {
        parts.add(new Part(key, Kind.NULL, 1));
      }
      switch (type.family()) {
        case BOOLEAN -> parts.add(new Part(key, Kind.BOOLEAN, 1));
        case INTEGRAL -> {
          int bits = Long.SIZE - Long.numberOfLeadingZeros(range.max - range.min);
          parts.add(new Part(key, range.clamped ? Kind.CLAMPED : Kind.INTEGER, bits));
          if (range.clamped) {
            parts.add(new Part(key, Kind.HIGH, Long.SIZE));
            parts.add(new Part(key, Kind.LOW, Long.SIZE));
          }
        }
        case FLOATING -> parts.add(new Part(key, Kind.DOUBLE, Long.SIZE));
        case BYTES -> {
          StringRanks ranks = range.ranks;
          if (ranks != null) {
            parts.add(new Part(key, Kind.RANK, ranks.bits()));
            break;
          }
          boolean isShort = range.ownBytes() <= SHORT_STRING_BYTES;
          parts.add(
              isShort
                  ? new Part(key, Kind.SHORT_STRING, 8 * range.ownBytes() + lengthBits(range))
                  : new Part(key, Kind.LONG_STRING, Long.SIZE));
        }
      }
    }
    return parts;
  }

  private static int lengthBits(Range range) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(range.ownBytes());
  }

  /** Whether rows that are equal in the first prefix are equal in all keys. */
  boolean isExact() {
    return exact;
  }

  /** The number of the first key of which this prefix has something. */
  int firstKey() {
    return fields.isEmpty() ? 0 : fields.getFirst().keyNumber;
  }

  /**
   * The number of the key, a string, of which this and the prefixes behind have only some bytes, so
   * that rows with equal prefixes may differ in the others; -1 if the prefix ends elsewhere.
   */
  int openTextKey() {
    return !fields.isEmpty() && fields.getLast().kind == Kind.LONG_STRING
        ? fields.getLast().keyNumber
        : -1;
  }

  /** Bytes of the {@link #openTextKey} that rows with equal prefixes have in common. */
  int openTextOffset() {
    Field field = fields.getLast();
    return field.range.skip + field.bits / Byte.SIZE;
  }

  /** Whether strings have to be read for a prefix. */
  boolean readsStrings() {
    return fields.stream()
        .anyMatch(
            field ->
                switch (field.kind) {
                  case RANK, SHORT_STRING, LONG_STRING -> true;
                  default -> false;
                });
  }

  /** Bits of a prefix that may be set, from the lowest. */
  int bits() {
    return usedBits;
  }

  /** The prefix of one row. */
  long encode(ColumnVector[] columns, int row) {
    long prefix = 0;
    for (int f = 0; f < fields.size(); f++) {
      Field field = fields.get(f);
      prefix |= code(field, columns[field.key.column()], row) << field.shift;
    }
    return prefix;
  }

  /**
   * prefixes[i] = the prefix of row from + i.
   *
   * @param columns vectors by column number
   */
  void encode(ColumnVector[] columns, int from, int count, MemorySegment prefixes) {
    for (int f = 0; f < fields.size(); f++) {
      Field field = fields.get(f);
      ColumnVector vector = columns[field.key.column()];
      if (isPlain(field, vector)) {
        encodeLanes(field, vector, from, count, prefixes, f == 0);
      } else {
        encode(field, vector, from, count, prefixes, f == 0);
      }
    }
    if (fields.isEmpty()) {
      prefixes.asSlice(0, 8L * count).fill((byte) 0);
    }
  }

  private static void encode(
      Field field,
      ColumnVector vector,
      int from,
      int count,
      MemorySegment prefixes,
      boolean first) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long before = first ? 0 : prefixes.get(ValueLayout.JAVA_LONG, at);
      long code = code(field, vector, from + i);
      prefixes.set(ValueLayout.JAVA_LONG, at, before | code << field.shift);
    }
  }

  private static boolean isPlain(Field field, ColumnVector vector) {
    return field.kind == Kind.INTEGER
        && vector.form() == Form.FLAT
        && vector.width() <= 8
        && !vector.mayHaveNulls();
  }

  /** Encodes integers without NULLs by the affine kernel and loops without branches. */
  private static void encodeLanes(
      Field field,
      ColumnVector vector,
      int from,
      int count,
      MemorySegment prefixes,
      boolean first) {
    // A later key would overwrite what is there: only the first goes straight into the prefixes.
    if (!first) {
      addLanes(field, vector, from, count, prefixes);
      return;
    }
    DecodeKernels.current()
        .widen(
            vector.data(),
            vector.offset() + (long) vector.width() * from,
            vector.width(),
            vector.base() - field.range.min,
            vector.multiplier(),
            count,
            prefixes,
            0);
    Bits bits = new Bits(field);
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      prefixes.set(ValueLayout.JAVA_LONG, at, bits.of(prefixes.get(ValueLayout.JAVA_LONG, at)));
    }
  }

  /**
   * Adds a later key to the prefixes. There is a loop for each width of the lanes, because the JIT
   * compiler moves bounds checks of all branches of a loop in front of it. In one loop, the check
   * of a wider lane than the vector has would fail there, and the compiled code would be discarded
   * again and again.
   */
  private static void addLanes(
      Field field, ColumnVector vector, int from, int count, MemorySegment prefixes) {
    MemorySegment data = vector.data();
    long offset = vector.offset() + (long) vector.width() * from;
    long base = vector.base() - field.range.min;
    long multiplier = vector.multiplier();
    Bits bits = new Bits(field);
    switch (vector.width()) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          long lane = data.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff;
          add(prefixes, i, bits.of(base + multiplier * lane));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          long lane = data.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset + 2L * i) & 0xffff;
          add(prefixes, i, bits.of(base + multiplier * lane));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          long lane = data.get(ValueLayout.JAVA_INT_UNALIGNED, offset + 4L * i) & 0xffff_ffffL;
          add(prefixes, i, bits.of(base + multiplier * lane));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          long lane = data.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + 8L * i);
          add(prefixes, i, bits.of(base + multiplier * lane));
        }
      }
      default -> throw new IllegalArgumentException("width " + vector.width());
    }
  }

  private static void add(MemorySegment prefixes, int row, long code) {
    long at = (long) row << 3;
    prefixes.set(ValueLayout.JAVA_LONG, at, prefixes.get(ValueLayout.JAVA_LONG, at) | code);
  }

  /** Which bits of a distance from the smallest value are a field, and where the field is. */
  private record Bits(int drop, long mask, long flip, int shift) {
    Bits(Field field) {
      this(
          field.drop,
          SortPrefix.mask(field.bits),
          field.key.descending() ? SortPrefix.mask(field.bits) : 0,
          field.shift);
    }

    long of(long distance) {
      return ((distance >>> drop & mask) ^ flip) << shift;
    }
  }

  private static long mask(int bits) {
    return -1L >>> (Long.SIZE - bits);
  }

  private static long code(Field field, ColumnVector vector, int row) {
    boolean isNull = field.range.nullable && vector.isNull(row);
    if (field.kind == Kind.NULL) {
      return isNull == field.key.nullsFirst() ? 0 : 1;
    }
    if (isNull) {
      return 0;
    }
    long value = value(field, vector, row) >>> field.drop;
    return (field.key.descending() ? ~value : value) & mask(field.bits);
  }

  private static long value(Field field, ColumnVector vector, int row) {
    Range range = field.range;
    return switch (field.kind) {
      case NULL -> throw new IllegalArgumentException("NULLs have no value");
      case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
      case INTEGER -> vector.getLong(row) - range.min;
      case CLAMPED -> {
        long low = vector.getLong(row);
        long high = vector.getHigh(row);
        long value = high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        yield Math.min(Math.max(value, range.min), range.max) - range.min;
      }
      case HIGH -> vector.getHigh(row) ^ Long.MIN_VALUE;
      case LOW -> vector.getLong(row);
      case DOUBLE -> ofDouble(vector.getDouble(row));
      case RANK -> requireNonNull(range.ranks).rank(vector, row);
      case SHORT_STRING -> {
        long view = vector.getView(row);
        long bytes = StringView.prefix(vector.valueHeap(), view, range.skip);
        long length = (long) StringView.length(view) - range.skip;
        int kept = 8 * range.ownBytes();
        yield (kept == 0 ? 0 : bytes >>> (Long.SIZE - kept)) << lengthBits(range) | length;
      }
      case LONG_STRING -> StringView.prefix(vector.valueHeap(), vector.getView(row), range.skip);
    };
  }

  static long ofDouble(double value) {
    return DoubleOrder.encode(value) ^ Long.MIN_VALUE; // prefixes are unsigned
  }
}
