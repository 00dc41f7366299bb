package dev.paceline.benchmarks.suite;

import dev.paceline.storage.load.DataSet;
import dev.paceline.storage.load.GeneratedTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * Statements over TPC-H's tables that each spend their time in one operator or expression: sorts,
 * join builds, aggregations of many groups, joins beyond equality, expressions, results. Full sorts
 * return the last rows only, and groups are aggregated once more, so that fetching rows does not
 * hide the operator; families are the words in front of the first hyphen of the names.
 */
public final class OperatorSuite implements QuerySuite {
  private static final QuerySuite TPCH = new TpchSuite();
  private static final long LINES = 5_990_000;

  @Override
  public String name() {
    return "operators";
  }

  @Override
  public String tablesName() {
    return TPCH.tablesName();
  }

  @Override
  public DataSet dataSet() {
    return TPCH.dataSet();
  }

  @Override
  public List<Query> queries(double scale) {
    return List.of(
        // Full sorts
        ordered(
            "sort-text",
            """
            select l_comment from lineitem order by l_comment
            limit 100 offset %d\
            """
                .formatted(lines(scale))),
        ordered(
            "sort-text-rows",
            """
            select l_comment, l_orderkey, l_linenumber, l_extendedprice, l_shipdate from lineitem
            order by l_comment, l_orderkey, l_linenumber limit 100 offset %d\
            """
                .formatted(lines(scale))),
        ordered(
            "sort-prefix",
            """
            select 'Comment on the order of a customer: ' || o_comment as c from orders
            order by c limit 100 offset %d\
            """
                .formatted(orders(scale))),
        ordered(
            "sort-keys",
            """
            select l_shipmode, l_shipdate, l_extendedprice, l_orderkey, l_linenumber from lineitem
            order by l_shipmode, l_shipdate desc, l_extendedprice, l_orderkey, l_linenumber
            limit 100 offset %d\
            """
                .formatted(lines(scale))),
        ordered(
            "sort-numbers",
            """
            select l_partkey, l_suppkey from lineitem order by l_partkey, l_suppkey
            limit 100 offset %d\
            """
                .formatted(lines(scale))),
        ordered(
            "sort-doubles",
            """
            select cast(l_extendedprice as double) * (1 - cast(l_discount as double)) as revenue
            from lineitem order by revenue limit 100 offset %d\
            """
                .formatted(lines(scale))),
        ordered("sort-fetched", "select o_orderkey from orders order by o_comment, o_orderkey"),
        // The first rows
        ordered(
            "top-numbers",
            """
            select l_orderkey, l_linenumber, l_extendedprice from lineitem
            order by l_extendedprice desc, l_orderkey, l_linenumber limit 100\
            """),
        ordered("top-text", "select l_comment from lineitem order by l_comment limit 100"),
        ordered(
            "top-many",
            """
            select l_orderkey, l_linenumber, l_extendedprice from lineitem
            order by l_extendedprice desc, l_orderkey, l_linenumber limit 100 offset %d\
            """
                .formatted(lines(scale) / 60)),
        ordered(
            "top-filtered",
            """
            select l_orderkey, l_linenumber, l_shipdate, l_comment from lineitem
            where l_discount > 0.05 and l_shipmode in ('AIR', 'RAIL', 'MAIL')
            order by l_shipdate, l_comment, l_orderkey, l_linenumber limit 100\
            """),
        // Large build sides
        query(
            "join-orders",
            """
            select count(*), sum(l_extendedprice), sum(o_totalprice) from lineitem, orders
            where l_orderkey = o_orderkey\
            """),
        query(
            "join-keys",
            """
            select count(*), sum(l_quantity * ps_supplycost) from lineitem, partsupp
            where l_partkey = ps_partkey and l_suppkey = ps_suppkey\
            """),
        query(
            "join-lines",
            """
            select count(*), sum(a.l_quantity), sum(b.l_extendedprice) from lineitem a, lineitem b
            where a.l_partkey = b.l_partkey and a.l_suppkey = b.l_suppkey
              and a.l_quantity = b.l_quantity\
            """),
        query(
            "join-text",
            """
            select count(*), sum(a.o_totalprice), min(b.o_orderkey) from orders a, orders b
            where a.o_comment = b.o_comment\
            """),
        query(
            "join-anti",
            """
            select count(*), sum(l_quantity) from lineitem
            where l_orderkey not in (select o_orderkey from orders where o_totalprice > 200000)\
            """),
        // Many groups
        query(
            "group-keys",
            """
            select count(*), sum(n), max(quantity) from (
              select l_partkey, l_suppkey, count(*) as n, sum(l_quantity) as quantity
              from lineitem group by l_partkey, l_suppkey) as g\
            """),
        query(
            "group-many",
            """
            select count(*), sum(n), max(price) from (
              select l_suppkey, l_shipdate, count(*) as n, sum(l_extendedprice) as price
              from lineitem group by l_suppkey, l_shipdate) as g\
            """),
        query(
            "group-text",
            """
            select count(*), max(n), max(price) from (
              select l_comment, count(*) as n, sum(l_extendedprice) as price
              from lineitem group by l_comment) as g\
            """),
        query("group-count", "select count(distinct l_extendedprice) from lineitem"),
        query("group-count-text", "select count(distinct l_comment) from lineitem"),
        query(
            "group-counts",
            """
            select l_shipmode, count(distinct l_partkey), count(distinct l_suppkey)
            from lineitem group by l_shipmode order by l_shipmode\
            """),
        query(
            "group-distinct",
            """
            select count(*), max(l_partkey), min(l_shipdate) from (
              select distinct l_partkey, l_shipdate, l_shipmode from lineitem) as d\
            """),
        // Joins beyond equality
        query(
            "pairs-residual",
            """
            select count(*), sum(a.l_quantity) from lineitem a, lineitem b
            where a.l_orderkey = b.l_orderkey and a.l_shipdate < b.l_shipdate\
            """),
        query(
            "pairs-exists",
            """
            select count(*), sum(l_quantity) from lineitem a where exists (
              select * from lineitem b
              where b.l_orderkey = a.l_orderkey and b.l_suppkey <> a.l_suppkey)\
            """),
        query(
            "pairs-missing",
            """
            select count(*), sum(l_quantity) from lineitem a where not exists (
              select * from lineitem b
              where b.l_partkey = a.l_partkey and b.l_shipdate > a.l_shipdate)\
            """),
        query(
            "pairs-less",
            """
            select count(*), min(a.s_suppkey), max(b.s_suppkey) from supplier a, supplier b
            where a.s_acctbal < b.s_acctbal\
            """),
        query(
            "pairs-range",
            """
            select count(*), sum(p_retailprice) from customer, part
            where c_acctbal >= p_retailprice and c_acctbal < p_retailprice + p_size\
            """),
        query(
            "pairs-band",
            """
            select count(*), sum(c_acctbal) from customer, supplier
            where c_acctbal between s_acctbal - 5 and s_acctbal + 5\
            """),
        // Expressions
        query("expression-sqrt", "select sum(sqrt(cast(l_extendedprice as double))) from lineitem"),
        query("expression-ln", "select sum(ln(cast(l_extendedprice as double))) from lineitem"),
        query(
            "expression-stddev",
            """
            select l_returnflag, l_linestatus, stddev_samp(l_quantity), stddev_pop(l_extendedprice),
              var_samp(cast(l_discount as double))
            from lineitem group by l_returnflag, l_linestatus order by 1, 2\
            """),
        query(
            "expression-min-text",
            "select min(l_comment), max(l_comment), min(l_shipinstruct) from lineitem"),
        query(
            "expression-min-texts",
            """
            select count(*), min(first), max(last) from (
              select l_suppkey, min(l_comment) as first, max(l_comment) as last
              from lineitem group by l_suppkey) as g\
            """),
        query(
            "expression-upper",
            "select count(*) from lineitem where upper(l_comment) like '%FINAL%REQUEST%'"),
        query(
            "expression-concat",
            """
            select count(*) from lineitem
            where l_shipmode || ': ' || l_comment like 'AIR%final%'\
            """),
        query(
            "expression-case",
            """
            select sum(case when l_returnflag = 'R' then l_extendedprice * (1 - l_discount)
                when l_shipmode = 'AIR' then l_extendedprice * (1 + l_tax)
                else 0 end),
              sum(case when l_shipdate < l_commitdate then 1 else 0 end),
              count(case when l_quantity < 10 then l_comment end)
            from lineitem\
            """),
        // Results
        query(
            "fetch-rows",
            """
            select o_orderkey, o_orderdate, o_totalprice, o_comment from orders
            where o_orderkey <= %d\
            """
                .formatted(lines(scale) * 2 / 3)));
  }

  @Override
  public List<String> duckDbSchema() {
    return TPCH.duckDbSchema();
  }

  @Override
  public void writeText(GeneratedTable table, double scale, Writer out) throws IOException {
    TPCH.writeText(table, scale, out);
  }

  private static Query query(String name, String sql) {
    return new Query(name, sql, false);
  }

  private static Query ordered(String name, String sql) {
    return new Query(name, sql, true);
  }

  /** Slightly fewer rows than lineitem has, at any scale. */
  private static long lines(double scale) {
    return (long) (LINES * scale);
  }

  /** Slightly fewer rows than orders has. */
  private static long orders(double scale) {
    return lines(scale) / 4;
  }
}
