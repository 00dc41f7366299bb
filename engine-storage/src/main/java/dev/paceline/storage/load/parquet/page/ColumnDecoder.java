package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.parquet.metadata.PageHeader;
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
  /** Levels that are read at once. */
  private static final int LEVELS = 1024;

  private final ColumnRange part;
  private final PageLoader loader;
  private final PlainRewriter rewriter;
  private MemorySegment nulls = MemorySegment.NULL;
  private int nullCount;

  /** The lane of the next wanted row. */
  private int lane;

  ColumnDecoder(ColumnRange part) {
    this.part = part;
    this.loader = new PageLoader(part.file(), part.chunk(), part.place(), part.memory());
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

  /**
   * Decodes strings, binary strings or UUIDs.
   *
   * @param isText whether they are checked to be UTF-8
   */
  public static ColumnDecoder strings(ColumnRange part, boolean isText) {
    return new BytesDecoder(part, isText);
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
    LeafLevels levels = part.levels();
    int rows = levels == null ? part.rowCount() : entries();
    if (levels != null) {
      levels.begin(rows, memory);
    }
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
    loader.release();
    if (lane == 0) {
      throw new IOException("values are missing");
    }
    return nullCount == lane
        ? ConstantColumn.ofNull(part.type(), lane)
        : finish(new NullRows(lane, nullCount, nulls));
  }

  /** Returns the most entries that the wanted rows of a column within lists may have. */
  private int entries() {
    long entries = 0;
    for (PageEntry entry : part.pages().pages()) {
      if (part.rows().overlaps(entry.firstRow(), entry.endRow())) {
        entries += entry.header().valueCount();
      }
    }
    return Math.toIntExact(entries);
  }

  private void readDictionary(PageEntry entry) throws IOException {
    PageHeader header = entry.header();
    MemorySegment page = loader.load(entry);
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
    MemorySegment page = loader.load(entry);
    LeafLevels nested = part.levels();
    PageLevels levels =
        nested == null
            ? PageLevels.of(header, page, 0, part.isOptional() ? 1 : 0)
            : PageLevels.of(header, page, nested.maxRepetition(), nested.maxDefinition());
    List<PageRows> wanted =
        nested == null ? wanted(entry, levels.definitions()) : wanted(entry, levels, nested);
    int values = 0;
    for (PageRows rows : wanted) {
      values += rows.skippedValues() + rows.present();
    }
    PlainValues plain =
        new PlainValues(page, levels.valuesAt(), header.uncompressedBytes(), values);
    readValues(plain, header.encoding(), wanted);
    for (PageRows rows : wanted) {
      if (rows.present() < rows.count()) {
        nullCount += rows.count() - rows.present();
        spread(rows.lane(), rows.count(), rows.present());
      }
    }
    lane += wanted.stream().mapToInt(PageRows::count).sum();
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

  /**
   * Finds the wanted entries of a page of a column within lists or structs, and keeps their levels.
   */
  private List<PageRows> wanted(PageEntry entry, PageLevels page, LeafLevels kept) {
    List<PageRows> wanted = new ArrayList<>();
    RowRanges ranges = part.rows();
    int[] repetitions = new int[LEVELS];
    int[] definitions = new int[LEVELS];
    long row = entry.isContinued() ? entry.firstRow() : entry.firstRow() - 1;
    int range = 0;
    int skipped = 0;
    int first = lane;
    int present = 0;
    int target = lane;
    for (int done = 0; done < entry.header().valueCount(); done += LEVELS) {
      int count = Math.min(LEVELS, entry.header().valueCount() - done);
      if (page.repetitions() != null) {
        page.repetitions().read(repetitions, 0, count);
      }
      if (page.definitions() != null) {
        page.definitions().read(definitions, 0, count);
      }
      for (int i = 0; i < count; i++) {
        row += repetitions[i] == 0 ? 1 : 0;
        while (range < ranges.size() && row >= ranges.to(range)) {
          range++;
        }
        boolean isPresent = definitions[i] >= kept.maxDefinition();
        if (range < ranges.size() && row >= ranges.from(range)) {
          kept.add(repetitions[i], definitions[i]);
          if (isPresent) {
            present++;
          } else {
            Bitmaps.set(nulls, 0, target);
          }
          target++;
          continue;
        }
        if (target > first) {
          wanted.add(new PageRows(skipped, target - first, present, first));
          first = target;
          skipped = 0;
          present = 0;
        }
        skipped += isPresent ? 1 : 0;
      }
    }
    if (target > first) {
      wanted.add(new PageRows(skipped, target - first, present, first));
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
