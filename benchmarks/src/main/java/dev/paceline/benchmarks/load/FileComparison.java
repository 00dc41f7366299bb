package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.datasets.GeneratedTable;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares Paceline and DuckDB on the files of lineitem: both load them into a table, query them in
 * place, and write them. All databases are in memory and run the same statements. Queries run
 * without the file cache and again with it; the latter do not count in the mean.
 */
final class FileComparison implements AutoCloseable {
  private static final String TABLE = "lineitem";

  private final LineitemFiles files;
  private final TableDefinition definition;

  /** Paceline, which keeps nothing of files. */
  private final Connection ours;

  /** Paceline, which keeps columns of files. */
  private final Connection caching;

  private final Connection theirs;
  private final Path written;

  /** Opens the databases, in which the table is empty. */
  FileComparison(LineitemFiles files, TpchSuite suite, int threads)
      throws SQLException, IOException {
    this.files = files;
    this.definition =
        suite.dataSet().tables().stream()
            .map(GeneratedTable::definition)
            .filter(table -> table.name().equals(TABLE))
            .findFirst()
            .orElseThrow();
    this.written = Files.createTempDirectory("paceline-files");
    String url = "jdbc:paceline:mem:;workers=" + threads;
    this.ours = DriverManager.getConnection(url + ";file_cache=0");
    this.caching = DriverManager.getConnection(url);
    this.theirs = DuckDbTables.inMemory();
    execute(theirs, "set threads = " + threads);
  }

  /** Loads the table into both databases, so that it can be written. */
  void fill() throws SQLException {
    for (Connection connection : List.of(ours, theirs)) {
      load(connection, files.parquet(), "(format parquet)").run();
    }
  }

  /** Returns the work. What writes the table needs one that is loaded. */
  List<FileWork> works() throws IOException {
    long csvBytes = Files.size(files.csv());
    long parquetBytes = Files.size(files.parquet());
    List<FileWork> works = new ArrayList<>();
    works.add(load("load csv", csvBytes, files.csv(), "(format csv, header true)"));
    works.add(load("load parquet", parquetBytes, files.parquet(), "(format parquet)"));
    for (Query query : queries()) {
      works.add(query(ours, query, "csv", csvBytes, files.csv()));
      works.add(query(caching, query, "csv, cached", csvBytes, files.csv()));
      works.add(query(ours, query, "parquet", parquetBytes, files.parquet()));
      works.add(query(caching, query, "parquet, cached", parquetBytes, files.parquet()));
    }
    works.add(write("copy to csv", csvBytes, "(format csv, header true)"));
    works.add(write("copy to parquet", parquetBytes, "(format parquet)"));
    return works;
  }

  private FileWork load(String name, long bytes, Path file, String options) {
    return new FileWork(
        name,
        bytes,
        load(ours, file, options),
        load(theirs, file, options),
        FileWork.AnswerCheck.NONE);
  }

  /** Replaces the table; only the copying counts. */
  private Contestant load(Connection connection, Path file, String options) {
    return () -> {
      execute(connection, "drop table if exists " + TABLE);
      DuckDbTables.create(connection, definition);
      return Timing.of(
          () -> execute(connection, "copy " + TABLE + " from '" + file + "' " + options));
    };
  }

  private FileWork query(Connection connection, Query query, String name, long bytes, Path file) {
    Query ofFile =
        new Query(query.name() + " " + name, query.sql().formatted(file), query.isTotallyOrdered());
    return new FileWork(
        ofFile.name(),
        bytes,
        Contestant.query(connection, ofFile),
        Contestant.query(theirs, ofFile),
        () -> Turns.requireSameAnswers(ofFile, List.of(theirs, connection)));
  }

  private FileWork write(String name, long bytes, String options) {
    return new FileWork(
        name,
        bytes,
        write(ours, "paceline", options),
        write(theirs, "duckdb", options),
        FileWork.AnswerCheck.NONE);
  }

  private Contestant write(Connection connection, String name, String options) {
    Path file = written.resolve(name);
    return () -> {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new SQLException(file + " cannot be deleted", e);
      }
      return Timing.of(
          () -> execute(connection, "copy " + TABLE + " to '" + file + "' " + options));
    };
  }

  /** TPC-H's Q1 and Q6, the part of Q14 that concerns lineitem, and a count; %s is the file. */
  static List<Query> queries() {
    return List.of(
        new Query(
            "Q1",
            """
            select l_returnflag, l_linestatus, sum(l_quantity) as quantity,
              sum(l_extendedprice) as price,
              sum(l_extendedprice * (1 - l_discount)) as discounted,
              sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) as charge,
              avg(l_quantity) as average_quantity, avg(l_discount) as average_discount,
              count(*) as orders
            from '%s' where l_shipdate <= date '1998-09-02'
            group by l_returnflag, l_linestatus order by l_returnflag, l_linestatus
            """,
            true),
        new Query(
            "Q6",
            """
            select sum(l_extendedprice * l_discount) as revenue from '%s'
            where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'
              and l_discount between 0.05 and 0.07 and l_quantity < 24
            """,
            true),
        new Query(
            "Q14",
            """
            select 100.00 * sum(case when l_shipmode in ('AIR', 'REG AIR')
                then l_extendedprice * (1 - l_discount) else 0 end)
              / sum(l_extendedprice * (1 - l_discount)) as share
            from '%s'
            where l_shipdate >= date '1995-09-01' and l_shipdate < date '1995-10-01'
            """,
            true),
        new Query("count", "select count(*) as n from '%s'", true));
  }

  @Override
  public void close() throws SQLException, IOException {
    try (ours;
        caching;
        theirs) {
      Files.deleteIfExists(written.resolve("paceline"));
      Files.deleteIfExists(written.resolve("duckdb"));
      Files.deleteIfExists(written);
    }
  }
}
