package dev.paceline.storage.load.csv;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.csv.field.RecordTable;
import dev.paceline.storage.load.text.TextInput;
import dev.paceline.storage.load.text.TextInputs;
import dev.paceline.storage.load.text.TextWindow;
import java.util.Locale;

/** The text before the first record of a file: a byte order mark, skipped lines, the header. */
final class CsvPreamble {
  private static final int PIECE_BYTES = 1 << 13;

  private CsvPreamble() {}

  /**
   * Finds the first record of a file.
   *
   * @param checksNames whether the header must have the names of the columns
   * @throws PacelineException INVALID_FILE if its header has another number of names than there are
   *     columns
   */
  static CsvFile skip(
      FileSet.Entry file, CsvSchema schema, boolean checksNames, MemoryLedger ledger) {
    try (MemoryScope memory = ledger.openScope("header of " + file.path());
        TextInput input = TextInputs.open(file, schema.encoding(), schema.compression())) {
      TextWindow window = new TextWindow(memory, input, PIECE_BYTES);
      window.fill(PIECE_BYTES);
      int start = afterLines(window, schema.skippedLines());
      if (schema.header()) {
        start = afterHeader(window, start, file, schema, checksNames, memory);
      }
      return new CsvFile(file, Math.min(start, window.loaded()) - TextWindow.START);
    }
  }

  /** Returns where the text starts behind a byte order mark and some lines. */
  static int afterLines(TextWindow window, int lines) {
    int at = TextWindow.START;
    boolean marked =
        window.loaded() >= at + 3
            && window.at(at) == (byte) 0xef
            && window.at(at + 1) == (byte) 0xbb
            && window.at(at + 2) == (byte) 0xbf;
    at += marked ? 3 : 0;
    for (int line = 0; line < lines; line++) {
      while (at < window.loaded() && window.at(at) != '\n' && window.at(at) != '\r') {
        at++;
        if (at == window.loaded()) {
          window.fill(PIECE_BYTES);
        }
      }
      if (at + 1 >= window.loaded()) {
        window.fill(PIECE_BYTES);
      }
      boolean pair = window.at(at) == '\r' && window.at(at + 1) == '\n';
      at = Math.min(window.loaded(), at + (pair ? 2 : 1));
    }
    return at;
  }

  /**
   * Returns the number of lines before the records of a file that are not separated into fields,
   * such as a title; 0 unless all records behind them have the same number of fields.
   */
  static int noteLines(DialectGuess guess, TextWindow window, int start, MemoryScope memory) {
    RecordSplitter splitter = new RecordSplitter(memory, guess.dialect(), PIECE_BYTES);
    splitter.startCarefully(start);
    splitter.split(window);
    if (window.isEnded() && !splitter.isInQuotes()) {
      splitter.endRecord(window.limit());
    }
    int notes = 0;
    int records = 0;
    int noteEnd = start;
    int recordStart = start;
    int first = 0;
    int last = splitter.lastEnd();
    for (int end = 0; end <= last; end++) {
      if (!splitter.isRecordEnd(end)) {
        continue;
      }
      int recordEnd = splitter.position(end);
      if (isRecord(window, recordStart, recordEnd, guess.dialect())) {
        int fields = end - first + 1;
        if (fields == 1 && records == 0) {
          notes++;
          noteEnd = recordEnd + 1;
        } else if (fields == guess.fields()) {
          records++;
        } else {
          return 0;
        }
      }
      recordStart = recordEnd + 1;
      first = end + 1;
    }
    return notes == 0 || records < 2 ? 0 : lines(window, start, noteEnd);
  }

  private static int lines(TextWindow window, int from, int to) {
    int lines = 0;
    for (int at = from; at < to; at++) {
      byte value = window.at(at);
      lines += value == '\n' || value == '\r' && window.at(at + 1) != '\n' ? 1 : 0;
    }
    return lines;
  }

  private static int afterHeader(
      TextWindow window,
      int start,
      FileSet.Entry file,
      CsvSchema schema,
      boolean checksNames,
      MemoryScope memory) {
    RecordSplitter splitter = new RecordSplitter(memory, schema.dialect(), PIECE_BYTES);
    while (true) {
      splitter.startCarefully(start);
      splitter.split(window);
      if (window.isEnded()) {
        splitter.endRecord(window.limit());
      }
      int recordStart = start;
      int first = 0;
      for (int end = splitter.firstEnd(start);
          end >= 0;
          end = splitter.firstEnd(splitter.position(end) + 1)) {
        int recordEnd = splitter.position(end);
        if (isRecord(window, recordStart, recordEnd, schema.dialect())) {
          int names = end - first + 1;
          if (!schema.nullPadding() && names != schema.fields() && names != schema.fields() + 1) {
            throw new PacelineException(
                ErrorCode.INVALID_FILE,
                "file "
                    + file.path()
                    + " has "
                    + names
                    + " columns in its header instead of "
                    + schema.fields()
                    + "; read files of different columns with union_by_name=true, or set columns");
          }
          if (checksNames && names == schema.fields()) {
            RecordTable header =
                new RecordTables(schema.dialect(), names, false)
                    .of(
                        window.segment(),
                        splitter,
                        first,
                        end,
                        recordStart,
                        memory,
                        (from, to, found) -> {});
            checkNames(header, file, schema);
          }
          return recordEnd + 1;
        }
        recordStart = recordEnd + 1;
        first = end + 1;
      }
      if (window.isEnded()) {
        return window.loaded();
      }
      if (window.limit() > schema.maxLineBytes()) {
        throw new PacelineException(
            ErrorCode.INVALID_FILE,
            "the header of file "
                + file.path()
                + " is longer than "
                + schema.maxLineBytes()
                + " bytes; set header=false, quote or max_line_size");
      }
      window.fill(window.limit());
    }
  }

  private static void checkNames(RecordTable header, FileSet.Entry file, CsvSchema schema) {
    for (int i = 0; i < schema.fields() && header.rowCount() > 0; i++) {
      String expected = schema.columns().get(i).name();
      String name = header.select(0, i) ? header.string().strip() : "";
      // A name that occurs twice has a number behind it in the table.
      boolean same = expected.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT));
      if (!same) {
        throw new PacelineException(
            ErrorCode.INVALID_FILE,
            "file "
                + file.path()
                + " calls its column "
                + (i + 1)
                + " "
                + name
                + " instead of "
                + expected
                + "; read files of different columns with union_by_name=true, or set names");
      }
    }
  }

  /** Whether a line is neither blank nor a comment. */
  private static boolean isRecord(TextWindow window, int start, int end, CsvDialect dialect) {
    boolean blank = start == end || end == start + 1 && window.at(start) == '\r';
    return !blank && (dialect.comment() == 0 || window.at(start) != dialect.comment());
  }
}
