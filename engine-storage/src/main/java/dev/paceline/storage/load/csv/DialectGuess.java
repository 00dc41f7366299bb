package dev.paceline.storage.load.csv;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.csv.field.StringParser;
import dev.paceline.storage.load.text.TextWindow;
import java.util.HashMap;
import java.util.Map;

/**
 * How well a dialect explains a sample: a good one gives all records the same number of fields, and
 * several of them.
 *
 * @param fields the most frequent number of fields
 * @param mostFields the largest number of fields
 * @param records looked at
 * @param regular records with that number of fields
 * @param quotedFields fields that begin and end with a quote
 * @param brokenFields fields that begin with a quote and go on behind the closing one
 * @param unclosed whether the sample ends inside quotes
 */
record DialectGuess(
    CsvDialect dialect,
    int fields,
    int mostFields,
    int records,
    int regular,
    int quotedFields,
    int brokenFields,
    boolean unclosed) {
  /**
   * Splits a sample.
   *
   * @param start where its first record starts
   */
  static DialectGuess of(CsvDialect dialect, TextWindow window, int start, MemoryScope memory) {
    RecordSplitter splitter =
        new RecordSplitter(memory, dialect, window.limit() - TextWindow.START);
    splitter.startCarefully(start);
    splitter.split(window);
    boolean unclosed = splitter.isInQuotes();
    if (window.isEnded() && !unclosed) {
      splitter.endRecord(window.limit());
    }
    Map<Integer, Integer> counts = new HashMap<>();
    int records = 0;
    int quoted = 0;
    int broken = 0;
    int first = 0;
    int fieldStart = start;
    int last = splitter.lastEnd();
    for (int i = 0; i <= last; i++) {
      int end = splitter.position(i);
      boolean ends = splitter.isRecordEnd(i);
      int fieldEnd = ends && end > fieldStart && window.at(end - 1) == '\r' ? end - 1 : end;
      boolean blank = ends && i == first && fieldStart == fieldEnd;
      boolean comment =
          i == first
              && dialect.comment() != 0
              && fieldStart < fieldEnd
              && window.at(fieldStart) == dialect.comment();
      if (dialect.quote() != 0
          && fieldStart < fieldEnd
          && window.at(fieldStart) == dialect.quote()) {
        if (fieldEnd > fieldStart + 1
            && window.at(fieldEnd - 1) == dialect.quote()
            && StringParser.hasOnlyEscapedQuotes(
                window.segment(),
                fieldStart + 1,
                fieldEnd - 1,
                dialect.quote(),
                dialect.escape())) {
          quoted++;
        } else {
          broken++;
        }
      }
      fieldStart = end + 1;
      if (ends) {
        if (!blank && !comment) {
          records++;
          counts.merge(i - first + 1, 1, Integer::sum);
        }
        first = i + 1;
      }
    }
    int fields = 1;
    int most = 1;
    int regular = 0;
    for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
      int fieldCount = entry.getKey();
      int number = entry.getValue();
      most = Math.max(most, fieldCount);
      if (number > regular || number == regular && fieldCount > fields) {
        fields = fieldCount;
        regular = number;
      }
    }
    return new DialectGuess(dialect, fields, most, records, regular, quoted, broken, unclosed);
  }

  /** Whether this dialect explains the sample better than another one, which was tried before. */
  boolean isBetterThan(DialectGuess other) {
    if (fields > 1 != other.fields > 1) {
      return fields > 1 ? isConvincing(other) : !other.isConvincing(this);
    }
    if (Math.abs(share() - other.share()) > 0.02) {
      return share() > other.share();
    }
    if (quoting() != other.quoting()) {
      return quoting() > other.quoting();
    }
    if (brokenFields != other.brokenFields) {
      return brokenFields < other.brokenFields;
    }
    return quotedFields > other.quotedFields;
  }

  /** Whether quotes delimit fields: positive if they do, negative if they do not. */
  private int quoting() {
    return Integer.signum(Integer.compare(quotedFields, brokenFields));
  }

  /**
   * Whether several fields explain the sample. A single field explains it better that is in quotes
   * where these fields are not, and that more records have.
   */
  private boolean isConvincing(DialectGuess single) {
    return share() >= 0.5
        && brokenFields <= quotedFields
        && (single.quoting() <= quoting() || single.share() <= share());
  }

  private double share() {
    return records == 0
        ? 0
        : (double) regular / records * (unclosed && quotedFields <= brokenFields ? 0.5 : 1);
  }
}
