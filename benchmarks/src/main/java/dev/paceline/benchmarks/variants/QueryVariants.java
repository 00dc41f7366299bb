package dev.paceline.benchmarks.variants;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.RewrittenQuery;
import dev.paceline.datasets.TpchQueries;
import io.trino.tpch.Nation;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * The queries of TPC-H with other substitution parameters (specification 2.4): query 7 as 7.1, and
 * with a predicate more as 7.2. Orders name enough columns to be total, and say where NULLs go.
 */
final class QueryVariants {
  private QueryVariants() {}

  /**
   * All of them.
   *
   * @param scale of the data
   */
  static List<Query> of(double scale, long seed) {
    List<Query> queries = new ArrayList<>();
    for (int number = 1; number <= TpchQueries.COUNT; number++) {
      RewrittenQuery query = RewrittenQuery.of(number, scale);
      substitute(number, query, new Parameters(31 * seed + number));
      order(number, query);
      queries.add(new Query(number + ".1", query.sql(), true));
      restrict(number, query);
      queries.add(new Query(number + ".2", query.sql(), true));
    }
    return queries;
  }

  private static void substitute(int number, RewrittenQuery query, Parameters parameters) {
    switch (number) {
      case 1 -> {
        int days = parameters.between(60, 120);
        query.put("1998-09-02", LocalDate.of(1998, 12, 1).minusDays(days).toString());
      }
      case 2 ->
          query
              .put("p_size = 15", "p_size = " + parameters.between(1, 50))
              .put("BRASS", word(parameters.type(), 2))
              .put("EUROPE", parameters.region());
      case 3 ->
          query
              .put("BUILDING", parameters.segment())
              .put("1995-03-15", LocalDate.of(1995, 3, parameters.between(1, 31)).toString());
      case 4 -> {
        LocalDate date = parameters.month(LocalDate.of(1993, 1, 1), LocalDate.of(1997, 10, 1));
        period(query, "1993-07-01", "1993-10-01", date, 3);
      }
      case 5 -> {
        query.put("ASIA", parameters.region());
        period(query, "1994-01-01", "1995-01-01", parameters.year(), 12);
      }
      case 6 -> {
        period(query, "1994-01-01", "1995-01-01", parameters.year(), 12);
        BigDecimal discount = parameters.hundredths(2, 9);
        BigDecimal step = new BigDecimal("0.01");
        query
            .put("0.05 and 0.07", discount.subtract(step) + " and " + discount.add(step))
            .put("l_quantity < 24", "l_quantity < " + parameters.between(24, 25));
      }
      case 7 -> {
        Nation one = parameters.nation();
        query.put("FRANCE", one.name(), "GERMANY", parameters.nationBeside(one).name());
      }
      case 8 -> {
        Nation nation = parameters.nation();
        query
            .put("BRAZIL", nation.name())
            .put("'AMERICA'", "'" + Parameters.regionOf(nation) + "'")
            .put("ECONOMY ANODIZED STEEL", parameters.type());
      }
      case 9 -> query.put("green", parameters.color());
      case 10 -> {
        LocalDate date = parameters.month(LocalDate.of(1993, 2, 1), LocalDate.of(1995, 1, 1));
        period(query, "1993-10-01", "1994-01-01", date, 3);
      }
      case 11 -> query.put("GERMANY", parameters.nation().name());
      case 12 -> {
        query.put("'MAIL', 'SHIP'", parameters.twoModes());
        period(query, "1994-01-01", "1995-01-01", parameters.year(), 12);
      }
      case 13 -> query.put("%special%requests%", parameters.note());
      case 14 -> {
        LocalDate date = parameters.month(LocalDate.of(1993, 1, 1), LocalDate.of(1997, 12, 1));
        period(query, "1995-09-01", "1995-10-01", date, 1);
      }
      case 15 -> {
        LocalDate date = parameters.month(LocalDate.of(1993, 1, 1), LocalDate.of(1997, 10, 1));
        period(query, "1996-01-01", "1996-04-01", date, 3);
      }
      case 16 -> {
        String type = parameters.type();
        query
            .put("Brand#45", parameters.brand())
            .put("MEDIUM POLISHED", word(type, 0) + " " + word(type, 1))
            .put("49, 14, 23, 45, 19, 3, 36, 9", parameters.different(8, 1, 50));
      }
      case 17 -> query.put("Brand#23", parameters.brand()).put("MED BOX", parameters.container());
      case 18 -> query.put("> 300", "> " + parameters.between(312, 315));
      case 19 -> {
        quantities(query, 1, parameters.between(1, 10));
        quantities(query, 10, parameters.between(10, 20));
        quantities(query, 20, parameters.between(20, 30));
        query.put(
            "Brand#12",
            parameters.brand(),
            "Brand#23",
            parameters.brand(),
            "Brand#34",
            parameters.brand());
      }
      case 20 -> {
        query.put("forest", parameters.color()).put("CANADA", parameters.nation().name());
        period(query, "1994-01-01", "1995-01-01", parameters.year(), 12);
      }
      case 21 -> query.put("SAUDI ARABIA", parameters.nation().name());
      case 22 ->
          query.put(
              "'13', '31', '23', '29', '30', '18', '17'", parameters.differentQuoted(7, 10, 34));
      default -> throw new IllegalArgumentException("there is no query " + number);
    }
  }

