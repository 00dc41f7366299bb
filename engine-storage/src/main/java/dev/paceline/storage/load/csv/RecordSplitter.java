package dev.paceline.storage.load.csv;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.kernel.separator.SeparatorKernels;
import dev.paceline.core.kernel.separator.SeparatorScan;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.text.TextWindow;
import java.lang.foreign.MemorySegment;

/**
 * Finds the separators of a window of text, by vectors where quotes only stand around fields, and
 * byte by byte where they also stand inside of fields without quotes. One thread uses it.
 */
final class RecordSplitter {
  private static final int POSITION = ~SeparatorScan.RECORD_END;

  /** Bytes of text for which there is room for one separator at first. */
  private static final int BYTES_PER_SEPARATOR = 6;

  private final MemoryScope memory;
  private final CsvDialect dialect;
  private final SeparatorScan scan;
  private MemorySegment positions;
  private int capacity;

  private boolean careful;
  private int count;
  private int next;
  private State state = State.RECORD_START;

  /** The states of the machine that goes byte by byte. */
  private enum State {
    RECORD_START,
    FIELD_START,
    FIELD,
    QUOTED,
    ESCAPED,
    CLOSED,
    COMMENT
  }

  /**
   * @param textBytes that probably are to be split
   */
  RecordSplitter(MemoryScope memory, CsvDialect dialect, int textBytes) {
    this.memory = memory;
    this.dialect = dialect;
    this.scan = new SeparatorScan(dialect.delimiter(), dialect.quote(), dialect.escape());
    this.capacity = SeparatorKernels.SPARE_POSITIONS + textBytes / BYTES_PER_SEPARATOR;
    this.positions = memory.allocate(4L * capacity);
  }

  /** Begins at a position, whatever was found before. */
  void start(int from, boolean inQuotes, boolean escaped) {
    careful = false;
    scan.start(from, inQuotes, escaped);
    count = 0;
  }

  /** Begins at the start of a record, and looks at every byte. */
  void startCarefully(int from) {
    careful = true;
    state = State.RECORD_START;
    next = from;
    count = 0;
  }

  /** Goes on to the limit of a window. */
  void split(TextWindow window) {
    int to = window.limit();
    if (careful) {
      splitCarefully(window.segment(), to);
      return;
    }
    while (scan.position() < to) {
      SeparatorKernels.current(to - scan.position())
          .split(scan, window.segment(), to, positions, capacity);
      count = scan.count();
      if (scan.position() < to) {
        grow();
      }
    }
  }

  private void grow() {
    capacity = Math.toIntExact(Math.min(Integer.MAX_VALUE / 2, 2L * capacity));
    positions = memory.reallocate(positions, 4L * capacity);
  }

  private void splitCarefully(MemorySegment text, int to) {
    byte delimiter = dialect.delimiter();
    byte quote = dialect.quote() == 0 ? -1 : dialect.quote();
    byte escape = dialect.escape();
    byte comment = dialect.comment() == 0 ? -1 : dialect.comment();
    for (; next < to; next++) {
      byte value = text.get(JAVA_BYTE, next);
      boolean ends = value == '\n' || value == '\r' && text.get(JAVA_BYTE, next + 1) != '\n';
      switch (state) {
        case QUOTED ->
            state =
                value == escape && escape != quote
                    ? State.ESCAPED
                    : value == quote ? State.CLOSED : State.QUOTED;
        case ESCAPED -> state = State.QUOTED;
        case COMMENT -> {
          if (ends) {
            add(next, true);
          }
        }
        default -> {
          if (value == quote && state != State.FIELD) {
            state = State.QUOTED;
          } else if (value == comment && state == State.RECORD_START) {
            state = State.COMMENT;
          } else if (value == delimiter || ends) {
            add(next, ends);
          } else if (value != '\r' || state != State.CLOSED) {
            state = State.FIELD;
          }
        }
      }
    }
  }

  private void add(int position, boolean recordEnd) {
    if (count + SeparatorKernels.SPARE_POSITIONS > capacity) {
      grow();
    }
    positions.set(
        JAVA_INT, (long) count << 2, recordEnd ? position | SeparatorScan.RECORD_END : position);
    count++;
    state = recordEnd ? State.RECORD_START : State.FIELD_START;
  }

  /** Ends the last record where the text ends. */
  void endRecord(int position) {
    add(position, true);
  }

  /** Whether what was split ends inside quotes. */
  boolean isInQuotes() {
    return careful ? state == State.QUOTED || state == State.ESCAPED : scan.isInQuotes();
  }

  /** Whether a quote in the middle of a field was seen at a position or behind it. */
  boolean isIrregularFrom(int position) {
    return !careful && scan.lastIrregular() >= position;
  }

  /** Returns the separators, in ints as {@link SeparatorKernels} finds them. */
  MemorySegment positions() {
    return positions;
  }

  /** Returns the position of a separator. */
  int position(int index) {
    return positions.get(JAVA_INT, (long) index << 2) & POSITION;
  }

  /** Whether a record ends at a separator. */
  boolean isRecordEnd(int index) {
    return positions.get(JAVA_INT, (long) index << 2) < 0;
  }

  /** Returns the index of the first record end at a position or behind it; -1 if there is none. */
  int firstEnd(int position) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (position(middle) >= position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    while (low < count && !isRecordEnd(low)) {
      low++;
    }
    return low == count ? -1 : low;
  }

  /** Returns the index of the last record end; -1 if there is none. */
  int lastEnd() {
    int index = count - 1;
    while (index >= 0 && !isRecordEnd(index)) {
      index--;
    }
    return index;
  }
}
