package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The output of one call, read from its states. Safe for all threads once the states are complete.
 *
 * @param values what the function computes; for COUNT the rows
 * @param presence which groups have a result that is not NULL; null if all
 * @param rows for COUNT(x), the NULLs to subtract; for SINGLE_VALUE, all rows
 */
public record AggregateResult(
    AggregateCall call, State values, @Nullable PresenceState presence, @Nullable CountState rows) {

  /**
   * Makes {@code out} the results of the groups [from, from + count): pointing to the states where
   * that can be, else in scratch of its own.
   */
  public void emit(int from, int count, ColumnVector out) {
    switch (values) {
      case CountState counts -> emitCounts(counts, from, count, out);
      case SumState sums -> sums.emit(from, count, out);
      case DoubleState doubles -> emitDoubles(doubles, from, count, out);
      case BytesState strings -> strings.emit(from, count, out);
      case Int128State wides -> emitWides(wides, from, count, out);
      case VarianceState variances -> variances.emit(call.function(), from, count, out);
      case MomentState moments ->
          moments.emit(requireNonNull(call.library(), "library"), from, count, out);
      case LongState longs -> emitLongs(longs, from, count, out);
      default -> throw PacelineException.internal("no output of " + values.getClass(), null);
    }
    if (call.function() == AggregateFunction.SINGLE_VALUE && rows != null) {
      checkSingle(rows, from, count);
    }
    emitNulls(from, count, out);
  }

  private void emitCounts(CountState counts, int from, int count, ColumnVector out) {
    if (rows == null || !rows.any()) {
      int width = counts.width();
      out.setIntegers(counts.counts(), (long) width * from, width, 0, 1);
    } else {
      MemorySegment lanes = out.scratch(8L * count);
      for (int i = 0; i < count; i++) {
        lanes.set(JAVA_LONG, (long) i << 3, counts.get(from + i) - rows.get(from + i));
      }
      out.setLongs(lanes, 0);
    }
    measure(count, out);
  }

  private static void measure(int count, ColumnVector out) {
    long[] extremes = new long[2];
    AggregateKernels.current()
        .extremes(out.data(), out.offset(), out.width(), count, null, 0, extremes);
    out.setBounds(extremes[0], extremes[1]);
  }

  private static void emitDoubles(DoubleState doubles, int from, int count, ColumnVector out) {
    if (out.type().kind() != TypeKind.FLOAT32) {
      out.setDoubles(doubles.values(), 8L * from);
      return;
    }
    MemorySegment lanes = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      double value = doubles.values().get(JAVA_DOUBLE, 8L * (from + i));
      lanes.set(JAVA_DOUBLE, (long) i << 3, (float) value);
    }
    out.setDoubles(lanes, 0);
  }

  private void emitLongs(LongState longs, int from, int count, ColumnVector out) {
    if (out.type().family() == TypeFamily.BOOLEAN) {
      MemorySegment bits = out.scratch(Bitmaps.bytes(count));
      Bitmaps.zero(bits, 0, count);
      for (int i = 0; i < count; i++) {
        if (longs.values().get(JAVA_LONG, 8L * (from + i)) == 1) {
          Bitmaps.set(bits, 0, i);
        }
      }
      out.setBits(bits, 0);
      return;
    }
    out.setLongs(longs.values(), 8L * from);
    boolean any = false;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      if (presence == null || presence.has(from + i)) {
        long value = out.getLong(i);
        min = Math.min(min, value);
        max = Math.max(max, value);
        any = true;
      }
    }
    if (any) {
      out.setBounds(min, max);
    }
  }

  private void emitWides(Int128State wides, int from, int count, ColumnVector out) {
    boolean fit = true;
    for (int i = 0; i < count && fit; i++) {
      int group = from + i;
      fit = presence != null && !presence.has(group) || wides.high(group) == wides.low(group) >> 63;
    }
    MemorySegment lanes = out.scratch((fit ? 8L : 16L) * count);
    for (int i = 0; i < count; i++) {
      if (fit) {
        lanes.set(JAVA_LONG, (long) i << 3, wides.low(from + i));
      } else {
        lanes.set(JAVA_LONG, (long) i << 4, wides.low(from + i));
        lanes.set(JAVA_LONG, ((long) i << 4) + 8, wides.high(from + i));
      }
    }
    if (fit) {
      out.setLongs(lanes, 0);
    } else {
      out.setInt128s(lanes, 0);
    }
  }

  private void emitNulls(int from, int count, ColumnVector out) {
    if (presence == null || presence.all()) {
      return;
    }
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    boolean any = false;
    for (int i = 0; i < count; i++) {
      if (!presence.has(from + i)) {
        Bitmaps.set(nulls, 0, i);
        any = true;
      }
    }
    if (any) {
      out.setNulls(nulls, 0);
    }
  }

  private static void checkSingle(CountState rows, int from, int count) {
    for (int i = 0; i < count; i++) {
      if (rows.get(from + i) > 1) {
        throw new PacelineException(
            ErrorCode.CARDINALITY_VIOLATION,
            "a subquery that must give one row gave " + rows.get(from + i));
      }
    }
  }
}
