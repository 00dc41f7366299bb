package dev.paceline.calcite.jdbc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A string as JDBC's Clob and NClob, which counts the chars of Java. It lives on the heap, and no
 * database knows of its changes.
 */
final class StringClob implements NClob {
  private @Nullable String text;

  StringClob(String text) {
    this.text = text;
  }

  /** Returns the whole string of a Clob of any driver. */
  static String text(Clob clob) throws SQLException {
    return clob.getSubString(1, Math.toIntExact(clob.length()));
  }

  private String text() throws SQLException {
    if (text == null) {
      throw SqlErrors.objectClosed("Clob");
    }
    return text;
  }

  @Override
  public long length() throws SQLException {
    return text().length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    String all = text();
    int from = BytesBlob.index(position, all.length() + 1L);
    return all.substring(from, from + BytesBlob.length(length, all.length() - from));
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(text());
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    return new StringReader(getSubString(position, BytesBlob.length(length, Integer.MAX_VALUE)));
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(text().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    String all = text();
    int found = all.indexOf(pattern, BytesBlob.index(start, all.length() + 1L));
    return found < 0 ? -1 : found + 1;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(text(pattern), start);
  }

  @Override
  public int setString(long position, String written) throws SQLException {
    return setString(position, written, 0, written.length());
  }

  @Override
  public int setString(long position, String written, int offset, int length) throws SQLException {
    StringBuilder all = new StringBuilder(text());
    int from = BytesBlob.index(position, all.length() + 1L);
    all.replace(from, from + length, written.substring(offset, offset + length));
    text = all.toString();
    return length;
  }

  /** Returns a stream whose characters are in this value when it is flushed or closed. */
  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    BytesBlob.index(position, length() + 1);
    return new StringWriter() {
      @Override
      public void flush() {
        try {
          setString(position, toString());
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public void close() {
        flush();
      }
    };
  }

  /** Returns a stream whose characters are in this value when it is flushed or closed. */
  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    BytesBlob.index(position, length() + 1);
    return new ByteArrayOutputStream() {
      @Override
      public void flush() throws IOException {
        try {
          setString(position, toString(StandardCharsets.US_ASCII));
        } catch (SQLException e) {
          throw new IOException(e);
        }
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    text = text().substring(0, BytesBlob.length(length, length()));
  }

  @Override
  public void free() {
    text = null;
  }
}
