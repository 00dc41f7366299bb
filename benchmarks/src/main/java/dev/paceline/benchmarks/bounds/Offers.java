package dev.paceline.benchmarks.bounds;

import java.util.Arrays;

/** What suppliers ask for the chosen parts: those of a part one behind the other. */
final class Offers {
  private final KeyBits parts;

  /** The start of the offers of each part; the next element is their end. */
  private final int[] starts;

  private int[] partOf = new int[1024];
  private long[] suppliers = new long[1024];
  private long[] costs = new long[1024];
  private int count;
  private long greatest;

  Offers(KeyBits parts) {
    this.parts = parts;
    this.starts = new int[parts.keys().size() + 2];
  }

  /** Adds the rows of a block whose part was chosen. */
  void add(RowBlocks blocks) {
    int[] hits = blocks.hits();
    Codes partKeys = blocks.codes(0).unitsAtWidth(4);
    Codes supplierKeys = blocks.codes(1);
    Codes supplyCosts = blocks.codes(2);
    greatest = Math.max(greatest, supplyCosts.magnitude());
    int shift = parts.keys().shift(partKeys);
    int found = parts.hits(partKeys, blocks.rows(), hits);
    for (int i = 0; i < found; i++) {
      if (count == partOf.length) {
        partOf = Arrays.copyOf(partOf, 2 * count);
        suppliers = Arrays.copyOf(suppliers, 2 * count);
        costs = Arrays.copyOf(costs, 2 * count);
      }
      partOf[count] = (int) partKeys.code(hits[i]) + shift;
      suppliers[count] = supplierKeys.value(hits[i]);
      costs[count] = supplyCosts.value(hits[i]);
      starts[partOf[count++] + 2]++;
    }
  }

  /** Orders the offers by part, after all were added. */
  void finish() {
    for (int part = 2; part < starts.length; part++) {
      starts[part] += starts[part - 1];
    }
    long[] sortedSuppliers = new long[count];
    long[] sortedCosts = new long[count];
    for (int i = 0; i < count; i++) {
      int place = starts[partOf[i] + 1]++;
      sortedSuppliers[place] = suppliers[i];
      sortedCosts[place] = costs[i];
    }
    suppliers = sortedSuppliers;
    costs = sortedCosts;
  }

  /** How many offers a part has from a supplier. */
  int count(int part, long supplier) {
    int found = 0;
    for (int offer = starts[part]; offer < starts[part + 1]; offer++) {
      found += suppliers[offer] == supplier ? 1 : 0;
    }
    return found;
  }

  /** The sum of their costs. */
  long cost(int part, long supplier) {
    long sum = 0;
    for (int offer = starts[part]; offer < starts[part + 1]; offer++) {
      sum += suppliers[offer] == supplier ? costs[offer] : 0;
    }
    return sum;
  }

  /** The largest cost, or a bound of it. */
  long greatestCost() {
    return greatest;
  }
}
