package dev.paceline.calcite.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** The many ways in which JDBC sets a parameter, brought down to a few; and what we refuse. */
abstract class ParameterSetters extends PacelineStatement implements PreparedStatement {
  /** Length of a stream that is read to its end. */
  static final long ALL = -1;

  ParameterSetters(PacelineConnection connection) {
    super(connection);
  }

  abstract void setText(int index, @Nullable Reader reader, long length) throws SQLException;

  /**
   * @param charset of text; null for binary values
   */
  abstract void setBinary(
      int index, @Nullable InputStream stream, long length, @Nullable Charset charset)
      throws SQLException;

  @Override
  public void setNull(int index, int sqlType, String typeName) throws SQLException {
    setNull(index, sqlType);
  }

  @Override
  public void setNString(int index, String value) throws SQLException {
    setString(index, value);
  }

  @Override
  public void setDate(int index, Date value) throws SQLException {
    setDate(index, value, null);
  }

  @Override
  public void setTime(int index, Time value) throws SQLException {
    setTime(index, value, null);
  }

  @Override
  public void setTimestamp(int index, Timestamp value) throws SQLException {
    setTimestamp(index, value, null);
  }

  @Override
  public void setObject(int index, Object value, int sqlType) throws SQLException {
    setObject(index, value, sqlType, TargetType.ANY_SCALE);
  }

  @Override
  public void setObject(int index, Object value, SQLType type) throws SQLException {
    setObject(index, value, type, TargetType.ANY_SCALE);
  }

  @Override
  public void setObject(int index, Object value, SQLType type, int scale) throws SQLException {
    Integer number = type.getVendorTypeNumber();
    setObject(index, value, number == null ? Types.OTHER : number, scale);
  }

  @Override
  public void setCharacterStream(int index, Reader reader) throws SQLException {
    setText(index, reader, ALL);
  }

  @Override
  public void setCharacterStream(int index, Reader reader, int length) throws SQLException {
    setText(index, reader, length);
  }

  @Override
  public void setCharacterStream(int index, Reader reader, long length) throws SQLException {
    setText(index, reader, length);
  }

  @Override
  public void setNCharacterStream(int index, Reader reader) throws SQLException {
    setText(index, reader, ALL);
  }

  @Override
  public void setNCharacterStream(int index, Reader reader, long length) throws SQLException {
    setText(index, reader, length);
  }

  @Override
  public void setAsciiStream(int index, InputStream stream) throws SQLException {
    setBinary(index, stream, ALL, StandardCharsets.US_ASCII);
  }

  @Override
  public void setAsciiStream(int index, InputStream stream, int length) throws SQLException {
    setBinary(index, stream, length, StandardCharsets.US_ASCII);
  }

  @Override
  public void setAsciiStream(int index, InputStream stream, long length) throws SQLException {
    setBinary(index, stream, length, StandardCharsets.US_ASCII);
  }

  @Override
  public void setBinaryStream(int index, InputStream stream) throws SQLException {
    setBinary(index, stream, ALL, null);
  }

  @Override
  public void setBinaryStream(int index, InputStream stream, int length) throws SQLException {
    setBinary(index, stream, length, null);
  }

  @Override
  public void setBinaryStream(int index, InputStream stream, long length) throws SQLException {
    setBinary(index, stream, length, null);
  }

  @Override
  public void setClob(int index, Reader reader) throws SQLException {
    setText(index, reader, ALL);
  }

  @Override
  public void setClob(int index, Reader reader, long length) throws SQLException {
    setText(index, reader, length);
  }

  @Override
  public void setNClob(int index, Reader reader) throws SQLException {
    setText(index, reader, ALL);
  }

  @Override
  public void setNClob(int index, Reader reader, long length) throws SQLException {
    setText(index, reader, length);
  }

  @Override
  public void setBlob(int index, InputStream stream) throws SQLException {
    setBinary(index, stream, ALL, null);
  }

  @Override
  public void setBlob(int index, InputStream stream, long length) throws SQLException {
    setBinary(index, stream, length, null);
  }

  @Override
  public void setBlob(int index, Blob value) throws SQLException {
    setBytes(index, value == null ? null : BytesBlob.bytes(value));
  }

  @Override
  public void setClob(int index, Clob value) throws SQLException {
    setString(index, value == null ? null : StringClob.text(value));
  }

  @Override
  public void setNClob(int index, NClob value) throws SQLException {
    setString(index, value == null ? null : StringClob.text(value));
  }

  @Override
  public void setRef(int index, Ref value) throws SQLException {
    throw SqlErrors.notSupported("a parameter of the type Ref");
  }

  @Override
  public void setArray(int index, Array value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setURL(int index, URL value) throws SQLException {
    throw SqlErrors.notSupported("a parameter of the type URL");
  }

  @Override
  public void setRowId(int index, RowId value) throws SQLException {
    throw SqlErrors.notSupported("a parameter of the type RowId");
  }

  @Override
  public void setSQLXML(int index, SQLXML value) throws SQLException {
    throw SqlErrors.notSupported("a parameter of the type SQLXML");
  }

  // A prepared statement has its text already.

  @Override
  public boolean execute(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw hasText();
  }

  private static SQLException hasText() {
    return SqlErrors.invalid(
        "a prepared statement has its text already: call the method without a text");
  }
}
