package dev.paceline.datasets;

import io.trino.tpch.Distribution;
import io.trino.tpch.Distributions;
import java.util.List;

/**
 * Rows of customer and supplier, which are alike. Each of 25 nations has 10 cities, named by the
 * first nine characters of the nation, padded with blanks, and a digit; a nation lies in one of 5
 * regions and begins its telephone numbers.
 */
final class SsbTraders implements GeneratedTable.Rows {
  private static final int CITIES = 10;
  private static final int CITY_PREFIX = 9;
  private static final int MIN_ADDRESS = 6;
  private static final int MAX_ADDRESS = 24;
  private static final int FIRST_COUNTRY_CODE = 10;
  private static final int FIRST_NUMBER = 1_000_000_000;
  private static final String LETTERS =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private static final Distribution NATIONS = Distributions.getDefaultDistributions().getNations();
  private static final Distribution REGIONS = Distributions.getDefaultDistributions().getRegions();
  private static final List<String> SEGMENTS =
      Distributions.getDefaultDistributions().getMarketSegments().getValues();

  private final String title;
  private final boolean haveSegments;
  private final RowRandom random;
  private final long end;
  private final StringBuilder text = new StringBuilder();
  private long key;

  private SsbTraders(String title, boolean haveSegments, int table, long start, long end) {
    this.title = title;
    this.haveSegments = haveSegments;
    this.random = new RowRandom(table);
    this.key = start;
    this.end = end;
  }

  /** The customers from one, counted from 0, up to but without another. */
  static SsbTraders customers(long start, long end) {
    return new SsbTraders("Customer#", true, SsbSchema.CUSTOMER, start, end);
  }

  /** The suppliers from one, counted from 0, up to but without another. */
  static SsbTraders suppliers(long start, long end) {
    return new SsbTraders("Supplier#", false, SsbSchema.SUPPLIER, start, end);
  }

  @Override
  public boolean next(RowSink row) {
    if (key >= end) {
      return false;
    }
    key++;
    random.startRow(key);
    int nation = random.between(0, NATIONS.size() - 1);
    String nationName = NATIONS.getValue(nation);
    row.integer(key)
        .text(title + Long.toString(FIRST_NUMBER + key).substring(1))
        .text(address())
        .text(city(nationName))
        .text(nationName)
        .text(REGIONS.getValue(NATIONS.getWeight(nation)))
        .text(telephone(nation));
    if (haveSegments) {
      row.text(SEGMENTS.get(random.between(0, SEGMENTS.size() - 1)));
    }
    row.end();
    return true;
  }

  private String address() {
    text.setLength(0);
    for (int length = random.between(MIN_ADDRESS, MAX_ADDRESS); length > 0; length--) {
      text.append(LETTERS.charAt(random.between(0, LETTERS.length() - 1)));
    }
    return text.toString();
  }

  private String city(String nation) {
    text.setLength(0);
    text.append(nation);
    while (text.length() < CITY_PREFIX) {
      text.append(' ');
    }
    text.setLength(CITY_PREFIX);
    return text.append(random.between(0, CITIES - 1)).toString();
  }

  private String telephone(int nation) {
    text.setLength(0);
    return text.append(FIRST_COUNTRY_CODE + nation)
        .append('-')
        .append(random.between(100, 999))
        .append('-')
        .append(random.between(100, 999))
        .append('-')
        .append(random.between(1_000, 9_999))
        .toString();
  }
}
