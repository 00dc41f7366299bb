package dev.paceline.storage.load.json;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import com.fasterxml.jackson.core.JsonParser;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** The lines of a file that start in a range of bytes. */
final class JsonLineChunk extends FileChunk {
  private static final int MORE_BYTES = 64 << 10;
  private static final int CANCELLATION_LINES = 64;
  private static final long LINE_FEEDS = 0x0a0a_0a0a_0a0a_0a0aL;
  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private final JsonSchema schema;
  private final JsonOptions options;
  private final int[] columns;
  private final long from;
  private final long to;
  private final MemoryLedger ledger;
  private byte[] line = new byte[1024];

  /**
   * @param from position in the file of the first byte at which a line may start
   * @param to behind the last one
   */
  JsonLineChunk(
      FileSet.Entry file,
      JsonSchema schema,
      JsonOptions options,
      int[] columns,
      long from,
      long to,
      MemoryLedger ledger) {
    super(file, ledger);
    this.schema = schema;
    this.options = options;
    this.columns = columns;
    this.from = from;
    this.to = to;
    this.ledger = ledger;
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    // Whether a line starts at the first byte, the byte before it tells.
    long origin = Math.max(0, from - 1);
    try (FileRead read = FileRead.open(file());
        MemoryScope textMemory = ledger.openScope("lines of " + file().path())) {
      int length = (int) (to - origin);
      MemorySegment text = textMemory.allocate(length);
      read.read(origin, text, 0, length);
      int begin = from == 0 ? 0 : find(text, 0, length) + 1;
      RowBuilder rows = new RowBuilder(schema, columns, options, memory);
      if (begin > 0 || from == 0) {
        while (begin < length) {
          int end = find(text, begin, length);
          if (end < 0 && origin + length < file().bytes()) {
            int more =
                (int)
                    Math.min(
                        Math.max(MORE_BYTES, length - begin), file().bytes() - origin - length);
            if ((long) length - begin > options.maxRecordBytes()) {
              throw JsonPlace.tooLong(
                  file(),
                  lineNumber(read, origin + begin),
                  length - begin,
                  options.maxRecordBytes());
            }
            text = textMemory.reallocate(text, length + more);
            read.read(origin + length, text, length, more);
            length += more;
            continue;
          }
          int lineEnd = end < 0 ? length : end;
          if (rows.rows() % CANCELLATION_LINES == 0) {
            cancellation.run();
          }
          add(text, begin, lineEnd, rows, read, origin);
          begin = lineEnd + 1;
          if (origin + begin >= to) {
            break;
          }
        }
      }
      return new Rows(rows.rows(), rows.finish(), read.readBytes());
    }
  }

  private void add(
      MemorySegment text, int begin, int end, RowBuilder rows, FileRead read, long origin) {
    int length = end - begin;
    if (length > options.maxRecordBytes()) {
      throw JsonPlace.tooLong(
          file(), lineNumber(read, origin + begin), length, options.maxRecordBytes());
    }
    if (line.length < length) {
      line = new byte[Math.max(length, 2 * line.length)];
    }
    MemorySegment.copy(text, JAVA_BYTE, begin, line, 0, length);
    try (JsonParser parser = JsonValues.FACTORY.createParser(line, 0, length)) {
      if (parser.nextToken() == null) {
        return; // an empty line
      }
      rows.add(parser);
      if (parser.nextToken() != null) {
        rows.undoLast();
        throw new IOException("a line has several values");
      }
    } catch (IOException e) {
      rows.undo();
      if (!options.ignoreErrors()) {
        throw JsonPlace.malformed(file(), lineNumber(read, origin + begin), e);
      }
    } catch (ValueMismatch e) {
      var column = rows.current();
      rows.undo();
      if (!options.ignoreErrors()) {
        throw JsonPlace.mismatch(file(), lineNumber(read, origin + begin), column, e, options);
      }
    }
  }

  /** Returns the position of the next line feed; -1 if there is none. */
  private static int find(MemorySegment text, int from, int to) {
    int i = from;
    for (; i + 8 <= to; i += 8) {
      long word = text.get(JAVA_LONG_UNALIGNED, i) ^ LINE_FEEDS;
      long zeros = word - LOW_BITS & ~word & HIGH_BITS;
      if (zeros != 0) {
        return i + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    for (; i < to; i++) {
      if (text.get(JAVA_BYTE, i) == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Counts the lines before a position, for an error message. */
  private long lineNumber(FileRead read, long position) {
    long lines = 1;
    try (MemoryScope memory = ledger.openScope("line numbers of " + file().path())) {
      MemorySegment buffer = memory.allocate(MORE_BYTES);
      for (long at = 0; at < position; ) {
        int count = (int) Math.min(MORE_BYTES, position - at);
        read.read(at, buffer, 0, count);
        for (int found = find(buffer, 0, count);
            found >= 0;
            found = find(buffer, found + 1, count)) {
          lines++;
        }
        at += count;
      }
    }
    return lines;
  }
}
