package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Binary strings and strings as Blob and Clob. */
class LargeObjectsTest extends JdbcTest {
  @Test
  void valuesGoInAndComeOut() throws SQLException {
    update("CREATE TABLE t (b BLOB, c VARCHAR)");
    Blob blob = connection.createBlob();
    blob.setBytes(1, new byte[] {1, 2, 3});
    Clob clob = connection.createClob();
    clob.setString(1, "tea");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      insert.setBlob(1, blob);
      insert.setClob(2, clob);
      insert.executeUpdate();
      insert.setBlob(1, (Blob) null);
      insert.setClob(2, (Clob) null);
      insert.executeUpdate();
      insert.setNull(1, java.sql.Types.BLOB);
      insert.setClob(2, new StringReader("reader"));
      insert.executeUpdate();
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT b, c FROM t ORDER BY c")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getClob(2).getSubString(1, 99)).isEqualTo("reader");
      assertThat(rows.getBlob(1)).isNull();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBlob("b").getBytes(1, 3)).containsExactly(1, 2, 3);
      assertThat(rows.getNClob("c").getSubString(1, 3)).isEqualTo("tea");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBlob(1)).isNull();
      assertThat(rows.getClob("c")).isNull();
    }
  }

  @Test
  void aBlobIsReadAndWrittenInParts() throws SQLException, IOException {
    Blob blob = new BytesBlob(new byte[] {1, 2, 3, 4, 2, 3});
    assertThat(blob.length()).isEqualTo(6);
    assertThat(blob.getBytes(5, 9)).containsExactly(2, 3);
    assertThat(blob.getBinaryStream(2, 2).readAllBytes()).containsExactly(2, 3);
    assertThat(blob.position(new byte[] {2, 3}, 3)).isEqualTo(5);
    assertThat(blob.position(new BytesBlob(new byte[] {9}), 1)).isEqualTo(-1);
    assertThat(blob.setBytes(6, new byte[] {0, 7, 8, 9}, 1, 2)).isEqualTo(2);
    assertThat(blob.getBinaryStream().readAllBytes()).containsExactly(1, 2, 3, 4, 2, 7, 8);
    try (OutputStream stream = blob.setBinaryStream(2)) {
      stream.write(new byte[] {5, 5});
    }
    blob.truncate(4);
    assertThat(blob.getBytes(1, 4)).containsExactly(1, 5, 5, 4);
    assertThatThrownBy(() -> blob.getBytes(6, 1)).hasMessageContaining("from 1 to 5");
    assertThatThrownBy(() -> blob.getBytes(1, -1)).hasMessageContaining("at least 0");
    blob.free();
    assertThatThrownBy(blob::length).isInstanceOf(SQLException.class);
  }

  @Test
  void aClobIsReadAndWrittenInParts() throws SQLException, IOException {
    Clob clob = new StringClob("banana");
    assertThat(clob.length()).isEqualTo(6);
    assertThat(clob.getSubString(5, 9)).isEqualTo("na");
    assertThat(clob.position("an", 3)).isEqualTo(4);
    assertThat(clob.position(new StringClob("x"), 1)).isEqualTo(-1);
    char[] read = new char[9];
    assertThat(clob.getCharacterStream(2, 3).read(read)).isEqualTo(3);
    assertThat(new String(read, 0, 3)).isEqualTo("ana");
    assertThat(clob.setString(6, "xyz!", 1, 2)).isEqualTo(2);
    assertThat(clob.getSubString(1, 99)).isEqualTo("bananyz");
    try (Writer writer = clob.setCharacterStream(1)) {
      writer.write("B");
    }
    try (OutputStream stream = clob.setAsciiStream(7)) {
      stream.write("12".getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(new String(clob.getAsciiStream().readAllBytes(), StandardCharsets.US_ASCII))
        .isEqualTo("Banany12");
    clob.truncate(2);
    assertThat(clob.getSubString(1, 9)).isEqualTo("Ba");
    assertThatThrownBy(() -> clob.getSubString(4, 1)).hasMessageContaining("from 1 to 3");
    clob.free();
    assertThatThrownBy(clob::length).isInstanceOf(SQLException.class);
  }
}
