package dev.paceline.storage.load.csv;

import dev.paceline.core.kernel.separator.SeparatorKernels;
import dev.paceline.core.kernel.separator.SeparatorScan;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.text.TextInputs;
import dev.paceline.storage.load.text.TextWindow;

/**
 * The text of one chunk of a file, split into records. One thread uses it, with memory of a scope
 * that outlives it.
 */
final class RangeSplit {
  /** Bytes that are read behind a chunk at first, for the record that ends there. */
  private static final int AHEAD_BYTES = 1 << 12;

  /** Bytes before a chunk that tell whether its first byte is escaped. */
  private static final int ESCAPE_BYTES = 64;

  private final CsvFile file;
  private final CsvSchema schema;
  private final CsvBorders borders;
  private final CsvPlace place;
  private final int chunk;
  private final MemoryScope memory;
  private final FileRead read;
  private final Runnable cancellation;
  private final long from;
  private final int chunkEnd;
  private final TextWindow window;
  private final RecordSplitter splitter;
  private int first;
  private int last;
  private int begin;
  private int end;

  RangeSplit(
      CsvFile file,
      CsvSchema schema,
      CsvBorders borders,
      CsvPlace place,
      int chunk,
      MemoryScope memory,
      FileRead read,
      Runnable cancellation) {
    this.file = file;
    this.schema = schema;
    this.borders = borders;
    this.place = place;
    this.chunk = chunk;
    this.memory = memory;
    this.read = read;
    this.cancellation = cancellation;
    this.from = borders.from(chunk);
    int length = (int) (borders.to(chunk) - from);
    this.chunkEnd = TextWindow.START + length;
    this.window =
        new TextWindow(
            memory, TextInputs.range(read, from, file.entry().bytes()), length + AHEAD_BYTES);
    this.splitter = new RecordSplitter(memory, schema.dialect(), length + AHEAD_BYTES);
    window.fill(length + AHEAD_BYTES);
  }

  TextWindow window() {
    return window;
  }

  RecordSplitter splitter() {
    return splitter;
  }

  /** Returns the index of the first separator of the chunk's records. */
  int first() {
    return first;
  }

  /** Returns the index of the last separator of the chunk's records. */
  int last() {
    return last;
  }

  /** Returns where the records begin in the window. */
  int begin() {
    return begin;
  }

  /** Returns the position in the file of a position in the window. */
  long filePosition(int position) {
    return from + position - TextWindow.START;
  }

  /** Returns where the records end in the file. */
  long fileEnd() {
    return filePosition(end);
  }

  /** Splits the chunk where the number of quotes before it says that it begins. */
  void splitByQuotes() {
    long known = borders.knownBegin(chunk);
    boolean inQuotes = schema.dialect().quote() != 0 && isInQuotes();
    if (known >= 0) {
      splitFrom(known);
      return;
    }
    splitter.start(TextWindow.START, inQuotes, inQuotes && isEscaped(read, from));
    splitToEnd(chunk == 0 ? TextWindow.START : -1);
    if (splitter.isIrregularFrom(begin)) {
      splitFrom(filePosition(begin));
    }
  }

  /** Splits the chunk from where a record begins for certain. */
  void splitFrom(long fileBegin) {
    if (fileBegin > borders.to(chunk)) {
      long behind = fileBegin - from + TextWindow.START;
      begin = Math.toIntExact(behind);
      end = begin;
      first = 0;
      last = -1;
      return;
    }
    int start = (int) (fileBegin - from) + TextWindow.START;
    splitter.start(start, false, false);
    splitToEnd(start);
    if (splitter.isIrregularFrom(start)) {
      splitter.startCarefully(start);
      splitToEnd(start);
    }
  }

  /** Notes where the chunk begins and ends; splits it again if the one before it ends elsewhere. */
  void confirm() {
    long right = borders.confirm(chunk, filePosition(begin), fileEnd());
    while (right != filePosition(begin)) {
      splitFrom(right);
      right = borders.confirm(chunk, filePosition(begin), fileEnd());
    }
    if (borders.isContradicted(chunk)) {
      throw place.misleading(filePosition(begin), cancellation);
    }
  }

