package dev.paceline.storage.load.lz4;

import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Compresses bytes to an LZ4 frame with a checksum. Not thread-safe. */
public final class Lz4FrameCompressor {
  private static final int BLOCK_BYTES = 4 << 20;
  private static final int UNCOMPRESSED = 1 << 31;

  /** Version 1, blocks that do not depend on each other, and a checksum of the content. */
  private static final byte FLAGS = 0x64;

  /** Blocks have at most four megabytes. */
  private static final byte SIZES = 0x70;

  private static final int HEADER_BYTES = 7;

  /** Bytes that a block may have beyond its part of those of one large block, with its length. */
  private static final int BLOCK_OVERHEAD_BYTES = 32;

  private final Lz4JavaCompressor blocks = new Lz4JavaCompressor();

  /**
   * Returns a frame.
   *
   * @param length of the content, which starts at the first byte
   */
  public ByteBuffer compress(byte[] content, int length) {
    int count = (length + BLOCK_BYTES - 1) / BLOCK_BYTES;
    int most = blocks.maxCompressedLength(length) + count * BLOCK_OVERHEAD_BYTES;
    byte[] frame = new byte[HEADER_BYTES + most + 2 * Integer.BYTES];
    ByteBuffer out = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(Lz4InputStream.MAGIC).put(FLAGS).put(SIZES);
    out.put((byte) (XxHash32.of(new byte[] {FLAGS, SIZES}, 0, 2) >>> 8));
    for (int from = 0; from < length; from += BLOCK_BYTES) {
      int size = Math.min(BLOCK_BYTES, length - from);
      int at = out.position() + Integer.BYTES;
      int compressed = blocks.compress(content, from, size, frame, at, frame.length - at);
      if (compressed < size) {
        out.putInt(compressed).position(at + compressed);
      } else {
        out.putInt(size | UNCOMPRESSED).put(content, from, size);
      }
    }
    out.putInt(0).putInt(XxHash32.of(content, 0, length));
    return out.flip();
  }
}
