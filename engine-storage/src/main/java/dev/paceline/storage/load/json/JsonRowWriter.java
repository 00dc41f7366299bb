package dev.paceline.storage.load.json;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.output.OutputCompressor;
import dev.paceline.storage.load.output.TimeFormats;
import dev.paceline.storage.load.text.TextCompression;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A JSON file that is being written. Parts write some records at once; in a compressed file each
 * such piece is a member of its own.
 */
final class JsonRowWriter implements RowWriter {
  private static final byte[] BEGIN = "[\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SEPARATOR = ",\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n]\n".getBytes(StandardCharsets.US_ASCII);

  private final FileOutput output;
  private final List<ColumnDefinition> columns;
  private final boolean isArray;
  private final TextCompression compression;
  private final TimeFormats times;

  @GuardedBy("this")
  private boolean hasRecords;

  JsonRowWriter(
      FileOutput output,
      List<ColumnDefinition> columns,
      boolean isArray,
      TextCompression compression,
      TimeFormats times) {
    this.output = output;
    this.columns = columns;
    this.isArray = isArray;
    this.compression = compression;
    this.times = times;
    if (isArray) {
      output.write(packed(ByteBuffer.wrap(BEGIN)));
    }
  }

  /** Returns what stands between two records. */
  byte[] separator() {
    return isArray ? SEPARATOR : new byte[] {'\n'};
  }

  @Override
  public Part openPart(MemoryScope memory) {
    return new JsonPart(this, columns, times, memory);
  }

  /**
   * Writes records.
   *
   * @param records at least one, with separators between them
   */
  void append(ByteBuffer records) {
    ByteBuffer bytes = packed(records);
    if (!isArray) {
      output.write(bytes, packed(ByteBuffer.wrap(separator())));
      return;
    }
    // A separator has to stand before all records but the first, whoever writes them.
    synchronized (this) {
      if (hasRecords) {
        output.write(packed(ByteBuffer.wrap(SEPARATOR)), bytes);
      } else {
        output.write(bytes);
      }
      hasRecords = true;
    }
  }

  private ByteBuffer packed(ByteBuffer bytes) {
    return new OutputCompressor(compression).compress(bytes);
  }

  @Override
  public long finish() {
    if (isArray) {
      output.write(packed(ByteBuffer.wrap(END)));
    }
    return output.finish();
  }

  @Override
  public void close() {
    output.close();
  }
}
