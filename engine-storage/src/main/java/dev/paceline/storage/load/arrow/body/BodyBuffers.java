package dev.paceline.storage.load.arrow.body;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.arrow.metadata.BatchMetadata;
import dev.paceline.storage.load.arrow.metadata.BodyCompression;
import dev.paceline.storage.load.lz4.Lz4InputStream;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Reads the buffers of one record batch, and decompresses them. Not thread-safe. */
final class BodyBuffers {
  /** Bytes before a compressed buffer: the length of its content. */
  private static final int PREFIX_BYTES = 8;

  /** The length of a buffer that has the prefix and is not compressed. */
  private static final long NOT_COMPRESSED = -1;

  /** The most bytes of content for a byte that is stored: a limit of the compressions. */
  private static final long MAX_RATIO = 1 << 16;

  private static final int READ_BYTES = 1 << 30;
  private static final int STREAM_BYTES = 64 << 10;

  private final FileRead file;
  private final BatchMetadata batch;
  private final long body;
  private final MemoryScope memory;
  private final Runnable cancellation;

  /** Decompressed buffers for all parts of the batch; null if there is one part only. */
  private @Nullable SharedBuffers shared;

  /** Buffers that will be needed as well. */
  private BitSet wanted = new BitSet();

  /**
   * Bytes of a buffer in memory of their own, which the caller may change.
   *
   * @param segment ends at least 64 bytes behind them
   * @param start where the first byte of the segment is in the buffer
   */
  record Bytes(MemorySegment segment, long start) {}

  /**
   * @param body where the body of the batch begins in the file
   * @param memory from which the bytes come
   */
  BodyBuffers(
      FileRead file, BatchMetadata batch, long body, MemoryScope memory, Runnable cancellation) {
    this.file = file;
    this.batch = batch;
    this.body = body;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  /**
   * Sets where decompressed buffers are kept for other parts of the batch.
   *
   * @param wantedBuffers those that will be needed for sure
   */
  void share(SharedBuffers buffers, BitSet wantedBuffers) {
    shared = buffers;
    wanted = wantedBuffers;
  }

  /** Returns the number of bytes of a buffer after decompression. */
  long length(int buffer) {
    long stored = batch.bufferLength(buffer);
    if (batch.compression() == BodyCompression.NONE || stored == 0) {
      return stored;
    }
    checkPrefix(stored);
    MemorySegment prefix = memory.allocate(PREFIX_BYTES);
    file.read(body + batch.bufferStart(buffer), prefix, 0, PREFIX_BYTES);
    return contentLength(prefix, stored);
  }

  private static void checkPrefix(long stored) {
    if (stored < PREFIX_BYTES) {
      throw new IllegalArgumentException("a compressed buffer has " + stored + " bytes");
    }
  }

  private static long contentLength(MemorySegment prefix, long stored) {
    long length = prefix.get(JAVA_LONG_UNALIGNED, 0);
    if (length == NOT_COMPRESSED) {
      return stored - PREFIX_BYTES;
    }
    if (length < 0 || length / MAX_RATIO > stored) {
      throw new IllegalArgumentException(
          "a buffer of " + stored + " bytes claims to have " + length + " when decompressed");
    }
    return length;
  }

  /**
   * Reads a part of a buffer.
   *
   * @param from its first byte
   * @param to the byte behind its last one
   * @throws IllegalArgumentException if the buffer is shorter
   * @throws IOException if the buffer cannot be decompressed
   */
  Bytes read(int buffer, long from, long to) throws IOException {
    if (batch.compression() == BodyCompression.NONE) {
      check(to, batch.bufferLength(buffer));
      MemorySegment segment = memory.allocate(to - from);
      readStored(batch.bufferStart(buffer) + from, segment, 0, to - from);
      return new Bytes(segment, from);
    }
    SharedBuffers others = shared;
    if (others == null) {
      MemorySegment content = decompress(buffer, memory);
      check(to, length(buffer));
      return new Bytes(content, 0);
    }
    MemorySegment content = others.get(buffer, wanted, this::decompress);
    check(to, length(buffer));
    MemorySegment segment = memory.allocate(to - from);
    MemorySegment.copy(content, from, segment, 0, to - from);
    return new Bytes(segment, from);
  }

  /**
   * Reads a part of a buffer into a segment.
   *
   * @param at where its first byte goes
   */
  void read(int buffer, long from, long to, MemorySegment target, long at) throws IOException {
    if (batch.compression() == BodyCompression.NONE) {
      check(to, batch.bufferLength(buffer));
      readStored(batch.bufferStart(buffer) + from, target, at, to - from);
      return;
    }
    Bytes bytes = read(buffer, from, to);
    MemorySegment.copy(bytes.segment(), from - bytes.start(), target, at, to - from);
    memory.release(bytes.segment());
  }

  private static void check(long to, long length) {
    if (to > length) {
      throw new IllegalArgumentException(
          "a buffer has " + length + " bytes, and " + to + " are needed");
    }
  }

  private void readStored(long position, MemorySegment target, long at, long length) {
    for (long done = 0; done < length; ) {
      cancellation.run();
      int count = (int) Math.min(READ_BYTES, length - done);
      file.read(body + position + done, target, at + done, count);
      done += count;
    }
  }

  private MemorySegment decompress(int buffer, MemoryScope target) throws IOException {
    long stored = batch.bufferLength(buffer);
    if (stored == 0) {
      return target.allocate(0);
    }
    checkPrefix(stored);
    MemorySegment source = target.allocateAlone(stored);
    readStored(batch.bufferStart(buffer), source, 0, stored);
    long length = contentLength(source, stored);
    MemorySegment content = target.allocate(length);
    MemorySegment compressed = source.asSlice(PREFIX_BYTES, stored - PREFIX_BYTES);
    if (source.get(JAVA_LONG_UNALIGNED, 0) == NOT_COMPRESSED) {
      MemorySegment.copy(compressed, 0, content, 0, length);
    } else if (length > 0) {
      decompress(compressed, content.asSlice(0, length));
    }
    target.release(source);
    return content;
  }

  private void decompress(MemorySegment compressed, MemorySegment content) throws IOException {
    long length =
        batch.compression() == BodyCompression.ZSTD
            ? new ZstdJavaDecompressor().decompress(compressed, content)
            : decompressLz4(compressed, content);
    if (length != content.byteSize()) {
      throw new IOException(
          "a buffer has "
              + length
              + " bytes instead of the "
              + content.byteSize()
              + " that it claims");
    }
  }

  /**
   * Decompresses a frame. It stops one byte after the expected length, so that a frame that expands
   * to more is detected without being read to its end.
   */
  private long decompressLz4(MemorySegment compressed, MemorySegment content) throws IOException {
    long length = 0;
    byte[] part = new byte[STREAM_BYTES];
    try (InputStream stream =
        new Lz4InputStream(new ByteArrayInputStream(compressed.toArray(JAVA_BYTE)))) {
      for (int count; (count = stream.read(part)) > 0; length += count) {
        cancellation.run();
        if (count > content.byteSize() - length) {
          return content.byteSize() + 1;
        }
        MemorySegment.copy(part, 0, content, JAVA_BYTE, length, count);
      }
    }
    return length;
  }
}
