package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import dev.paceline.storage.load.parquet.metadata.PageHeader;
import dev.paceline.storage.load.parquet.metadata.PageHeader.Kind;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.ValueEncoding;
import dev.paceline.storage.load.parquet.page.PageList.PageEntry;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes some rows of a column chunk: reads and decompresses the pages that have some of them, and
 * hands their values to a subclass. Used once, by one thread.
 */
public abstract class ColumnDecoder {
  private final ColumnRange part;
  private final PageDecompressor decompressor;
  private final PlainRewriter rewriter;
  private MemorySegment compressed = MemorySegment.NULL;
  private MemorySegment page = MemorySegment.NULL;
  private MemorySegment nulls = MemorySegment.NULL;
  private int nullCount;

  /** The lane of the next wanted row. */
  private int lane;

  ColumnDecoder(ColumnRange part) {
    this.part = part;
    this.decompressor = new PageDecompressor(part.chunk().compression(), part.place());
    this.rewriter =
        new PlainRewriter(
            part.chunk().type(),
            valueBytes(part.chunk().type(), part.node().typeLength()),
            part.memory(),
            part.cancellation());
  }

  /** Decodes integers, decimals, dates, times, timestamps or floating-point numbers. */
  public static ColumnDecoder numbers(ColumnRange part, NumberForm form) {
    return new NumberDecoder(part, form);
  }

  public static ColumnDecoder booleans(ColumnRange part) {
    return new BooleanDecoder(part);
  }

  /** Decodes strings, binary strings or UUIDs. */
  public static ColumnDecoder strings(ColumnRange part, StringForm form) {
    return new BytesDecoder(part, form);
  }

  private static int valueBytes(PhysicalType type, int typeLength) {
    return switch (type) {
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY -> typeLength;
      case BOOLEAN, BYTE_ARRAY -> 0;
    };
  }

