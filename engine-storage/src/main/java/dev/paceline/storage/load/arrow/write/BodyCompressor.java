package dev.paceline.storage.load.arrow.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.arrow.metadata.BodyCompression;
import dev.paceline.storage.load.lz4.Lz4FrameCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Compresses buffers of record batches. Not thread-safe. */
final class BodyCompressor {
  /** Stands before a buffer that its compression would make longer. */
  private static final long NOT_COMPRESSED = -1;

  private final BodyCompression compression;
  private final Lz4FrameCompressor lz4 = new Lz4FrameCompressor();
  private final ZstdJavaCompressor zstd = new ZstdJavaCompressor();
  private byte[] plain = new byte[0];

  BodyCompressor(BodyCompression compression) {
    this.compression = compression;
  }

  /** Returns what is written for a buffer; it may be a view of the buffer itself. */
  List<ByteBuffer> compress(GrowingBuffer buffer) {
    if (buffer.length() == 0) {
      return List.of();
    }
    if (compression == BodyCompression.NONE) {
      return List.of(buffer.bytes());
    }
    int length = Math.toIntExact(buffer.length());
    if (plain.length < length) {
      plain = new byte[length];
    }
    MemorySegment.copy(buffer.segment(), JAVA_BYTE, 0, plain, 0, length);
    ByteBuffer compressed =
        compression == BodyCompression.LZ4 ? lz4.compress(plain, length) : zstd(length);
    return compressed.remaining() < length
        ? List.of(prefix(length), compressed)
        : List.of(prefix(NOT_COMPRESSED), buffer.bytes());
  }

  private ByteBuffer zstd(int length) {
    byte[] frame = new byte[zstd.maxCompressedLength(length)];
    int count = zstd.compress(plain, 0, length, frame, 0, frame.length);
    return ByteBuffer.wrap(frame, 0, count);
  }

  private static ByteBuffer prefix(long length) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(length).flip();
  }
}
