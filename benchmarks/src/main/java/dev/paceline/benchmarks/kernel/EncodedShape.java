package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.encoding.EncodingChooser;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Columns such that each encoding is chosen for at least one of them. */
public enum EncodedShape {
  CONSTANT("ConstantEncoding", DataType.INT64, 1),
  CODES_1("FrameOfReferenceEncoding", DataType.INT64, 200),
  CODES_2("FrameOfReferenceEncoding", DataType.INT64, 60_000),
  CODES_4("FrameOfReferenceEncoding", DataType.INT64, 1L << 31),
  LONGS("FrameOfReferenceEncoding", DataType.INT64, 1L << 60),
  RUNS("RunLengthEncoding", DataType.INT64, 1L << 60),
  POWERS("NumberDictionaryEncoding", DataType.INT64, 200),
  INT128S("PlainNumberEncoding", DataType.decimal(38, 0), 1L << 60),
  DOUBLES("PlainNumberEncoding", DataType.FLOAT64, 1L << 53),
  BOOLEANS("BooleanEncoding", DataType.BOOLEAN, 2),
  WORDS("StringDictionaryEncoding", DataType.VARCHAR, 25),
  NAMES("StringDictionaryEncoding", DataType.VARCHAR, 5_000),
  TEXTS("PlainStringEncoding", DataType.VARCHAR, 1L << 60),
  COMPRESSED_TEXTS("CompressedTextEncoding", DataType.VARCHAR, 1L << 60);

  private static final int TENTH = 10;

  /** How long a run is on average. */
  private static final int RUN_ROWS = 64;

  private final String encoding;
  private final DataType type;
  private final long distinct;

  EncodedShape(String encoding, DataType type, long distinct) {
    this.encoding = encoding;
    this.type = type;
    this.distinct = distinct;
  }

  /** The simple name of the class that encodes it. */
  public String encoding() {
    return encoding;
  }

  /** Returns the chooser that takes this encoding: only blocks of files have compressed strings. */
  EncodingChooser chooser() {
    return new EncodingChooser(this == COMPRESSED_TEXTS);
  }

  /** Random values; strings are decimal numbers with some letters before. */
  ColumnValues values(MemoryScope scope, int rows) {
    SplittableRandom random = new SplittableRandom(1);
    MemorySegment lanes = scope.allocate((long) rows * Long.BYTES);
    MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(rows));
    MemorySegment highs = this == INT128S ? scope.allocate((long) rows * Long.BYTES) : null;
    MemorySegment heap = MemorySegment.NULL;
    long heapLength = 0;
    if (type.family() == TypeFamily.BYTES) {
      heap = scope.allocate((long) rows * text(distinct).length);
    }
    long number = 0;
    for (int row = 0; row < rows; row++) {
      if (this != RUNS || random.nextInt(RUN_ROWS) == 0) {
        number = random.nextLong(distinct);
      }
      switch (type.family()) {
        case FLOATING -> lanes.setAtIndex(ValueLayout.JAVA_DOUBLE, row, (double) number / distinct);
        case BYTES -> {
          byte[] text = text(number);
          MemorySegment.copy(text, 0, heap, ValueLayout.JAVA_BYTE, heapLength, text.length);
          lanes.setAtIndex(ValueLayout.JAVA_LONG, row, StringView.of(heapLength, text.length));
          heapLength += text.length;
        }
        case BOOLEAN, INTEGRAL -> lanes.setAtIndex(ValueLayout.JAVA_LONG, row, lane(number));
      }
      if (highs != null) {
        highs.setAtIndex(ValueLayout.JAVA_LONG, row, number % 3);
      }
    }
    return new ColumnValues(type, rows, 0, lanes, highs, heap, heapLength, nulls);
  }

  /** Ascends with the number; powers are few, far apart and without a common divisor. */
  private long lane(long number) {
    if (this != POWERS) {
      return number;
    }
    long square = number * number;
    return square * square * square * number;
  }

  private static byte[] text(long number) {
    return ("number " + number).getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns a predicate that about a tenth of the rows satisfy; of few strings, one. */
  ColumnPredicate predicate() {
    return switch (type.family()) {
      case BOOLEAN -> LongRanges.between(1, 1);
      case INTEGRAL -> LongRanges.between(0, lane(distinct / TENTH));
      case FLOATING ->
          new DoubleRanges(List.of(new DoubleRange(0.0, true, 1.0 / TENTH, true)), false);
      case BYTES -> new BytesRanges(List.of(new BytesRange(text(1), true, text(2), false)), false);
    };
  }

  /** The same for one row. */
  boolean matches(ColumnValues values, int row) {
    long lane = values.lane(row);
    MemorySegment highs = values.highs();
    return switch (type.family()) {
      case BOOLEAN -> lane == 1;
      case INTEGRAL ->
          lane <= lane(distinct / TENTH)
              && (highs == null || highs.getAtIndex(ValueLayout.JAVA_LONG, row) == 0);
      case FLOATING -> Double.longBitsToDouble(lane) <= 1.0 / TENTH;
      case BYTES -> {
        byte[] text = StringView.bytes(values.heap(), lane);
        yield Arrays.compareUnsigned(text, text(1)) >= 0
            && Arrays.compareUnsigned(text, text(2)) < 0;
      }
    };
  }

  /** Whether a value came back as it was. */
  boolean equal(ColumnValues values, int row, ColumnVector vector, int vectorRow) {
    long lane = values.lane(row);
    MemorySegment highs = values.highs();
    return switch (type.family()) {
      case BOOLEAN -> vector.getBoolean(vectorRow) == (lane == 1);
      case INTEGRAL ->
          vector.getLong(vectorRow) == lane
              && (highs == null
                  || vector.getHigh(vectorRow) == highs.getAtIndex(ValueLayout.JAVA_LONG, row));
      case FLOATING -> Double.doubleToRawLongBits(vector.getDouble(vectorRow)) == lane;
      case BYTES ->
          StringView.equal(values.heap(), lane, vector.valueHeap(), vector.getView(vectorRow));
    };
  }
}
