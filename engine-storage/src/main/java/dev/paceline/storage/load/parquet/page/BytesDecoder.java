package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.column.DictionaryColumn;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.column.StringColumn;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.text.Utf8Text;
import java.lang.foreign.MemorySegment;

/**
 * Decodes strings. A column of codes alone keeps them; otherwise each row gets a view. The strings
 * of the dictionary and of all pages lie in one heap, one behind the other, so that many are copied
 * on at once.
 */
final class BytesDecoder extends ColumnDecoder {
  private static final int CODES = 1024;

  private final boolean isText;

  /** Bytes of a value; 0 if each has its own length before it. */
  private final int length;

  private final int[] codes = new int[CODES];

  // The lanes of as many codes: loops write arrays faster than segments.
  private final byte[] bytes = new byte[CODES];
  private final short[] shorts = new short[CODES];
  private final long[] views = new long[CODES];
  private MemorySegment heap = MemorySegment.NULL;
  private long heapBytes;
  private MemorySegment entryViews = MemorySegment.NULL;
  private int entryCount;
  private int rows;
  private boolean isAllDictionary;

  /** Codes or views, one a row. */
  private MemorySegment lanes = MemorySegment.NULL;

  private int width = Long.BYTES;

  /**
   * @param isText whether values are checked to be UTF-8
   */
  BytesDecoder(ColumnRange part, boolean isText) {
    super(part);
    this.isText = isText;
    this.length =
        part.chunk().type() == PhysicalType.FIXED_LEN_BYTE_ARRAY ? part.node().typeLength() : 0;
  }

  @Override
  void begin(int rowCount, boolean onlyDictionary) {
    rows = rowCount;
    isAllDictionary = onlyDictionary;
    if (!onlyDictionary) {
      lanes = memory().allocateZeroed((long) rows * width);
    }
  }

  @Override
  void dictionary(PlainValues values) {
    entryCount = values.count();
    values.checkFixed(entryCount, length == 0 ? Integer.BYTES : length);
    entryViews = memory().allocate((long) entryCount * Long.BYTES);
    append(values, 0, entryCount, entryViews, 0);
    if (isAllDictionary) {
      width = entryCount <= 1 << 8 ? 1 : entryCount <= 1 << 16 ? 2 : 4;
      lanes = memory().allocateZeroed((long) rows * width);
    }
  }

  @Override
  void plain(PlainValues values, int skip, int count, int row) {
    append(values, skip, count, lanes, row);
  }

  /** Copies strings to the heap, and writes a view of each. */
  private void append(PlainValues values, int skip, int count, MemorySegment views, int row) {
    if (length > 0) {
      appendFixed(values, skip, count, views, row);
      return;
    }
    MemorySegment bytes = values.bytes();
    long to = values.to();
    long at = values.from();
    for (int i = 0; i < skip; i++) {
      at += Integer.BYTES + stringLength(bytes, at, to);
    }
    ensureHeap(to - at + StringView.SLACK);
    MemorySegment target = heap;
    long end = heapBytes;
    for (int i = 0; i < count; i++) {
      int size = stringLength(bytes, at, to);
      at += Integer.BYTES;
      StringView.copyWithSlack(bytes, at, target, end, size);
      views.set(JAVA_LONG, (long) (row + i) << 3, StringView.of(end, size));
      at += size;
      end += size;
    }
    if (isText) {
      checkText(views, row, count, end);
    }
    heapBytes = end;
  }

  private void appendFixed(PlainValues values, int skip, int count, MemorySegment views, int row) {
    values.checkFixed(skip + count, length);
    long from = values.from() + (long) skip * length;
    checkLength(length);
    ensureHeap((long) count * length);
    MemorySegment.copy(values.bytes(), from, heap, heapBytes, (long) count * length);
    for (int i = 0; i < count; i++) {
      long view = StringView.of(heapBytes + (long) i * length, length);
      views.set(JAVA_LONG, (long) (row + i) << 3, view);
    }
    if (isText) {
      checkText(views, row, count, heapBytes + (long) count * length);
    }
    heapBytes += (long) count * length;
  }

  private static int stringLength(MemorySegment bytes, long at, long to) {
    if (to - at < Integer.BYTES) {
      throw new IndexOutOfBoundsException("strings end too early");
    }
    int size = bytes.get(JAVA_INT_UNALIGNED, at);
    if (size < 0 || size > to - at - Integer.BYTES) {
      throw new IndexOutOfBoundsException("a string has " + size + " bytes");
    }
    checkLength(size);
    return size;
  }

  private static void checkLength(int size) {
    if (size > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a string has " + size + " bytes, more than the " + StringView.MAX_LENGTH + " allowed");
    }
  }

  /**
   * Checks that the strings behind those of the heap, which lie one behind the other, are UTF-8:
   * together they are, and none begins within a character.
   */
  private void checkText(MemorySegment views, int row, int count, long end) {
    if (Utf8Text.isAscii(heap, heapBytes, end - heapBytes)) {
      return;
    }
    boolean isValid = Utf8Text.isValid(heap, heapBytes, end);
    for (int i = row; i < row + count && isValid; i++) {
      long start = StringView.offset(views.get(JAVA_LONG, (long) i << 3));
      isValid = start == end || !Utf8Text.continues(heap.get(JAVA_BYTE, start));
    }
    if (!isValid) {
      throw new IllegalArgumentException("a string is not UTF-8");
    }
  }

  private void ensureHeap(long more) {
    long needed = heapBytes + more;
    if (heap.byteSize() >= needed + MemoryScope.PADDING_BYTES) {
      return;
    }
    long size = Math.max(needed, heapBytes + heapBytes / 2);
    if (heapBytes == 0) {
      heap = memory().allocate(size);
      return;
    }
    heap = memory().reallocate(heap, size);
  }

  @Override
  void codes(RunDecoder decoder, int count, int row) {
    for (int done = 0; done < count; done += CODES) {
      int part = Math.min(CODES, count - done);
      decoder.read(codes, 0, part);
      NumberDecoder.checkCodes(codes, part, entryCount);
      write(row + done, part);
    }
  }

  private void write(int row, int count) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          bytes[i] = (byte) codes[i];
        }
        MemorySegment.copy(bytes, 0, lanes, JAVA_BYTE, row, count);
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          shorts[i] = (short) codes[i];
        }
        MemorySegment.copy(shorts, 0, lanes, JAVA_SHORT, (long) row << 1, count);
      }
      case 4 -> MemorySegment.copy(codes, 0, lanes, JAVA_INT, (long) row << 2, count);
      default -> {
        for (int i = 0; i < count; i++) {
          views[i] = entryViews.get(JAVA_LONG, (long) codes[i] << 3);
        }
        MemorySegment.copy(views, 0, lanes, JAVA_LONG, (long) row << 3, count);
      }
    }
  }

  @Override
  void spread(int row, int count, int present) {
    if (lanes.byteSize() > 0) {
      spreadLanes(lanes, width, row, count, present);
    }
  }

  @Override
  ChunkColumn finish(NullRows nullRows) {
    if (heap.byteSize() == 0) {
      heap = memory().allocate(0);
    }
    return isAllDictionary
        ? new DictionaryColumn(
            part().type(),
            nullRows,
            lanes,
            width,
            new Dictionary(entryCount, entryViews, 0, heap, false))
        : new StringColumn(part().type(), nullRows, lanes, heap);
  }
}
