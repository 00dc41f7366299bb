package dev.paceline.calcite.jdbc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A binary string as JDBC's Blob. It lives on the heap, and no database knows of its changes. */
final class BytesBlob implements Blob {
  private byte @Nullable [] bytes;

  BytesBlob(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns all bytes of a Blob of any driver. */
  static byte[] bytes(Blob blob) throws SQLException {
    return blob.getBytes(1, Math.toIntExact(blob.length()));
  }

  private byte[] bytes() throws SQLException {
    if (bytes == null) {
      throw SqlErrors.objectClosed("Blob");
    }
    return bytes;
  }

  /**
   * Returns the index of a position, which counts from 1.
   *
   * @param end the largest position
   */
  static int index(long position, long end) throws SQLException {
    if (position < 1 || position > end) {
      throw SqlErrors.invalid("a position is from 1 to " + end + " here, not " + position);
    }
    return (int) position - 1;
  }

  /** Returns a length that is not negative, and ends at the latest where the value does. */
  static int length(long length, long left) throws SQLException {
    if (length < 0) {
      throw SqlErrors.invalid("a length is at least 0, not " + length);
    }
    return (int) Math.min(length, left);
  }

  @Override
  public long length() throws SQLException {
    return bytes().length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    byte[] all = bytes();
    int from = index(position, all.length + 1L);
    return Arrays.copyOfRange(all, from, from + length(length, all.length - from));
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(bytes());
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    byte[] all = bytes();
    int from = index(position, all.length + 1L);
    return new ByteArrayInputStream(all, from, length(length, all.length - from));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    byte[] all = bytes();
    for (int from = index(start, all.length + 1L); from + pattern.length <= all.length; from++) {
      if (Arrays.equals(all, from, from + pattern.length, pattern, 0, pattern.length)) {
        return from + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(bytes(pattern), start);
  }

  @Override
  public int setBytes(long position, byte[] written) throws SQLException {
    return setBytes(position, written, 0, written.length);
  }

  @Override
  public int setBytes(long position, byte[] written, int offset, int length) throws SQLException {
    byte[] all = bytes();
    int from = index(position, all.length + 1L);
    byte[] changed = Arrays.copyOf(all, Math.max(all.length, Math.addExact(from, length)));
    System.arraycopy(written, offset, changed, from, length);
    bytes = changed;
    return length;
  }

  /** Returns a stream whose bytes are in this value when it is flushed or closed. */
  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    index(position, length() + 1);
    return new ByteArrayOutputStream() {
      @Override
      public void flush() throws java.io.IOException {
        try {
          setBytes(position, toByteArray());
        } catch (SQLException e) {
          throw new java.io.IOException(e);
        }
      }

      @Override
      public void close() throws java.io.IOException {
        flush();
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    bytes = Arrays.copyOf(bytes(), length(length, length()));
  }

  @Override
  public void free() {
    bytes = null;
  }
}
