package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/**
 * Ways of getting the same rows into a table: one by one through a prepared statement, as the rows
 * of a query over a file, and by COPY (HyPer, Table 3.1: insert-based, copy-based and chunk-based).
 */
final class InsertWays implements LoadExperiment {
  private static final int BATCH = 1_000;
  private static final int MAX_ROWS = 300_000;

  @Override
  public void run(LoadFrame frame) throws SQLException {
    LoadFrame.FigureRows rows =
        frame.table(
            "ways",
            "how long do the same rows take by each way of loading?",
            "way %-28s; ms %9.1f; CPU ms %9.1f; million rows/s %14.2f; ratio to COPY %13.1f");
    Path part = frame.scratch().resolve("part.csv");
    try (Connection connection = frame.paceline("")) {
      execute(
          connection,
          "copy (select * from '%s' limit %d) to '%s'"
              .formatted(frame.files().csv(), MAX_ROWS, part));
      frame.recreate(connection, LoadFrame.TABLE);
      execute(connection, "create table source as select * from '" + part + "'");
      long count = count(connection, "source");
      List<String> names =
          List.of(
              "prepared, batches of " + BATCH, "INSERT SELECT, a table", "INSERT SELECT", "COPY");
      List<Contestant> contestants =
          List.of(
              empty(frame, connection, () -> insertOneByOne(connection)),
              empty(frame, connection, insert(connection, "select * from source")),
              empty(frame, connection, insert(connection, "select * from '" + part + "'")),
              empty(
                  frame,
                  connection,
                  LoadFrame.statement(
                      connection, "copy " + LoadFrame.TABLE + " from '" + part + "'")));
      List<Runs> runs = frame.turns(contestants);
      for (int i = 0; i < runs.size(); i++) {
        double millis = runs.get(i).millis();
        rows.add(
            names.get(i),
            millis,
            runs.get(i).cpuMillis(),
            count / millis / 1e3,
            millis / runs.getLast().millis());
      }
    }
  }

  private static long count(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select count(*) from " + table)) {
      result.next();
      return result.getLong(1);
    }
  }

  private static Contestant insert(Connection connection, String query) {
    return LoadFrame.statement(connection, "insert into " + LoadFrame.TABLE + " " + query);
  }

  /** Empties the table before the time begins. */
  private static Contestant empty(LoadFrame frame, Connection connection, Contestant load) {
    return () -> {
      frame.recreate(connection, LoadFrame.TABLE);
      return load.run();
    };
  }

  /** Reads the rows of the other table, and inserts them in batches. */
  private static Timing insertOneByOne(Connection connection) throws SQLException {
    return Timing.of(
        () -> {
          try (Statement statement = connection.createStatement();
              ResultSet source = statement.executeQuery("select * from source")) {
            int columns = source.getMetaData().getColumnCount();
            String places = String.join(", ", Collections.nCopies(columns, "?"));
            try (PreparedStatement insert =
                connection.prepareStatement(
                    "insert into " + LoadFrame.TABLE + " values (" + places + ")")) {
              int waiting = 0;
              while (source.next()) {
                for (int i = 1; i <= columns; i++) {
                  insert.setObject(i, source.getObject(i));
                }
                insert.addBatch();
                waiting++;
                if (waiting == BATCH) {
                  insert.executeBatch();
                  waiting = 0;
                }
              }
              insert.executeBatch();
            }
          }
        });
  }
}
