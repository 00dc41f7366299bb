package dev.paceline.core.operator.aggregate;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.Selection;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.Masks;
import dev.paceline.core.operator.aggregate.state.GroupNumbers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The short cut for keys whose lanes together fit one byte, such as a pair of small dictionaries:
 * combines them into one code a row and remembers the group of each code for as long as the codes
 * mean the same. Up to {@link GroupNumbers#MAX_MASKS} codes become masks, more become group
 * numbers. One worker uses it.
 */
final class CodeGroups {
  private static final int CODES = 256;

  private final MemorySegment codes;
  private final MemorySegment lanes;
  private final int[] groupOfCode = new int[CODES];
  private final byte[] known = new byte[CODES];
  private final int[] knownGroups = new int[GroupNumbers.MAX_MASKS];
  private int knownCount;

  private final @Nullable Dictionary[] dictionaries;
  private final long[] bases;
  private final long[] multipliers;
  private final int[] bits;

  /**
   * @param keys number of key columns, at least 1
   */
  CodeGroups(int keys, MemoryScope scope, int capacity) {
    this.codes = scope.allocateScratch(capacity);
    this.lanes = scope.allocateScratch(capacity);
    this.dictionaries = new Dictionary[keys];
    this.bases = new long[keys];
    this.multipliers = new long[keys];
    this.bits = new int[keys];
  }

  /**
   * Finds the groups of a batch.
   *
   * @param resolve gives the group number of the key in a row
   * @return false if the keys do not allow it; nothing has happened then
   */
  boolean find(
      ColumnVector[] keys,
      int rows,
      @Nullable Selection selection,
      GroupNumbers groups,
      IntUnaryOperator resolve) {
    if (!prepare(keys)) {
      return false;
    }
    codes.asSlice(0, rows).fill((byte) 0);
    for (int i = 0; i < keys.length; i++) {
      append(keys[i], bits[i], rows);
    }
    while (!tryFind(rows, selection, groups)) {
      learn(rows, selection, resolve);
    }
    return true;
  }

  /** Whether all keys fit one byte; forgets what codes meant if they mean something else now. */
  private boolean prepare(ColumnVector[] keys) {
    int total = 0;
    boolean same = true;
    for (int i = 0; i < keys.length; i++) {
      ColumnVector key = keys[i];
      int greatest = greatestLane(key);
      if (greatest < 0) {
        return false;
      }
      // NULL is the code behind the largest lane, whether there are NULLs or not.
      int wanted = Integer.SIZE - Integer.numberOfLeadingZeros(greatest + 1);
      Dictionary dictionary = key.form() == Form.DICTIONARY ? key.dictionary() : null;
      same &=
          bits[i] == wanted
              && isSame(dictionaries[i], dictionary)
              && bases[i] == key.base()
              && multipliers[i] == key.multiplier();
      bits[i] = wanted;
      dictionaries[i] = dictionary;
      bases[i] = key.base();
      multipliers[i] = key.multiplier();
      total += wanted;
    }
    if (total > Byte.SIZE || !same) {
      Arrays.fill(groupOfCode, 0);
      knownCount = 0;
    }
    return total <= Byte.SIZE;
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(@Nullable Dictionary left, @Nullable Dictionary right) {
    return left == right;
  }

  /** The largest lane that a key may have; -1 if lanes are not one byte or too many. */
  private static int greatestLane(ColumnVector key) {
    return switch (key.form()) {
      case CONSTANT -> -1;
      case DICTIONARY ->
          key.width() == 1 && key.dictionary().size() < 128 ? key.dictionary().size() - 1 : -1;
      case FLAT ->
          switch (key.type().family()) {
            case BOOLEAN -> 1;
            case INTEGRAL -> {
              if (key.width() != 1 || !key.hasBounds() || key.multiplier() <= 0) {
                yield -1;
              }
              long lane = (key.max() - key.base()) / key.multiplier();
              yield lane >= 0 && lane < 127 ? (int) lane : -1;
            }
            default -> -1;
          };
    };
  }

  private void append(ColumnVector key, int keyBits, int rows) {
    MemorySegment nulls = key.nulls();
    boolean bitmap =
        key.form() == Form.FLAT && key.type().family() == dev.paceline.core.type.TypeFamily.BOOLEAN;
    if (nulls == null && !bitmap) {
      AggregateKernels.current().append(codes, rows, keyBits, key.data(), key.offset());
      return;
    }
    byte nullLane = (byte) (greatestLane(key) + 1);
    for (int i = 0; i < rows; i++) {
      byte lane;
      if (nulls != null && Bitmaps.get(nulls, key.nullsOffset(), i)) {
        lane = nullLane;
      } else if (bitmap) {
        lane = key.getBoolean(i) ? (byte) 1 : 0;
      } else {
        lane = key.data().get(ValueLayout.JAVA_BYTE, key.offset() + i);
      }
      lanes.set(ValueLayout.JAVA_BYTE, i, lane);
    }
    AggregateKernels.current().append(codes, rows, keyBits, lanes, 0);
  }

  /** False if some row's code is not known. */
  private boolean tryFind(int rows, @Nullable Selection selection, GroupNumbers groups) {
    MemorySegment selected = selection == null ? null : selection.bitmap();
    int wanted = selection == null ? rows : selection.count();
    if (knownCount > GroupNumbers.MAX_MASKS) {
      MemorySegment ids = groups.startIds(rows);
      int missing = 0;
      for (int i = 0; i < rows; i++) {
        int group = groupOfCode[codes.get(ValueLayout.JAVA_BYTE, i) & 0xff];
        boolean counts = selected == null || Bitmaps.get(selected, 0, i);
        missing += counts && group == 0 ? 1 : 0;
        ids.set(ValueLayout.JAVA_INT, (long) i << 2, counts ? group : 0);
      }
      return missing == 0;
    }
    MemorySegment masks = groups.startMasks(rows, knownCount, knownGroups);
    for (int g = 0; g < knownCount; g++) {
      AggregateKernels.current().match(codes, rows, known[g], masks, g * groups.stride());
    }
    if (selected != null) {
      Masks.and(masks, masks, groups.stride(), knownCount, selected, 0, false, rows);
    }
    long found = 0;
    for (int g = 0; g < knownCount; g++) {
      found += groups.count(g);
    }
    return found == wanted;
  }

  /** Finds out the groups of all codes of selected rows. */
  private void learn(int rows, @Nullable Selection selection, IntUnaryOperator resolve) {
    for (int i = 0; i < rows; i++) {
      int code = codes.get(ValueLayout.JAVA_BYTE, i) & 0xff;
      if (groupOfCode[code] == 0 && (selection == null || selection.isSelected(i))) {
        int group = resolve.applyAsInt(i);
        groupOfCode[code] = group;
        known[knownCount] = (byte) code;
        if (knownCount < GroupNumbers.MAX_MASKS) {
          knownGroups[knownCount] = group;
        }
        knownCount++;
      }
    }
  }
}
