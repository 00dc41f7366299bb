package dev.paceline.core.operator.join;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.vector.DoubleLanes;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.expr.vector.TruthValues;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.kernel.RelationKernels;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Compares the keys of pairs, column by column. One worker uses it. */
public final class KeyEquality {
  private final int[] leftKeys;
  private final int[] storedKeys;
  private final boolean[] nullsEqual;
  private final ColumnVector[] lefts;
  private final ColumnVector[] rights;
  private final PlainLanes leftLanes;
  private final PlainLanes rightLanes;
  private final DoubleLanes leftDoubles;
  private final DoubleLanes rightDoubles;

  /** The pairs whose values are equal, whether they are NULL or not. */
  private final MemorySegment equalValues;

  private final int capacity;

  public KeyEquality(
      List<DataType> types,
      int[] leftKeys,
      int[] storedKeys,
      boolean[] nullsEqual,
      WorkerContext context) {
    this.leftKeys = leftKeys;
    this.storedKeys = storedKeys;
    this.nullsEqual = nullsEqual;
    this.capacity = context.batchRows();
    leftLanes = new PlainLanes(context.memory());
    rightLanes = new PlainLanes(context.memory());
    leftDoubles = new DoubleLanes(context.memory());
    rightDoubles = new DoubleLanes(context.memory());
    equalValues = context.memory().allocate(Bitmaps.bytes(capacity));
    lefts = new ColumnVector[leftKeys.length];
    rights = new ColumnVector[leftKeys.length];
    for (int key = 0; key < leftKeys.length; key++) {
      lefts[key] = new ColumnVector(types.get(key), context.memory());
      rights[key] = new ColumnVector(types.get(key), context.memory());
    }
  }

  /** Clears the bits of pairs whose keys differ. */
  void narrow(
      Batch left,
      MemorySegment positions,
      RowStore store,
      MemorySegment rows,
      int count,
      MemorySegment bitmap) {
    for (int key = 0; key < leftKeys.length; key++) {
      ColumnVector ours = lefts[key];
      ColumnVector theirs = rights[key];
      Compactor.gather(left.column(leftKeys[key]), positions, count, ours, capacity);
      store.gather(storedKeys[key], rows, count, theirs, capacity);
      narrow(ours, theirs, nullsEqual[key], count, bitmap);
    }
  }

  private void narrow(
      ColumnVector ours, ColumnVector theirs, boolean nullsEqual, int count, MemorySegment bitmap) {
    TypeFamily family = ours.type().family();
    boolean noNulls = !ours.mayHaveNulls() && !theirs.mayHaveNulls();
    if (family == TypeFamily.BYTES && noNulls) {
      narrowStrings(ours, theirs, count, bitmap);
    } else if (ours.isConstantNull() || theirs.isConstantNull()) {
      narrowRows(ours, theirs, nullsEqual, count, bitmap);
    } else if (family == TypeFamily.INTEGRAL && PlainLanes.fits(ours) && PlainLanes.fits(theirs)) {
      leftLanes.read(ours, count);
      rightLanes.read(theirs, count);
      RelationKernels.current()
          .equalLongs(
              leftLanes.data(),
              leftLanes.offset(),
              rightLanes.data(),
              rightLanes.offset(),
              count,
              equalValues);
      keepEqual(ours, theirs, nullsEqual, count, bitmap);
    } else if (family == TypeFamily.FLOATING) {
      leftDoubles.read(ours, count);
      rightDoubles.read(theirs, count);
      RelationKernels.current()
          .equalDoubles(
              leftDoubles.data(),
              leftDoubles.offset(),
              rightDoubles.data(),
              rightDoubles.offset(),
              count,
              equalValues);
      keepEqual(ours, theirs, nullsEqual, count, bitmap);
    } else {
      narrowRows(ours, theirs, nullsEqual, count, bitmap);
    }
  }

  /** Clears the bits of pairs that are not equal, given which have equal values. */
  private void keepEqual(
      ColumnVector ours, ColumnVector theirs, boolean nullsEqual, int count, MemorySegment bitmap) {
    for (int word = 0; word < TruthValues.words(count); word++) {
      long at = (long) word << 3;
      long ourNulls = TruthValues.nulls(ours, word);
      long theirNulls = TruthValues.nulls(theirs, word);
      long equal = equalValues.get(ValueLayout.JAVA_LONG, at) & ~(ourNulls | theirNulls);
      if (nullsEqual) {
        equal |= ourNulls & theirNulls;
      }
      bitmap.set(ValueLayout.JAVA_LONG, at, bitmap.get(ValueLayout.JAVA_LONG, at) & equal);
    }
  }

  /** Compares row by row what has no kernel: wide numbers, strings that may be NULL, booleans. */
  private static void narrowRows(
      ColumnVector ours, ColumnVector theirs, boolean nullsEqual, int count, MemorySegment bitmap) {
    for (int word = 0; word << 6 < count; word++) {
      long bits = bitmap.get(ValueLayout.JAVA_LONG, (long) word << 3);
      long kept = bits;
      for (long rest = bits; rest != 0; rest &= rest - 1) {
        int bit = Long.numberOfTrailingZeros(rest);
        int i = (word << 6) + bit;
        if (i >= count || !equal(ours, i, theirs, i, nullsEqual)) {
          kept &= ~(1L << bit);
        }
      }
      bitmap.set(ValueLayout.JAVA_LONG, (long) word << 3, kept);
    }
  }

  /** Compares the first bytes without a branch on lengths, which would be mispredicted. */
  private static void narrowStrings(
      ColumnVector ours, ColumnVector theirs, int count, MemorySegment bitmap) {
    MemorySegment ourHeap = ours.valueHeap();
    MemorySegment theirHeap = theirs.valueHeap();
    for (int first = 0; first < count; first += Long.SIZE) {
      int last = Math.min(first + Long.SIZE, count);
      long equal = 0;
      for (int i = first; i < last; i++) {
        long our = ours.getView(i);
        long their = theirs.getView(i);
        long differing =
            (StringView.prefix(ourHeap, our) ^ StringView.prefix(theirHeap, their))
                | (StringView.length(our) ^ StringView.length(their));
        boolean same =
            differing == 0
                && (StringView.length(our) <= Long.BYTES
                    || StringView.equal(ourHeap, our, theirHeap, their));
        equal |= same ? 1L << i : 0;
      }
      long bits = bitmap.get(ValueLayout.JAVA_LONG, (long) first >> 3);
      bitmap.set(ValueLayout.JAVA_LONG, (long) first >> 3, bits & equal);
    }
  }

  /** Whether two values of the same type are equal. */
  public static boolean equal(
      ColumnVector left, int leftRow, ColumnVector right, int rightRow, boolean nullsEqual) {
    boolean leftNull = left.isNull(leftRow);
    if (leftNull || right.isNull(rightRow)) {
      return nullsEqual && leftNull && right.isNull(rightRow);
    }
    return switch (left.type().family()) {
      case INTEGRAL ->
          left.getLong(leftRow) == right.getLong(rightRow)
              && left.getHigh(leftRow) == right.getHigh(rightRow);
      case FLOATING -> DoubleRange.compare(left.getDouble(leftRow), right.getDouble(rightRow)) == 0;
      case BOOLEAN -> left.getBoolean(leftRow) == right.getBoolean(rightRow);
      case BYTES ->
          StringView.equal(
              left.valueHeap(), left.getView(leftRow), right.valueHeap(), right.getView(rightRow));
    };
  }
}
