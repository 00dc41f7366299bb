package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.kernel.bounds.BoundsKernels;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.load.column.DoubleColumn;
import dev.paceline.storage.load.column.IntegralColumn;
import dev.paceline.storage.load.column.IntegralLanes;
import dev.paceline.storage.load.column.NullRows;
import java.lang.foreign.MemorySegment;

/**
 * Decodes INTEGRAL and FLOATING values. Lanes become as narrow as the range of the values allows: a
 * column of codes alone by narrowing the dictionary, other columns afterwards.
 */
final class NumberDecoder extends ColumnDecoder {
  private static final int CODES = 1024;

  private final NumberForm form;
  private final boolean isIntegral;
  private final int[] codes = new int[CODES];

  // The lanes of as many codes: loops write arrays faster than segments.
  private final byte[] bytes = new byte[CODES];
  private final short[] shorts = new short[CODES];
  private final int[] ints = new int[CODES];
  private final long[] longs = new long[CODES];
  private MemorySegment lanes = MemorySegment.NULL;
  private MemorySegment entries = MemorySegment.NULL;
  private int entryCount;
  private int rows;
  private boolean isAllDictionary;

  /** Bytes of a lane. */
  private int width;

  /** The range of the dictionary, if only its entries occur. */
  private long min;

  private long max;

  NumberDecoder(ColumnRange part, NumberForm form) {
    super(part);
    this.form = form;
    this.isIntegral = part.type().family() == TypeFamily.INTEGRAL;
    this.width = form.width();
  }

  @Override
  void begin(int rowCount, boolean onlyDictionary) {
    rows = rowCount;
    isAllDictionary = onlyDictionary;
    if (!onlyDictionary) {
      lanes = memory().allocate((long) rows * width);
    }
  }

  @Override
  void dictionary(PlainValues values) {
    entryCount = values.count();
    entries = memory().allocate(Math.max(1L, entryCount) * width);
    form.read(values, 0, entryCount, entries, 0);
    if (!isAllDictionary) {
      return;
    }
    if (isIntegral && width <= Long.BYTES && entryCount > 0) {
      setRange(entries, entryCount);
      int narrow = IntegralLanes.width(min, max);
      MemorySegment narrowed = memory().allocate((long) entryCount * narrow);
      LaneKernels.encode(entries, width, entryCount, base(narrow), narrow, narrowed, 0);
      memory().release(entries);
      entries = narrowed;
      width = narrow;
    }
    lanes = memory().allocate((long) rows * width);
  }

  @Override
  void plain(PlainValues values, int skip, int count, int row) {
    form.read(values, skip, count, lanes, row);
  }

  @Override
  void codes(RunDecoder decoder, int count, int row) {
    for (int done = 0; done < count; done += CODES) {
      int part = Math.min(CODES, count - done);
      decoder.read(codes, 0, part);
      checkCodes(codes, part, entryCount);
      gather(row + done, part);
    }
  }

  static void checkCodes(int[] codes, int count, int entryCount) {
    int smallest = 0;
    int largest = 0;
    for (int i = 0; i < count; i++) {
      smallest = Math.min(smallest, codes[i]);
      largest = Math.max(largest, codes[i]);
    }
    if (smallest < 0 || largest >= entryCount) {
      throw new IllegalArgumentException("a code is not in the dictionary");
    }
  }

  private void gather(int row, int count) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          bytes[i] = entries.get(JAVA_BYTE, codes[i]);
        }
        MemorySegment.copy(bytes, 0, lanes, JAVA_BYTE, row, count);
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          shorts[i] = entries.get(JAVA_SHORT, (long) codes[i] << 1);
        }
        MemorySegment.copy(shorts, 0, lanes, JAVA_SHORT, (long) row << 1, count);
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          ints[i] = entries.get(JAVA_INT, (long) codes[i] << 2);
        }
        MemorySegment.copy(ints, 0, lanes, JAVA_INT, (long) row << 2, count);
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          longs[i] = entries.get(JAVA_LONG, (long) codes[i] << 3);
        }
        MemorySegment.copy(longs, 0, lanes, JAVA_LONG, (long) row << 3, count);
      }
      default -> {
        for (int i = 0; i < count; i++) {
          MemorySegment.copy(
              entries, (long) codes[i] * width, lanes, (long) (row + i) * width, width);
        }
      }
    }
  }

  @Override
  void spread(int row, int count, int present) {
    if (lanes.byteSize() == 0) {
      lanes = memory().allocate((long) rows * width);
    }
    spreadLanes(lanes, width, row, count, present);
  }

  @Override
  ChunkColumn finish(NullRows nulls) {
    DataType type = part().type();
    if (!isIntegral) {
      return DoubleColumn.of(type, nulls, lanes);
    }
    if (isAllDictionary && width <= Long.BYTES) {
      IntegralLanes.checkRange(type, min, max);
      return IntegralColumn.of(type, nulls, lanes, width, min, max);
    }
    return IntegralLanes.column(type, nulls, lanes, width, memory());
  }

  private void setRange(MemorySegment values, int count) {
    long[] bounds = BoundsKernels.none();
    if (width == Integer.BYTES) {
      BoundsKernels.current().includeInts(values, 0, count, bounds);
    } else {
      BoundsKernels.current().includeLongs(values, 0, count, bounds);
    }
    min = bounds[0];
    max = bounds[1];
  }

  private long base(int laneWidth) {
    return laneWidth == Long.BYTES ? 0 : min;
  }
}