  private static void order(int number, RewrittenQuery query) {
    switch (number) {
      case 2 ->
          query.orderBy(
              "s_acctbal desc nulls last, n_name, s_name, p_partkey, p_mfgr, s_address, s_phone,"
                  + " s_comment");
      case 3 -> query.orderBy("revenue desc nulls last, o_orderdate, l_orderkey, o_shippriority");
      case 5 -> query.orderBy("revenue desc nulls last, n_name");
      case 9 -> query.orderBy("nation, o_year desc nulls last");
      case 10 -> query.orderBy("revenue desc nulls last, c_custkey");
      case 11 -> query.orderBy("\"value\" desc nulls last, ps_partkey");
      case 18 -> query.orderBy("o_totalprice desc nulls last, o_orderdate, o_orderkey");
      case 20 -> query.orderBy("s_name, s_address");
      default -> {
        // total as it is, and never NULL where it descends
      }
    }
  }

  /** Adds a predicate to the outermost query that reads tables. */
  private static void restrict(int number, RewrittenQuery query) {
    switch (number) {
      case 1 -> query.insertBefore("\ngroup by", " and l_quantity < 30");
      case 2 -> query.insertBefore("p_size =", "ps_availqty > 1000 and ");
      case 3 -> query.insertBefore("\ngroup by", " and l_shipmode in ('AIR', 'RAIL')");
      case 4 -> query.insertBefore("\ngroup by", " and o_comment not like '%furiously%'");
      case 5 -> query.insertBefore("\ngroup by", " and o_orderpriority = '1-URGENT'");
      case 6 -> query.insertBefore("l_quantity <", "l_shipmode <> 'TRUCK' and ");
      case 7 -> query.insertBefore(") as shipping", " and l_quantity > 10");
      case 8 -> query.insertBefore(") as all_nations", " and l_returnflag <> 'R'");
      case 9 -> query.insertBefore(") as profit", " and o_orderstatus = 'F'");
      case 10 -> query.insertBefore("\ngroup by", " and c_acctbal > 0");
      case 11 -> query.insertBefore("\ngroup by", " and ps_availqty < 8000");
      case 12 -> query.insertBefore("\ngroup by", " and o_totalprice > 100000");
      case 13 -> query.insertBefore("\n group by", " and o_totalprice > 50000");
      case 14 -> query.insertBefore("l_shipdate >=", "p_size > 10 and ");
      case 15 -> query.insertBefore(" group by l_suppkey", " and l_discount < 0.05");
      case 16 -> query.insertBefore("\ngroup by", " and ps_availqty between 1000 and 9000");
      case 17 -> query.insertBefore("p_brand =", "p_size <= 30 and ");
      case 18 -> query.insertBefore("\ngroup by", " and o_orderstatus <> 'P'");
      case 19 -> query.put("where (", "where l_tax < 0.05 and ((").append(")");
      case 20 -> query.insertBefore(" order by", " and s_acctbal > 0");
      case 21 -> query.insertBefore("\ngroup by", " and o_totalprice > 50000");
      case 22 -> query.insertBefore("and not exists", "and c_mktsegment <> 'BUILDING' ");
      default -> throw new IllegalArgumentException("there is no query " + number);
    }
  }

  /** Moves a period of months. */
  private static void period(
      RewrittenQuery query, String start, String end, LocalDate date, int months) {
    query.put(start, date.toString(), end, date.plusMonths(months).toString());
  }

  private static void quantities(RewrittenQuery query, int old, int low) {
    query.put(
        "l_quantity >= " + old + " and l_quantity <= " + (old + 10),
        "l_quantity between " + low + " and " + (low + 10));
  }

  private static String word(String words, int index) {
    return List.of(words.split(" ", -1)).get(index);
  }
}
