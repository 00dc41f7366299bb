package dev.paceline.storage.load.csv;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.RejectedRecord;
import dev.paceline.storage.load.text.TextInput;
import dev.paceline.storage.load.text.TextInputs;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;

/** Errors in a file, with their place. Any thread may use it. */
final class CsvPlace implements RejectedRecord.Source {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int SHOWN_CHARACTERS = 60;

  /** Lines are counted even for each of many errors before this position. */
  private static final long CHEAP_BYTES = 1 << 20;

  private final FileSet.Entry file;
  private final CsvSchema schema;
  private final MemoryLedger ledger;
  private final long mostCounted;

  CsvPlace(FileSet.Entry file, CsvSchema schema, MemoryLedger ledger) {
    this(file, schema, ledger, Long.MAX_VALUE);
  }

  private CsvPlace(FileSet.Entry file, CsvSchema schema, MemoryLedger ledger, long mostCounted) {
    this.file = file;
    this.schema = schema;
    this.ledger = ledger;
    this.mostCounted = mostCounted;
  }

  /** Returns places that name the line only near the beginning of the file, for many errors. */
  CsvPlace cheap() {
    return new CsvPlace(file, schema, ledger, CHEAP_BYTES);
  }

  /**
   * Returns the error of a field.
   *
   * @param position in the text of the file
   * @param cancellation called while lines are counted
   */
  PacelineException field(
      long position, int field, String value, String reason, Runnable cancellation) {
    String remedy =
        schema.typesGiven()
            ? "correct it, or set ignore_errors=true to leave the row out"
            : "set types={'"
                + schema.columns().get(field).name()
                + "': 'VARCHAR'} or another type, or ignore_errors=true to leave the row out";
    return new PacelineException(
        reason.contains("longer") ? ErrorCode.STRING_TOO_LONG : ErrorCode.INVALID_CAST,
        place(position, cancellation)
            + ", column "
            + (field + 1)
            + " ("
            + schema.columns().get(field).name()
            + "): the value '"
            + shortened(value)
            + "' "
            + reason
            + "; "
            + remedy);
  }

  /** Returns the error of a record that has another number of fields than there are columns. */
  PacelineException record(long position, int found, String record, Runnable cancellation) {
    int expected = schema.fields();
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        place(position, cancellation)
            + ": "
            + found
            + (found == 1 ? " field" : " fields")
            + " instead of "
            + expected
            + " in '"
            + shortened(record)
            + "'; "
            + (found < expected ? "set null_padding=true to read NULL for the others, or " : "")
            + "set ignore_errors=true to leave the row out, or set delim and quote");
  }

  /** Returns what is wrong with a field of a record that is left out. */
  RejectedRecord rejectedField(
      long position, int field, String value, Supplier<PacelineException> error) {
    return new RejectedRecord(
        this,
        position,
        "CAST",
        field + 1,
        schema.columns().get(field).name(),
        value,
        String.valueOf(error.get().getMessage()));
  }

  /** Returns what is wrong with a record that is left out because of its number of fields. */
  RejectedRecord rejectedRecord(
      long position, int found, String record, Supplier<PacelineException> error) {
    return new RejectedRecord(
        this,
        position,
        found < schema.fields() ? "MISSING COLUMNS" : "TOO MANY COLUMNS",
        0,
        null,
        record,
        String.valueOf(error.get().getMessage()));
  }

  @Override
  public Path path() {
    return file.path();
  }

  /** Returns the error of a quote that is never closed. */
  PacelineException unclosed(long position, Runnable cancellation) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        place(position, cancellation)
            + ": a quote is opened in this record and never closed; correct it, or set quote=''");
  }

  /** Returns the error of a record that is longer than records may be. */
  PacelineException tooLong(long position, Runnable cancellation) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        place(position, cancellation)
            + ": a record is longer than "
            + schema.maxLineBytes()
            + " bytes; look for a quote that is not closed, set quote='', or set max_line_size");
  }

  /** Returns the error of quotes that made a chunk begin at a wrong place. */
  PacelineException misleading(long position, Runnable cancellation) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        place(position, cancellation)
            + ": a quote stands inside a field that is not quoted, so that parts of the file cannot"
            + " be read side by side; set parallel=false, or set quote=''");
  }

  private String place(long position, Runnable cancellation) {
    return "file "
        + file.path()
        + (position <= mostCounted ? ", line " + line(position, cancellation) : "")
        + ", byte "
        + position;
  }

  /** Returns the line of a position, from 1. */
  private long line(long position, Runnable cancellation) {
    return lines(new long[] {position}, cancellation)[0];
  }

  @Override
  public long[] lines(long[] ascending, Runnable cancellation) {
    long[] lines = new long[ascending.length];
    long line = 1;
    long at = 0;
    int next = 0;
    byte last = 0;
    try (MemoryScope memory = ledger.openScope("the line of an error");
        TextInput input = TextInputs.open(file, schema.encoding(), schema.compression())) {
      MemorySegment buffer = memory.allocate(BUFFER_BYTES);
      while (next < lines.length) {
        cancellation.run();
        int length = (int) Math.min(BUFFER_BYTES, ascending[lines.length - 1] - at);
        int count = length == 0 ? 0 : input.read(buffer, 0, length);
        for (int i = 0; i < count; i++) {
          while (next < lines.length && ascending[next] == at + i) {
            lines[next++] = line;
          }
          byte value = buffer.get(JAVA_BYTE, i);
          line += value == '\n' && last != '\r' || value == '\r' ? 1 : 0;
          last = value;
        }
        at += count;
        if (count == 0) {
          Arrays.fill(lines, next, lines.length, line);
          next = lines.length;
        }
      }
    }
    return lines;
  }

  private static String shortened(String value) {
    return value.length() <= SHOWN_CHARACTERS
        ? value
        : value.substring(0, SHOWN_CHARACTERS) + "\u2026";
  }

  /** Returns the first bytes of a text as a string. */
  static String excerpt(MemorySegment text, int start, int end) {
    int length = Math.min(end - start, 4 * SHOWN_CHARACTERS);
    return new String(
        StringView.bytes(text, StringView.of(start, Math.max(0, length))), StandardCharsets.UTF_8);
  }
}
