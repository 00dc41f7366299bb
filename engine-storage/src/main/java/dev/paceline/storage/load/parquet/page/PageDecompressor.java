package dev.paceline.storage.load.parquet.page;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.GZIPInputStream;
import org.brotli.dec.BrotliInputStream;

/** Decompresses pages of one column chunk. Not thread-safe. */
final class PageDecompressor {
  private static final int STREAM_BYTES = 64 << 10;

  private static final ValueLayout.OfInt BIG_ENDIAN_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final PageCompression compression;
  private final Decompressor blocks;

  /**
   * @param place what error messages call the column chunk
   * @throws PacelineException NOT_SUPPORTED for LZO
   */
  PageDecompressor(PageCompression compression, String place) {
    this.compression = compression;
    this.blocks =
        switch (compression) {
          case ZSTD -> new ZstdJavaDecompressor();
          case UNCOMPRESSED, SNAPPY, LZ4, LZ4_RAW, GZIP, BROTLI -> new Lz4JavaDecompressor();
          case LZO ->
              throw new PacelineException(
                  ErrorCode.NOT_SUPPORTED,
                  place
                      + " is compressed by LZO, which Paceline does not read; write the file with"
                      + " another compression, such as zstd");
        };
  }

  /**
   * Decompresses all of {@code source}.
   *
   * @param target as long as the result has to be
   * @throws IOException if the result has another length, or the source is damaged; library classes
   *     also throw unchecked exceptions for a damaged source
   */
  void decompress(MemorySegment source, MemorySegment target) throws IOException {
    long length =
        switch (compression) {
          case UNCOMPRESSED -> {
            if (source.byteSize() != target.byteSize()) {
              yield source.byteSize();
            }
            MemorySegment.copy(source, 0, target, 0, source.byteSize());
            yield source.byteSize();
          }
          case SNAPPY -> {
            if (target.byteSize() == 0) {
              yield 0; // some writers leave out the block of a page without values
            }
            SnappyDecoder.ofThread().decode(source, target);
            yield target.byteSize();
          }
          case ZSTD, LZ4_RAW -> target.byteSize() == 0 ? 0 : blocks.decompress(source, target);
          case LZ4 -> decompressFramed(source, target);
          case GZIP -> inflate(new GZIPInputStream(stream(source), STREAM_BYTES), target);
          case BROTLI -> inflate(new BrotliInputStream(stream(source), STREAM_BYTES), target);
          case LZO -> throw new IllegalStateException("LZO");
        };
    if (length != target.byteSize()) {
      throw new IOException(
          "a page has " + length + " bytes instead of the " + target.byteSize() + " it claims");
    }
  }

  /** Blocks of Hadoop: the length of the content, then of the block, highest byte first. */
  private long decompressFramed(MemorySegment source, MemorySegment target) {
    long at = 0;
    long written = 0;
    while (at < source.byteSize()) {
      long content = source.get(BIG_ENDIAN_INT, at);
      at += Integer.BYTES;
      while (content > 0) {
        int length = source.get(BIG_ENDIAN_INT, at);
        at += Integer.BYTES;
        int count = blocks.decompress(source.asSlice(at, length), target.asSlice(written));
        if (count == 0) {
          throw new IllegalArgumentException("an LZ4 block is empty");
        }
        at += length;
        written += count;
        content -= count;
      }
    }
    return written;
  }

  private static InputStream stream(MemorySegment source) {
    return new ByteArrayInputStream(source.toArray(ValueLayout.JAVA_BYTE));
  }

  /** Stops one byte behind the target, whatever the source would expand to. */
  private static long inflate(InputStream stream, MemorySegment target) throws IOException {
    byte[] buffer = new byte[STREAM_BYTES];
    long length = 0;
    try (stream) {
      for (int count; (count = stream.read(buffer)) > 0; length += count) {
        if (count > target.byteSize() - length) {
          return target.byteSize() + 1;
        }
        MemorySegment.copy(buffer, 0, target, ValueLayout.JAVA_BYTE, length, count);
      }
    }
    return length;
  }
}
