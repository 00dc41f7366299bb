package dev.paceline.datasets;

import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.TableDefinition;
import io.trino.tpch.Customer;
import io.trino.tpch.LineItem;
import io.trino.tpch.Nation;
import io.trino.tpch.Order;
import io.trino.tpch.Part;
import io.trino.tpch.PartSupplier;
import io.trino.tpch.Region;
import io.trino.tpch.Supplier;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.util.Iterator;
import java.util.List;

/**
 * A table of TPC-H: its definition, and how the generator's rows become columns.
 *
 * @param baseRows rows at scale factor 1; negative for a table that does not grow
 */
record TpchSchema<E extends TpchEntity>(
    TpchTable<E> table, TableDefinition definition, long baseRows, RowWriter<E> writer)
    implements GeneratedTable {

  /** Sets the columns of one row. */
  @FunctionalInterface
  interface RowWriter<E> {
    void write(E entity, RowSink row);
  }

  private static final DataType MONEY = DataType.decimal(15, 2);

  /** All tables, the largest first. */
  static final List<TpchSchema<?>> TABLES =
      List.of(lineitem(), orders(), partsupp(), part(), customer(), supplier(), nation(), region());

  @Override
  public long expectedRows(double scaleFactor) {
    return baseRows < 0 ? -baseRows : Math.max(1, (long) (baseRows * scaleFactor));
  }

  @Override
  public Rows rows(double scaleFactor, int part, int partCount) {
    Iterator<E> entities = table.createGenerator(scaleFactor, part, partCount).iterator();
    return row -> {
      if (!entities.hasNext()) {
        return false;
      }
      writer.write(entities.next(), row);
      row.end();
      return true;
    };
  }

  private static TpchSchema<LineItem> lineitem() {
    return new TpchSchema<>(
        TpchTable.LINE_ITEM,
        new Columns()
            .add("l_orderkey", DataType.INT64)
            .add("l_partkey", DataType.INT64)
            .add("l_suppkey", DataType.INT64)
            .add("l_linenumber", DataType.INT32)
            .add("l_quantity", MONEY)
            .add("l_extendedprice", MONEY)
            .add("l_discount", MONEY)
            .add("l_tax", MONEY)
            .add("l_returnflag", DataType.character(1))
            .add("l_linestatus", DataType.character(1))
            .add("l_shipdate", DataType.DATE)
            .add("l_commitdate", DataType.DATE)
            .add("l_receiptdate", DataType.DATE)
            .add("l_shipinstruct", DataType.varchar(25))
            .add("l_shipmode", DataType.varchar(10))
            .add("l_comment", DataType.varchar(44))
            .table("lineitem"),
        6_001_215,
        (line, row) ->
            row.integer(line.orderKey())
                .integer(line.partKey())
                .integer(line.supplierKey())
                .integer(line.lineNumber())
                .cents(100 * line.quantity())
                .cents(line.extendedPriceInCents())
                .cents(line.discountPercent())
                .cents(line.taxPercent())
                .text(line.returnFlag())
                .text(line.status())
                .date(line.shipDate())
                .date(line.commitDate())
                .date(line.receiptDate())
                .text(line.shipInstructions())
                .text(line.shipMode())
                .text(line.comment()));
  }

  private static TpchSchema<Order> orders() {
    return new TpchSchema<>(
        TpchTable.ORDERS,
        new Columns()
            .add("o_orderkey", DataType.INT64)
            .add("o_custkey", DataType.INT64)
            .add("o_orderstatus", DataType.character(1))
            .add("o_totalprice", MONEY)
            .add("o_orderdate", DataType.DATE)
            .add("o_orderpriority", DataType.varchar(15))
            .add("o_clerk", DataType.varchar(15))
            .add("o_shippriority", DataType.INT32)
            .add("o_comment", DataType.varchar(79))
            .table("orders"),
        1_500_000,
        (order, row) ->
            row.integer(order.orderKey())
                .integer(order.customerKey())
                .character(order.orderStatus())
                .cents(order.totalPriceInCents())
                .date(order.orderDate())
                .text(order.orderPriority())
                .text(order.clerk())
                .integer(order.shipPriority())
                .text(order.comment()));
  }

  private static TpchSchema<PartSupplier> partsupp() {
    return new TpchSchema<>(
        TpchTable.PART_SUPPLIER,
        new Columns()
            .add("ps_partkey", DataType.INT64)
            .add("ps_suppkey", DataType.INT64)
            .add("ps_availqty", DataType.INT32)
            .add("ps_supplycost", MONEY)
            .add("ps_comment", DataType.varchar(199))
            .table("partsupp"),
        800_000,
        (supply, row) ->
            row.integer(supply.partKey())
                .integer(supply.supplierKey())
                .integer(supply.availableQuantity())
                .cents(supply.supplyCostInCents())
                .text(supply.comment()));
  }

  private static TpchSchema<Part> part() {
    return new TpchSchema<>(
        TpchTable.PART,
        new Columns()
            .add("p_partkey", DataType.INT64)
            .add("p_name", DataType.varchar(55))
            .add("p_mfgr", DataType.varchar(25))
            .add("p_brand", DataType.varchar(10))
            .add("p_type", DataType.varchar(25))
            .add("p_size", DataType.INT32)
            .add("p_container", DataType.varchar(10))
            .add("p_retailprice", MONEY)
            .add("p_comment", DataType.varchar(23))
            .table("part"),
        200_000,
        (part, row) ->
            row.integer(part.partKey())
                .text(part.name())
                .text(part.manufacturer())
                .text(part.brand())
                .text(part.type())
                .integer(part.size())
                .text(part.container())
                .cents(part.retailPriceInCents())
                .text(part.comment()));
  }

  private static TpchSchema<Customer> customer() {
    return new TpchSchema<>(
        TpchTable.CUSTOMER,
        new Columns()
            .add("c_custkey", DataType.INT64)
            .add("c_name", DataType.varchar(25))
            .add("c_address", DataType.varchar(40))
            .add("c_nationkey", DataType.INT32)
            .add("c_phone", DataType.varchar(15))
            .add("c_acctbal", MONEY)
            .add("c_mktsegment", DataType.varchar(10))
            .add("c_comment", DataType.varchar(117))
            .table("customer"),
        150_000,
        (customer, row) ->
            row.integer(customer.customerKey())
                .text(customer.name())
                .text(customer.address())
                .integer(customer.nationKey())
                .text(customer.phone())
                .cents(customer.accountBalanceInCents())
                .text(customer.marketSegment())
                .text(customer.comment()));
  }

  private static TpchSchema<Supplier> supplier() {
    return new TpchSchema<>(
        TpchTable.SUPPLIER,
        new Columns()
            .add("s_suppkey", DataType.INT64)
            .add("s_name", DataType.varchar(25))
            .add("s_address", DataType.varchar(40))
            .add("s_nationkey", DataType.INT32)
            .add("s_phone", DataType.varchar(15))
            .add("s_acctbal", MONEY)
            .add("s_comment", DataType.varchar(101))
            .table("supplier"),
        10_000,
        (supplier, row) ->
            row.integer(supplier.supplierKey())
                .text(supplier.name())
                .text(supplier.address())
                .integer(supplier.nationKey())
                .text(supplier.phone())
                .cents(supplier.accountBalanceInCents())
                .text(supplier.comment()));
  }

  private static TpchSchema<Nation> nation() {
    return new TpchSchema<>(
        TpchTable.NATION,
        new Columns()
            .add("n_nationkey", DataType.INT32)
            .add("n_name", DataType.varchar(25))
            .add("n_regionkey", DataType.INT32)
            .add("n_comment", DataType.varchar(152))
            .table("nation"),
        -25,
        (nation, row) ->
            row.integer(nation.nationKey())
                .text(nation.name())
                .integer(nation.regionKey())
                .text(nation.comment()));
  }

  private static TpchSchema<Region> region() {
    return new TpchSchema<>(
        TpchTable.REGION,
        new Columns()
            .add("r_regionkey", DataType.INT32)
            .add("r_name", DataType.varchar(25))
            .add("r_comment", DataType.varchar(152))
            .table("region"),
        -5,
        (region, row) ->
            row.integer(region.regionKey()).text(region.name()).text(region.comment()));
  }
}
