package dev.paceline.storage.load.parquet.page;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.column.BooleanColumn;
import dev.paceline.storage.load.column.NullRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Decodes BOOLEAN values, which the encoding PLAIN stores as bits. */
final class BooleanDecoder extends ColumnDecoder {
  private MemorySegment bits = MemorySegment.NULL;

  BooleanDecoder(ColumnRange part) {
    super(part);
  }

  @Override
  void begin(int rows, boolean isAllDictionary) {
    bits = memory().allocateZeroed(RunDecoder.bitmapBytes(rows));
  }

  @Override
  void dictionary(PlainValues entries) {
    throw new IllegalArgumentException("truth values have a dictionary");
  }

  @Override
  void codes(RunDecoder codes, int count, int row) {
    throw new IllegalArgumentException("truth values have a dictionary");
  }

  @Override
  void plain(PlainValues values, int skip, int count, int row) {
    values.checkFixed((skip + count + 7) / 8, 1);
    for (int done = 0; done < count; done += Integer.SIZE) {
      int part = Math.min(Integer.SIZE, count - done);
      long bit = (values.from() << 3) + skip + done;
      long word = values.bytes().get(ValueLayout.JAVA_LONG_UNALIGNED, bit >>> 3) >>> (bit & 7);
      RunDecoder.setBits(bits, (long) row + done, word & (1L << part) - 1);
    }
  }

  @Override
  void spread(int row, int count, int present) {
    int from = row + present;
    for (int to = row + count - 1; to >= row; to--) {
      if (!Bitmaps.get(nulls(), 0, to)) {
        from--;
        if (Bitmaps.get(bits, 0, from)) {
          Bitmaps.set(bits, 0, to);
        } else {
          Bitmaps.clear(bits, 0, to);
        }
      }
    }
  }

  @Override
  ChunkColumn finish(NullRows nullRows) {
    return new BooleanColumn(nullRows, bits);
  }
}
