package dev.paceline.core.operator.key;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.KeyKernels;
import dev.paceline.core.kernel.KeyKernels.Digit;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Packs batches of keys by a {@link KeyLayout}. One worker uses it. */
public final class KeyPacker {
  /** The packed key of a row that has none: a key outside the layout, or NULL and not nullable. */
  public static final long OUTSIDE = KeyKernels.OUTSIDE;

  private final KeyLayout layout;
  private final MemorySegment before;

  /**
   * @param capacity the most rows of a batch
   */
  public KeyPacker(KeyLayout layout, MemoryScope scope, int capacity) {
    this.layout = layout;
    this.before = scope.allocate(layout.keyCount() == 1 ? 0 : 8L * capacity);
  }

  /** Whether columns of these types can be packed at all. */
  public static boolean accepts(List<DataType> types) {
    return types.stream()
        .allMatch(
            type -> type.family() == TypeFamily.INTEGRAL || type.family() == TypeFamily.BOOLEAN);
  }

  /**
   * Packs the keys of all rows.
   *
   * @param keys INTEGRAL vectors of any form and width, or BOOLEAN ones (false = 0, true = 1), in
   *     the layout's order
   * @param packed one long a row; {@link #OUTSIDE} (negative) for rows without a packed key
   * @return whether all rows have a packed key
   */
  public boolean pack(ColumnVector[] keys, int rowCount, MemorySegment packed) {
    boolean inside = true;
    for (int key = 0; key < keys.length; key++) {
      inside = pack(keys[key], layout.digit(key), rowCount, packed);
    }
    return inside;
  }

  private boolean pack(ColumnVector key, Digit digit, int rowCount, MemorySegment packed) {
    MemorySegment nulls = key.nulls();
    if (key.isConstant() || key.type().family() == TypeFamily.BOOLEAN || key.width() == 16) {
      return packRows(key, digit, rowCount, packed);
    }
    if (nulls == null) {
      return KeyKernels.pack(
          key.data(),
          key.offset(),
          key.width(),
          key.base(),
          key.multiplier(),
          rowCount,
          digit,
          packed);
    }
    if (!digit.first()) {
      MemorySegment.copy(packed, 0, before, 0, 8L * rowCount);
    }
    KeyKernels.pack(
        key.data(),
        key.offset(),
        key.width(),
        key.base(),
        key.multiplier(),
        rowCount,
        digit,
        packed);
    KeyKernels.packNulls(nulls, key.nullsOffset(), rowCount, digit, before, packed);
    return allInside(packed, rowCount);
  }

  /** The rare forms, a row at a time. */
  private static boolean packRows(
      ColumnVector key, Digit digit, int rowCount, MemorySegment packed) {
    boolean bits = key.type().family() == TypeFamily.BOOLEAN;
    long all = 0;
    for (int i = 0; i < rowCount; i++) {
      long at = (long) i << 3;
      long before = digit.first() ? 0 : packed.get(ValueLayout.JAVA_LONG, at);
      long result;
      if (key.isNull(i)) {
        result = digit.addNull(before);
      } else if (bits) {
        result = digit.add(key.getBoolean(i) ? 1 : 0, before);
      } else {
        long low = key.getLong(i);
        result = key.getHigh(i) == low >> 63 ? digit.add(low, before) : OUTSIDE;
      }
      packed.set(ValueLayout.JAVA_LONG, at, result);
      all |= result;
    }
    return all >= 0;
  }

  private static boolean allInside(MemorySegment packed, int rowCount) {
    long all = 0;
    for (int i = 0; i < rowCount; i++) {
      all |= packed.get(ValueLayout.JAVA_LONG, (long) i << 3);
    }
    return all >= 0;
  }
}
