package dev.paceline.storage.load.arrow.metadata;

import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;

/** The description of the body of a record batch in its message. Immutable. */
public final class BatchMetadata {
  private static final int NODE_BYTES = 16;
  private static final int BUFFER_BYTES = 16;

  private final int rows;
  private final BodyCompression compression;
  private final long[] lengths;
  private final long[] nullCounts;
  private final long[] bufferStarts;
  private final long[] bufferLengths;
  private final long[] variadicBuffers;

  /**
   * @param bytes of the message, which no list can exceed
   * @param bodyBytes of the body, in which all buffers have to lie
   * @throws IllegalArgumentException if the message contradicts itself
   */
  static BatchMetadata of(RecordBatch batch, int bytes, long bodyBytes) {
    return new BatchMetadata(batch, bytes, bodyBytes);
  }

  private BatchMetadata(RecordBatch batch, int bytes, long bodyBytes) {
    rows = rows(batch);
    compression = compression(batch);
    int nodes = Messages.count(batch.nodesLength(), NODE_BYTES, bytes);
    lengths = new long[nodes];
    nullCounts = new long[nodes];
    FieldNode node = new FieldNode();
    for (int i = 0; i < nodes; i++) {
      batch.nodes(node, i);
      lengths[i] = node.length();
      nullCounts[i] = node.nullCount();
      if (lengths[i] < 0) {
        throw new IllegalArgumentException("a field claims to have " + lengths[i] + " values");
      }
    }
    int buffers = Messages.count(batch.buffersLength(), BUFFER_BYTES, bytes);
    bufferStarts = new long[buffers];
    bufferLengths = new long[buffers];
    Buffer buffer = new Buffer();
    for (int i = 0; i < buffers; i++) {
      batch.buffers(buffer, i);
      bufferStarts[i] = buffer.offset();
      bufferLengths[i] = buffer.length();
      if (bufferStarts[i] < 0
          || bufferLengths[i] < 0
          || bufferLengths[i] > 0 && bufferStarts[i] > bodyBytes - bufferLengths[i]) {
        throw new IllegalArgumentException("a buffer lies outside of the body");
      }
    }
    variadicBuffers =
        new long[Messages.count(batch.variadicBufferCountsLength(), Long.BYTES, bytes)];
    for (int i = 0; i < variadicBuffers.length; i++) {
      variadicBuffers[i] = batch.variadicBufferCounts(i);
    }
  }

  /**
   * Returns the number of rows of a record batch.
   *
   * @throws IllegalArgumentException if a batch cannot have the number that the metadata says
   */
  static int rows(RecordBatch batch) {
    long rows = batch.length();
    if (rows < 0 || rows > Integer.MAX_VALUE - Long.SIZE) {
      throw new IllegalArgumentException("a record batch claims to have " + rows + " rows");
    }
    return (int) rows;
  }

  static BodyCompression compression(RecordBatch batch) {
    var compression = batch.compression();
    if (compression == null) {
      return BodyCompression.NONE;
    }
    return switch (compression.codec()) {
      case CompressionType.LZ4_FRAME -> BodyCompression.LZ4;
      case CompressionType.ZSTD -> BodyCompression.ZSTD;
      default ->
          throw new IllegalArgumentException(
              "its buffers have an unknown compression, " + compression.codec());
    };
  }

  public int rows() {
    return rows;
  }

  public BodyCompression compression() {
    return compression;
  }

  /**
   * Returns the number of values of a field.
   *
   * @throws IllegalArgumentException if there is no such field
   */
  public long length(int node) {
    return lengths[check(node, lengths.length, "fields")];
  }

  /** Returns how many values of a field are NULL, as the file says. */
  public long nullCount(int node) {
    return nullCounts[check(node, nullCounts.length, "fields")];
  }

  /** Returns where a buffer begins in the body. */
  public long bufferStart(int buffer) {
    return bufferStarts[check(buffer, bufferStarts.length, "buffers")];
  }

  /** Returns the length of a buffer in bytes, as it is stored. */
  public long bufferLength(int buffer) {
    return bufferLengths[check(buffer, bufferLengths.length, "buffers")];
  }

  /**
   * Returns the number of buffers of a field of STRING_VIEWS that hold long strings.
   *
   * @param views number of the field among those of this layout
   */
  public int variadicBuffers(int views) {
    long count = variadicBuffers[check(views, variadicBuffers.length, "numbers of buffers")];
    if (count < 0 || count > bufferStarts.length) {
      throw new IllegalArgumentException("a field claims to have " + count + " buffers");
    }
    return (int) count;
  }

  private static int check(int index, int length, String what) {
    if (index >= length) {
      throw new IllegalArgumentException("a record batch has too few " + what);
    }
    return index;
  }
}
