package dev.paceline.storage.load.arrow.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.arrow.metadata.BodyCompression;
import dev.paceline.storage.load.arrow.write.MessageWriter.BatchBlock;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An Arrow file or stream that is being written. Parts write whole record batches at once. */
final class ArrowRowWriter implements RowWriter {
  private static final byte[] MAGIC = ArrowFile.MAGIC.getBytes(StandardCharsets.US_ASCII);

  /** The magic number at the beginning has padding. */
  private static final int START_BYTES = 8;

  private final FileOutput output;
  private final List<ColumnDefinition> columns;
  private final boolean isStream;
  private final BodyCompression compression;
  private final int batchRows;

  /** The places of the record batches of a file. */
  @GuardedBy("this")
  private final List<BatchBlock> batches = new ArrayList<>();

  /**
   * @param isStream whether there is neither a magic number nor a footer
   * @param batchRows the most rows of a record batch
   */
  ArrowRowWriter(
      FileOutput output,
      List<ColumnDefinition> columns,
      boolean isStream,
      BodyCompression compression,
      int batchRows) {
    this.output = output;
    this.columns = columns;
    this.isStream = isStream;
    this.compression = compression;
    this.batchRows = batchRows;
    if (isStream) {
      output.write(MessageWriter.schema(columns, 0));
    } else {
      output.write(
          ByteBuffer.allocate(START_BYTES).put(MAGIC).clear(),
          MessageWriter.schema(columns, START_BYTES));
    }
  }

  @Override
  public Part openPart(MemoryScope memory) {
    DataType[] types = columns.stream().map(ColumnDefinition::type).toArray(DataType[]::new);
    return new ArrowPart(this, types, compression, batchRows, memory);
  }

  /**
   * Writes a record batch.
   *
   * @param message and the buffers of the body
   */
  void append(ByteBuffer[] message, int metadataBytes, long bodyBytes) {
    long start = output.write(message);
    if (!isStream) {
      synchronized (this) {
        batches.add(new BatchBlock(start, metadataBytes, bodyBytes));
      }
    }
  }

  @Override
  public long finish() {
    output.write(MessageWriter.end());
    if (!isStream) {
      byte[] footer = footer();
      ByteBuffer tail =
          ByteBuffer.allocate(footer.length + Integer.BYTES + MAGIC.length)
              .order(ByteOrder.LITTLE_ENDIAN)
              .put(footer)
              .putInt(footer.length)
              .put(MAGIC)
              .flip();
      output.write(tail);
    }
    return output.finish();
  }

  private synchronized byte[] footer() {
    batches.sort(Comparator.comparingLong(BatchBlock::start));
    return MessageWriter.footer(columns, batches);
  }

  @Override
  public void close() {
    output.close();
  }
}
