package dev.paceline.storage.load.parquet.write;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.GZIPOutputStream;

/** Compresses pages. Not thread-safe. */
final class PageCompressor {
  private static final int STREAM_BYTES = 64 << 10;

  private final PageCompression compression;
  private final Compressor blocks;

  /**
   * @param compression UNCOMPRESSED, SNAPPY, ZSTD, LZ4_RAW or GZIP
   */
  PageCompressor(PageCompression compression) {
    this.compression = compression;
    this.blocks =
        switch (compression) {
          case SNAPPY -> new SnappyJavaCompressor();
          case ZSTD -> new ZstdJavaCompressor();
          case UNCOMPRESSED, GZIP, LZ4_RAW -> new Lz4JavaCompressor();
          case LZO, BROTLI, LZ4 ->
              throw new IllegalArgumentException(compression + " is not written");
        };
  }

  /**
   * Appends a compressed page.
   *
   * @return the bytes that were appended
   */
  int compress(GrowingBuffer page, GrowingBuffer out) {
    int length = Math.toIntExact(page.length());
    long at = out.length();
    switch (compression) {
      case UNCOMPRESSED -> {
        out.extend(length);
        MemorySegment.copy(page.segment(), 0, out.segment(), at, length);
      }
      case GZIP -> out.writeBytes(gzip(page.segment(), length));
      default -> {
        int most = blocks.maxCompressedLength(length);
        out.extend(most);
        int written =
            blocks.compress(
                page.segment().asSlice(0, length),
                out.segment().asSlice(at, most + MemoryScope.PADDING_BYTES));
        out.shorten(at + written);
      }
    }
    return Math.toIntExact(out.length() - at);
  }

  private static byte[] gzip(MemorySegment page, int length) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(length / 2 + 64);
    byte[] buffer = new byte[STREAM_BYTES];
    try (GZIPOutputStream stream = new GZIPOutputStream(bytes, STREAM_BYTES)) {
      for (int done = 0; done < length; done += STREAM_BYTES) {
        int count = Math.min(STREAM_BYTES, length - done);
        MemorySegment.copy(page, ValueLayout.JAVA_BYTE, done, buffer, 0, count);
        stream.write(buffer, 0, count);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return bytes.toByteArray();
  }
}
