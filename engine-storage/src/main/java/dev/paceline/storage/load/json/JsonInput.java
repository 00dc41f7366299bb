package dev.paceline.storage.load.json;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.GZIPInputStream;

/** The bytes of a file from its beginning on. Not thread-safe. */
final class JsonInput extends InputStream {
  private static final int BUFFER_BYTES = 256 << 10;

  private final FileSet.Entry entry;
  private final FileRead file;
  private final MemoryScope memory;
  private final MemorySegment buffer;
  private long position;
  private int at;
  private int limit;

  private JsonInput(FileSet.Entry entry, MemoryLedger ledger) {
    this.entry = entry;
    this.file = FileRead.open(entry);
    this.memory = ledger.openScope("a buffer of " + entry.path());
    this.buffer = memory.allocate(BUFFER_BYTES);
  }

  /**
   * Opens a file.
   *
   * @param isPacked whether it is compressed by gzip
   * @throws PacelineException IO_ERROR
   */
  static InputStream open(FileSet.Entry entry, boolean isPacked, MemoryLedger ledger) {
    JsonInput input = new JsonInput(entry, ledger);
    if (!isPacked) {
      return input;
    }
    try {
      return new GZIPInputStream(input, BUFFER_BYTES);
    } catch (IOException e) {
      input.close();
      throw JsonPlace.damaged(entry, e);
    }
  }

  @Override
  public int read() {
    return fill() ? buffer.get(ValueLayout.JAVA_BYTE, at++) & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, limit - at);
    MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, at, target, offset, count);
    at += count;
    return count;
  }

  private boolean fill() {
    if (at == limit) {
      limit = (int) Math.min(BUFFER_BYTES, entry.bytes() - position);
      at = 0;
      file.read(position, buffer, 0, limit);
      position += limit;
    }
    return limit > 0;
  }

  @Override
  public void close() {
    memory.close();
    file.close();
  }
}
