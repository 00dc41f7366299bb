package dev.paceline.storage.load.text;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.lz4.Lz4InputStream;
import io.airlift.compress.v3.bzip2.BZip2HadoopStreams;
import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens files as text in UTF-8, whatever their encoding and compression. */
public final class TextInputs {
  private static final int BUFFER_BYTES = 1 << 16;

  private TextInputs() {}

  /** Reads a file from a byte on, as it is. */
  public static TextInput range(FileRead file, long position, long fileBytes) {
    return new RangeInput(file, position, fileBytes);
  }

  /** Reads a file from its beginning. */
  public static TextInput open(
      FileSet.Entry file, TextEncoding encoding, TextCompression compression) {
    FileRead read = FileRead.open(file);
    if (encoding == TextEncoding.UTF_8 && compression == TextCompression.NONE) {
      return new RangeInput(read, 0, file.bytes());
    }
    try {
      InputStream plain = decompressed(read, file, compression);
      return encoding == TextEncoding.UTF_8
          ? new StreamInput(file.path(), read, plain)
          : new RecodedInput(file.path(), read, new InputStreamReader(plain, encoding.charset()));
    } catch (IOException e) {
      read.close();
      throw failed(file.path(), read.readBytes(), e);
    }
  }

  /**
   * Returns the decompressed bytes of a file, from its beginning. Closing the stream closes the
   * file. Reading throws IOException for damaged content, and IO_ERROR if the file cannot be read.
   *
   * @throws PacelineException IO_ERROR if the file cannot be opened, INVALID_FILE if it is not
   *     compressed so
   */
  public static InputStream stream(FileSet.Entry file, TextCompression compression) {
    FileRead read = FileRead.open(file);
    try {
      return decompressed(read, file, compression);
    } catch (IOException e) {
      read.close();
      throw failed(file.path(), read.readBytes(), e);
    }
  }

  private static InputStream decompressed(
      FileRead read, FileSet.Entry file, TextCompression compression) throws IOException {
    InputStream raw = new FileStream(read, file.bytes());
    if (file.bytes() == 0) {
      return raw;
    }
    return switch (compression) {
      case NONE -> raw;
      case GZIP -> new GZIPInputStream(raw, BUFFER_BYTES);
      case ZSTD -> new CheckedStream(new ZstdInputStream(raw));
      case LZ4 -> new Lz4InputStream(raw);
      case BZIP2 -> new CheckedStream(new BZip2HadoopStreams().createInputStream(raw));
    };
  }

  /** Errors of reading the file itself are no IOException, so that this one is of its content. */
  private static PacelineException failed(Path path, long position, IOException cause) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        "file "
            + path
            + " cannot be decompressed near byte "
            + position
            + ": "
            + (cause.getMessage() == null ? "it ends too early" : cause.getMessage())
            + "; check that it is complete, or set compression='none'",
        cause);
  }

  /** A decompressor whose exceptions about damaged input are all of the same kind. */
  private static final class CheckedStream extends FilterInputStream {
    CheckedStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      try {
        return super.read(to, offset, length);
      } catch (PacelineException e) {
        throw e; // reading the file failed
      } catch (RuntimeException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
  }

  /** The bytes of a file. */
  private static final class RangeInput implements TextInput {
    private final FileRead file;
    private final long end;
    private long position;

    RangeInput(FileRead file, long position, long end) {
      this.file = file;
      this.position = position;
      this.end = end;
    }

    @Override
    public int read(MemorySegment to, long offset, int length) {
      int count = (int) Math.min(length, end - position);
      if (count > 0) {
        file.read(position, to, offset, count);
        position += count;
      }
      return count;
    }

    @Override
    public long readBytes() {
      return file.readBytes();
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /** A file as a stream of bytes. */
  private static final class FileStream extends InputStream {
    private final FileRead file;
    private final long end;
    private long position;

    FileStream(FileRead file, long end) {
      this.file = file;
      this.end = end;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
      int count = (int) Math.min(length, end - position);
      if (count <= 0) {
        return length == 0 ? 0 : -1;
      }
      file.read(position, MemorySegment.ofArray(to), offset, count);
      position += count;
      return count;
    }

    /** Tells the decompressor that there may be another member behind the first. */
    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, end - position);
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /** Decompressed bytes. */
  private static final class StreamInput implements TextInput {
    private final Path path;
    private final FileRead file;
    private final InputStream stream;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    StreamInput(Path path, FileRead file, InputStream stream) {
      this.path = path;
      this.file = file;
      this.stream = stream;
    }

    @Override
    public int read(MemorySegment to, long offset, int length) {
      try {
        int count = stream.read(buffer, 0, Math.min(length, buffer.length));
        if (count <= 0) {
          return 0;
        }
        MemorySegment.copy(buffer, 0, to, ValueLayout.JAVA_BYTE, offset, count);
        return count;
      } catch (IOException e) {
        throw failed(path, file.readBytes(), e);
      }
    }

    @Override
    public long readBytes() {
      return file.readBytes();
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /** Text of another encoding. */
  private static final class RecodedInput implements TextInput {
    private final Path path;
    private final FileRead file;
    private final Reader reader;
    private final char[] characters = new char[BUFFER_BYTES / 4];
    private byte[] bytes = new byte[0];
    private int next;

    RecodedInput(Path path, FileRead file, Reader reader) {
      this.path = path;
      this.file = file;
      this.reader = reader;
    }

    @Override
    public int read(MemorySegment to, long offset, int length) {
      if (next == bytes.length && !recode()) {
        return 0;
      }
      int count = Math.min(length, bytes.length - next);
      MemorySegment.copy(bytes, next, to, ValueLayout.JAVA_BYTE, offset, count);
      next += count;
      return count;
    }

    private boolean recode() {
      try {
        int count = reader.read(characters, 0, characters.length - 1);
        if (count <= 0) {
          return false;
        }
        if (Character.isHighSurrogate(characters[count - 1])) {
          int low = reader.read();
          if (low >= 0) {
            characters[count++] = (char) low;
          }
        }
        bytes = new String(characters, 0, count).getBytes(StandardCharsets.UTF_8);
        next = 0;
        return true;
      } catch (IOException e) {
        throw failed(path, file.readBytes(), e);
      }
    }

    @Override
    public long readBytes() {
      return file.readBytes();
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