  /**
   * Decodes the rows.
   *
   * @throws PacelineException INVALID_FILE if a page is damaged, NOT_SUPPORTED for encodings that
   *     are not read
   */
  public final ChunkColumn decode() {
    try {
      return decodePages();
    } catch (PacelineException e) {
      throw e.code() == ErrorCode.NOT_SUPPORTED || e.code() == ErrorCode.INVALID_FILE
          ? placed(e)
          : e;
    } catch (IOException | RuntimeException e) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE,
          part.place()
              + " is damaged: "
              + (e.getMessage() == null ? "a page ends too early" : e.getMessage())
              + "; write the file again",
          e);
    }
  }

  private PacelineException placed(PacelineException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains(part.place())
        ? e
        : new PacelineException(e.code(), part.place() + ": " + message, e);
  }

  private ChunkColumn decodePages() throws IOException {
    MemoryScope memory = part.memory();
    int rows = part.rowCount();
    if (part.isOptional()) {
      nulls = memory.allocateZeroed(RunDecoder.bitmapBytes(rows));
    }
    PageEntry dictionary = part.pages().dictionary();
    boolean dictionaryIsRead = false;
    begin(rows, part.pages().isAllDictionary(part.rows()));
    for (PageEntry entry : part.pages().pages()) {
      if (!part.rows().overlaps(entry.firstRow(), entry.endRow())) {
        continue;
      }
      part.cancellation().run();
      if (entry.header().encoding().isDictionary() && !dictionaryIsRead) {
        if (dictionary == null) {
          throw new IOException("a dictionary is missing");
        }
        readDictionary(dictionary);
        dictionaryIsRead = true;
      }
      readPage(entry);
    }
    rewriter.release();
    release(compressed);
    release(page);
    return nullCount == rows
        ? ConstantColumn.ofNull(part.type(), rows)
        : finish(new NullRows(rows, nullCount, nulls));
  }

  private void release(MemorySegment segment) {
    if (segment.byteSize() > 0) {
      part.memory().release(segment);
    }
  }

  private void readDictionary(PageEntry entry) throws IOException {
    PageHeader header = entry.header();
    load(entry, 0, true);
    if (header.valueCount() > header.uncompressedBytes()) {
      throw new IOException("its dictionary is shorter than it claims");
    }
    if (header.encoding() != ValueEncoding.PLAIN
        && header.encoding() != ValueEncoding.PLAIN_DICTIONARY) {
      throw new IOException("its dictionary has the encoding " + header.encoding());
    }
    dictionary(new PlainValues(page, 0, header.uncompressedBytes(), header.valueCount()));
  }

  private void readPage(PageEntry entry) throws IOException {
    PageHeader header = entry.header();
    boolean isVersion2 = header.kind() == Kind.DATA_PAGE_V2;
    int levelBytes = isVersion2 ? header.definitionBytes() + header.repetitionBytes() : 0;
    load(entry, levelBytes, !isVersion2 || header.isCompressed());
    long end = header.uncompressedBytes();
    RunDecoder levels = null;
    long at = levelBytes;
    if (part.isOptional()) {
      long from = isVersion2 ? header.repetitionBytes() : Integer.BYTES;
      long length = isVersion2 ? header.definitionBytes() : levelBytes(header);
      if (length < 0 || length > end - from) {
        throw new IOException("definition levels are longer than their page");
      }
      at = from + length;
      levels = new RunDecoder(page, from, at, 1);
    }
    List<PageRows> wanted = wanted(entry, levels);
    int values = 0;
    for (PageRows rows : wanted) {
      values += rows.skippedValues() + rows.present();
    }
    readValues(new PlainValues(page, at, end, values), header.encoding(), wanted);
    for (PageRows rows : wanted) {
      if (rows.present() < rows.count()) {
        nullCount += rows.count() - rows.present();
        spread(rows.lane(), rows.count(), rows.present());
      }
    }
    lane += wanted.stream().mapToInt(PageRows::count).sum();
  }

  /** Returns the bytes of the definition levels, which are the first number of the page. */
  private long levelBytes(PageHeader header) throws IOException {
    if (header.levelEncoding() != ValueEncoding.RLE) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "levels in the encoding " + header.levelEncoding() + " are not read");
    }
    if (header.uncompressedBytes() < Integer.BYTES) {
      throw new IOException("definition levels are missing");
    }
    return page.get(JAVA_INT_UNALIGNED, 0);
  }

  /**
   * Wanted rows of a page that follow each other.
   *
   * @param skippedValues values between these rows and the wanted ones before them
   * @param count rows
   * @param present those of them that are not NULL
   * @param lane of the first row
   */
  private record PageRows(int skippedValues, int count, int present, int lane) {}

  /** Finds the wanted rows of a page, and those of them that are NULL. */
  private List<PageRows> wanted(PageEntry entry, @Nullable RunDecoder levels) {
    List<PageRows> wanted = new ArrayList<>();
    RowRanges ranges = part.rows();
    long row = entry.firstRow();
    int target = lane;
    for (int i = 0; i < ranges.size(); i++) {
      long from = Math.max(ranges.from(i), entry.firstRow());
      long to = Math.min(ranges.to(i), entry.endRow());
      if (from >= to) {
        continue;
      }
      int skipped = (int) (from - row);
      int count = (int) (to - from);
      wanted.add(
          levels == null
              ? new PageRows(skipped, count, count, target)
              : new PageRows(
                  (int) levels.skipOnes(skipped),
                  count,
                  levels.setZeros(nulls, target, count),
                  target));
      row = to;
      target += count;
    }
    return wanted;
  }

  private void readValues(PlainValues values, ValueEncoding encoding, List<PageRows> wanted)
      throws IOException {
    if (wanted.stream().allMatch(rows -> rows.present() == 0)) {
      return;
    }
    if (!encoding.isDictionary()) {
      PlainValues plain = rewriter.rewrite(values, encoding);
      int before = 0;
      for (PageRows rows : wanted) {
        before += rows.skippedValues();
        if (rows.present() > 0) {
          plain(plain, before, rows.present(), rows.lane());
        }
        before += rows.present();
      }
      return;
    }
    if (values.to() <= values.from()) {
      throw new IOException("codes are missing");
    }
    int bits = values.bytes().get(JAVA_BYTE, values.from()) & 0xff;
    RunDecoder codes = new RunDecoder(values.bytes(), values.from() + 1, values.to(), bits);
    for (PageRows rows : wanted) {
      codes.skip(rows.skippedValues());
      if (rows.present() > 0) {
        codes(codes, rows.present(), rows.lane());
      }
    }
  }

  /** Reads and decompresses a page behind its levels, which are never compressed. */
  private void load(PageEntry entry, int levelBytes, boolean isCompressed) throws IOException {
    int length = entry.header().compressedBytes();
    int pageLength = entry.header().uncompressedBytes();
    page = ensure(page, pageLength);
    if (!isCompressed || part.chunk().compression() == PageCompression.UNCOMPRESSED) {
      if (length != pageLength) {
        throw new IOException("a page has " + length + " bytes instead of " + pageLength);
      }
      part.file().read(entry.position(), page, 0, length);
      return;
    }
    compressed = ensure(compressed, length);
    part.file().read(entry.position(), compressed, 0, length);
    MemorySegment.copy(compressed, 0, page, 0, levelBytes);
    decompressor.decompress(
        compressed.asSlice(levelBytes, length - levelBytes),
        page.asSlice(levelBytes, pageLength - levelBytes));
  }

  private MemorySegment ensure(MemorySegment segment, long bytes) {
    if (segment.byteSize() >= bytes + MemoryScope.PADDING_BYTES) {
      return segment;
    }
    release(segment);
    return part.memory().allocate(bytes);
  }

  final MemoryScope memory() {
    return part.memory();
  }

  final ColumnRange part() {
    return part;
  }

  /**
   * Moves dense lanes to their rows, from the last one on. Lanes of NULL rows take the value of
   * another row, so that they are in the range of the others; 0 if there is none.
   *
   * @param width bytes of a lane
   * @param row the first row; {@code present} lanes start there
   */
  final void spreadLanes(MemorySegment lanes, int width, int row, int count, int present) {
    int from = row + present;
    for (int to = row + count - 1; to >= row && from != to + 1; to--) {
      if (!Bitmaps.get(nulls, 0, to)) {
        from--;
        copyLane(lanes, width, from, to);
      }
    }
    int value = row;
    while (value < row + count && Bitmaps.get(nulls, 0, value)) {
      value++;
    }
    if (value == row + count) {
      lanes.asSlice((long) row * width, (long) count * width).fill((byte) 0);
      return;
    }
    for (int i = row; i < row + count; i++) {
      if (Bitmaps.get(nulls, 0, i)) {
        copyLane(lanes, width, value, i);
      } else {
        value = i;
      }
    }
  }

  private static void copyLane(MemorySegment lanes, int width, int from, int to) {
    switch (width) {
      case 1 -> lanes.set(JAVA_BYTE, to, lanes.get(JAVA_BYTE, from));
      case 2 -> lanes.setAtIndex(JAVA_SHORT, to, lanes.getAtIndex(JAVA_SHORT, from));
      case 4 -> lanes.setAtIndex(JAVA_INT, to, lanes.getAtIndex(JAVA_INT, from));
      case 8 -> lanes.setAtIndex(JAVA_LONG, to, lanes.getAtIndex(JAVA_LONG, from));
      default -> MemorySegment.copy(lanes, (long) from * width, lanes, (long) to * width, width);
    }
  }

  /** Returns the bitmap of NULLs, in which rows that have been read are set. */
  final MemorySegment nulls() {
    return nulls;
  }

  /**
   * Called before all others.
   *
   * @param isAllDictionary whether only {@link #codes} will be called, not {@link #plain}
   */
  abstract void begin(int rows, boolean isAllDictionary);

  /** Keeps the entries of the dictionary. Called before the first {@link #codes}. */
  abstract void dictionary(PlainValues entries);

  /**
   * Decodes values.
   *
   * @param skip values to leave out first
   * @param count values to decode
   * @param row the lane of the first one; the others follow
   */
  abstract void plain(PlainValues values, int skip, int count, int row);

  /** The same of codes into the dictionary. */
  abstract void codes(RunDecoder codes, int count, int row);

  /** Moves the values of some rows, of which {@code present} are not NULL, to their rows. */
  abstract void spread(int row, int count, int present);

  /** Returns the column, in which some row is not NULL. */
  abstract ChunkColumn finish(NullRows nullRows);
}
