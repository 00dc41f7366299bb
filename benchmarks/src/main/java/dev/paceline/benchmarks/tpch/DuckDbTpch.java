package dev.paceline.benchmarks.tpch;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * TPC-H data in DuckDB, made by the same generator as ours but by another way: as text through
 * DuckDB's COPY.
 */
public final class DuckDbTpch {
  private static final List<String> SCHEMA =
      List.of(
          """
          create table region (r_regionkey integer not null, r_name varchar not null,
            r_comment varchar not null)\
          """,
          """
          create table nation (n_nationkey integer not null, n_name varchar not null,
            n_regionkey integer not null, n_comment varchar not null)\
          """,
          """
          create table supplier (s_suppkey bigint not null, s_name varchar not null,
            s_address varchar not null, s_nationkey integer not null, s_phone varchar not null,
            s_acctbal decimal(15,2) not null, s_comment varchar not null)\
          """,
          """
          create table customer (c_custkey bigint not null, c_name varchar not null,
            c_address varchar not null, c_nationkey integer not null, c_phone varchar not null,
            c_acctbal decimal(15,2) not null, c_mktsegment varchar not null,
            c_comment varchar not null)\
          """,
          """
          create table part (p_partkey bigint not null, p_name varchar not null,
            p_mfgr varchar not null, p_brand varchar not null, p_type varchar not null,
            p_size integer not null, p_container varchar not null,
            p_retailprice decimal(15,2) not null, p_comment varchar not null)\
          """,
          """
          create table partsupp (ps_partkey bigint not null, ps_suppkey bigint not null,
            ps_availqty integer not null, ps_supplycost decimal(15,2) not null,
            ps_comment varchar not null)\
          """,
          """
          create table orders (o_orderkey bigint not null, o_custkey bigint not null,
            o_orderstatus varchar not null, o_totalprice decimal(15,2) not null,
            o_orderdate date not null, o_orderpriority varchar not null, o_clerk varchar not null,
            o_shippriority integer not null, o_comment varchar not null)\
          """,
          """
          create table lineitem (l_orderkey bigint not null, l_partkey bigint not null,
            l_suppkey bigint not null, l_linenumber integer not null,
            l_quantity decimal(15,2) not null, l_extendedprice decimal(15,2) not null,
            l_discount decimal(15,2) not null, l_tax decimal(15,2) not null,
            l_returnflag varchar not null, l_linestatus varchar not null,
            l_shipdate date not null, l_commitdate date not null, l_receiptdate date not null,
            l_shipinstruct varchar not null, l_shipmode varchar not null,
            l_comment varchar not null)\
          """);

  private DuckDbTpch() {}

  /** A new database in memory with the data of a scale. The caller closes it. */
  public static Connection inMemory(double scale) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:");
    load(connection, scale);
    return connection;
  }

  /**
   * A database file with the data of a scale, made on first use and found again later. The caller
   * closes the connection.
   *
   * @param cache folder for such files
   */
  public static Connection inFile(Path cache, double scale) throws SQLException, IOException {
    Path file = cache.resolve("tpch-" + scale + ".duckdb");
    if (!Files.exists(file)) {
      Files.createDirectories(cache);
      Path unfinished = cache.resolve(file.getFileName() + "." + ProcessHandle.current().pid());
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + unfinished)) {
        load(connection, scale);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return DriverManager.getConnection("jdbc:duckdb:" + file);
  }

  private static void load(Connection connection, double scale) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : SCHEMA) {
        statement.execute(table);
      }
      for (TpchTable<?> table : TpchTable.getTables()) {
        Path text = Files.createTempFile("tpch-" + table.getTableName(), ".tbl");
        try {
          write(table, scale, text);
          statement.execute(
              "copy "
                  + table.getTableName()
                  + " from '"
                  + text
                  + "' (delimiter '|', header false, quote '', escape '')");
        } finally {
          Files.delete(text);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the text of the tables", e);
    }
  }

  /**
   * Writes a table as text, without the delimiter that the generator puts behind the last field.
   */
  private static void write(TpchTable<?> table, double scale, Path file) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (TpchEntity row : table.createGenerator(scale, 1, 1)) {
        String line = row.toLine();
        writer.write(line, 0, line.length() - 1);
        writer.write('\n');
      }
    }
  }
}
