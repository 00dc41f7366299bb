package dev.paceline.storage.load.output;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.lz4.Lz4FrameCompressor;
import dev.paceline.storage.load.text.TextCompression;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Compresses pieces of a text file. Each piece is a gzip member, or a frame of zstd or lz4, of its
 * own, so that several threads compress at the same time. Not thread-safe.
 */
public final class OutputCompressor {
  private final TextCompression compression;
  private byte[] plain = new byte[0];

  /**
   * @param compression as {@link #of} returns it
   */
  public OutputCompressor(TextCompression compression) {
    this.compression = compression;
  }

  /**
   * Returns the compression of a file that is written.
   *
   * @param option null or {@code auto} if the name tells it
   * @param file the name of the file
   * @throws PacelineException NOT_SUPPORTED for one that is not written
   */
  public static TextCompression of(@Nullable String option, String file) {
    String name = option == null ? "auto" : option.toLowerCase(Locale.ROOT);
    String path = file.toLowerCase(Locale.ROOT);
    return switch (name) {
      case "auto", "auto_detect", "detect" ->
          path.endsWith(".gz")
              ? TextCompression.GZIP
              : path.endsWith(".zst")
                  ? TextCompression.ZSTD
                  : path.endsWith(".lz4") ? TextCompression.LZ4 : TextCompression.NONE;
      case "gzip", "gz" -> TextCompression.GZIP;
      case "zstd" -> TextCompression.ZSTD;
      case "lz4" -> TextCompression.LZ4;
      case "none", "uncompressed" -> TextCompression.NONE;
      default ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "writing text with the compression "
                  + option
                  + " is not supported; the compressions are gzip, zstd, lz4 and none");
    };
  }

  /**
   * Compresses bytes.
   *
   * @return the same buffer if the file is not compressed
   */
  public ByteBuffer compress(ByteBuffer bytes) {
    if (compression == TextCompression.NONE) {
      return bytes;
    }
    int length = bytes.remaining();
    if (plain.length < length) {
      plain = new byte[length];
    }
    bytes.get(plain, 0, length);
    return switch (compression) {
      case ZSTD -> zstd(length);
      case LZ4 -> new Lz4FrameCompressor().compress(plain, length);
      default -> gzip(length);
    };
  }

  private ByteBuffer zstd(int length) {
    ZstdJavaCompressor compressor = new ZstdJavaCompressor();
    byte[] frame = new byte[compressor.maxCompressedLength(length)];
    int count = compressor.compress(plain, 0, length, frame, 0, frame.length);
    return ByteBuffer.wrap(frame, 0, count);
  }

  private ByteBuffer gzip(int length) {
    ByteArrayOutputStream member = new ByteArrayOutputStream(length / 3 + 64);
    try (GZIPOutputStream compressed = new GZIPOutputStream(member, 1 << 16)) {
      compressed.write(plain, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // arrays in memory do not fail
    }
    return ByteBuffer.wrap(member.toByteArray());
  }

  /** Lets go of its buffer. */
  void close() {
    plain = new byte[0];
  }
}
