package dev.paceline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.QueryResult;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Appender;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacelineTest {
  private static final String OPTIONS = ";memory=64m;workers=1";

  private static List<Object> values(QueryResult result) {
    List<Object> values = new ArrayList<>();
    try (result) {
      for (Batch batch; (batch = result.nextBatch()) != null; ) {
        for (int row = 0; row < batch.rowCount(); row++) {
          values.add(batch.column(0).getObject(row));
        }
      }
    }
    return values;
  }

  @Test
  void appendsAndReadsColumns() {
    try (Paceline database = Paceline.open("mem:" + OPTIONS)) {
      database.execute("CREATE TABLE t (id BIGINT NOT NULL, name VARCHAR)");
      try (Appender appender = database.appender("T")) {
        for (long i = 0; i < 3000; i++) {
          appender.setLong(0, i);
          appender.setBytes(1, ("name" + i).getBytes(StandardCharsets.UTF_8));
          appender.endRow();
        }
        assertThat(values(database.query("SELECT id FROM t"))).as("not committed").isEmpty();
        appender.commit();
      }
      assertThat(values(database.query("SELECT id FROM t"))).hasSize(3000);
      assertThat(values(database.query("SELECT name FROM t WHERE id = ?", 2999L)))
          .containsExactly("name2999");
      assertThat(database.execute("INSERT INTO t VALUES (?, ?)", 7L, null)).isEqualTo(1);
    }
  }

  @Test
  void saysWhatWasWrong() {
    try (Paceline database = Paceline.open("mem:" + OPTIONS)) {
      database.execute("CREATE TABLE items (id BIGINT)");
      assertThatThrownBy(() -> database.appender("itms"))
          .hasMessage("there is no table itms; did you mean items?");
      assertThatThrownBy(() -> database.query("DROP TABLE IF EXISTS u"))
          .hasMessageContaining("use execute()");
      assertThatThrownBy(() -> database.execute("SELECT id FROM items"))
          .hasMessageContaining("use query()");
      assertThatThrownBy(() -> database.query("SELECT id FROM items WHERE id = ?"))
          .isInstanceOfSatisfying(
              PacelineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.PARAMETER_COUNT));
    }
  }

  @Test
  void keepsTablesInADirectory(@TempDir Path directory) {
    String place = directory.resolve("db") + OPTIONS;
    try (Paceline database = Paceline.open(place)) {
      database.execute("CREATE TABLE t AS SELECT 42 AS answer");
    }
    try (Paceline database = Paceline.open(place + ";readOnly=true")) {
      assertThat(values(database.query("SELECT answer FROM t"))).containsExactly(42L);
      assertThatThrownBy(() -> database.execute("DROP TABLE t")).hasMessageContaining("read-only");
    }
  }
}
