package dev.paceline.benchmarks.variants;

import io.trino.tpch.Distribution;
import io.trino.tpch.Distributions;
import io.trino.tpch.Nation;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Draws substitution parameters from the lists and ranges of the specification, clause 2.4. */
final class Parameters {
  private static final Distributions LISTS = Distributions.getDefaultDistributions();
  private static final List<Nation> NATIONS =
      StreamSupport.stream(TpchTable.NATION.createGenerator(1, 1, 1).spliterator(), false).toList();
  private static final List<String> NOTE_STARTS =
      List.of("special", "pending", "unusual", "express");
  private static final List<String> NOTE_ENDS =
      List.of("packages", "requests", "accounts", "deposits");

  private final Random random;

  Parameters(long seed) {
    random = new Random(seed);
  }

  /** Both bounds are included. */
  int between(int low, int high) {
    return low + random.nextInt(high - low + 1);
  }

  /** Different numbers as a list of SQL. */
  String different(int count, int low, int high) {
    List<Integer> all = new ArrayList<>(IntStream.rangeClosed(low, high).boxed().toList());
    Collections.shuffle(all, random);
    return all.stream().limit(count).map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Different numbers, quoted, as a list of SQL. */
  String differentQuoted(int count, int low, int high) {
    return "'" + different(count, low, high).replace(", ", "', '") + "'";
  }

  BigDecimal hundredths(int low, int high) {
    return BigDecimal.valueOf(between(low, high), 2);
  }

  /** The first day of a month from one to the other. */
  LocalDate month(LocalDate first, LocalDate last) {
    return first.plusMonths(between(0, (int) ChronoUnit.MONTHS.between(first, last)));
  }

  /** The first day of a year from 1993 to 1997. */
  LocalDate year() {
    return LocalDate.of(between(1993, 1997), 1, 1);
  }

  String region() {
    return any(LISTS.getRegions());
  }

  Nation nation() {
    return NATIONS.get(random.nextInt(NATIONS.size()));
  }

  Nation nationBeside(Nation other) {
    return NATIONS.get(
        (int) ((other.nationKey() + between(1, NATIONS.size() - 1)) % NATIONS.size()));
  }

  static String regionOf(Nation nation) {
    return LISTS.getRegions().getValue((int) nation.regionKey());
  }

  String segment() {
    return any(LISTS.getMarketSegments());
  }

  String color() {
    return any(LISTS.getPartColors());
  }

  String container() {
    return any(LISTS.getPartContainers());
  }

  /** Three words. */
  String type() {
    return any(LISTS.getPartTypes());
  }

  /** Two ship modes, different, quoted, as a list of SQL. */
  String twoModes() {
    List<String> modes = new ArrayList<>(LISTS.getShipModes().getValues());
    Collections.shuffle(modes, random);
    return "'" + modes.get(0) + "', '" + modes.get(1) + "'";
  }

  String brand() {
    return "Brand#" + between(1, 5) + between(1, 5);
  }

  /** Returns the words that query 13 looks for. */
  String note() {
    return "%" + any(NOTE_STARTS) + "%" + any(NOTE_ENDS) + "%";
  }

  private String any(Distribution distribution) {
    return any(distribution.getValues());
  }

  private String any(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }
}
