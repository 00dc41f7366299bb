package dev.paceline.datasets;

import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.List;
import java.util.function.DoubleToLongFunction;

/**
 * A table of the Star Schema Benchmark (O'Neil, O'Neil and Chen: Star Schema Benchmark, revision 3,
 * 2009) and how its rows are made.
 *
 * <p>The rows are our own; numbers of rows, domains, distributions and correlations are those of
 * the paper and of its generator, a changed TPC-H generator. They are not cut from TPC-H's rows, as
 * there would be five times too many customers and suppliers, and from scale factor 2 on too many
 * parts. Prices are whole cents. The table of dates is named dates, as date is a reserved word; its
 * 2,556 days end with the 30th of December 1998. Weeks are counted from the first day of a year.
 *
 * @param units what is cut into parts, at a scale factor: rows, or the orders of lineorder
 * @param rowsPerUnit about
 */
record SsbSchema(
    TableDefinition definition, DoubleToLongFunction units, int rowsPerUnit, RowSource source)
    implements GeneratedTable {

  /** Makes rows. */
  @FunctionalInterface
  interface RowSource {
    /** Those of the units from one, counted from 0, up to but without another. */
    Rows rows(double scaleFactor, long start, long end);
  }

  // What random numbers depend on.
  static final int CUSTOMER = 1;
  static final int SUPPLIER = 2;
  static final int PART = 3;
  static final int LINEORDER = 4;

  /** All tables, the largest first. */
  static final List<SsbSchema> TABLES =
      List.of(lineorder(), part(), customer(), supplier(), dates());

  @Override
  public long expectedRows(double scaleFactor) {
    return units.applyAsLong(scaleFactor) * rowsPerUnit;
  }

  @Override
  public Rows rows(double scaleFactor, int part, int partCount) {
    long count = units.applyAsLong(scaleFactor);
    return source.rows(scaleFactor, count * (part - 1) / partCount, count * part / partCount);
  }

  private static SsbSchema lineorder() {
    return new SsbSchema(
        new Columns()
            .add("lo_orderkey", DataType.INT64)
            .add("lo_linenumber", DataType.INT32)
            .add("lo_custkey", DataType.INT32)
            .add("lo_partkey", DataType.INT32)
            .add("lo_suppkey", DataType.INT32)
            .add("lo_orderdate", DataType.INT32)
            .add("lo_orderpriority", DataType.varchar(15))
            .add("lo_shippriority", DataType.varchar(1))
            .add("lo_quantity", DataType.INT32)
            .add("lo_extendedprice", DataType.INT32)
            .add("lo_ordtotalprice", DataType.INT32)
            .add("lo_discount", DataType.INT32)
            .add("lo_revenue", DataType.INT32)
            .add("lo_supplycost", DataType.INT32)
            .add("lo_tax", DataType.INT32)
            .add("lo_commitdate", DataType.INT32)
            .add("lo_shipmode", DataType.varchar(10))
            .table("lineorder"),
        SsbScale::orders,
        4,
        SsbLineorder::new);
  }

  private static SsbSchema part() {
    return new SsbSchema(
        new Columns()
            .add("p_partkey", DataType.INT32)
            .add("p_name", DataType.varchar(22))
            .add("p_mfgr", DataType.varchar(6))
            .add("p_category", DataType.varchar(7))
            .add("p_brand1", DataType.varchar(9))
            .add("p_color", DataType.varchar(11))
            .add("p_type", DataType.varchar(25))
            .add("p_size", DataType.INT32)
            .add("p_container", DataType.varchar(10))
            .table("part"),
        SsbScale::parts,
        1,
        (scaleFactor, start, end) -> new SsbParts(start, end));
  }

  private static SsbSchema customer() {
    return new SsbSchema(
        new Columns()
            .add("c_custkey", DataType.INT32)
            .add("c_name", DataType.varchar(25))
            .add("c_address", DataType.varchar(25))
            .add("c_city", DataType.varchar(10))
            .add("c_nation", DataType.varchar(15))
            .add("c_region", DataType.varchar(12))
            .add("c_phone", DataType.varchar(15))
            .add("c_mktsegment", DataType.varchar(10))
            .table("customer"),
        SsbScale::customers,
        1,
        (scaleFactor, start, end) -> SsbTraders.customers(start, end));
  }

  private static SsbSchema supplier() {
    return new SsbSchema(
        new Columns()
            .add("s_suppkey", DataType.INT32)
            .add("s_name", DataType.varchar(25))
            .add("s_address", DataType.varchar(25))
            .add("s_city", DataType.varchar(10))
            .add("s_nation", DataType.varchar(15))
            .add("s_region", DataType.varchar(12))
            .add("s_phone", DataType.varchar(15))
            .table("supplier"),
        SsbScale::suppliers,
        1,
        (scaleFactor, start, end) -> SsbTraders.suppliers(start, end));
  }

  private static SsbSchema dates() {
    return new SsbSchema(
        new Columns()
            .add("d_datekey", DataType.INT32)
            .add("d_date", DataType.varchar(18))
            .add("d_dayofweek", DataType.varchar(9))
            .add("d_month", DataType.varchar(9))
            .add("d_year", DataType.INT32)
            .add("d_yearmonthnum", DataType.INT32)
            .add("d_yearmonth", DataType.varchar(7))
            .add("d_daynuminweek", DataType.INT32)
            .add("d_daynuminmonth", DataType.INT32)
            .add("d_daynuminyear", DataType.INT32)
            .add("d_monthnuminyear", DataType.INT32)
            .add("d_weeknuminyear", DataType.INT32)
            .add("d_sellingseason", DataType.varchar(12))
            .add("d_lastdayinweekfl", DataType.INT32)
            .add("d_lastdayinmonthfl", DataType.INT32)
            .add("d_holidayfl", DataType.INT32)
            .add("d_weekdayfl", DataType.INT32)
            .table("dates"),
        scaleFactor -> SsbDates.DAYS,
        1,
        (scaleFactor, start, end) -> new SsbDates(Math.toIntExact(start), Math.toIntExact(end)));
  }
}
