package dev.paceline.storage.load.arrow.write;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.arrow.metadata.BodyCompression;
import dev.paceline.storage.load.arrow.write.MessageWriter.BufferPlace;
import dev.paceline.storage.load.arrow.write.MessageWriter.Node;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The record batches that one worker writes, one after the other. */
final class ArrowPart implements RowWriter.Part {
  /**
   * The bytes of values that make a record batch full. Rows with more bytes of strings are appended
   * one by one, so that 32 bits suffice for the ends of strings.
   */
  private static final long MAX_BATCH_BYTES = 64L << 20;

  private static final byte[] PADDING = new byte[MessageWriter.ALIGNMENT];

  private final ArrowRowWriter writer;
  private final BodyCompression compression;
  private final int batchRows;
  private final Compactor compactor;
  private final BodyCompressor compressor;
  private final List<FieldBuffer> fields = new ArrayList<>();
  private int rows;

  ArrowPart(
      ArrowRowWriter writer,
      DataType[] types,
      BodyCompression compression,
      int batchRows,
      MemoryScope memory) {
    this.writer = writer;
    this.compression = compression;
    this.batchRows = batchRows;
    this.compactor = new Compactor(types, memory, FieldBuffer.PIECE_ROWS);
    this.compressor = new BodyCompressor(compression);
    for (DataType type : types) {
      fields.add(FieldBuffer.of(type, memory));
    }
  }

  @Override
  public void append(Batch batch) {
    Batch dense = compactor.compact(batch);
    int count = dense.rowCount();
    for (int from = 0; from < count; ) {
      int piece = Math.min(Math.min(FieldBuffer.PIECE_ROWS, count - from), batchRows - rows);
      while (piece > 1 && stringBytes(dense, from, piece) > MAX_BATCH_BYTES) {
        piece /= 2;
      }
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).append(dense.column(i), from, piece);
      }
      from += piece;
      rows += piece;
      if (rows == batchRows || bytes() > MAX_BATCH_BYTES) {
        writeBatch();
      }
    }
  }

  /** Returns the bytes of the strings and the nested values of some rows. */
  private static long stringBytes(Batch batch, int from, int count) {
    long bytes = 0;
    for (int i = 0; i < batch.columnCount(); i++) {
      ColumnVector column = batch.column(i);
      if (column.type().family() != TypeFamily.BYTES || column.isConstantNull()) {
        continue;
      }
      for (int row = from; row < from + count; row++) {
        bytes += column.isNull(row) ? 0 : StringView.length(column.getView(row));
      }
    }
    return bytes;
  }

  private long bytes() {
    long bytes = 0;
    for (FieldBuffer field : fields) {
      bytes += field.bytes();
    }
    return bytes;
  }

  @Override
  public void end() {
    if (rows > 0) {
      writeBatch();
    }
    fields.forEach(FieldBuffer::release);
  }

  private void writeBatch() {
    List<Node> nodes = new ArrayList<>();
    List<GrowingBuffer> buffers = new ArrayList<>();
    fields.forEach(field -> field.addTo(nodes, buffers));
    List<ByteBuffer> message = new ArrayList<>();
    List<BufferPlace> places = new ArrayList<>();
    long bodyBytes = 0;
    for (GrowingBuffer buffer : buffers) {
      long length = 0;
      for (ByteBuffer part : compressor.compress(buffer)) {
        length += part.remaining();
        message.add(part);
      }
      places.add(new BufferPlace(bodyBytes, length));
      bodyBytes += length;
      int padding = (int) (-bodyBytes & MessageWriter.ALIGNMENT - 1);
      message.add(ByteBuffer.wrap(PADDING, 0, padding));
      bodyBytes += padding;
    }
    ByteBuffer metadata = MessageWriter.batch(rows, nodes, places, compression, bodyBytes);
    int metadataBytes = metadata.remaining();
    message.addFirst(metadata);
    writer.append(message.toArray(ByteBuffer[]::new), metadataBytes, bodyBytes);
    fields.forEach(FieldBuffer::clear);
    rows = 0;
  }
}
