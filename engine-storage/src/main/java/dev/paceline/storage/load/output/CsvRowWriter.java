package dev.paceline.storage.load.output;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file that is being written. Each part collects whole rows and writes them at once, so that
 * rows of different parts never mix.
 */
final class CsvRowWriter implements RowWriter {
  /** The bytes of rows that are collected before they are written to the file. */
  private static final int FLUSH_BYTES = 1 << 18;

  /** The rows of which texts in slots are made at once, so that the slots stay in a cache. */
  private static final int RUN_ROWS = 128;

  /** Bytes that are copied at once, and by which a text may be shorter. */
  private static final int COPIED_BYTES = 16;

  private final FileOutput output;
  private final List<ColumnDefinition> columns;
  private final CsvStyle style;
  private final @Nullable DateTexts dates;

  CsvRowWriter(
      FileOutput output, List<ColumnDefinition> columns, CsvStyle style, MemoryScope memory) {
    this.output = output;
    this.columns = columns;
    this.style = style;
    this.dates =
        columns.stream().anyMatch(column -> DateTexts.areFor(column.type()))
            ? new DateTexts(memory)
            : null;
    if (style.header()) {
      StringBuilder header = new StringBuilder();
      for (ColumnDefinition column : columns) {
        header.append(header.isEmpty() ? "" : (char) style.delimiter()).append(name(column));
      }
      byte[] line = header.append('\n').toString().getBytes(StandardCharsets.UTF_8);
      output.write(new OutputCompressor(style.compression()).compress(ByteBuffer.wrap(line)));
    }
  }

  /** The name of a column, in quotes where a value would be. */
  private String name(ColumnDefinition column) {
    String name = column.name();
    String quote = String.valueOf((char) style.quote());
    boolean plain =
        !name.isEmpty()
            && name.chars()
                .noneMatch(
                    c ->
                        c == style.delimiter()
                            || c == style.quote()
                            || c == style.escape()
                            || c == '\n'
                            || c == '\r');
    if (plain) {
      return name;
    }
    String escape = String.valueOf((char) style.escape());
    String escaped = escape.equals(quote) ? name : name.replace(escape, escape + escape);
    return quote + escaped.replace(quote, escape + quote) + quote;
  }

  @Override
  public Part openPart(MemoryScope memory) {
    return new CsvPart(memory);
  }

  @Override
  public long finish() {
    return output.finish();
  }

  @Override
  public void close() {
    output.close();
  }

  /** The rows of one worker. */
  private final class CsvPart implements Part {
    private final MemoryScope memory;
    private final OutputCompressor compressor = new OutputCompressor(style.compression());
    private final ColumnText[] texts = new ColumnText[columns.size()];
    private final MemorySegment nullText;
    private MemorySegment buffer;
    private long used;

    CsvPart(MemoryScope memory) {
      this.memory = memory;
      for (int i = 0; i < texts.length; i++) {
        texts[i] =
            ColumnText.of(columns.get(i).type(), style, style.forced().get(i), dates, memory);
      }
      byte[] bytes = style.nullText();
      nullText = memory.allocate(Math.max(1, bytes.length));
      MemorySegment.copy(bytes, 0, nullText, ValueLayout.JAVA_BYTE, 0, bytes.length);
      buffer = memory.allocate(FLUSH_BYTES);
    }

    @Override
    public void append(Batch batch) {
      int rows = batch.selectedCount();
      Selection selection = batch.selection();
      MemorySegment positions = selection == null ? null : selection.positions();
      int nullLength = style.nullText().length;
      long bytes = (long) rows * texts.length + StringView.SLACK;
      for (int i = 0; i < texts.length; i++) {
        if (!texts[i].hasSlots()) {
          bytes += texts[i].encode(batch.column(i), positions, 0, rows, nullLength);
        }
      }
      for (int from = 0; from < rows; from += RUN_ROWS) {
        int count = Math.min(RUN_ROWS, rows - from);
        long slotBytes = 0;
        for (int i = 0; i < texts.length; i++) {
          if (texts[i].hasSlots()) {
            slotBytes += texts[i].encode(batch.column(i), positions, from, count, nullLength);
          }
        }
        reserve(bytes + slotBytes);
        long start = used;
        putTogether(from, from + count, nullLength);
        bytes -= used - start - slotBytes;
        if (used >= FLUSH_BYTES / 2) {
          flush();
        }
      }
    }

    private void reserve(long bytes) {
      if (used + bytes > buffer.byteSize()) {
        flush();
        if (bytes > buffer.byteSize()) {
          buffer = memory.reallocate(buffer, bytes);
        }
      }
    }

    private void putTogether(int from, int to, int nullLength) {
      byte delimiter = style.delimiter();
      MemorySegment out = buffer;
      long at = used;
      for (int row = from; row < to; row++) {
        for (ColumnText text : texts) {
          long view = text.view(row);
          if (view >= 0) {
            copy(text.heap(), view, out, at);
            at += StringView.length(view);
          } else if (view == ColumnText.NULL) {
            StringView.copy(nullText, 0, out, at, nullLength);
            at += nullLength;
          } else {
            long rewritten = view & Long.MAX_VALUE;
            StringView.copy(text.rewrittenHeap(), rewritten, out, at);
            at += StringView.length(rewritten);
          }
          out.set(ValueLayout.JAVA_BYTE, at++, delimiter);
        }
        out.set(ValueLayout.JAVA_BYTE, at - 1, (byte) '\n');
      }
      used = at;
    }

    /** Copies a text, which is short most of the time, and perhaps some bytes behind it. */
    private static void copy(MemorySegment heap, long view, MemorySegment out, long at) {
      long from = StringView.offset(view);
      int length = StringView.length(view);
      if (length > COPIED_BYTES || heap.byteSize() - from < COPIED_BYTES) {
        StringView.copyWithSlack(heap, from, out, at, length);
        return;
      }
      out.set(JAVA_LONG_UNALIGNED, at, heap.get(JAVA_LONG_UNALIGNED, from));
      long second = heap.get(JAVA_LONG_UNALIGNED, from + Long.BYTES);
      out.set(JAVA_LONG_UNALIGNED, at + Long.BYTES, second);
    }

    private void flush() {
      if (used > 0) {
        output.write(compressor.compress(buffer.asSlice(0, used).asByteBuffer()));
        used = 0;
      }
    }

    @Override
    public void end() {
      flush();
      compressor.close();
    }
  }
}
