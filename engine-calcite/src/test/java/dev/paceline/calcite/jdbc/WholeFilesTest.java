package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as rows: read_text, read_blob and glob. */
final class WholeFilesTest extends JdbcTest {
  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("a.sql"), "select 'ä';\n");
    Files.writeString(directory.resolve("b.sql"), "");
    Files.write(directory.resolve("c.bin"), new byte[] {0, (byte) 0xff, 65});
  }

  @Test
  void textsAreRows() throws SQLException {
    assertThat(of("SELECT content, size FROM read_text('%s/*.sql') ORDER BY filename"))
        .hasToString("[[select 'ä';\n, 13], [, 0]]");
    assertThat(
            of("SELECT count(*), count(last_modified) FROM read_text('%s/*.sql') WHERE size > 0"))
        .hasToString("[[1, 1]]");
  }

  @Test
  void bytesAreRows() throws SQLException {
    assertThat(of("SELECT hex(content) FROM read_blob('%s/c.bin')")).hasToString("[[00FF41]]");
    assertThatThrownBy(() -> of("SELECT content FROM read_text('%s/c.bin')"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("is no text in UTF-8; read it by read_blob")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(ErrorCode.INVALID_FILE.vendorCode());
  }

  @Test
  void namesAreFoundAnewByEachStatement() throws SQLException, IOException {
    String names = "SELECT parse_filename(file) FROM glob('%s/*.txt') ORDER BY 1";
    assertThat(of(names)).isEmpty();
    Files.writeString(directory.resolve("d.txt"), "d");
    assertThat(of(names)).hasToString("[[d.txt]]");
    Files.delete(directory.resolve("d.txt"));
    assertThat(of(names)).isEmpty();
    assertThat(of("SELECT count(*) FROM glob('%s/none.csv')")).hasToString("[[0]]");
  }

  @Test
  void aMissingFileIsAnErrorOfAReader() {
    assertThatThrownBy(() -> of("SELECT * FROM read_text('%s/none.sql')"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> of("SELECT * FROM read_blob('%s/a.sql', header = true)"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("header");
  }

  private List<List<String>> of(String sql) throws SQLException {
    return rows(sql.formatted(directory));
  }
}
