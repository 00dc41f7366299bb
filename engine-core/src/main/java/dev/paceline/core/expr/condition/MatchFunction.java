package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Occurrences;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.scan.ColumnPredicate.Anchor;
import dev.paceline.core.scan.ColumnPredicate.BytesMatcher;
import dev.paceline.core.scan.ColumnPredicate.NegatedMatcher;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Tests which strings match. If every match must contain certain bytes, it searches for these bytes
 * in all strings of a batch at once, and tests only the strings that contain them. Results of NULL
 * rows are undefined, but the views of such rows must lie inside the heap.
 */
final class MatchFunction implements VectorFunction {
  private final BytesMatcher matcher;
  private final boolean negated;
  private final @Nullable Anchor anchor;
  private final Occurrences occurrences = new Occurrences();

  MatchFunction(BytesMatcher matcher) {
    this.negated = matcher instanceof NegatedMatcher;
    this.matcher = matcher instanceof NegatedMatcher not ? not.matcher() : matcher;
    this.anchor = this.matcher.anchor();
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector texts = arguments[0];
    MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
    Anchor wanted = anchor;
    if (wanted != null) {
      occurrences.begin(texts, rows, nulls, wanted.bytes());
    }
    if (wanted != null && occurrences.areAtOnce()) {
      testAnchored(texts, rows, wanted, bits);
    } else {
      testEach(texts, rows, bits);
    }
    if (negated) {
      for (long at = 0; at < Bitmaps.bytes(rows); at += Long.BYTES) {
        bits.set(JAVA_LONG, at, ~bits.get(JAVA_LONG, at));
      }
    }
    result.setBits(bits, 0);
  }

  private void testEach(ColumnVector texts, int rows, MemorySegment bits) {
    MemorySegment heap = texts.valueHeap();
    for (int first = 0; first < rows; first += Long.SIZE) {
      int last = Math.min(first + Long.SIZE, rows);
      long word = 0;
      for (int row = first; row < last; row++) {
        word |= (matcher.matches(heap, texts.getView(row)) ? 1L : 0) << row;
      }
      bits.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private void testAnchored(ColumnVector texts, int rows, Anchor wanted, MemorySegment bits) {
    Bitmaps.zero(bits, 0, rows);
    MemorySegment heap = texts.valueHeap();
    while (occurrences.next()) {
      int row = occurrences.row();
      if (wanted.sufficient() || matcher.matches(heap, texts.getView(row))) {
        Bitmaps.set(bits, 0, row);
      }
      occurrences.skipRow();
    }
  }
}
