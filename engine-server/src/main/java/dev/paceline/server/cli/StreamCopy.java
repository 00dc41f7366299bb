package dev.paceline.server.cli;

import dev.paceline.calcite.jdbc.PacelineConnection;
import java.io.InputStream;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** COPY from the standard input and to the standard output, for pipes. */
final class StreamCopy {
  private static final Pattern FROM =
      Pattern.compile("(?is)\\s*copy\\s+[^'(]+(\\([^')]*\\)\\s*)?from\\s+stdin\\b.*");
  private static final Pattern TO =
      Pattern.compile("(?is)\\s*copy\\b.*\\bto\\s+stdout\\b[^']*(\\(.*)?");

  private StreamCopy() {}

  /**
   * Runs a statement if it copies by a stream.
   *
   * @return whether it does
   */
  static boolean run(String sql, Connection connection, InputStream in, PrintStream out)
      throws SQLException {
    boolean reads = FROM.matcher(sql).matches();
    if (!reads && !TO.matcher(sql).matches()
        || !connection.isWrapperFor(PacelineConnection.class)) {
      return false;
    }
    PacelineConnection paceline = connection.unwrap(PacelineConnection.class);
    if (reads) {
      out.println(paceline.copyFrom(sql, in) + " rows");
    } else {
      paceline.copyTo(sql, out);
    }
    out.flush();
    return true;
  }
}
