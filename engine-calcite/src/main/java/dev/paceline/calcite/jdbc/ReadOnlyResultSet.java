package dev.paceline.calcite.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** Refuses the methods of JDBC for result sets that can be updated or scrolled. */
abstract class ReadOnlyResultSet implements ResultSet {
  @Override
  public boolean absolute(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.absolute");
  }

  @Override
  public void afterLast() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.afterLast");
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.beforeFirst");
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.cancelRowUpdates");
  }

  @Override
  public void deleteRow() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.deleteRow");
  }

  @Override
  public boolean first() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.first");
  }

  @Override
  public @Nullable Blob getBlob(int columnIndex) throws SQLException {
    byte[] bytes = getBytes(columnIndex);
    return bytes == null ? null : new BytesBlob(bytes);
  }

  @Override
  public @Nullable Blob getBlob(String columnLabel) throws SQLException {
    return getBlob(findColumn(columnLabel));
  }

  @Override
  public @Nullable Clob getClob(int columnIndex) throws SQLException {
    String text = getString(columnIndex);
    return text == null ? null : new StringClob(text);
  }

  @Override
  public @Nullable Clob getClob(String columnLabel) throws SQLException {
    return getClob(findColumn(columnLabel));
  }

  @Override
  public String getCursorName() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getCursorName");
  }

  @Override
  public Reader getNCharacterStream(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getNCharacterStream");
  }

  @Override
  public Reader getNCharacterStream(String columnLabel) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getNCharacterStream");
  }

  @Override
  public @Nullable NClob getNClob(int columnIndex) throws SQLException {
    String text = getString(columnIndex);
    return text == null ? null : new StringClob(text);
  }

  @Override
  public @Nullable NClob getNClob(String columnLabel) throws SQLException {
    return getNClob(findColumn(columnLabel));
  }

  @Override
  public Ref getRef(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getRef");
  }

  @Override
  public Ref getRef(String columnLabel) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getRef");
  }

  @Override
  public RowId getRowId(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getRowId");
  }

  @Override
  public RowId getRowId(String columnLabel) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getRowId");
  }

  @Override
  public SQLXML getSQLXML(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getSQLXML");
  }

  @Override
  public SQLXML getSQLXML(String columnLabel) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getSQLXML");
  }

  @Override
  public URL getURL(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getURL");
  }

  @Override
  public URL getURL(String columnLabel) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getURL");
  }

  @Deprecated
  @Override
  public InputStream getUnicodeStream(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getUnicodeStream");
  }

  @Deprecated
  @Override
  public InputStream getUnicodeStream(String columnLabel) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.getUnicodeStream");
  }

  @Override
  public void insertRow() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.insertRow");
  }

  @Override
  public boolean isLast() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.isLast");
  }

  @Override
  public boolean last() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.last");
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.moveToCurrentRow");
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.moveToInsertRow");
  }

  @Override
  public boolean previous() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.previous");
  }

  @Override
  public void refreshRow() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.refreshRow");
  }

  @Override
  public boolean relative(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.relative");
  }

  @Override
  public void updateArray(int columnIndex, Array x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateArray");
  }

  @Override
  public void updateArray(String columnLabel, Array x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateArray");
  }

  @Override
  public void updateAsciiStream(int columnIndex, InputStream x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(int columnIndex, InputStream x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(int columnIndex, InputStream x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(String columnLabel, InputStream x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(String columnLabel, InputStream x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(String columnLabel, InputStream x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBigDecimal(int columnIndex, BigDecimal x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBigDecimal");
  }

  @Override
  public void updateBigDecimal(String columnLabel, BigDecimal x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBigDecimal");
  }

  @Override
  public void updateBinaryStream(int columnIndex, InputStream x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(int columnIndex, InputStream x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(int columnIndex, InputStream x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(String columnLabel, InputStream x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(String columnLabel, InputStream x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(String columnLabel, InputStream x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBlob(int columnIndex, InputStream x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(int columnIndex, InputStream x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(int columnIndex, Blob x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String columnLabel, InputStream x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String columnLabel, InputStream x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String columnLabel, Blob x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBlob");
  }

  @Override
  public void updateBoolean(int columnIndex, boolean x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBoolean");
  }

  @Override
  public void updateBoolean(String columnLabel, boolean x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBoolean");
  }

  @Override
  public void updateByte(int columnIndex, byte x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateByte");
  }

  @Override
  public void updateByte(String columnLabel, byte x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateByte");
  }

  @Override
  public void updateBytes(int columnIndex, byte[] x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBytes");
  }

  @Override
  public void updateBytes(String columnLabel, byte[] x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateBytes");
  }

  @Override
  public void updateCharacterStream(int columnIndex, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(int columnIndex, Reader x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(int columnIndex, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(String columnLabel, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(String columnLabel, Reader x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(String columnLabel, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateClob(int columnIndex, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateClob");
  }

  @Override
  public void updateClob(int columnIndex, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateClob");
  }

  @Override
  public void updateClob(int columnIndex, Clob x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String columnLabel, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String columnLabel, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String columnLabel, Clob x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateClob");
  }

  @Override
  public void updateDate(int columnIndex, Date x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateDate");
  }

  @Override
  public void updateDate(String columnLabel, Date x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateDate");
  }

  @Override
  public void updateDouble(int columnIndex, double x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateDouble");
  }

  @Override
  public void updateDouble(String columnLabel, double x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateDouble");
  }

  @Override
  public void updateFloat(int columnIndex, float x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateFloat");
  }

  @Override
  public void updateFloat(String columnLabel, float x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateFloat");
  }

  @Override
  public void updateInt(int columnIndex, int x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateInt");
  }

  @Override
  public void updateInt(String columnLabel, int x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateInt");
  }

  @Override
  public void updateLong(int columnIndex, long x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateLong");
  }

  @Override
  public void updateLong(String columnLabel, long x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateLong");
  }

  @Override
  public void updateNCharacterStream(int columnIndex, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(int columnIndex, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String columnLabel, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String columnLabel, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNClob(int columnIndex, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(int columnIndex, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(int columnIndex, NClob x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String columnLabel, Reader x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String columnLabel, Reader x1, long x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String columnLabel, NClob x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNClob");
  }

  @Override
  public void updateNString(int columnIndex, String x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNString");
  }

  @Override
  public void updateNString(String columnLabel, String x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNString");
  }

  @Override
  public void updateNull(int columnIndex) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNull");
  }

  @Override
  public void updateNull(String columnLabel) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateNull");
  }

  @Override
  public void updateObject(int columnIndex, Object x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateObject");
  }

  @Override
  public void updateObject(int columnIndex, Object x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String columnLabel, Object x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String columnLabel, Object x1, int x2) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateObject");
  }

  @Override
  public void updateRef(int columnIndex, Ref x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateRef");
  }

  @Override
  public void updateRef(String columnLabel, Ref x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateRef");
  }

  @Override
  public void updateRow() throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateRow");
  }

  @Override
  public void updateRowId(int columnIndex, RowId x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateRowId");
  }

  @Override
  public void updateRowId(String columnLabel, RowId x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateRowId");
  }

  @Override
  public void updateSQLXML(int columnIndex, SQLXML x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateSQLXML");
  }

  @Override
  public void updateSQLXML(String columnLabel, SQLXML x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateSQLXML");
  }

  @Override
  public void updateShort(int columnIndex, short x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateShort");
  }

  @Override
  public void updateShort(String columnLabel, short x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateShort");
  }

  @Override
  public void updateString(int columnIndex, String x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateString");
  }

  @Override
  public void updateString(String columnLabel, String x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateString");
  }

  @Override
  public void updateTime(int columnIndex, Time x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateTime");
  }

  @Override
  public void updateTime(String columnLabel, Time x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateTime");
  }

  @Override
  public void updateTimestamp(int columnIndex, Timestamp x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateTimestamp");
  }

  @Override
  public void updateTimestamp(String columnLabel, Timestamp x1) throws SQLException {
    throw SqlErrors.notSupported("ResultSet.updateTimestamp");
  }
}
