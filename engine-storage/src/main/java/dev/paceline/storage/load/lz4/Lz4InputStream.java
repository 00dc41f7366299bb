package dev.paceline.storage.load.lz4;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The content of LZ4 frames, one behind the other. Not thread-safe. */
public final class Lz4InputStream extends InputStream {
  static final int MAGIC = 0x184d2204;

  /** Frames with such a magic number hold what is no content; the last four bits are any. */
  private static final int SKIPPED_MAGIC = 0x184d2a50;

  private static final int LEGACY_MAGIC = 0x184c2102;
  private static final int VERSION = 1;

  /** How far matches reach back. */
  private static final int HISTORY_BYTES = 64 << 10;

  private static final int UNCOMPRESSED = 1 << 31;

  private final InputStream source;
  private byte[] block = new byte[0];

  /** The last bytes of the previous blocks, followed by the content of the current block. */
  private byte[] window = new byte[0];

  /** The first byte of the window that has not been returned to the caller. */
  private int next;

  private int end;
  private boolean inFrame;
  private int maxBlockBytes;
  private boolean areChained;
  private boolean haveChecksums;

  /** The hash of the content of the frame; null if the frame has none. */
  private @Nullable XxHash32 checksum;

  /** The bytes of content that the frame must still have; -1 if its header gives no length. */
  private long expected = -1;

  public Lz4InputStream(InputStream source) {
    this.source = source;
  }

  @Override
  public int read() throws IOException {
    return next < end || fill() ? window[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, to.length);
    if (length == 0) {
      return 0;
    }
    if (next == end && !fill()) {
      return -1;
    }
    int count = Math.min(length, end - next);
    System.arraycopy(window, next, to, offset, count);
    next += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  /** Decodes the next block that is not empty; false at the end. */
  private boolean fill() throws IOException {
    while (next == end) {
      if (!inFrame && !beginFrame()) {
        return false;
      }
      int size = readInt();
      if (size == 0) {
        endFrame();
      } else {
        readBlock(size & ~UNCOMPRESSED, (size & UNCOMPRESSED) != 0);
      }
    }
    return true;
  }

  private boolean beginFrame() throws IOException {
    int first = source.read();
    if (first < 0) {
      return false;
    }
    int magic = first | readByte() << 8 | readByte() << 16 | readByte() << 24;
    while ((magic & ~15) == SKIPPED_MAGIC) {
      source.skipNBytes(Integer.toUnsignedLong(readInt()));
      first = source.read();
      if (first < 0) {
        return false;
      }
      magic = first | readByte() << 8 | readByte() << 16 | readByte() << 24;
    }
    if (magic == LEGACY_MAGIC) {
      throw new IOException("it is in the legacy format of LZ4, which is not read");
    }
    if (magic != MAGIC) {
      throw new IOException("it has no LZ4 frame");
    }
    readDescriptor();
    inFrame = true;
    end = 0;
    next = 0;
    return true;
  }

  private void readDescriptor() throws IOException {
    byte[] descriptor = new byte[2 + Long.BYTES];
    int flags = readByte();
    int sizes = readByte();
    descriptor[0] = (byte) flags;
    descriptor[1] = (byte) sizes;
    int length = 2;
    expected = -1;
    if ((flags & 1 << 3) != 0) {
      expected = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        descriptor[length] = (byte) readByte();
        expected |= (descriptor[length++] & 0xffL) << 8 * i;
      }
    }
    int exponent = sizes >>> 4 & 7;
    if (flags >>> 6 != VERSION || exponent < 4 || (flags & 2) != 0 || (sizes & 0x8f) != 0) {
      throw new IOException("the header of an LZ4 frame is damaged, or of a later version");
    }
    if ((flags & 1) != 0) {
      throw new IOException("an LZ4 frame needs a dictionary");
    }
    if ((XxHash32.of(descriptor, 0, length) >>> 8 & 0xff) != readByte()) {
      throw new IOException("the header of an LZ4 frame is damaged");
    }
    maxBlockBytes = 1 << 8 + 2 * exponent;
    areChained = (flags & 1 << 5) == 0;
    haveChecksums = (flags & 1 << 4) != 0;
    checksum = (flags & 1 << 2) != 0 ? new XxHash32() : null;
  }

  private void readBlock(int size, boolean uncompressed) throws IOException {
    if (size > maxBlockBytes) {
      throw new IOException("an LZ4 block claims to have " + size + " bytes");
    }
    if (block.length < size) {
      block = new byte[Math.min(maxBlockBytes, Math.max(size, 2 * block.length))];
    }
    if (source.readNBytes(block, 0, size) < size) {
      throw new EOFException("an LZ4 block is cut off");
    }
    if (haveChecksums && readInt() != XxHash32.of(block, 0, size)) {
      throw new IOException("an LZ4 block has another checksum");
    }
    int history = areChained ? Math.min(HISTORY_BYTES, end) : 0;
    if (window.length < HISTORY_BYTES + maxBlockBytes) {
      byte[] larger = new byte[HISTORY_BYTES + maxBlockBytes];
      System.arraycopy(window, end - history, larger, 0, history);
      window = larger;
    } else {
      System.arraycopy(window, end - history, window, 0, history);
    }
    next = history;
    if (uncompressed) {
      System.arraycopy(block, 0, window, history, size);
      end = history + size;
    } else {
      end = Lz4Block.decode(block, 0, size, window, history, history + maxBlockBytes);
    }
    if (expected >= 0) {
      expected -= end - next;
      if (expected < 0) {
        throw new IOException("an LZ4 frame has more content than it claims");
      }
    }
    if (checksum != null) {
      checksum.add(window, next, end - next);
    }
  }

  private void endFrame() throws IOException {
    inFrame = false;
    if (expected > 0) {
      throw new IOException("an LZ4 frame has less content than it claims");
    }
    XxHash32 content = checksum;
    if (content != null && readInt() != content.value()) {
      throw new IOException("an LZ4 frame has another checksum");
    }
  }

  private int readInt() throws IOException {
    return readByte() | readByte() << 8 | readByte() << 16 | readByte() << 24;
  }

  private int readByte() throws IOException {
    int value = source.read();
    if (value < 0) {
      throw new EOFException("an LZ4 frame is cut off");
    }
    return value;
  }
}
