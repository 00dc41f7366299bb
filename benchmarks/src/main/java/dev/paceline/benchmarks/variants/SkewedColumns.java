package dev.paceline.benchmarks.variants;

import dev.paceline.storage.table.definition.TableDefinition;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws foreign keys and dates anew, Zipf-distributed: with exponent 1, the keys of orders in line
 * items with 1/2 (a query that pairs the lines of an order is quadratic in the largest). The
 * frequent values lie anywhere among the others. Line items keep pairs of part and supplier that
 * exist, and the days between their dates.
 */
final class SkewedColumns {
  private static final int ORDERS = 1_500_000;
  private static final int CUSTOMERS = 150_000;
  private static final int PARTS = 200_000;
  private static final int SUPPLIERS = 10_000;
  private static final int NATIONS = 25;
  private static final int SUPPLIERS_A_PART = 4;
  private static final int FIRST_DAY = (int) LocalDate.of(1992, 1, 1).toEpochDay();
  private static final int DAYS = (int) LocalDate.of(1998, 8, 2).toEpochDay() - FIRST_DAY + 1;

  /** A prime that is greater than any number of values, so that it permutes them. */
  private static final long STRIDE = 2_654_435_761L;

  private final String table;
  private final double scaleFactor;
  private final SplittableRandom random;
  private final Map<String, Integer> columns = new HashMap<>();

  SkewedColumns(TableDefinition table, double scaleFactor, SplittableRandom random) {
    this.table = table.name();
    this.scaleFactor = scaleFactor;
    this.random = random;
    for (int i = 0; i < table.columnCount(); i++) {
      columns.put(table.column(i).name(), i);
    }
  }

  void change(BufferedRow row) {
    switch (table) {
      case "lineitem" -> changeLine(row);
      case "orders" -> {
        set(row, "o_custkey", 1 + zipf(count(CUSTOMERS)));
        set(row, "o_orderdate", FIRST_DAY + zipf(DAYS));
      }
      case "customer" -> set(row, "c_nationkey", zipf(NATIONS));
      case "supplier" -> set(row, "s_nationkey", zipf(NATIONS));
      default -> {
        // part and region have no foreign keys; partsupp has each pair once, nation 25 rows
      }
    }
  }

  private void changeLine(BufferedRow row) {
    set(row, "l_orderkey", orderKey(1 + gentleZipf(count(ORDERS))));
    long part = 1 + zipf(count(PARTS));
    set(row, "l_partkey", part);
    set(row, "l_suppkey", supplier(part, random.nextInt(SUPPLIERS_A_PART)));
    long days = FIRST_DAY + zipf(DAYS) - row.number(index("l_shipdate"));
    for (String date : new String[] {"l_shipdate", "l_commitdate", "l_receiptdate"}) {
      set(row, date, row.number(index(date)) + days);
    }
  }

  /** Returns the key of an order: the first eight of 32 keys are used (specification 4.2.3). */
  private static long orderKey(long number) {
    return (number >> 3 << 5) | (number & 7);
  }

  /** One of the suppliers of a part (specification 4.2.3, PS_SUPPKEY). */
  private long supplier(long part, int number) {
    long suppliers = count(SUPPLIERS);
    long step = suppliers / SUPPLIERS_A_PART + (part - 1) / suppliers;
    return (part + number * step) % suppliers + 1;
  }

  private long count(int atScaleOne) {
    return (long) (atScaleOne * scaleFactor);
  }

  /** Returns a number from 0 to count - 1. The probability of the value of rank r is about 1/r. */
  private long zipf(long count) {
    return place((long) StrictMath.pow(count + 1, random.nextDouble()), count);
  }

  /**
   * Returns a number from 0 to count - 1. The probability of the value of rank r is about r to the
   * power of -1/2.
   */
  private long gentleZipf(long count) {
    double root = 1 + random.nextDouble() * (StrictMath.sqrt(count + 1) - 1);
    return place((long) (root * root), count);
  }

  private static long place(long rank, long count) {
    return rank % count * STRIDE % count;
  }

  private void set(BufferedRow row, String column, long value) {
    row.setNumber(index(column), value);
  }

  private int index(String column) {
    Integer index = columns.get(column);
    if (index == null) {
      throw new IllegalStateException(table + " has no column " + column);
    }
    return index;
  }
}
