package dev.paceline.server.avatica;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.jdbc.StatementInfo;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a remote client and the reader of its result. Requests for one statement are
 * served one after the other: callers hold its monitor.
 */
final class ServerStatement extends StatementInfo {
  private final Statement jdbc;
  private @Nullable FrameReader reader;

  ServerStatement(Statement jdbc) {
    super(jdbc);
    this.jdbc = jdbc;
  }

  Statement jdbc() {
    return jdbc;
  }

  /** Its next rows; an empty last frame if the statement has no result. */
  Frame nextFrame() throws SQLException {
    ResultSet rows = getResultSet();
    if (rows == null) {
      return Frame.EMPTY;
    }
    if (reader == null) {
      reader = new FrameReader(rows);
    }
    return reader.next();
  }

  @Override
  public void setResultSet(@Nullable ResultSet rows) {
    super.setResultSet(rows);
    reader = null;
  }
}
