package dev.paceline.storage.load.output;

import dev.paceline.storage.load.FileOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

/**
 * Writes rows to a file, possibly compressed: each write is a gzip member of its own, so that
 * several threads compress at the same time. One thread at a time.
 */
final class RowOutput {
  private final FileOutput output;
  private final boolean gzip;
  private byte[] plain = new byte[0];

  RowOutput(FileOutput output, boolean gzip) {
    this.output = output;
    this.gzip = gzip;
  }

  void write(MemorySegment rows, long bytes) {
    if (!gzip) {
      output.write(rows.asSlice(0, bytes).asByteBuffer());
      return;
    }
    if (plain.length < bytes) {
      plain = new byte[Math.toIntExact(bytes)];
    }
    MemorySegment.copy(rows, ValueLayout.JAVA_BYTE, 0, plain, 0, (int) bytes);
    ByteArrayOutputStream member = new ByteArrayOutputStream((int) bytes / 3 + 64);
    try (GZIPOutputStream compressed = new GZIPOutputStream(member, 1 << 16)) {
      compressed.write(plain, 0, (int) bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // arrays in memory do not fail
    }
    output.write(ByteBuffer.wrap(member.toByteArray()));
  }

  /** Lets go of its buffer. */
  void close() {
    plain = new byte[0];
  }
}
