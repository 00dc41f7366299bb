package dev.paceline.datasets;

import io.trino.tpch.Distributions;
import java.util.List;

/**
 * Rows of part. A category is its manufacturer and one of 5 digits, a brand its category and one of
 * 40 numbers; of three different colours one is the part's colour, the others are its name.
 */
final class SsbParts implements GeneratedTable.Rows {
  private static final int MANUFACTURERS = 5;
  private static final int CATEGORIES = 5;
  private static final int BRANDS = 40;
  private static final int MAX_SIZE = 50;

  private static final List<String> COLORS =
      Distributions.getDefaultDistributions().getPartColors().getValues();
  private static final List<String> TYPES =
      Distributions.getDefaultDistributions().getPartTypes().getValues();
  private static final List<String> CONTAINERS =
      Distributions.getDefaultDistributions().getPartContainers().getValues();

  private final RowRandom random = new RowRandom(SsbSchema.PART);
  private final long end;
  private long key;

  /** The parts from one, counted from 0, up to but without another. */
  SsbParts(long start, long end) {
    this.key = start;
    this.end = end;
  }

  @Override
  public boolean next(RowSink row) {
    if (key >= end) {
      return false;
    }
    key++;
    random.startRow(key);
    String color = COLORS.get(random.between(0, COLORS.size() - 1));
    String first = colorOtherThan(color, color);
    String second = colorOtherThan(color, first);
    String manufacturer = "MFGR#" + random.between(1, MANUFACTURERS);
    String category = manufacturer + random.between(1, CATEGORIES);
    row.integer(key)
        .text(first + " " + second)
        .text(manufacturer)
        .text(category)
        .text(category + random.between(1, BRANDS))
        .text(color)
        .text(TYPES.get(random.between(0, TYPES.size() - 1)))
        .integer(random.between(1, MAX_SIZE))
        .text(CONTAINERS.get(random.between(0, CONTAINERS.size() - 1)))
        .end();
    return true;
  }

  private String colorOtherThan(String one, String other) {
    String color;
    do {
      color = COLORS.get(random.between(0, COLORS.size() - 1));
    } while (color.equals(one) || color.equals(other));
    return color;
  }
}
