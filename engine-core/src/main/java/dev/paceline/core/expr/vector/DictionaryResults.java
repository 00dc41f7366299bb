package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.column.DictionaryUse;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.RelationKernels;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A function's results for the entries of the dictionary that was last seen. Text results become a
 * derived dictionary under the same codes; others are looked up by code.
 */
final class DictionaryResults {
  /** Ranges of codes that are compared instead of looked up. */
  private static final int MAX_RANGES = 2;

  private final VectorFunction function;
  private final ColumnVector results;
  private final NullMask none;
  private final DictionaryUse use = new DictionaryUse();

  private @Nullable Dictionary derived;
  private byte[] truths = new byte[0];
  private final int[] rangeLows = new int[MAX_RANGES];
  private final int[] rangeHighs = new int[MAX_RANGES];
  private int rangeCount;
  private final ColumnVector rangeScratch;

  DictionaryResults(DataType type, VectorFunction function, WorkerContext context) {
    this.function = function;
    results = new ColumnVector(type, context.memory());
    rangeScratch = new ColumnVector(DataType.BOOLEAN, context.memory());
    none = new NullMask(context);
  }

  /** Returns whether to use the results of all entries for a batch. */
  boolean worthwhile(Dictionary dictionary, int rows) {
    return use.pays(dictionary, rows);
  }

  /**
   * Makes {@code result} the function's value for a batch.
   *
   * @param varying which argument is dictionary-encoded; the others are constant
   */
  ColumnVector apply(ColumnVector[] arguments, int varying, int rows, ColumnVector result) {
    ColumnVector codes = arguments[varying];
    if (!use.isComputed()) {
      compute(arguments, varying, codes.dictionary());
      use.setComputed();
    }
    switch (results.type().family()) {
      case BYTES -> {
        Dictionary dictionary = derived;
        if (dictionary == null) {
          throw new IllegalStateException("not computed");
        }
        result.setDictionary(codes.data(), codes.offset(), codes.width(), dictionary);
      }
      case BOOLEAN -> lookUpBits(codes, rows, result);
      case INTEGRAL -> lookUpLongs(codes, rows, result);
      case FLOATING -> lookUpDoubles(codes, rows, result);
    }
    return result.setNulls(codes.nulls(), codes.nullsOffset());
  }

  private void compute(ColumnVector[] arguments, int varying, Dictionary dictionary) {
    int size = dictionary.size();
    ColumnVector[] byEntry = arguments.clone();
    byEntry[varying] =
        new ColumnVector(arguments[varying].type())
            .setViews(dictionary.views(), dictionary.viewsOffset(), dictionary.heap());
    function.compute(byEntry, size, none.reset(), results);
    if (results.type().family() == TypeFamily.BYTES) {
      derived = new Dictionary(size, results.data(), results.offset(), results.heap(), false);
    } else if (results.type().family() == TypeFamily.BOOLEAN) {
      collectTruths(size);
    }
  }

  private void collectTruths(int size) {
    if (truths.length < size) {
      truths = new byte[size];
    }
    rangeCount = 0;
    boolean previous = false;
    for (int code = 0; code < size; code++) {
      boolean truth = results.getBoolean(code);
      truths[code] = (byte) (truth ? 1 : 0);
      if (truth && !previous) {
        if (rangeCount < MAX_RANGES) {
          rangeLows[rangeCount] = code;
        }
        rangeCount++;
      }
      if (truth && rangeCount <= MAX_RANGES) {
        rangeHighs[rangeCount - 1] = code;
      }
      previous = truth;
    }
  }

  private void lookUpBits(ColumnVector codes, int rows, ColumnVector result) {
    MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
    result.setBits(bits, 0);
    if (rangeCount > MAX_RANGES) {
      lookUpTruths(codes, rows, bits);
      return;
    }
    if (rangeCount == 0) {
      Bitmaps.zero(bits, 0, rows);
      return;
    }
    inRange(codes, 0, rows, bits);
    if (rangeCount == 2) {
      MemorySegment more = rangeScratch.scratch(Bitmaps.bytes(rows));
      inRange(codes, 1, rows, more);
      for (long at = 0; at < Bitmaps.bytes(rows); at += 8) {
        bits.set(JAVA_LONG, at, bits.get(JAVA_LONG, at) | more.get(JAVA_LONG, at));
      }
    }
  }

  private void inRange(ColumnVector codes, int range, int rows, MemorySegment target) {
    RelationKernels.current()
        .inRange(
            codes.data(),
            codes.offset(),
            codes.width(),
            rangeLows[range],
            rangeHighs[range],
            rows,
            target);
  }

  private void lookUpTruths(ColumnVector codes, int rows, MemorySegment bits) {
    byte[] table = truths;
    MemorySegment data = codes.data();
    long offset = codes.offset();
    int width = codes.width();
    for (int first = 0; first < rows; first += 64) {
      int last = Math.min(first + 64, rows);
      long word = 0;
      switch (width) {
        case 1 -> {
          for (int i = first; i < last; i++) {
            word |= (long) table[data.get(JAVA_BYTE, offset + i) & 0xff] << i;
          }
        }
        case 2 -> {
          for (int i = first; i < last; i++) {
            long at = offset + ((long) i << 1);
            word |= (long) table[data.get(JAVA_SHORT_UNALIGNED, at) & 0xffff] << i;
          }
        }
        default -> {
          for (int i = first; i < last; i++) {
            word |= (long) table[data.get(JAVA_INT_UNALIGNED, offset + ((long) i << 2))] << i;
          }
        }
      }
      bits.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private void lookUpLongs(ColumnVector codes, int rows, ColumnVector result) {
    MemorySegment lanes = result.scratch(8L * rows);
    int[] numbers = DictionaryCodes.of(codes, rows);
    for (int i = 0; i < rows; i++) {
      lanes.set(JAVA_LONG, (long) i << 3, results.getLong(numbers[i]));
    }
    result.setLongs(lanes, 0);
  }

  private void lookUpDoubles(ColumnVector codes, int rows, ColumnVector result) {
    MemorySegment lanes = result.scratch(8L * rows);
    int[] numbers = DictionaryCodes.of(codes, rows);
    for (int i = 0; i < rows; i++) {
      lanes.set(JAVA_DOUBLE, (long) i << 3, results.getDouble(numbers[i]));
    }
    result.setDoubles(lanes, 0);
  }
}