  /**
   * Splits until the last record of the chunk has ended.
   *
   * @param start where its first record begins; -1 if that is behind the first record end
   */
  private void splitToEnd(int start) {
    splitter.split(window);
    int lastEnd = splitter.firstEnd(chunkEnd);
    while (lastEnd < 0 && !window.isEnded()) {
      cancellation.run();
      int length = window.limit() - TextWindow.START;
      int beyond = window.limit() - Math.max(chunkEnd, 0);
      if (beyond > schema.maxLineBytes()) {
        throw place.tooLong(filePosition(lastRecordStart(start)), cancellation);
      }
      window.fill(Math.max(AHEAD_BYTES, Math.min(length, schema.maxLineBytes())));
      splitter.split(window);
      lastEnd = splitter.firstEnd(chunkEnd);
    }
    if (lastEnd < 0) {
      endText(start);
      lastEnd = splitter.lastEnd();
    }
    first = 0;
    begin = start;
    if (start < 0) {
      int firstEnd = splitter.firstEnd(TextWindow.START);
      first = firstEnd + 1;
      begin =
          firstEnd < 0 ? window.limit() : Math.min(window.limit(), splitter.position(firstEnd) + 1);
    }
    last = lastEnd;
    end = lastEnd < first ? begin : Math.min(window.limit(), splitter.position(lastEnd) + 1);
  }

  /** Ends the last record, which has no line break behind it. */
  private void endText(int start) {
    int recordStart = lastRecordStart(start);
    if (splitter.isInQuotes()) {
      throw place.unclosed(filePosition(recordStart), cancellation);
    }
    if (recordStart < window.limit()) {
      splitter.endRecord(window.limit());
    }
  }

  private int lastRecordStart(int start) {
    int lastEnd = splitter.lastEnd();
    return lastEnd >= 0 ? splitter.position(lastEnd) + 1 : start >= 0 ? start : TextWindow.START;
  }

  /** Counts the quotes of this chunk, and of those before it that nobody has counted. */
  private boolean isInQuotes() {
    borders.setQuotes(chunk, hasOddQuotes(window, chunkEnd, from, read));
    int missing = borders.uncountedBefore(chunk);
    while (missing >= 0) {
      cancellation.run();
      long at = borders.from(missing);
      int length = (int) (borders.to(missing) - at);
      try (MemoryScope help = memory.ledger().openScope("quotes of " + file.entry().path())) {
        TextWindow other =
            new TextWindow(help, TextInputs.range(read, at, file.entry().bytes()), length);
        other.fill(length);
        borders.setQuotes(missing, hasOddQuotes(other, TextWindow.START + length, at, read));
      }
      missing = borders.uncountedBefore(chunk);
    }
    return borders.isInQuotes(chunk);
  }

  private boolean hasOddQuotes(TextWindow text, int to, long position, FileRead file) {
    CsvDialect dialect = schema.dialect();
    SeparatorScan scan = new SeparatorScan(dialect.delimiter(), dialect.quote(), dialect.escape());
    scan.start(TextWindow.START, false, isEscaped(file, position));
    SeparatorKernels.current(to - scan.position()).skip(scan, text.segment(), to);
    return scan.isInQuotes();
  }

  /** Whether an odd number of escapes stands before a position. */
  private boolean isEscaped(FileRead in, long position) {
    CsvDialect dialect = schema.dialect();
    int length = (int) Math.min(ESCAPE_BYTES, position - file.textStart());
    if (dialect.escape() == dialect.quote() || length <= 0) {
      return false;
    }
    try (MemoryScope scope = memory.ledger().openScope("escapes of " + file.entry().path())) {
      TextWindow before =
          new TextWindow(scope, TextInputs.range(in, position - length, position), length);
      before.fill(length);
      int escapes = 0;
      while (escapes < length
          && before.at(TextWindow.START + length - 1 - escapes) == dialect.escape()) {
        escapes++;
      }
      return (escapes & 1) != 0;
    }
  }
}
