package dev.paceline.calcite.plan;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.schema.SchemaPlus;

/** The tables of TPC-H at scale 1: columns and statistics, no rows. */
final class TpchStatistics {
  private static final DataType MONEY = DataType.decimal(15, 2);
  private static final long FIRST_DAY = LocalDate.of(1992, 1, 1).toEpochDay();

  private TpchStatistics() {}

  static void addTo(SchemaPlus schema) {
    table("region", 5)
        .key("r_regionkey", DataType.INT32)
        .text("r_name", 25, 5)
        .text("r_comment", 152, 5)
        .add(schema);
    table("nation", 25)
        .key("n_nationkey", DataType.INT32)
        .text("n_name", 25, 25)
        .number("n_regionkey", DataType.INT32, 5, 0, 4)
        .text("n_comment", 152, 25)
        .add(schema);
    table("supplier", 10_000)
        .key("s_suppkey", DataType.INT64)
        .text("s_name", 25, 10_000)
        .text("s_address", 40, 10_000)
        .number("s_nationkey", DataType.INT32, 25, 0, 24)
        .text("s_phone", 15, 10_000)
        .number("s_acctbal", MONEY, 9_955, -99_822, 999_993)
        .text("s_comment", 101, 10_000)
        .add(schema);
    table("customer", 150_000)
        .key("c_custkey", DataType.INT64)
        .text("c_name", 25, 150_000)
        .text("c_address", 40, 150_000)
        .number("c_nationkey", DataType.INT32, 25, 0, 24)
        .text("c_phone", 15, 150_000)
        .number("c_acctbal", MONEY, 140_187, -99_999, 999_999)
        .text("c_mktsegment", 10, 5)
        .text("c_comment", 117, 150_000)
        .add(schema);
    table("part", 200_000)
        .key("p_partkey", DataType.INT64)
        .text("p_name", 55, 200_000)
        .text("p_mfgr", 25, 5)
        .text("p_brand", 10, 25)
        .text("p_type", 25, 150)
        .number("p_size", DataType.INT32, 50, 1, 50)
        .text("p_container", 10, 40)
        .number("p_retailprice", MONEY, 20_899, 90_100, 209_899)
        .text("p_comment", 23, 131_000)
        .add(schema);
    table("partsupp", 800_000)
        .number("ps_partkey", DataType.INT64, 200_000, 1, 200_000)
        .number("ps_suppkey", DataType.INT64, 10_000, 1, 10_000)
        .number("ps_availqty", DataType.INT32, 9_999, 1, 9_999)
        .number("ps_supplycost", MONEY, 99_865, 100, 100_000)
        .text("ps_comment", 199, 800_000)
        .add(schema);
    table("orders", 1_500_000)
        .number("o_orderkey", DataType.INT64, 1_500_000, 1, 6_000_000)
        .number("o_custkey", DataType.INT64, 99_996, 1, 149_999)
        .character("o_orderstatus", 1, 3)
        .number("o_totalprice", MONEY, 1_464_556, 85_771, 55_528_516)
        .number("o_orderdate", DataType.DATE, 2_406, FIRST_DAY, FIRST_DAY + 2_405)
        .text("o_orderpriority", 15, 5)
        .text("o_clerk", 15, 1_000)
        .number("o_shippriority", DataType.INT32, 1, 0, 0)
        .text("o_comment", 79, 1_482_000)
        .add(schema);
    table("lineitem", 6_001_215)
        .number("l_orderkey", DataType.INT64, 1_500_000, 1, 6_000_000)
        .number("l_partkey", DataType.INT64, 200_000, 1, 200_000)
        .number("l_suppkey", DataType.INT64, 10_000, 1, 10_000)
        .number("l_linenumber", DataType.INT32, 7, 1, 7)
        .number("l_quantity", MONEY, 50, 100, 5_000)
        .number("l_extendedprice", MONEY, 933_900, 90_100, 10_494_950)
        .number("l_discount", MONEY, 11, 0, 10)
        .number("l_tax", MONEY, 9, 0, 8)
        .character("l_returnflag", 1, 3)
        .character("l_linestatus", 1, 2)
        .number("l_shipdate", DataType.DATE, 2_526, FIRST_DAY + 1, FIRST_DAY + 2_526)
        .number("l_commitdate", DataType.DATE, 2_466, FIRST_DAY + 30, FIRST_DAY + 2_495)
        .number("l_receiptdate", DataType.DATE, 2_554, FIRST_DAY + 3, FIRST_DAY + 2_556)
        .text("l_shipinstruct", 25, 4)
        .text("l_shipmode", 10, 7)
        .text("l_comment", 44, 4_500_000)
        .add(schema);
  }

  private static FakeTable table(String name, long rows) {
    return new FakeTable(name, rows);
  }

  /** A table without rows; a builder of itself. */
  private static final class FakeTable implements TableSource {
    private final String name;
    private final long rows;
    private final List<Column> columns = new ArrayList<>();
    private final List<ColumnStatistics> statistics = new ArrayList<>();

    FakeTable(String name, long rows) {
      this.name = name;
      this.rows = rows;
    }

    FakeTable key(String column, DataType type) {
      return number(column, type, rows, 1, rows);
    }

    FakeTable number(String column, DataType type, long distinct, long min, long max) {
      columns.add(new Column(column, type, false));
      statistics.add(
          new ColumnStatistics(
              rows, 0, distinct, true, min, max, false, 0, 0, null, null, false, distinct == rows));
      return this;
    }

    FakeTable text(String column, int length, long distinct) {
      return bytes(column, DataType.varchar(length), distinct);
    }

    FakeTable character(String column, int length, long distinct) {
      return bytes(column, DataType.character(length), distinct);
    }

    private FakeTable bytes(String column, DataType type, long distinct) {
      columns.add(new Column(column, type, false));
      statistics.add(
          new ColumnStatistics(
              rows, 0, distinct, false, 0, 0, false, 0, 0, null, null, false, false));
      return this;
    }

    void add(SchemaPlus schema) {
      schema.add(name, new PacelineTable(this));
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<Column> columns() {
      return columns;
    }

    @Override
    public ScanTarget snapshot() {
      return new EmptyScanTarget(name, rows, columns.stream().map(Column::type).toList());
    }

    @Override
    public long rowCount() {
      return rows;
    }

    @Override
    public ColumnStatistics statistics(int column) {
      return statistics.get(column);
    }
  }
}
