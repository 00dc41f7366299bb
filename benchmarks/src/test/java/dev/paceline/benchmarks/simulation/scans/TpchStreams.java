package dev.paceline.benchmarks.simulation.scans;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Builds streams of the scans of TPC-H's 22 queries in random order. This is the throughput test of
 * the benchmark without its updates. Queries read few columns of the tables, so that they have
 * little to share.
 *
 * <p>The tables have scale factor 40 and columns of about the sizes that the source measured. A
 * query is modelled as its scans one after the other. A scan that restricts a date reads a part of
 * its table. The first seed is that of the source; stream i adds i to it.
 *
 * <p>Source: Świtakowski, VectorWise thesis 2011, chapter 7.
 */
final class TpchStreams {
  private static final long SEED = 411_193_435;
  private static final double SECONDS_PER_CHUNK = 0.01;

  // Columns of lineitem.
  private static final int QUANTITY = 1;
  private static final int PRICE = 1 << 1;
  private static final int DISCOUNT = 1 << 2;
  private static final int SHIP_DATE = 1 << 3;
  private static final int TAX_AND_FLAGS = 1 << 4;
  private static final int ORDER = 1 << 5;
  private static final int PART = 1 << 6;
  private static final int SUPPLIER = 1 << 7;
  private static final int OTHER_DATES = 1 << 8;
  private static final int SHIPPING = 1 << 9;
  private static final int REVENUE = PRICE | DISCOUNT;

  private final SimulatedTable lineitem =
      Workloads.table("lineitem", 240, 200, 820, 140, 420, 270, 100, 700, 500, 840, 150);

  /** Its columns: key, customer, date, price, priority and status, comment. */
  private final SimulatedTable orders = Workloads.table("orders", 60, 30, 180, 100, 240, 35, 3_300);

  /** Its columns: key and nation, market segment, name and address. */
  private final SimulatedTable customer = Workloads.table("customer", 6, 10, 4, 220);

  /** Its columns: key, name, all others. */
  private final SimulatedTable part = Workloads.table("part", 8, 6, 150, 30);

  /** Its columns: both keys, quantity, cost. */
  private final SimulatedTable partsupp = Workloads.table("partsupp", 32, 75, 50, 90);

  private final SimulatedTable supplier = Workloads.table("supplier", 1, 15);

  /** A scan of some columns of a share of a table. */
  private record Part(SimulatedTable table, long units, double share) {}

  private static Part all(SimulatedTable table, long units) {
    return new Part(table, units, 1);
  }

  /** Returns the scans of each query. */
  private List<List<Part>> queries() {
    Part someOrders = new Part(orders, 0b10101, 0.04);
    return List.of(
        List.of(all(lineitem, QUANTITY | REVENUE | SHIP_DATE | TAX_AND_FLAGS)),
        List.of(all(part, 0b101), all(partsupp, 0b101), all(supplier, 1)),
        List.of(
            all(customer, 0b11),
            new Part(orders, 0b10111, 0.5),
            new Part(lineitem, ORDER | REVENUE | SHIP_DATE, 0.5)),
        List.of(someOrders, new Part(lineitem, ORDER | OTHER_DATES, 0.04)),
        List.of(
            all(customer, 1),
            all(supplier, 1),
            new Part(orders, 0b111, 0.14),
            new Part(lineitem, ORDER | SUPPLIER | REVENUE, 0.14)),
        List.of(new Part(lineitem, QUANTITY | REVENUE | SHIP_DATE, 0.14)),
        List.of(
            all(customer, 1),
            all(orders, 0b11),
            new Part(lineitem, ORDER | SUPPLIER | REVENUE | SHIP_DATE, 0.3)),
        List.of(
            all(part, 0b101),
            new Part(orders, 0b111, 0.3),
            new Part(lineitem, ORDER | PART | SUPPLIER | REVENUE, 0.3)),
        List.of(
            all(part, 0b11),
            all(partsupp, 0b101),
            all(orders, 0b101),
            all(lineitem, ORDER | PART | SUPPLIER | QUANTITY | REVENUE)),
        List.of(all(customer, 0b111), someOrders, new Part(lineitem, ORDER | REVENUE, 0.04)),
        List.of(all(partsupp, 0b111), all(supplier, 1)),
        List.of(
            new Part(lineitem, ORDER | SHIPPING | SHIP_DATE | OTHER_DATES, 0.14),
            new Part(orders, 0b10001, 0.14)),
        List.of(all(orders, 0b100011), all(customer, 1)),
        List.of(new Part(lineitem, PART | REVENUE | SHIP_DATE, 0.015), all(part, 0b101)),
        List.of(new Part(lineitem, SUPPLIER | REVENUE | SHIP_DATE, 0.04), all(supplier, 1)),
        List.of(all(partsupp, 1), all(part, 0b101)),
        List.of(all(part, 0b101), all(lineitem, PART | QUANTITY | PRICE)),
        List.of(all(lineitem, ORDER | QUANTITY), all(orders, 0b1111), all(customer, 0b101)),
        List.of(all(part, 0b101), all(lineitem, PART | QUANTITY | REVENUE | SHIPPING)),
        List.of(
            all(part, 0b11),
            all(partsupp, 0b11),
            new Part(lineitem, PART | SUPPLIER | QUANTITY | SHIP_DATE, 0.14)),
        List.of(
            all(supplier, 1), all(orders, 0b10001), all(lineitem, ORDER | SUPPLIER | OTHER_DATES)),
        List.of(all(customer, 0b101), all(orders, 0b10)));
  }

  /**
   * Returns the streams.
   *
   * @param run the number of the run of the benchmark, from 1
   */
  List<SimulatedStream> streams(long run, int count) {
    List<List<Part>> queries = queries();
    List<SimulatedStream> streams = new ArrayList<>();
    for (int stream = 0; stream < count; stream++) {
      Random random = new Random(SEED + 1_000 * (run - 1) + stream);
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < queries.size(); i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      List<SimulatedQuery> scans = new ArrayList<>();
      for (int query : order) {
        for (Part each : queries.get(query)) {
          int chunks = Math.max(1, (int) Math.round(each.table.chunks() * each.share));
          scans.add(
              new SimulatedQuery(
                  "Q" + (query + 1) + " " + each.table.name(),
                  each.table,
                  each.units,
                  random.nextInt(each.table.chunks() - chunks + 1),
                  chunks,
                  SECONDS_PER_CHUNK));
        }
      }
      streams.add(new SimulatedStream(0, scans));
    }
    return streams;
  }
}
