package dev.paceline.benchmarks.bounds;

/** The prices of suppliers for the chosen parts; the offers of a part lie next to each other. */
final class Offers {
  private final KeyBits parts;

  /** The start of the offers of each part; the next element is their end. */
  private final int[] starts;

  private final PartRows rows = new PartRows();
  private long[] suppliers = {};
  private long[] costs = {};
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
      int part = (int) partKeys.code(hits[i]) + shift;
      rows.add(part, supplierKeys.value(hits[i]), supplyCosts.value(hits[i]));
      starts[part + 2]++;
    }
  }

  /** Orders the offers by part, after all were added. */
  void finish() {
    for (int part = 2; part < starts.length; part++) {
      starts[part] += starts[part - 1];
    }
    suppliers = new long[rows.count];
    costs = new long[rows.count];
    for (int i = 0; i < rows.count; i++) {
      int place = starts[rows.parts[i] + 1]++;
      suppliers[place] = rows.first[i];
      costs[place] = rows.second[i];
    }
  }

  /** Returns how many offers a part has from a supplier. */
  int count(int part, long supplier) {
    int found = 0;
    for (int offer = starts[part]; offer < starts[part + 1]; offer++) {
      found += suppliers[offer] == supplier ? 1 : 0;
    }
    return found;
  }

  /** Returns the sum of their costs. */
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
