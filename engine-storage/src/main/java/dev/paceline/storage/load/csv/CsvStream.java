package dev.paceline.storage.load.csv;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.SerialChunks;
import dev.paceline.storage.load.text.TextInput;
import dev.paceline.storage.load.text.TextInputs;
import dev.paceline.storage.load.text.TextWindow;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that has to be read from its beginning to its end, because it is packed or encoded, or
 * because quotes stand where they do not delimit. One worker at a time reads and splits; parsing is
 * parallel.
 *
 * <p>A chunk is handed out when the text of the one before it was cut off.
 */
final class CsvStream extends SerialChunks {
  private final CsvFile file;
  private final CsvSchema schema;
  private final CsvPlace place;
  private final ColumnsParser parser;
  private final int chunkBytes;
  private final MemoryLedger ledger;

  /** The input behind the text that was cut off; the worker that cuts uses these fields. */
  private @Nullable TextInput input;

  private @Nullable MemoryScope restMemory;
  private @Nullable MemorySegment rest;
  private int restLength;
  private long restPosition;

  CsvStream(
      CsvFile file,
      CsvSchema schema,
      CsvPlace place,
      ColumnsParser parser,
      int chunkBytes,
      MemoryLedger ledger) {
    this.file = file;
    this.schema = schema;
    this.place = place;
    this.parser = parser;
    this.chunkBytes = chunkBytes;
    this.ledger = ledger;
  }

  @Override
  protected FileChunk newChunk() {
    return new StreamChunk();
  }

  @Override
  public void close() {
    TextInput open = input;
    if (open != null) {
      open.close();
      input = null;
    }
    dropRest();
  }

  private void dropRest() {
    MemoryScope memory = restMemory;
    if (memory != null) {
      memory.close();
    }
    restMemory = null;
    rest = null;
    restLength = 0;
  }

  /** Opens the file and skips what is before the first record. */
  private TextInput opened() {
    TextInput open = input;
    if (open == null) {
      open = TextInputs.open(file.entry(), schema.encoding(), schema.compression());
      input = open;
      restPosition = file.textStart();
      try (MemoryScope memory = ledger.openScope("header of " + file.entry().path())) {
        MemorySegment skipped = memory.allocate(chunkBytes);
        long left = file.textStart();
        while (left > 0) {
          int count = open.read(skipped, 0, (int) Math.min(chunkBytes, left));
          left = count == 0 ? 0 : left - count;
        }
      }
    }
    return open;
  }

  /** The records that end in the next bytes. */
  private final class StreamChunk extends FileChunk {
    StreamChunk() {
      super(file.entry(), ledger);
    }

    @Override
    protected Rows read(MemoryScope memory, Runnable cancellation) {
      TextInput open = opened();
      long readBefore = open.readBytes();
      long position = restPosition;
      TextWindow window = new TextWindow(memory, open, restLength + chunkBytes);
      MemorySegment before = rest;
      if (before != null) {
        window.append(before, 0, restLength);
        dropRest();
      }
      RecordSplitter splitter = new RecordSplitter(memory, schema.dialect(), chunkBytes);
      int last = split(window, splitter, position, cancellation);
      long readBytes = open.readBytes() - readBefore;
      int end = last < 0 ? TextWindow.START : splitter.position(last) + 1;
      boolean atEnd = keepRest(window, end);
      restPosition = position + end - TextWindow.START;
      endTaking(atEnd);
      CsvText text =
          parser.text(
              window.segment(),
              splitter,
              0,
              last,
              TextWindow.START,
              position - TextWindow.START,
              place,
              memory,
              cancellation);
      ColumnsParser.Parsed parsed = parser.parse(text, i -> true, place, memory, cancellation);
      List<ChunkColumn> columns = new ArrayList<>();
      for (ChunkColumn column : parsed.columns()) {
        if (column != null) {
          columns.add(column);
        }
      }
      return new Rows(parsed.rowCount(), columns, readBytes);
    }

    /** Returns the index of the last record end; the window grows until there is one. */
    private int split(
        TextWindow window, RecordSplitter splitter, long position, Runnable cancellation) {
      boolean careful = schema.dialect().comment() != 0;
      int fill = chunkBytes;
      while (true) {
        cancellation.run();
        window.fill(fill);
        if (careful) {
          splitter.startCarefully(TextWindow.START);
        } else {
          splitter.start(TextWindow.START, false, false);
        }
        splitter.split(window);
        if (!careful && splitter.isIrregularFrom(TextWindow.START)) {
          careful = true;
          splitter.startCarefully(TextWindow.START);
          splitter.split(window);
        }
        int last = splitter.lastEnd();
        int end = last < 0 ? TextWindow.START : splitter.position(last) + 1;
        if (window.isEnded()) {
          if (splitter.isInQuotes()) {
            throw place.unclosed(position + end - TextWindow.START, cancellation);
          }
          if (end < window.limit()) {
            splitter.endRecord(window.limit());
          }
          return splitter.lastEnd();
        }
        if (last >= 0) {
          return last;
        }
        if (window.limit() - TextWindow.START > schema.maxLineBytes()) {
          throw place.tooLong(position, cancellation);
        }
        fill = Math.max(chunkBytes, window.limit() - TextWindow.START);
      }
    }

    /** Keeps what is behind a position for the next chunk; whether the text ends there. */
    private boolean keepRest(TextWindow window, int from) {
      int length = window.loaded() - from;
      if (length <= 0) {
        return window.isEnded();
      }
      MemoryScope memory = ledger.openScope("rest of " + file.entry().path());
      restMemory = memory;
      MemorySegment kept = memory.allocate(length);
      MemorySegment.copy(window.segment(), from, kept, 0, length);
      rest = kept;
      restLength = length;
      return false;
    }
  }
}
